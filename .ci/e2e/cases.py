"""Cases from the field that show on a terminal, in the process list or on the wire, each by its number."""

import contextlib
import fcntl
import json
import os
import random
import re
import socket
import struct
import subprocess
import termios
import time

from front import Front
from harness import BUILT, PATIENCE, SIZES, Terminal, check, scenario, until
from hostile import Raw
from keys import BROWSER, SIGN_IN, activate, form, frame, submit
from plain import ADA, GRACE, LINUS, LOGIN, PASSWORDS, one_line, refused, signed_in


def seeded(world, *users):
    seed = world.home.path / "seed.json"
    seed.write_text(json.dumps({"users": list(users), "policy": {"password": {"classes": 1}}}))
    return world.tenant("--seed", seed)


# MARK: the screen

@scenario("VB-04 a long, coloured banner file is clipped, and the form is whole", *SIZES)
def banner(world, width, height):
    tenant = world.tenant()
    issue = world.home.path / "issue"
    issue.write_text("\x1b[2J\x1b[1;31mStaff only\x1b[0m \\n \\l\n" + "".join(f"Line {n} {'x' * 300}\n" for n in range(40)))
    terminal = form(world, tenant, width, height, VESTIBULE_BANNER=str(issue))
    screen = terminal.wait(SIGN_IN, "Email", "Password", "[ Sign in ]", "F1 help")
    check(("Staff only" in screen) == (height > 12), "the banner is where it does not fit, or not where it does", screen)
    terminal.type(ADA).press("Tab").type(PASSWORDS[ADA]).press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("VB-05 VB-06 500 random sizes while a password is typed: no crash, and the whole password arrives")
