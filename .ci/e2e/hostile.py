"""Text from outside: whatever a service, a certificate, a file or the environment says, it moves no terminal.

One field of one answer is poisoned at a time, and everything that is written is looked at: standard output and error,
the log, and the very bytes that a terminal gets.
"""

import concurrent.futures
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from front import Authority, Front
from harness import BUILT, PATIENCE, Pipe, check, scenario, until
from plain import ADA, GRACE, LINUS, PASSWORDS

POISON = "\x1b]0;PWNED\x07\x1b[31mRED\x9b7m\u202eEVIL\u2066\u200e\ufeff\x00\x7f\x85\u2028\r\nFORGED line"
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def harmless(what, output, errors, log=""):
    """Nothing but text, on the lines that we began."""
    for name, text in (("stdout", output), ("stderr", errors), ("the log", log)):
        found = FORBIDDEN.search(text)
        check(not found, f"{what}: {found and ascii(found.group())} in {name}", ascii(text))
        check(not re.search("^FORGED", text, re.MULTILINE), f"{what}: a line of their own in {name}", ascii(text))
    check("PWNED" not in errors, f"{what}: a sequence lost its escape only", ascii(errors))
    check(log.isascii(), f"{what}: the log is not ASCII", ascii(log))
    for line in output.splitlines():
        if line.startswith("{"):
            json.loads(line)


