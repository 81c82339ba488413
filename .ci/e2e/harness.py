"""Drives the two programs from outside: by pipe, and by keys in a terminal that tmux emulates.

Nothing here knows Swift: it sees what a person, a script and the request log see.
"""

import contextlib
import itertools
import json
import os
import pathlib
import selectors
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / ".build" / "debug"
PATIENCE = 20  # seconds; only a failing check waits that long

SIZES = [(80, 24), (40, 12)]
scenarios = []


def scenario(name, *variants):
    """Registers a function as a check; it is called once, or once for each variant."""
    def register(function):
        for variant in variants or [()]:
            label = name
            if variant:
                label += f" at {variant[0]}×{variant[1]}" if variant in SIZES else f": {variant[0]}"
            scenarios.append((label, function, variant))
        return function
    return register


def check(condition, message, *seen):
    if not condition:
        raise AssertionError("\n".join([message, *(str(part) for part in seen)]))


def until(condition, what, seconds=PATIENCE):
    """Asks again and again until the answer is true; a failing check says what it waited for."""
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        check(time.monotonic() < deadline, f"waited {seconds} s for {what}")
        time.sleep(0.03)


class Home:
    """A person's empty home: no configuration, no tokens."""

    def __init__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="vestibule-e2e-"))

    def environment(self, **more):
        return {
            "PATH": f"{os.environ['PATH']}", "HOME": str(self.path), "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": str(self.path / "config"), "XDG_STATE_HOME": str(self.path / "state"),
            "SWIFT_BACKTRACE": "enable=no", **more}

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


class Tenant:
    """A running devtenant with its admin interface."""

    def __init__(self, home, *options, certificate=None, prefix=()):
        self.context = certificate and ssl.create_default_context(cafile=certificate)
        ready = home.path / f"ready-{time.monotonic_ns()}.json"
        self.process = subprocess.Popen(
            [*prefix, BUILT / "devtenant", "serve", "--ready-file", ready, *options], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True, env=home.environment())
        line = self.process.stdout.readline()
        check(line.strip(), "devtenant printed no ready line")
        self.ready_file = ready
        self.ready = json.loads(ready.read_text())
        self.authority, self.client_id = self.ready["authority"], self.ready["clientId"]
        self.origin = self.ready["admin"].rsplit("/", 1)[0]

    def options(self):
        return ["--authority", self.authority, "--client-id", self.client_id]

    def admin(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self.ready['admin']}/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.ready['adminToken']}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE, context=self.context) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def code(self, email):
        messages = until(lambda: self.admin("GET", f"outbox?to={email}"), f"a message to {email}")
        return messages[0]["code"]

    def approve(self, email):
        def approved():
            try:
                self.admin("POST", "device/approve", {"email": email})
                return True
            except urllib.error.HTTPError as error:
                check(error.code == 404, f"device/approve answered {error.code}")
                return False
        until(approved, "a device code to approve")

    def log(self, prefix="/"):
        return [entry for entry in self.admin("GET", "log") if entry["path"].startswith(prefix)]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        check(status == 0, f"devtenant ended with {status} on SIGTERM")


