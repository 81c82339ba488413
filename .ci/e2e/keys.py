"""The full screen, by keys, in a terminal of tmux; and how it is left."""

import json
import os
import re
import signal
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