def strings(value, path=()):
    """The places of all strings in a JSON value."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from strings(member, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from strings(item, (*path, index))


def poisoned(value, path):
    if not path:
        return value + POISON
    copy = value.copy()
    copy[path[0]] = poisoned(value[path[0]], path[1:])
    return copy


class Poisoner:
    """Changes one string of the answers of one endpoint; without a target it notes down which there are."""

    def __init__(self, target=None):
        self.target, self.seen, self.hits = target, {}, 0

    def __call__(self, path, status, headers, body):
        endpoint = path.split("/", 2)[2]
        # Left out by the service, but known to the protocol: what is not there cannot be poisoned.
        more = {"oauth2/v2.0/devicecode": {
            "verification_uri_complete": "https://example.com/device?code=1", "message": "m"}}
        try:
            value = json.loads(body)
        except ValueError:
            return status, headers, body
        if isinstance(value, dict):
            for name, text in more.get(endpoint, {}).items():
                value.setdefault(name, text)
            if value.get("challenge_type") == "redirect":
                value.setdefault("redirect_reason", "r")
            if status >= 400:
                value.setdefault("suberror", "s")
        for place in strings(value):
            self.seen.setdefault((endpoint, status, place), None)
        if self.target and self.target[:2] == (endpoint, status) and self.target[2] in set(strings(value)):
            value = poisoned(value, self.target[2])
            self.hits += 1
        if self.target == (endpoint, status, "header"):
            self.hits += 1
            headers = [(name, text) for name, text in headers if name.lower() != "client-request-id"]
            return status, [*headers, ("client-request-id", "\x1b[31mRED\x9b7m")], b"\x1b]0;PWNED\x07"
        return status, headers, json.dumps(value).encode()


def walk(world, tenant, poisoner, kind):
    """One conversation of a kind by pipe; returns stdout, stderr and the log."""
    front = Front(tenant.origin, poisoner)
    log = world.home.path / f"log-{time.monotonic_ns()}"
    log.touch()
    options = ["login", "--json", "--authority", f"{front.origin}/contoso", "--client-id", tenant.client_id,
               "--log-level", "debug"]
    answers = {
        "password": ["--plain", "--email", ADA, PASSWORDS[ADA]], "refusal": ["--plain", "--email", ADA, "Wrong-Pass-1"],
        "unknown": ["--plain", "--email", "nobody@example.com", "Wrong-Pass-1"],
        "code": ["--plain", "--email", GRACE, "", "12345678", "", "2"], "browser": ["--plain", "--email", LINUS, "x"],
        "device": ["--device-code"]}[kind]
    given = [answer for answer in answers[3:]]
    pipe = Pipe(world.home, *options, *answers[:3], VESTIBULE_LOG="file", VESTIBULE_LOG_FILE=str(log),
                VESTIBULE_CACHE="memory", VESTIBULE_TIMEOUT_SECONDS="10")
    try:
        pipe.process.stdin.write("".join(line + "\n" for line in given).encode())
        pipe.process.stdin.close()
        if kind in ("browser", "device"):
            # It waits for a browser, or said why it does not.
            try:
                pipe.process.wait(1.5)
            except subprocess.TimeoutExpired:
                pipe.process.terminate()
        output, errors = pipe.process.stdout.read().decode(), pipe.process.stderr.read().decode()
        pipe.process.wait(PATIENCE)
    finally:
        pipe.process.kill()
        front.stop()
    return output, errors, log.read_text()


@scenario("VB-63 every field of every reply, poisoned one at a time: stdout, stderr and the log stay harmless")
def every_field(world):
    kinds = ["password", "refusal", "unknown", "code", "browser", "device"]
    tenant = world.tenant()
    tenant.admin("PUT", "policy", {"lockoutAfter": 1000, "resendSeconds": 0})
    targets = []
    for kind in kinds:
        poisoner = Poisoner()
        walk(world, tenant, poisoner, kind)
        targets += [(target, kind) for target in poisoner.seen if target not in dict(targets)]
        for endpoint, status, _ in list(poisoner.seen):
            if ((endpoint, status, "header"), kind) not in targets:
                targets.append(((endpoint, status, "header"), kind))
    check(len(targets) > 60, f"only {len(targets)} fields were found", targets)

    def run(target, kind):
        poisoner = Poisoner(target)
        output, errors, log = walk(world, tenant, poisoner, kind)
        check(poisoner.hits, f"{target} was never sent")
        harmless(f"{target} in {kind}", output, errors, log)

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(run, *target) for target in targets]:
            done.result()
    print(f"         {len(targets)} fields in {len(kinds)} conversations")


class Raw:
    """A program on a terminal of 80×24 of which we get the bytes themselves."""

    def __init__(self, home, *command, **environment):
        self.master, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, start_new_session=True,
            env=home.environment(TERM="xterm-256color", **environment))
        os.close(other)
        self.bytes = b""

    def until(self, *words, quiet=0.2):
        """Reads until all words came and nothing more comes for a moment."""
        deadline = time.monotonic() + PATIENCE
        while True:
            ready = select.select([self.master], [], [], quiet)[0]
            if ready:
                try:
                    self.bytes += os.read(self.master, 65536)
                except OSError:
                    return self
            elif all(word.encode() in self.bytes for word in words):
                return self
            check(time.monotonic() < deadline, f"waited for {words}", ascii(self.bytes.decode(errors="replace")))

    def send(self, text, encoding="utf-8"):
        os.write(self.master, text.encode(encoding))
        return self

    def end(self):
        self.process.terminate()
        self.until(quiet=0.1)
        self.process.wait(PATIENCE)
        os.close(self.master)
        # The terminal library's own way to reset the colours ends with a bell character.
        text = self.bytes.decode(errors="replace").replace("\x1b]104\x07", "")
        for word in ("PWNED", "\x07", "\x9b", "\x85", "\u202e", "\u2066", "\u200e", "\ufeff", "\u2028", "\x1b[31mRED"):
            at = text.find(word)
            check(at < 0, f"{word!a} reached the terminal", ascii(text[max(0, at - 300):at + 100]))
        check(not re.search(r"^FORGED", text, re.MULTILINE), "a line of their own", ascii(text))


@scenario("VB-63 poisoned fields on the full screen: the bytes that the terminal gets",
          *[(name, "") for name in ("issuer", "redirect_reason", "user_code", "verification_uri_complete",
                                    "verification_uri", "challenge_target_label")])
def on_terminal(world, name, _):
    tenant = world.tenant()
    endpoint, email, password, words = {
        "issuer": ("v2.0/.well-known/openid-configuration", ADA, "x", ["issuer that cannot"]),
        "redirect_reason": ("oauth2/v2.0/initiate", LINUS, "x", ["Continue in your browser", "and enter"]),
        "user_code": ("oauth2/v2.0/devicecode", LINUS, "x", ["Continue in your browser", "The service gave an"]),
        "verification_uri_complete": ("oauth2/v2.0/devicecode", LINUS, "x", ["Continue in your browser", "and enter"]),
        "verification_uri": ("oauth2/v2.0/devicecode", LINUS, "x", ["verificationUri"]),
        "challenge_target_label": ("oauth2/v2.0/challenge", GRACE, None, ["Enter code"]),
    }[name]
    poisoner = Poisoner((endpoint, 200, (name,)))
    front = Front(tenant.origin, poisoner)
    world.stack.callback(front.stop)
    raw = Raw(world.home, BUILT / "vestibule", "login", "--authority", f"{front.origin}/contoso", "--client-id",
              tenant.client_id)
    raw.until("Email", "Password").send(email).until()
    raw.send("\t\t\t\r" if password is None else f"\t{password}\r").until(*words)
    check(poisoner.hits, f"{name} was never sent")
    # The help page and the plain lines say it too.
    raw.send("\x1bOP").until().send("\x1b").until()
    if "Enter code" not in words:
        raw.send("p").until().send("\r").until()
    raw.end()


@scenario("VB-63 files and arguments that hold escape sequences: devtenant's own complaints stay harmless")
def devtenant_complaints(world):
    poison = POISON.replace("\x00", "")
    seed = world.home.path / "seed.json"
    seed.write_text(json.dumps({"tenant": POISON}))
    for arguments in ([poison], ["serve", f"--{poison}"], ["serve", "--port", poison],
                      ["serve", "--db", f"/nowhere/{poison}"], ["serve", "--seed", seed],
                      ["users", "--ready-file", f"/nowhere/{poison}"], ["users", "--ready-file", seed]):
        done = subprocess.run([BUILT / "devtenant", *arguments], capture_output=True, text=True, timeout=PATIENCE,
                              env=world.home.environment())
        check(done.returncode in (2, 3), f"{arguments}: status {done.returncode}", done.stderr)
        check(done.stderr.count("\n") == 1 and not FORBIDDEN.search(done.stderr), f"{arguments}: a terminal obeys",
              ascii(done.stderr))


def catches(process, number):
    """Whether a process has a handler for a signal (proc(5))."""
    with open(f"/proc/{process.pid}/status") as status:
        mask = next(line.split()[1] for line in status if line.startswith("SigCgt:"))
    return int(mask, 16) >> (number - 1) & 1


@scenario("a seed that never ends is no reason to stay: signals end devtenant while it reads")
def endless_seed(world):
    pipe = world.home.path / "seed.pipe"
    os.mkfifo(pipe)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        for writer in (False, True):
            process = subprocess.Popen([BUILT / "devtenant", "serve", "--seed", pipe], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, env=world.home.environment())
            end = os.open(pipe, os.O_WRONLY) if writer else None
            until(lambda: catches(process, signal.SIGHUP), "devtenant to heed signals")
            process.send_signal(number)
            try:
                check(process.wait(PATIENCE) == 0, f"{number.name}: ended with {process.returncode}")
            finally:
                process.kill()
                if writer:
                    os.close(end)


@scenario("VB-63 a person's name and address as a directory has them: screens, status, and devtenant's own lists")
def directory(world):
    address = "mal\u202elory@example.com"
    seed = world.home.path / "seed.json"
    seed.write_text(json.dumps({"users": [
        {"email": address, "password": "Enigma-1912", "attributes": {"displayName": "Mal" + POISON}}]}))
    tenant = world.tenant("--seed", seed)
    options = tenant.options()
    for command in ("users", "outbox"):
        done = subprocess.run([BUILT / "devtenant", command, "--ready-file", tenant.ready_file], capture_output=True,
                              text=True, env=world.home.environment())
        harmless(f"devtenant {command}", done.stdout, done.stderr)
    pipe = world.pipe("login", "--device-code", *options)
    pipe.expect("Enter this code: ")
    tenant.approve(address)
    status, output, errors = pipe.finish()
    check(status == 0, f"status {status}", ascii(output), ascii(errors))
    harmless("login", output, errors)
    for command in (["status"], ["status", "--json"], ["token", "--format", "json"]):
        status, output, errors = world.run(*command, *options)
        check(status == 0, f"{command}: status {status}", ascii(output), ascii(errors))
        harmless(command, output, errors)
    raw = Raw(world.home, BUILT / "vestibule", *options)
    raw.until("Your account", "Mal").end()


@scenario("VB-63 what a command line, the environment, a file, a proxy or a certificate holds")
def surroundings(world):
    tenant = world.tenant()
    poison = POISON.replace("\x00", "")
    settings = world.home.path / "settings.json"
    settings.write_text(json.dumps({"tenant" + poison: 1}))
    folder = world.home.path / ("folder" + poison.replace("/", ""))
    folder.mkdir()
    (folder / "config.json").write_text("{")
    far = ["--authority", "https://contoso.vestibule.test/contoso", "--client-id", tenant.client_id]
    for arguments, environment in [
            (["--" + poison], {}), ([poison], {}), (["login", "--email" + poison], {}),
            (["--config", poison, "status"], {}), (["--config", str(settings), "status"], {}),
            (["--config", str(folder / "config.json"), "config", "show"], {}),
            (["login", "--plain", "--authority", "https://a" + poison, "--client-id", tenant.client_id], {}),
            (["login", "--plain", "--tenant", poison, "--client-id", poison], {}),
            (["config", "show", "--tenant", poison], {"VESTIBULE_PROXY": "http://a:b@c" + poison, "VESTIBULE_SCOPES": poison}),
            (["config", "check", *far], {"HTTPS_PROXY": "http://127.0.0.1:9" + poison.replace("\r\n", "")}),
            (["login", "--plain", "--email", "a@b" + poison, *tenant.options()], {}),
            ([*["login", "--plain", "--json", "--email", ADA], *far], {"VESTIBULE_CA_FILE": "/none" + poison}),
            (["login", "--plain", *tenant.options()], {"VESTIBULE_LOG": "file", "VESTIBULE_LOG_FILE": "/none/" + poison}),
            (["login", "--plain", *tenant.options()], {"LANG": poison, "LC_ALL": "C.UTF-8"}),
            (["demo", "--keep", "/none/" + poison], {})]:
        _, output, errors = world.run(*arguments, text="a@b.c\nx\n", VESTIBULE_TIMEOUT_SECONDS="2", **environment)
        # What a person typed has lost its escapes before it is anything else.
        harmless(arguments, output, errors.replace("[a@b]0;PWNED", ""))
    raw = Raw(world.home, BUILT / "vestibule", "login", *tenant.options(), LANG="C.UTF-8", VESTIBULE_PLAIN="1")
    raw.until("Email").end()
    raw = Raw(world.home, "sh", "-c", 'TERM="$0" exec "$@"', "term" + poison, BUILT / "vestibule", "login",
              *tenant.options())
    raw.until("Email").end()
    authority = Authority(world.home.path / "authority", "Evil \x1b]0;PWNED\x07\x1b[31mRED\u202eroot")
    certificate, key = authority.certificate
    secure = world.tenant("--tls-cert", certificate, "--tls-key", key)
    _, output, errors = world.run("login", "--plain", "--json", *secure.options(), text=f"{ADA}\nx\n")
    check("Evil" in output and "Evil" in errors, "the issuer is not named", ascii(errors))
    harmless("a certificate's issuer", output, errors)


@scenario("VB-63 only https or this machine, nobody's user name, and A-labels: which addresses are shown with a code")
def addresses(world):
    tenant = world.tenant()
    for address, shown in [
            ("https://login.example.com/device", True), ("https://xn--bcher-kva.example/device", True),
            ("http://login.example.com/device", False), ("https://microsoft.com@evil.example/device", False),
            ("https://b\u00fccher.example/device", False), ("https://p\u0430ypal.example/", False),
            ("javascript:alert(1)", False), ("https://login.example.com\\@evil.example/", False), ("", False)]:
        tenant.admin("POST", "faults", {"path": "/oauth2/v2.0/devicecode", "status": 200, "body": {
            "device_code": "d", "user_code": "WDJB-MJHT", "verification_uri": address, "expires_in": 900,
            "interval": 5}})
        pipe = world.pipe("login", "--json", "--device-code", *tenant.options())
        if shown:
            pipe.expect(f"Open: {address}\n")
            pipe.process.terminate()
            continue
        status, output, errors = pipe.finish()
        error = json.loads(output)["error"]
        check((status, error["type"], error["case"]) == (3, "Configuration", "deviceAddress"), address, output, errors)
        check("verificationUri" in errors, "the setting is not named", errors)
        check("evil" not in errors and "Open:" not in errors, "it was shown", errors)
