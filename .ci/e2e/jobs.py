"""How the full screen and line prompts are stopped, continued and ended from outside: by a shell, by signals."""

import contextlib
import fcntl
import os
import pathlib
import select
import signal
import struct
import subprocess
import termios
import time

from harness import BUILT, PATIENCE, ROOT, SIZES, Terminal, check, scenario, until
from keys import BROWSER, SIGN_IN, form, submit
from plain import ADA, LINUS


def gone(pid):
    """Whether the process ended, though its parent may not know yet."""
    try:
        return state(pid) == "Z"
    except FileNotFoundError:
        return True


def state(pid):
    """The letter that says what the process is doing (proc(5))."""
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


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


@scenario("VB-15 Ctrl-Z does nothing where no shell could continue the program")
def no_suspension(world):
    terminal = form(world, world.tenant(), 80, 24)
    terminal.type(ADA).press("C-z", "Tab").type("Secret-77").press("C-z", "C-t")
    terminal.wait(SIGN_IN, ADA, "Secret-77")
    check(state(terminal.pid()) != "T", "it was stopped for good")
    terminal.press("Escape")
    check(terminal.ended() == 130, "another status")


@contextlib.contextmanager
def bare_terminal(world, *arguments):
    """A terminal that is only read on purpose: both its ends, and a program on it whose form stands there."""
    terminal, keyboard = os.openpty()
    child = os.fork()
    if child == 0:
        os.login_tty(keyboard)
        os.execve(BUILT / "vestibule", ["vestibule", *arguments], world.home.environment(TERM="xterm"))
    try:
        seen = b""
        # What is sent last: after it the program waits for keys.
        while b"\x1b[?2004h" not in seen:
            seen += os.read(terminal, 4096)
        yield terminal, keyboard, child
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.close(keyboard)
        os.close(terminal)


def end_of(child):
    """What waitpid says of a process that does not end with 0."""
    return until(lambda: os.waitpid(child, os.WNOHANG)[1], "its end")


@scenario("SIGTERM and SIGHUP end it soon, and truly by them, though its terminal takes nothing",
          ("SIGTERM", signal.SIGTERM), ("SIGHUP", signal.SIGHUP))
def stalled_terminal(world, _, number):
    with bare_terminal(world, "login", *world.tenant().options()) as (terminal, keyboard, child):
        def is_deaf():
            """Each key costs a repaint that nobody reads; it leaves keys where they are once there is no room for one."""
            os.write(terminal, b"\x0c")
            unread = fcntl.ioctl(keyboard, termios.FIONREAD, struct.pack("i", 0))
            return struct.unpack("i", unread)[0] >= 8
        until(is_deaf, "a write that waits")
        os.kill(child, number)
        status = end_of(child)
        check(os.WIFSIGNALED(status) and os.WTERMSIG(status) == number, "another end", status)


@scenario("SIGTERM, SIGHUP and Ctrl-C end it, and give the screen back, though somebody stopped the terminal's output",
          ("SIGTERM", signal.SIGTERM), ("SIGHUP", signal.SIGHUP), ("Ctrl-C", None))
def stopped_terminal(world, _, number):
    with bare_terminal(world, "login", *world.tenant().options()) as (terminal, keyboard, child):
        termios.tcflow(keyboard, termios.TCOOFF)
        if number:
            os.kill(child, number)
        else:
            os.write(terminal, b"\x03")
        status = end_of(child)
        check(os.waitstatus_to_exitcode(status) == (-number if number else 130), "another end", status)
        shown = b""
        while b"\x1b[?1049l" not in shown:
            check(select.select([terminal], [], [], PATIENCE)[0], "the alternate screen was not left", shown)
            shown += os.read(terminal, 4096)
