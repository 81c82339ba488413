"""The full screen, by keys, in a terminal of tmux; and how it is left."""

import contextlib
import fcntl
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import termios
import time

from harness import BUILT, ROOT, SIZES, Terminal, check, scenario, until
from plain import ADA, ALAN, GRACE, JOAN, LINUS, PASSWORDS, UNABLE

UNKNOWN = "eve@example.com"  # as long as ada's address, so that screens can be compared
SIGN_IN, BROWSER = "─ Sign in ─", "─ Continue in your browser ─"


def form(world, tenant, width, height, *options, **environment):
    """A terminal with the sign-in form on it."""
    terminal = world.terminal(width, height, "login", *tenant.options(), *options, **environment)
    terminal.wait("Email", "Password")
    return terminal


def gone(pid):
    """Whether the process ended, though its parent may not know yet."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def submit(terminal, email, password):
    terminal.type(email).press("Tab").type(password).press("Enter")


def reversed_parts(picture):
    """What is drawn in reverse: the focused action."""
    parts, reverse = [], False
    for codes, text in re.findall(r"(?:\x1b\[([\d;]*)m|^)([^\x1b]*)", picture):
        for code in codes.split(";"):
            reverse = reverse and code not in ("", "0", "27") or code == "7"
        if reverse:
            parts.append(text)
    return parts


def activate(terminal, label):
    """Tabs to the action with this label and presses Enter."""
    for _ in range(12):
        if f"▌{label}" in terminal.text() or any(
                label in part for part in reversed_parts(terminal.text(attributes=True))):
            terminal.press("Enter")
            return
        terminal.press("Tab")
        time.sleep(0.1)
    raise AssertionError(f"Tab never reached {label}\n{terminal.text()}")


def frame(terminal):
    """The screen as it is once nothing changes any more."""
    last = [None]

    def still():
        before, last[0] = last[0], terminal.text(attributes=True)
        time.sleep(0.1)
        return before == last[0]
    until(still, "a screen that stays")
    return last[0]


def blank(text):
    return not text.strip()


@scenario("ada signs in by keys", *SIZES)
def password(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height, "--json")
    submit(terminal, ADA, PASSWORDS[ADA])
    check(terminal.ended() == 0, "not signed in", terminal.text())
    check(json.loads(terminal.text().replace("\n", ""))["username"] == ADA, "another username", terminal.text())
    paths = [entry["path"].rsplit("/", 1)[1] for entry in tenant.log("/oauth2/v2.0/")]
    check(paths == ["initiate", "challenge", "token"], "other requests", paths)


@scenario("grace signs in by keys with an e-mail code", *SIZES)
def email_code(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height)
    terminal.type(GRACE)
    activate(terminal, "Use an email code" if width > 40 else "Code")
    terminal.wait("─ Enter code ─")
    terminal.type(tenant.code(GRACE)).press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("linus, alan and joan are sent to a browser and sign in with a device code", *SIZES)
def device_code(world, width, height):
    for email in (LINUS, ALAN, JOAN):
        tenant = world.tenant()
        terminal = form(world, tenant, width, height, **UNABLE)
        submit(terminal, email, PASSWORDS.get(email, "anything"))
        screen = terminal.wait(BROWSER, "/device")
        check(re.search(r"\b[A-Z0-9]{4}-?[A-Z0-9]{4}\b", screen), "no code on the screen", screen)
        check(tenant.origin in screen.replace("\n", ""), "no address on the screen", screen)
        tenant.approve(email)
        check(terminal.ended() == 0, f"{email} is not signed in", terminal.text())


@scenario("from the browser screen Esc goes back to the form with what was typed", *SIZES)
def back_from_browser(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height, **UNABLE)
    submit(terminal, ALAN, PASSWORDS[ALAN])
    terminal.wait(BROWSER)
    terminal.press("Escape")
    screen = terminal.wait(SIGN_IN, ALAN)
    check("✗" not in screen and "ℹ" not in screen, "something is said about it", screen)
    polls = len(tenant.log("/oauth2/v2.0/token"))
    terminal.press("Escape")
    check(terminal.ended() == 130, "another status")
    check(blank(terminal.text()), "something was printed", terminal.text())
    check(len(tenant.log("/oauth2/v2.0/token")) == polls, "it went on polling")


@scenario("a declined device code says nothing and goes back", *SIZES)
def declined(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height)
    submit(terminal, LINUS, "anything")
    terminal.wait(BROWSER, "/device")
    tenant.admin("POST", "device/deny", {})
    screen = terminal.wait(SIGN_IN, LINUS)
    check("✗" not in screen and "ℹ" not in screen, "something is said about it", screen)


@scenario("a wrong password and an unknown address: the same screens", *SIZES)
def same_refusal(world, width, height):
    tenant = world.tenant()
    frames = []
    for email in (ADA, UNKNOWN):
        terminal = form(world, tenant, width, height)
        submit(terminal, email, "Wrong-Pass-1")
        terminal.wait("✗")
        picture = frame(terminal)
        check("•" not in picture, "the password field is not empty", picture)
        frames.append(picture.replace(email, "…"))
        terminal.press("BTab")
        terminal.wait(email)
        terminal.press("Escape")
        check(terminal.ended() == 130, "another status")
    check(frames[0] == frames[1], "they differ", *frames)


@scenario("after a refusal the right password signs in")
def refusal_repaired(world):
    tenant = world.tenant()
    terminal = form(world, tenant, 80, 24)
    submit(terminal, ADA, "Wrong-Pass-1")
    terminal.wait("✗")
    terminal.type(PASSWORDS[ADA]).press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())
    check(len(tenant.log("/oauth2/v2.0/initiate")) <= 2, "more requests than attempts")


@scenario("Esc, Ctrl-G and Ctrl-C on the first screen: 130 and nothing printed", *SIZES)
def cancelled(world, width, height):
    tenant = world.tenant()
    for key in ("Escape", "C-g", "C-c"):
        terminal = form(world, tenant, width, height, "--json")
        terminal.type("half an addr").press(key)
        check(terminal.ended() == 130, f"{key}: another status")
        check(blank(terminal.text()), f"{key}: something was printed", terminal.text())
    check(not tenant.log("/oauth2/"), "something was asked of the service", tenant.log())


@scenario("Ctrl-C and Esc stop a request that hangs and the form is back")
def stop_a_request(world):
    tenant = world.tenant()
    for key in ("C-c", "Escape"):
        tenant.admin("POST", "faults", {"path": "/oauth2/v2.0/initiate", "times": 1, "delayMs": 8000})
        terminal = form(world, tenant, 80, 24)
        submit(terminal, ADA, PASSWORDS[ADA])
        terminal.wait("Esc cancel")
        terminal.press(key)
        screen = terminal.wait("[ Sign in ]", ADA, seconds=1)
        check("✗" not in screen and "ℹ" not in screen, "something is said about it", screen)
        terminal.press("Escape")
        check(terminal.ended() == 130, "another status")


@scenario("any signal, a crash too, puts the terminal back", *SIZES)
def signals(world, width, height):
    tenant = world.tenant()
    for number in (
            signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV, signal.SIGABRT,
            signal.SIGUSR1, signal.SIGALRM, signal.SIGVTALRM, signal.SIGXCPU, signal.SIGRTMIN, signal.SIGRTMAX):
        terminal = form(world, tenant, width, height, shell="ulimit -c 0")
        terminal.type("half an addr")
        terminal.signal(number)
        status = terminal.ended(seconds=2)
        check(status == 128 + number, f"{number.name}: status {status}")
        terminal.paste("after")
        check("^[[200~" not in terminal.wait("after"), f"{number.name}: bracketed paste was left on", terminal.text())


CRASH = r'''
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *crash(void *unused) {
    while (access(getenv("CRASH_WHEN"), F_OK) != 0) usleep(10000);
    static const char words[] = "vestibule/Loop.swift:7: Fatal error: on purpose\n";
    (void)!write(2, words, sizeof words - 1);
    abort();
    return unused;
}

__attribute__((constructor)) static void begin(void) {
    pthread_t thread;
    if (strcmp(program_invocation_short_name, "vestibule") == 0) pthread_create(&thread, NULL, crash, NULL);
}
'''


@scenario("VB-18 the message of a crash is readable on the main screen", *SIZES)
def crash(world, width, height):
    tenant = world.tenant()
    source, library, when = (world.home.path / name for name in ("crash.c", "crash.so", "crash.now"))
    source.write_text(CRASH)
    subprocess.run(["clang", "-shared", "-fPIC", "-o", library, source], check=True)
    terminal = form(
        world, tenant, width, height, shell="ulimit -c 0", LD_PRELOAD=str(library), CRASH_WHEN=str(when))
    terminal.type("half an addr")
    when.touch()
    status = terminal.ended()
    check(status == 128 + signal.SIGABRT, f"status {status}")
    check("Fatal error: on purpose" in " ".join(terminal.text().split()), "no message", terminal.text())


@scenario("a hang-up ends the process within 2 s, also where HUP is ignored")
def hang_up(world):
    tenant = world.tenant()
    for shell in ("", "trap '' HUP"):
        terminal = form(world, tenant, 80, 24, shell=shell)
        pid = terminal.pid()
        terminal.hang_up()
        until(lambda: gone(pid), "the end of the process", 2)


@scenario("a hang-up on the browser screen ends the polling")
def hang_up_while_polling(world):
    tenant = world.tenant()
    terminal = form(world, tenant, 80, 24)
    submit(terminal, LINUS, "anything")
    terminal.wait(BROWSER)
    until(lambda: [entry for entry in tenant.log("/oauth2/v2.0/token")], "the first poll")
    terminal.hang_up()
    time.sleep(0.5)
    polls = len(tenant.log("/oauth2/v2.0/token"))
    time.sleep(6)  # one interval and a bit: the absence of a request can only be waited for
    check(len(tenant.log("/oauth2/v2.0/token")) == polls, "it went on polling")


@scenario("an unknown TERM: line prompts with one line of explanation")
def unknown_terminal(world):
    tenant = world.tenant()
    terminal = world.terminal(80, 24, "login", *tenant.options(), term="nosuchterm")
    terminal.wait("nosuchterm", "Email:")
    terminal.type(ADA).press("Enter")
    terminal.wait("Password:")
    terminal.type(PASSWORDS[ADA]).press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())
    check(PASSWORDS[ADA] not in terminal.text(), "the password was echoed", terminal.text())


@scenario("TERM names that begin like a modern terminal: the full screen",
          *[(term, "") for term in ("xterm-ghostty", "xterm-kitty", "xterm-256color", "screen", "linux")])
def known_terminals(world, term, _):
    tenant = world.tenant()
    terminal = form(world, tenant, 80, 24, term=term)
    submit(terminal, ADA, PASSWORDS[ADA])
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("LANG=C: ASCII only", *SIZES)
def ascii_only(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height, LANG="C", term="vt100")
    submit(terminal, ADA, "Wrong-Pass-1")
    terminal.wait("x That email")
    screen = terminal.text()
    drawn = set("─│┌┐└┘├┤┬┴┼")  # vt100's own line drawing
    strange = {letter for letter in screen if ord(letter) > 126} - drawn
    check(not strange, f"not ASCII: {strange}", screen)
    terminal.press("Tab", "Tab")
    terminal.press("Escape")
    check(terminal.ended() == 130, "another status")


@scenario("a resize keeps what was typed, the password included")
def resize(world):
    tenant = world.tenant()
    terminal = form(world, tenant, 80, 24)
    terminal.type(ADA).press("Tab").type(PASSWORDS[ADA][:6])
    for width, height in [(40, 12), (20, 5), (132, 50), (1, 1), (80, 24)]:
        terminal.resize(width, height)
        time.sleep(0.2)
        check(PASSWORDS[ADA][:6] not in terminal.text(), "the password stands on the screen", terminal.text())
    terminal.wait(ADA, "••••••")
    terminal.type(PASSWORDS[ADA][6:]).press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("a pasted newline never submits and paste markers are no text", *SIZES)
def paste(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height)
    terminal.paste(ADA + "\n")
    terminal.wait(ADA)
    terminal.press("Tab").paste(PASSWORDS[ADA] + "\n")
    terminal.wait("•••")
    check(not tenant.log("/oauth2/"), "a paste submitted the form", tenant.log())
    check(len(re.findall(re.escape(ADA), terminal.text())) == 1, "the paste spilt", terminal.text())
    terminal.press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("Enter on an empty password asks nothing of the service")
def empty_password(world):
    tenant = world.tenant()
    terminal = form(world, tenant, 80, 24)
    terminal.type(ADA).press("Tab").press("Enter")
    terminal.wait("✗")
    check(not tenant.log("/oauth2/"), "it was sent", tenant.log())


@scenario("Ctrl-T shows the password until the next key")
def show_password(world):
    tenant = world.tenant()
    terminal = form(world, tenant, 80, 24)
    terminal.press("Tab").type("Secret-77")
    check("Secret" not in terminal.wait("•••••••••"), "the password stands on the screen")
    terminal.press("C-t")
    terminal.wait("Secret-77")
    terminal.press("Left")
    terminal.wait("•••••••••")
    check("Secret" not in terminal.text(), "the password stays on the screen")


@scenario("a shown password does not stay on a terminal without a second screen",
          ("Esc", "Escape"), ("Ctrl-C", "C-c"), ("SIGTERM", signal.SIGTERM), ("SIGHUP", signal.SIGHUP))
def shown_password_goes(world, _, way):
    terminal = form(world, world.tenant(), 80, 24, term="vt100")
    terminal.type(ADA).press("Tab").type("Secret-77").press("C-t")
    terminal.wait("Secret-77")
    if isinstance(way, str):
        terminal.press(way)
    else:
        terminal.signal(way)
    terminal.ended()
    check("Secret" not in terminal.text(), "the password stays on the screen", terminal.text())


@scenario("Ctrl-L redraws a screen that something else wrote over")
def redraw(world):
    tenant = world.tenant()
    terminal = form(world, tenant, 80, 24)
    terminal.type(ADA)
    terminal.wait(ADA)
    clean = frame(terminal)
    with open(terminal.flag("pane_tty"), "w") as file:
        file.write("\r\nnoise from elsewhere\r\n" * 3)
    terminal.wait("noise")
    terminal.press("C-l")
    until(lambda: terminal.text(attributes=True) == clean, "the clean screen")


@scenario("Ctrl-Z gives the shell a sane terminal and fg comes back with what was typed", ("tmux-256color",), ("linux",))
def suspend(world, term):
    tenant = world.tenant()
    home = world.home
    terminal = Terminal(home, 80, 24, "bash", "--norc", "-i", term=term, PS1="$ ")
    world.stack.callback(terminal.close)
    terminal.wait("$")
    terminal.type(" ".join([str(ROOT / ".build/debug/vestibule"), "login", *tenant.options()])).press("Enter")
    terminal.wait("Email", "Password")
    terminal.type(ADA).press("C-z")
    terminal.wait("Stopped")
    check(terminal.flag("alternate_on") == "0", "the alternate screen was not left")
    terminal.type("fg").press("Enter")
    terminal.wait(SIGN_IN, ADA)
    terminal.press("Escape")
    terminal.wait("$")
    terminal.type("exit 7").press("Enter")
    check(terminal.ended() == 7, "another status")


@scenario("line prompts begun in the background are asked again in the foreground, and hear Ctrl-C")
def background(world):
    tenant = world.tenant()
    terminal = Terminal(world.home, 80, 24, "bash", "--norc", "-i", PS1="$ ")
    world.stack.callback(terminal.close)
    terminal.wait("$")
    words = [str(BUILT / "vestibule"), "login", "--plain", *tenant.options(), "&"]
    terminal.type(" ".join(words)).press("Enter")
    terminal.wait("Email:")

    def is_stopped():
        """It is, once it wants to read what is typed to the shell, which takes that."""
        terminal.press("Enter")
        return "Stopped" in terminal.text()
    until(is_stopped, "a stop in the background")
    terminal.type("clear").press("Enter")
    until(lambda: "Stopped" not in terminal.text(), "an empty screen")
    terminal.type("fg").press("Enter")
    terminal.wait("vestibule login", "Email:")
    terminal.press("C-c")
    until(lambda: terminal.text().rstrip().endswith("$"), "the shell's prompt")
    terminal.type("echo status=$?").press("Enter")
    terminal.wait("status=130")
    terminal.type("exit 7").press("Enter")
    check(terminal.ended() == 7, "another status")


@scenario("a stopped job ends by the signal that comes with its continuation, and leaves the shell's terminal alone",
          ("kill %1", ""), ("kill -HUP %1; kill -CONT %1", ""), ("kill -INT %1; kill -CONT %1", ""),
          ("kill %1", "--plain"), ("kill %1", "--device-code --plain"))
def end_of_a_stopped_job(world, way, options):
    tenant = world.tenant()
    terminal = Terminal(world.home, 120, 30, "bash", "--norc", "-i", PS1="$ ")
    world.stack.callback(terminal.close)
    terminal.wait("$")
    command = [str(ROOT / ".build/debug/vestibule"), "login", *options.split(), *tenant.options()]
    terminal.type(" ".join(command)).press("Enter")
    terminal.wait("this code" if "--device-code" in options else "Email")
    terminal.press("C-z")
    terminal.wait("Stopped")
    pid = int(subprocess.run(
        ["pgrep", "-f", " ".join(command)], capture_output=True, text=True, check=True).stdout)
    terminal.type(f"clear; {way}").press("Enter")
    until(lambda: gone(pid), "its end")
    terminal.type("clear; stty -a | grep -wo -e -echo -e -icanon; echo LA''ST").press("Enter")
    seen = terminal.wait("LAST\n")
    check("-echo" not in seen and "-icanon" not in seen, "the modes are not the shell's", seen)
    check(terminal.flag("alternate_on") == terminal.flag("keypad_flag") == "0", "the screen is not the shell's")
    terminal.type("exit 7").press("Enter")
    check(terminal.ended() == 7, "another status")


@scenario("a stop that the kernel drops, by somebody else: the full screen is back")
def dropped_stop(world):
    terminal = form(world, world.tenant(), 80, 24)
    terminal.type(ADA)
    terminal.signal(signal.SIGTSTP)
    until(lambda: terminal.flag("alternate_on") == "1" and ADA in terminal.text(), "the full screen")
    terminal.press("Escape")
    check(terminal.ended() == 130, "another status")


@scenario("the form is where it is typed on, though standard output is another terminal")
def output_elsewhere(world):
    tenant = world.tenant()
    other, shown = os.openpty()
    world.stack.callback(os.close, other)
    world.stack.callback(os.close, shown)
    terminal = Terminal(
        world.home, 80, 24, "sh", "-c", 'exec "$0" "$@" >' + os.ttyname(shown), str(BUILT / "vestibule"), "login",
        *tenant.options())
    world.stack.callback(terminal.close)
    terminal.wait("Email", "Password")
    terminal.type(ADA).press("Tab").type("Lovelace-1843")
    terminal.wait(ADA, "•" * 13)
    check("Lovelace" not in terminal.text(), "the password is shown", terminal.text())
    terminal.press("Enter")
    check(terminal.ended() == 0, "another status")
    check(b"Signed in as " in os.read(other, 1000), "no result on standard output")


@scenario("VB-32 a terminal as the standard input of --password-stdin shows nothing of the password")
def password_from_a_terminal(world):
    tenant = world.tenant()
    command = ["login", "--email", ADA, "--password-stdin", *tenant.options()]
    terminal = world.terminal(80, 24, *command)
    terminal.wait("Password:")
    terminal.type("Lovelace-1843").press("Enter")
    check(terminal.ended() == 0, "another status", terminal.text())
    check("Lovelace" not in terminal.text(), "the password is shown", terminal.text())
    for number, status in ((None, 130), (signal.SIGTERM, 128 + signal.SIGTERM)):
        terminal = world.terminal(80, 24, *command)
        terminal.wait("Password:")
        terminal.type("Lovel")
        if number:
            terminal.signal(number)
        else:
            terminal.press("C-c")
        check(terminal.ended() == status, "another status", terminal.text())
        check("Lovel" not in terminal.text(), "the password is shown", terminal.text())


@scenario("VB-15 Ctrl-Z does nothing where no shell could continue the program")
def no_suspension(world):
    terminal = form(world, world.tenant(), 80, 24)
    terminal.type(ADA).press("C-z", "Tab").type("Secret-77").press("C-z", "C-t")
    terminal.wait(SIGN_IN, ADA, "Secret-77")
    state = pathlib.Path(f"/proc/{terminal.pid()}/stat").read_text().rpartition(")")[2].split()[0]
    check(state != "T", "it was stopped for good")
    terminal.press("Escape")
    check(terminal.ended() == 130, "another status")


@scenario("SIGTERM and SIGHUP end it soon, and truly by them, though its terminal takes nothing",
          ("SIGTERM", signal.SIGTERM), ("SIGHUP", signal.SIGHUP))
def stalled_terminal(world, _, number):
    tenant = world.tenant()
    terminal, keyboard = os.openpty()
    child = os.fork()
    if child == 0:
        os.login_tty(keyboard)
        os.execve(BUILT / "vestibule", ["vestibule", "login", *tenant.options()], world.home.environment(TERM="xterm"))

    def is_deaf():
        """Each key costs a repaint that nobody reads; it leaves keys where they are once there is no room for one."""
        os.write(terminal, b"\x0c")
        unread = fcntl.ioctl(keyboard, termios.FIONREAD, struct.pack("i", 0))
        return struct.unpack("i", unread)[0] >= 8
    try:
        seen = b""
        while b"Password" not in seen:
            seen += os.read(terminal, 4096)
        until(is_deaf, "a write that waits")
        os.kill(child, number)
        status = until(lambda: os.waitpid(child, os.WNOHANG)[1], "its end")
        check(os.WIFSIGNALED(status) and os.WTERMSIG(status) == number, "another end", status)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.close(keyboard)
        os.close(terminal)


@scenario("the demo as the README tells it: sign in, mailbox on F2, account, leave")
def demo(world):
    readme = (ROOT / "README.md").read_text()
    command = next(line for line in readme.splitlines() if line.endswith("vestibule demo"))
    terminal = Terminal(world.home, 80, 24, "sh", "-c", f"cd '{ROOT}' && {command}", HOME=os.environ["HOME"])
    world.stack.callback(terminal.close)
    terminal.wait("─ Welcome ─", "demo", seconds=300)
    activate(terminal, "Sign in")
    terminal.wait(SIGN_IN)
    terminal.type(GRACE)
    activate(terminal, "Use an email code")
    terminal.wait("─ Enter code ─")
    terminal.press("F2")
    screen = terminal.wait("─ Demo mailbox ─", GRACE)
    code = re.search(r"\b\d{8}\b", screen)
    check(code, "no code in the mailbox", screen)
    terminal.press("Escape")
    terminal.wait("─ Enter code ─")
    terminal.type(code.group()).press("Enter")
    terminal.wait("─ Your account ─", GRACE)
    terminal.press("Escape")
    check(terminal.ended() == 0, "another status", terminal.text())


@scenario("the front end: sign in, leave signed in, come back to the account, sign out", *SIZES)
def front_end(world, width, height):
    tenant = world.tenant()
    terminal = world.terminal(width, height, *tenant.options())
    terminal.wait("─ Welcome ─")
    activate(terminal, "Sign in")
    terminal.wait(SIGN_IN)
    submit(terminal, ADA, PASSWORDS[ADA])
    terminal.wait("─ Your account ─", ADA)
    terminal.press("Escape")
    check(terminal.ended() == 0, "leaving while signed in has another status")

    terminal = world.terminal(width, height, *tenant.options())
    terminal.wait("─ Your account ─", ADA)
    activate(terminal, "Sign out")
    terminal.wait("─ Welcome ─")
    terminal.press("Escape")
    terminal.ended()
    check(world.run("status", *tenant.options())[0] == 4, "somebody is still signed in")


@scenario("keys typed while a request runs are dropped")
def typed_too_early(world):
    tenant = world.tenant()
    tenant.admin("POST", "faults", {"path": "/oauth2/v2.0/token", "times": 1, "delayMs": 1500})
    terminal = form(world, tenant, 80, 24)
    submit(terminal, ADA, "Wrong-Pass-1")
    terminal.wait("Esc cancel")
    terminal.type("early").press("Enter")
    terminal.wait("✗")
    check("•" not in terminal.text() and "early" not in terminal.text(), "they were kept", terminal.text())
    check(len(tenant.log("/oauth2/v2.0/token")) == 1, "Enter submitted again", tenant.log())


@scenario("a service that is not there: it says so, and what was typed stays")
def nobody_listens(world):
    terminal = world.terminal(
        80, 24, "login", "--authority", "http://127.0.0.1:9/contoso", "--client-id",
        "11111111-2222-4333-8444-555555555555")
    terminal.wait("Email", "Password")
    submit(terminal, ADA, PASSWORDS[ADA])
    terminal.wait("✗", ADA)
    terminal.press("Escape")
    check(terminal.ended() in (5, 130), "another status")


@scenario("F1 helps and Esc comes back", *SIZES)
def help_screen(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height)
    terminal.type(ADA).press("F1")
    terminal.wait("─ Help ─")
    terminal.press("Escape")
    terminal.wait(SIGN_IN, ADA)


@scenario("the harness itself notices a terminal that was not put back")
def harness_notices(world):
    for fault, word in [
        ("stty raw -echo", "settings"), (r"printf '\033[?1049h'", "alternate"), (r"printf '\033[?25l'", "cursor")]:
        terminal = Terminal(world.home, 80, 24, "sh", "-c", fault)
        world.stack.callback(terminal.close)
        try:
            terminal.ended()
        except AssertionError as error:
            check(word in str(error), f"{fault}: another complaint", error)
        else:
            raise AssertionError(f"{fault} went unnoticed")
    check(reversed_parts("a\x1b[37mb\x1b[1;7mc\x1b[0md") == ["c"], "another part is taken for the focused one")
    terminal = Terminal(world.home, 80, 24, "true")
    world.stack.callback(terminal.close)
    check(terminal.ended() == 0, "a program that does nothing is blamed")
    try:
        terminal.wait("what is not there", seconds=0.2)
    except AssertionError:
        return
    raise AssertionError("a text that is not there was seen")
