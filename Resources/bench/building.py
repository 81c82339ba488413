"""Builds what is measured: the program as it is shipped, and the reference in C."""

import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUTPUT = ROOT / ".build" / "bench"


def reference():
    """A sign-in form in C on ncursesw, as small as one can be."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    program = OUTPUT / "cform"
    subprocess.run(["cc", "-O2", "-Wall", HERE / "cform.c", "-o", program, "-lncursesw"], check=True)
    return program


def shipped():
    """The static Swift runtime, stripped, as Resources/ship builds it."""
    folder = OUTPUT / "shipped"
    subprocess.run([HERE / "ship", folder], check=True, stdout=2)
    return folder


def has(tool):
    return shutil.which(tool) is not None