class Pipe:
    """`vestibule` with pipes for all three streams and no terminal anywhere."""

    def __init__(self, home, *arguments, prefix=(), **environment):
        self.process = subprocess.Popen(
            [*prefix, BUILT / "vestibule", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=home.environment(**environment), start_new_session=True)
        self.errors = ""
        self.read_to = 0

    def expect(self, text):
        """Waits for text on stderr after what was expected before; returns what stood in between."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stderr, selectors.EVENT_READ)
            deadline = time.monotonic() + PATIENCE
            while (at := self.errors.find(text, self.read_to)) < 0:
                check(selector.select(max(0, deadline - time.monotonic())), f"waited for {text!r}", self.errors)
                data = os.read(self.process.stderr.fileno(), 65536)
                check(data, f"closed stderr without {text!r}", self.errors)
                self.errors += data.decode()
        between, self.read_to = self.errors[self.read_to:at], at + len(text)
        return between

    def answer(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self

    def prompted(self, prompt, line):
        self.expect(prompt)
        return self.answer(line)

    def finish(self):
        """Ends the input; returns status, stdout and stderr."""
        output, errors = self.process.communicate(timeout=PATIENCE)
        self.errors += errors.decode()
        return self.process.returncode, output.decode(), self.errors


class Terminal:
    """A program in a pane of a private tmux: a terminal that nobody of this house wrote."""

    numbers = itertools.count()

    def __init__(self, home, width, height, *command, term="tmux-256color", shell="", **environment):
        self.folder = home.path / f"pane-{next(self.numbers)}"
        self.folder.mkdir()
        self.socket = str(self.folder / "tmux")
        environment = home.environment(TERM=term, **environment)
        if not term:
            del environment["TERM"]
        assignments = " ".join(shlex.quote(f"{name}={value}") for name, value in environment.items())
        words = " ".join(shlex.quote(str(word)) for word in command)
        folder = shlex.quote(str(self.folder))
        # The shell outlives the program, so that the terminal can be looked at afterwards.
        script = (
            f"trap : INT QUIT; cd {folder}; {shell}\nstty -g >before; "
            f"env -i {assignments} sh -c 'echo $$ >pid; exec \"$@\"' sh {words}; "
            "echo $? >status; stty -g >after; mv after restored; exec cat -v")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), script)

    def tmux(self, *arguments):
        environment = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh"}
        environment.pop("TMUX", None)
        done = subprocess.run(
            ["tmux", "-u", "-S", self.socket, *arguments], env=environment, capture_output=True, text=True)
        check(done.returncode == 0, f"tmux {arguments[0]}: {done.stderr}")
        return done.stdout

    def text(self, attributes=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if attributes else []))

    def wait(self, *wanted, seconds=PATIENCE):
        """Waits until all of these stand on the screen together; returns the screen."""
        screen = ""

        def there():
            nonlocal screen
            screen = self.text()
            return all(text in screen for text in wanted)
        try:
            until(there, f"{wanted} on the screen", seconds)
        except AssertionError as error:
            ended = self.folder / "status"
            raise AssertionError(
                f"{error}\n{screen}" + (f"ended with {ended.read_text()}" if ended.exists() else "")) from None
        return screen

    def type(self, text):
        self.tmux("send-keys", "-l", text)
        return self

    def press(self, *keys):
        self.tmux("send-keys", *keys)
        return self

    def paste(self, text):
        self.tmux("set-buffer", "-b", "paste", text)
        self.tmux("paste-buffer", "-p", "-b", "paste")
        return self

    def resize(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def flag(self, name):
        return self.tmux("display-message", "-p", f"#{{{name}}}").strip()

    def pid(self):
        path = self.folder / "pid"
        return int(until(lambda: path.exists() and path.read_text().strip(), "the program's start"))

    def signal(self, number):
        os.kill(self.pid(), number)

    def ended(self, seconds=PATIENCE):
        """Waits for the end; demands the terminal as it was found; returns the status."""
        until((self.folder / "restored").exists, "the program's end", seconds)
        before, after = (self.folder / "before").read_text(), (self.folder / "restored").read_text()
        check(before == after, "the terminal's settings were not put back", before, after)
        check(self.flag("alternate_on") == "0", "the alternate screen was not left")
        check(self.flag("cursor_flag") == "1", "the cursor was not shown again")
        check(self.flag("keypad_flag") == self.flag("keypad_cursor_flag") == "0", "the keypad was not put back")
        return int((self.folder / "status").read_text())

    def hang_up(self):
        self.tmux("kill-server")

    def close(self):
        with contextlib.suppress(AssertionError):
            self.tmux("kill-server")


class World:
    """What a scenario is given: a home, and tenants and terminals that are cleared away after it."""

    def __init__(self, stack):
        self.stack = stack
        self.home = Home()
        stack.callback(self.home.remove)

    def tenant(self, *options, certificate=None, prefix=()):
        tenant = Tenant(self.home, *options, certificate=certificate, prefix=prefix)
        self.stack.callback(tenant.stop)
        return tenant

    def pipe(self, *arguments, **environment):
        pipe = Pipe(self.home, *arguments, **environment)

        def end():
            pipe.process.kill()
            pipe.process.wait()
            for stream in (pipe.process.stdin, pipe.process.stdout, pipe.process.stderr):
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self.stack.callback(end)
        return pipe

    def run(self, *arguments, text="", prefix=(), **environment):
        """Runs vestibule to its end without a terminal; returns status, stdout and stderr."""
        done = subprocess.run(
            [*prefix, BUILT / "vestibule", *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE,
            env=self.home.environment(**environment), start_new_session=True)
        return done.returncode, done.stdout, done.stderr

    def terminal(self, width, height, *command, prefix=(), **options):
        program = [*prefix, BUILT / "vestibule", *command]
        terminal = Terminal(self.home, width, height, *program, **options)
        self.stack.callback(terminal.close)
        return terminal


def main(filters, title="end-to-end"):
    failures = passed = 0
    for label, function, variant in scenarios:
        if filters and not any(part in label for part in filters):
            continue
        began = time.monotonic()
        try:
            with contextlib.ExitStack() as stack:
                function(World(stack), *variant)
            passed += 1
            verdict, trouble = "ok    ", ""
        except Exception as error:  # a scenario may fail in any way; the others go on
            failures += 1
            verdict = "FAILED"
            trouble = str(error) if isinstance(error, AssertionError) else traceback.format_exc()
            where = traceback.extract_tb(error.__traceback__)
            line = next((frame.lineno for frame in where if frame.name == function.__name__), 0)
            trouble = f"line {line}: {trouble}"
        print(f"  {verdict} {label} ({time.monotonic() - began:.1f} s)", flush=True)
        if trouble:
            print("    " + trouble.rstrip().replace("\n", "\n    "), flush=True)
    print(f"{title}: {passed} passed, {failures} failed", flush=True)
    return 1 if failures or not passed else 0