def resizes(world):
    tenant = world.tenant()
    raw = Raw(world.home, BUILT / "vestibule", "login", "--json", *tenant.options())
    raw.until("Email", "Password").send(ADA + "\t")
    chance = random.Random(4)
    letters = list(PASSWORDS[ADA])
    for turn in range(500):
        rows, columns = (24, 80) if turn == 499 else (chance.randint(1, 60), chance.randint(1, 200))
        fcntl.ioctl(raw.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if turn % 35 == 0 and letters:
            raw.send(letters.pop(0))
        raw.until(quiet=0.001)
        check(raw.process.poll() is None, f"it ended at size {turn}: {columns}×{rows}")
    before = len(raw.bytes)
    raw.send("".join(letters)).until(quiet=0.3)
    check(b"\x1b[?100" not in raw.bytes, "the mouse was asked for")
    check(PASSWORDS[ADA][:6].encode() not in raw.bytes, "the password stood on the screen")
    raw.send("\r").until(ADA, quiet=0.3)
    check(raw.process.wait(10) == 0, "not signed in", raw.bytes[before:].decode(errors="replace"))
    check(b'"username"' in raw.bytes, "not signed in", raw.bytes[before:])
    raw.end()


@scenario("VB-09 wide characters: the cursor stands behind them, Backspace takes a whole one")
def wide(world):
    terminal = form(world, world.tenant(), 80, 24)
    start = int(terminal.flag("cursor_x"))
    terminal.type("한글中文ABC")
    terminal.wait("한글中文ABC")
    until(lambda: int(terminal.flag("cursor_x")) == start + 11, "the cursor behind eleven columns", 3)
    terminal.press("Left", "Left", "Left", "Left")
    until(lambda: int(terminal.flag("cursor_x")) == start + 6, "the cursor before 文", 3)
    terminal.press("BSpace")
    terminal.wait("한글文ABC")
    until(lambda: int(terminal.flag("cursor_x")) == start + 4, "the cursor where 中 was", 3)


@scenario("VB-10 VB-30 letters with marks, composed and decomposed, and 256 characters: each signs in")
def letters(world):
    passwords = {"a@example.com": "Schl\u00fcssel-\u00e9-19", "b@example.com": "Schlu\u0308ssel-e\u0301-19",
                 "c@example.com": ("Aa1-" * 64)}
    tenant = seeded(world, *[{"email": email, "password": text} for email, text in passwords.items()])
    for email, text in passwords.items():
        terminal = form(world, tenant, 80, 24)
        terminal.type(email).press("Tab")
        terminal.paste(text) if len(text) > 99 else terminal.type(text)
        terminal.wait("•••••")
        terminal.press("Enter")
        check(terminal.ended() == 0, f"{email} is not signed in", terminal.text())


@scenario("VB-11 a terminal that gets its size late: the right layout within half a second, without a key")
def late_size(world):
    terminal = form(world, world.tenant(), 80, 24)
    fresh = frame(form(world, world.tenant(), 100, 30))
    time.sleep(0.5)  # the size of a console settles after the start
    terminal.resize(100, 30)
    until(lambda: terminal.text(attributes=True) == fresh, "the layout of a fresh start", 0.5)


# MARK: signals and lost terminals

@scenario("VB-16 VB-17 Ctrl-C on every screen: ended within a second, the terminal as it was", *SIZES)
def ctrl_c(world, width, height):
    tenant = world.tenant()

    def code(terminal):
        terminal.type(GRACE)
        activate(terminal, "Use an email code" if width > 40 else "Code")
        terminal.wait("─ Enter code ─")

    def browser(terminal):
        submit(terminal, LINUS, "x")
        terminal.wait(BROWSER, "Never")

    def page(terminal):
        terminal.press("F1")
        terminal.wait("─ Help ─")

    for reach in (code, browser, page):
        terminal = form(world, tenant, width, height)
        reach(terminal)
        # Pages and later screens may lead back first; nothing runs, so no more than one is on the way.
        for _ in range(3):
            if (terminal.folder / "restored").exists():
                break
            terminal.press("C-c")
            with contextlib.suppress(AssertionError):
                until((terminal.folder / "restored").exists, "the end", 1)
        check(terminal.ended(seconds=1) == 130, f"{reach.__name__}: another status", terminal.text())
        check(not terminal.text().strip(), f"{reach.__name__}: something was printed", terminal.text())
    terminal = world.terminal(width, height, *tenant.options())
    terminal.wait("─ Welcome ─")
    terminal.press("C-c")
    check(terminal.ended(seconds=1) == 130, "another status", terminal.text())


def seconds_used(pid):
    """CPU time of a process; None once it is gone."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@scenario("VB-19 after a hang-up less than a tenth of a second of CPU, also where HUP is ignored and while a request hangs")
def hang_up(world):
    tenant = world.tenant()
    for shell, busy in (("", False), ("trap '' HUP", False), ("trap '' HUP", True)):
        terminal = form(world, tenant, 80, 24, shell=shell)
        if busy:
            tenant.admin("POST", "faults", {"path": "/oauth2/v2.0/initiate", "times": 1, "delayMs": 9000})
            submit(terminal, ADA, "x")
            terminal.wait("Esc cancel")
        pid = terminal.pid()
        used = [seconds_used(pid)]
        terminal.hang_up()

        def gone():
            used.append(seconds_used(pid))
            return used[-1] is None
        until(gone, "the end of the process", 2)
        check(max(value for value in used if value is not None) - used[0] < 0.1, f"it used CPU: {used}")


# MARK: scripts

@scenario("VB-22 no terminal: within a second one line that names the cure, own status", ("null", ""), ("pipe", ""))
def no_terminal(world, how, _):
    tenant = world.tenant()
    began = time.monotonic()
    if how == "null":
        pipe = world.pipe("login", *tenant.options())
        pipe.process.stdin.close()
        status, output, errors = pipe.process.wait(5), pipe.process.stdout.read(), pipe.process.stderr.read().decode()
    else:
        status, output, errors = world.run("login", *tenant.options(), text="a@b.c\n")
    check(time.monotonic() - began < 1.5, "took longer than a second")
    check(status == 4 and not output, f"status {status}", output, errors)
    check("ssh -t" in one_line(errors) and "--device-code" in errors, "no cure is named", errors)
    check(not tenant.log(), "something was asked of the service", tenant.log())


@scenario("VB-23 token without a session: never asks, says that a sign-in is needed, exit 4")
def token(world):
    tenant = world.tenant()
    for arguments in ([], ["--format", "json"], ["--scope", "User.Read"]):
        status, output, errors = world.run("token", *arguments, *tenant.options())
        check(status == 4, f"status {status}", output, errors)
        if "json" in arguments:
            refused((status, output, errors), 4, "AuthError", "interactionRequired")
        else:
            check(not output and "Sign-in needed" in one_line(errors), "not said", output, errors)
            check("vestibule login" in errors, "no cure is named", errors)
    check(not tenant.log(), "something was asked of the service", tenant.log())
    terminal = world.terminal(80, 24, "token", *tenant.options())
    check(terminal.ended() == 4, "with a terminal it asks", terminal.text())

    signed_in(world.run("login", "--json", "--password-stdin", "--email", ADA, *tenant.options(),
                        text=PASSWORDS[ADA] + "\n"), ADA)
    status, output, errors = world.run("token", *tenant.options())
    check(status == 0 and output.count("\n") == 1 and not errors, "no token", status, output, errors)
    answer = json.loads(world.run("token", "--format", "json", *tenant.options())[1])
    check(answer["accessToken"] == output.strip() and answer["tokenType"] == "Bearer", "another token", answer)
    status, output, errors = world.run("token", "--scope", "Files.Read", *tenant.options())
    check(status == 4 and not output and "Files.Read" in errors, f"status {status}", output, errors)


@scenario("VB-24 a password from another program: the first line only, on no screen and in no process list")
def password_from_a_store(world):
    tenant = world.tenant()
    tenant.admin("POST", "faults", {"path": "/oauth2/v2.0/token", "times": 1, "delayMs": 700})
    pipe = world.pipe("login", "--json", "--password-stdin", "--email", ADA, *tenant.options())
    pipe.answer(PASSWORDS[ADA]).answer("second line").answer("third")
    until(lambda: tenant.log("/oauth2/v2.0/challenge"), "the request")
    for name in ("cmdline", "environ"):
        with open(f"/proc/{pipe.process.pid}/{name}", "rb") as file:
            check(PASSWORDS[ADA].encode() not in file.read(), f"the password stands in {name}")
    result = pipe.finish()
    signed_in(result, ADA)
    check("second" not in result[2], "more than the first line was used", result[2])


@scenario("VB-25 no password, code, token or continuation token in any log, file or output, whatever happens")
def canaries(world):
    secrets = {PASSWORDS[ADA], "Canary-Wrong-1"}

    def note(path, status, headers, body):
        with contextlib.suppress(ValueError):
            reply = json.loads(body)
            for name in ("continuation_token", "access_token", "id_token", "refresh_token", "device_code"):
                if reply.get(name):
                    secrets.add(reply[name])
        return status, headers, body

    tenant = world.tenant()
    front = Front(tenant.origin, note)
    world.stack.callback(front.stop)
    log = world.home.path / "log"
    options = ["--authority", f"{front.origin}/contoso", "--client-id", tenant.client_id, "--log-level", "debug"]
    environment = {"VESTIBULE_LOG": "file", "VESTIBULE_LOG_FILE": str(log)}
    said = ""
    faults = [{"path": f"/oauth2/v2.0/{name}", **fault} for name in ("initiate", "challenge", "token")
              for fault in ({"status": 500}, {"garbage": True}, {"truncate": 30})]
    for email, password, fault in [(ADA, "Canary-Wrong-1", None), (ADA, PASSWORDS[ADA], None), (GRACE, "", None),
                                   ("nobody@example.com", "Canary-Wrong-1", None), (LINUS, "Canary-Wrong-1", None),
                                   *[(ADA, PASSWORDS[ADA], fault) for fault in faults]]:
        if fault:
            tenant.admin("POST", "faults", fault)
        pipe = world.pipe(*LOGIN, *options, "--email", email, **environment)
        pipe.prompted("Password: ", password)
        if not password:
            pipe.expect("Code: ")
            secrets.add(tenant.code(email))
            pipe.answer(tenant.code(email))
        if email == LINUS:
            pipe.expect("Enter this code: ")
            tenant.approve(ADA)
        _, output, errors = pipe.finish()
        said += output + errors
    raw = Raw(world.home, BUILT / "vestibule", "login", *options, **environment)
    raw.until("Email").send(f"{ADA}\tCanary-Wrong-1\r").until("not right").send(PASSWORDS[ADA] + "\r")
    raw.until(quiet=1)
    raw.end()
    check(len(secrets) > 20, f"only {len(secrets)} secrets were seen")
    check(log.stat().st_size > 500, "nothing was logged")
    files = [file for file in world.home.path.rglob("*") if file.is_file() and not file.name.startswith("ready")]
    contents = {file.name: file.read_bytes() for file in files}
    for secret in secrets:
        check(secret not in said, "a secret was printed", secret, said)
        check(secret.encode() not in raw.bytes, "a secret stood on the screen", secret)
        for name, content in contents.items():
            check(secret.encode() not in content, f"{name} holds a secret", secret)


class SystemLog:
    """A mount namespace whose /dev has a log of ours in it, as a machine with a log daemon has."""

    def __init__(self, world):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path, dev = world.home.path / "log.socket", world.home.path / "dev"
        self.socket.bind(str(path))
        self.socket.settimeout(PATIENCE)
        world.stack.callback(self.socket.close)
        lines = [f"mkdir {dev}", f"mount -t tmpfs none {dev}", f"mkdir {dev}/pts", f"mount --rbind /dev/pts {dev}/pts",
                 f"for name in null zero full random urandom tty; do touch {dev}/$name; "
                 f"mount --bind /dev/$name {dev}/$name; done",
                 f"ln -s {path} {dev}/log", f"mount --rbind {dev} /dev"]
        user, enter = ([], []) if os.geteuid() == 0 else (["--map-root-user"], ["-U", "--preserve-credentials"])
        process = subprocess.Popen(
            ["unshare", *user, "--mount", "sh", "-ec", "; ".join(lines) + "; echo ready; exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        world.stack.callback(process.communicate)
        said = process.stdout.readline()
        check(said == "ready\n", "no mount namespace", said)
        self.prefix = ["nsenter", "-t", str(process.pid), *enter, "-m"]

    def line(self):
        return self.socket.recv(65536).decode()


@scenario("the system's log: priority, name and process of each line, and what happened; no daemon is no obstacle")
def system_log(world):
    tenant = world.tenant()
    log = SystemLog(world)
    login = [*LOGIN, *tenant.options(), "--email", ADA]
    pipe = world.pipe(*login, prefix=log.prefix, VESTIBULE_LOG="syslog")
    pipe.prompted("Password: ", "Canary-Wrong-1").expect("✗ ")
    pipe.prompted(f"Email [{ADA}]: ", "").prompted("Password: ", PASSWORDS[ADA])
    signed_in(pipe.finish(), ADA)
    # authpriv.info, as RFC 5424 counts, section 6.2.1: 10 × 8 + 6.
    for what in (r'refused at="sign-in" reference="[0-9a-f-]{36}" case="invalidCredentials"',
                 r'signed-in endpoint="/oauth2/v2\.0/token" reference="[0-9a-f-]{36}"'):
        line = log.line()
        form = rf"<86>\w{{3}} [ \d]\d [\d:]{{8}} vestibule\[\d+\]: {what}"
        check(re.fullmatch(form, line.rstrip("\0\n")), "another line", line)
    result = world.run(*LOGIN, "--authority", "http://127.0.0.1:9/contoso", "--client-id", tenant.client_id,
                       text=f"{ADA}\nx\n", prefix=log.prefix, VESTIBULE_LOG="syslog")
    check(result[0] == 5, "another status", result)
    line = log.line()
    check(line.startswith("<84>") and 'case="connectionRefused"' in line, "a failure is a warning: 10 × 8 + 4", line)
    # Not there, where the other end is gone.
    log.socket.close()
    signed_in(world.run(*login, text=f"{PASSWORDS[ADA]}\n", prefix=log.prefix, VESTIBULE_LOG="syslog"), ADA)


@scenario("a log daemon that stands still costs lines of the log, and no sign-in")
def stuck_log(world):
    tenant = world.tenant()
    log = SystemLog(world)
    # Each sender has room of its own too: it is full once a new one's first line finds no place.
    sent = True
    while sent:
        sent = False
        other = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        world.stack.callback(other.close)
        other.connect(log.socket.getsockname())
        with contextlib.suppress(BlockingIOError):
            while True:
                other.send(b"full")
                sent = True
    signed_in(world.run(*LOGIN, *tenant.options(), "--email", ADA, text=f"{PASSWORDS[ADA]}\n", prefix=log.prefix,
                        VESTIBULE_LOG="syslog"), ADA)


# MARK: refusals

@scenario("VB-26 VB-27 VB-29 after a refusal what is typed is masked, the address stays, and the right password signs in")
def retyped(world):
    tenant = world.tenant()
    terminal = form(world, tenant, 80, 24)
    terminal.type(f"  {ADA} ").press("Tab").type(" Wrong-Pass-1").press("Enter")
    words = " ".join(terminal.wait("✗").replace("│", " ").split())
    check("The password began or ended with a space." in words, "nothing about the space", words)
    check("Caps Lock" in words, "VB-31: nothing about Caps Lock", words)
    terminal.type("Canary")
    screen = terminal.wait("••••••", ADA)
    check("Canary" not in screen, "the password shows", screen)
    terminal.press("C-u").type(PASSWORDS[ADA]).press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("a terminal of one byte a character: an umlaut in a password is sent as that", ("full screen",), ("lines",))
def one_byte_terminal(world, kind):
    tenant = world.tenant()
    tenant.admin("POST", "users", {"email": "zoe@example.com", "password": "Größe-1843"})
    plain = ["--plain"] if kind == "lines" else []
    raw = Raw(world.home, BUILT / "vestibule", "login", *plain, *tenant.options(), LANG="xx_XX.ISO-8859-1")
    separator = "\r" if plain else "\t"
    raw.until("Email").send(f"zoe@example.com{separator}").until("Password").send("Größe-1843\r", "iso-8859-1")
    raw.until("Signed in as zoe@example.com.")
    raw.end()


@scenario("VB-36 VB-40 a service that never answers: a message after the limit, and the form is usable")
def silence(world):
    tenant = world.tenant()
    tenant.admin("POST", "faults", {"path": "/oauth2/v2.0/initiate", "times": 1, "delayMs": 60000})
    terminal = form(world, tenant, 80, 24, VESTIBULE_TIMEOUT_SECONDS="2")
    terminal.type("ada@example.con").press("BSpace").type("m")
    check(not tenant.log(), "something was asked before the form was sent", tenant.log())
    terminal.press("Tab").type(PASSWORDS[ADA]).press("Enter")
    terminal.wait("✗ 127.0.0.1 did not answer in time", seconds=6)
    check(len(tenant.log("/oauth2/v2.0/initiate")) == 1, "more than one start request", tenant.log())
    terminal.press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())


# MARK: in a browser

@scenario("VB-54 address and code are shown, and nothing is opened: over SSH, without a display, or at all")
def no_browser(world):
    tenant = world.tenant()
    folder = world.home.path / "bin"
    folder.mkdir()
    for name in ("xdg-open", "lynx", "w3m", "www-browser", "x-www-browser", "sensible-browser", "firefox", "wslview", "open"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {name} >>{folder}/opened\n")
        program.chmod(0o755)
    for environment in ({"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, {}, {"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"},
                        {"VESTIBULE_BROWSER": "never", "DISPLAY": ":0"}):
        terminal = form(world, tenant, 80, 24, PATH=f"{folder}:{os.environ['PATH']}", BROWSER=str(folder / "lynx"),
                        **environment)
        submit(terminal, LINUS, "x")
        screen = terminal.wait(BROWSER, "/device")
        check(re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", screen), "no code", screen)
        time.sleep(0.2)  # the absence of a program can only be waited for
        check(not (folder / "opened").exists(), "a browser was opened", environment)
        check(terminal.text() == screen or BROWSER in terminal.text(), "the code is hidden", terminal.text())
        terminal.press("Escape")
        terminal.wait(SIGN_IN)


@scenario("VB-55 at 40 columns a long address is printed whole on one line, and the code alone")
def printed_plainly(world):
    tenant = world.tenant()
    address = "https://login.example.com/" + "a" * 90
    raw_tenant = {"VESTIBULE_VERIFICATION_URI": address}
    terminal = form(world, tenant, 40, 12, **raw_tenant)
    submit(terminal, LINUS, "x")
    terminal.wait(BROWSER.rstrip("─ "))
    terminal.press("p")
    terminal.wait("Press Enter")
    joined = terminal.tmux("capture-pane", "-p", "-J").splitlines()
    check(address in joined, "the address is broken", joined)
    check(any(re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}", line.strip()) for line in joined), "no code alone", joined)
    check(terminal.flag("alternate_on") == "0", "still in the full screen")
    terminal.press("Enter")
    terminal.wait(BROWSER.rstrip("─ "))


@scenario("VB-17 approved while the code is printed plainly: the terminal is put back whole")
def approved_while_printed(world):
    tenant = world.tenant()
    terminal = world.terminal(80, 24, "login", "--device-code", *tenant.options())
    terminal.wait(BROWSER, "Waiting for you")
    terminal.press("p")
    terminal.wait("Press Enter")
    terminal.type("x")
    tenant.approve(LINUS)
    check(terminal.ended() == 0, "not signed in", terminal.text())


def unpolled(tenant):
    """A device code is out; nobody asked yet whether it was entered."""
    check(tenant.log("/oauth2/v2.0/devicecode"), "no code was asked for")
    polls = tenant.log("/oauth2/v2.0/token")
    check(not polls, "polled before the code could be read", polls)


@scenario("VB-47 over SSH code and instructions stand there before the first poll, by pipe", ("--plain",), ("--device-code",))
def shown_before_polls(world, option):
    tenant = world.tenant()
    pipe = world.pipe("login", "--json", option, *tenant.options(), SSH_CONNECTION="192.0.2.1 1 192.0.2.2 22")
    if option == "--plain":
        pipe.prompted("Email: ", LINUS).prompted("Password: ", "x")
    pipe.expect("Open: http")
    pipe.expect("Enter this code: ")
    check(re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}", pipe.expect("\n")), "another code", pipe.errors)
    unpolled(tenant)
    until(lambda: tenant.log("/oauth2/v2.0/token"), "the first poll")
    tenant.approve(LINUS)
    signed_in(pipe.finish(), LINUS)


@scenario("VB-47 over SSH code and instructions are on screen before the first poll, by keys", *SIZES)
def on_screen_before_polls(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height, SSH_CONNECTION="192.0.2.1 1 192.0.2.2 22")
    submit(terminal, LINUS, "x")
    screen = terminal.wait(BROWSER.rstrip("─ "), "/device")
    check(re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", screen), "no code", screen)
    unpolled(tenant)
    until(lambda: tenant.log("/oauth2/v2.0/token"), "the first poll")
    tenant.approve(LINUS)
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("VB-50 slow_down twice by pipe: the interval grows and stays, and the sign-in succeeds")
def slow_down(world):
    tenant = world.tenant()
    tenant.admin("POST", "faults", {"path": "/oauth2/v2.0/devicecode", "status": 200, "body": {
        "device_code": "none", "user_code": "AAAA-BBBB", "verification_uri": "https://login.example.com/device",
        "expires_in": 900, "interval": 1}})
    refusal = {"path": "/oauth2/v2.0/token", "status": 400, "body": {"error": "slow_down"}}
    tenant.admin("POST", "faults", [refusal, {"path": "/oauth2/v2.0/token", "status": 400,
                                              "body": {"error": "authorization_pending"}}])
    pipe = world.pipe("login", "--device-code", "--json", *tenant.options())
    pipe.expect("Enter this code: ")
    began = time.monotonic()
    times = []
    for count in (1, 2):
        until(lambda count=count: len(tenant.log("/oauth2/v2.0/token")) >= count, f"poll {count}")
        times.append(time.monotonic() - began)
    check(times[0] >= 0.9, f"VB-51: the first poll came after {times[0]:.2f} s")
    check(times[1] - times[0] >= 5.9, f"the interval did not grow: {times}")
    pipe.process.terminate()


@scenario("VB-60 the old name of the address is taken; with neither the setting is named, and helps")
def old_name(world):
    tenant = world.tenant()
    grant = {"device_code": "d", "user_code": "WDJB-MJHT", "expires_in": 900, "interval": 5}
    order = {"path": "/oauth2/v2.0/devicecode", "status": 200}
    device = ["login", "--device-code", "--json", *tenant.options()]
    tenant.admin("POST", "faults", {**order, "body": {**grant, "verification_url": "https://old.example/device"}})
    pipe = world.pipe(*device)
    pipe.expect("Open: https://old.example/device\n")
    pipe.process.terminate()
    tenant.admin("POST", "faults", {**order, "body": grant})
    result = world.run(*device)
    refused(result, 3, "Configuration", "deviceAddress")
    check("verificationUri" in result[2] and "verificationUri" in result[1], "the setting is not named", *result[1:])
    tenant.admin("POST", "faults", {**order, "body": grant})
    pipe = world.pipe(*device, VESTIBULE_VERIFICATION_URI="https://own.example/device")
    pipe.expect("Open: https://own.example/device\n")
    pipe.process.terminate()


@scenario("VB-61 VB-62 VB-64 the code stays until the end, with who asks and what to mind; Back and Escape return", *SIZES)
def device_screen(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height)
    submit(terminal, LINUS, "x")
    screen = " ".join(terminal.wait(BROWSER, "/device").replace("│", " ").split())
    code = re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", screen).group()
    check(os.uname().nodename in screen and "Never pass the code on" in screen, "no advice", screen)
    until(lambda: tenant.log("/oauth2/v2.0/token"), "the first poll")
    check(code in terminal.text(), "the code went", terminal.text())
    terminal.press("Escape")
    terminal.wait(SIGN_IN, LINUS)
    polls = len(tenant.log("/oauth2/v2.0/token"))
    time.sleep(0.3)
    check(len(tenant.log("/oauth2/v2.0/token")) == polls, "it went on polling")
    terminal.press("Escape")
    check(terminal.ended() == 130, "another status")


# MARK: the moment of a refusal

@scenario("VB-39 refusalSeconds holds through the program: both refusals at one moment, a success at once")
def refusal_moment(world):
    tenant = world.tenant()
    tenant.admin("POST", "faults", {"path": "/oauth2/v2.0/token", "times": 1, "delayMs": 600})
    taken = []
    for email in (ADA, "nobody@example.com"):
        pipe = world.pipe(*LOGIN, *tenant.options(), "--email", email, VESTIBULE_REFUSAL_SECONDS="1.5")
        pipe.expect("Password: ")
        began = time.monotonic()
        pipe.answer("Wrong-Pass-1").expect("✗ ")
        taken.append(time.monotonic() - began)
        pipe.process.stdin.close()
        pipe.process.wait(5)
    check(all(1.45 <= seconds < 2.6 for seconds in taken), f"refused after {taken}")
    pipe = world.pipe(*LOGIN, *tenant.options(), "--email", ADA, VESTIBULE_REFUSAL_SECONDS="9")
    began = time.monotonic()
    pipe.prompted("Password: ", PASSWORDS[ADA])
    signed_in(pipe.finish(), ADA)
    check(time.monotonic() - began < 5, "a success was held back")
