"""What the checks need of others: MSAL in a virtual environment, glewlwyd unpacked, a certificate.

Everything lies in .build/interop and is made once; nothing is installed on the machine, and no service is started.
"""

import os
import shutil
import subprocess
import sys
import tempfile

from harness import ROOT, check

PARTS = ROOT / ".build" / "interop"
# A major version that is known to work; smaller ones may come at any time, as they do to MSAL's other users.
MSAL = "msal>=1.31,<2"


def ran(*command, environment=None, attempts=1):
    """Runs a command; one that asks a registry gets a second attempt. What it said is shown when it fails."""
    for left in reversed(range(attempts)):
        done = subprocess.run(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", env=environment)
        if done.returncode == 0:
            return done.stdout
        check(left, f"{' '.join(map(str, command))}\nended with {done.returncode}", done.stdout[-3000:])


def made_once(name, make):
    """The folder of that name, made by `make` unless it is there; half a folder is never kept."""
    folder = PARTS / name
    if not folder.is_dir():
        PARTS.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(half := PARTS / f"{name}.half", ignore_errors=True)
        make(half)
        half.rename(folder)
    return folder


def msal_python():
    """The Python of a virtual environment that has MSAL from PyPI, and nothing else."""
    def make(folder):
        ran(sys.executable, "-m", "venv", folder)
        ran(folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", MSAL, attempts=2)
    return made_once(f"msal-python{sys.version_info.major}.{sys.version_info.minor}", make) / "bin/python"


def glewlwyd_folder():
    """Debian's glewlwyd and those of its libraries that this machine lacks, unpacked and not installed: installing
    it would start a service."""
    def make(folder):
        with tempfile.TemporaryDirectory() as scratch:
            for name in ("lists/partial", "archives/partial"):
                os.makedirs(f"{scratch}/{name}")
            apt = [
                "apt-get", "-q", "-o", f"Dir::State::Lists={scratch}/lists", "-o", f"Dir::Cache::Archives={scratch}/archives",
                "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=", "-o", "Debug::NoLocking=1",
                "-o", "APT::Sandbox::User="]
            environment = {**os.environ, "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"}
            ran(*apt, "update", environment=environment, attempts=2)
            # The last one stands for "no database server".
            ran(*apt, "install", "--download-only", "--yes", "--no-install-recommends", "glewlwyd",
                "dbconfig-no-thanks", environment=environment, attempts=2)
            folder.mkdir()
            for name in sorted(os.listdir(f"{scratch}/archives")):
                if name.endswith(".deb"):
                    ran("dpkg-deb", "-x", f"{scratch}/archives/{name}", folder)
        check((folder / "usr/bin/glewlwyd").exists(), "the package glewlwyd has no usr/bin/glewlwyd")
    return made_once("glewlwyd", make)


def certificate(folder):
    """A certificate for loopback and its key, good for a day, which nobody trusts who is not told to."""
    certificate, key = folder / "loopback.pem", folder / "loopback.key"
    if not certificate.exists():
        ran("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate)
    return certificate, key
