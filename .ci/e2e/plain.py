"""Line prompts, options, exit codes and what a script sees, by pipe and without any terminal."""

import fcntl
import html.parser
import json
import os
import re
import subprocess
import time
import urllib.parse

from harness import BUILT, check, scenario, until

ADA, GRACE, LINUS = "ada@example.com", "grace@example.com", "linus@example.com"
ALAN, JOAN, NOBODY = "alan@example.com", "joan@example.com", "nobody@example.com"
PASSWORDS = {ADA: "Lovelace-1843", ALAN: "Enigma-1912", JOAN: "Station-X-40"}
LOGIN = ["login", "--plain", "--json"]
# A program that can do nothing beyond a first factor is sent to a browser instead.
UNABLE = {"VESTIBULE_CAPABILITIES": ","}


def signed_in(result, email):
    status, output, errors = result
    check(status == 0, f"status {status}", output, errors)
    answer = json.loads(output)
    check(output.count("\n") == 1, "more than one line on stdout", output)
    check(answer["username"] == email, "another username", output)
    wanted = {"username", "name", "accountIdentifier", "tenantId", "scopes", "expiresOn"}
    check(set(answer) >= wanted, f"missing members: {wanted - set(answer)}", output)
    check(answer["scopes"] == ["User.Read"], "other scopes", output)
    check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", answer["expiresOn"]), "another form of time", output)
    for secret in ["eyJ", *PASSWORDS.values()]:
        check(secret not in output + errors, "a secret was printed", output, errors)
    return answer


def refused(result, status, kind, case):
    got, output, errors = result
    check(got == status, f"status {got} in place of {status}", output, errors)
    error = json.loads(output)["error"]
    check((error["type"], error["case"]) == (kind, case), "another error", output)
    check(error["message"], "no message", output)
    return error


def one_line(text):
    check(len(text.splitlines()) == 1 and text.strip(), "not one line", repr(text))
    return text


@scenario("ada signs in with her password: 3 requests on 1 connection")
def password(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options())
    pipe.prompted("Email: ", ADA).prompted("Password: ", PASSWORDS[ADA])
    signed_in(pipe.finish(), ADA)
    requests = tenant.log("/oauth2/v2.0/")
    paths = [entry["path"].rsplit("/", 1)[1] for entry in requests]
    check(paths == ["initiate", "challenge", "token"], "other requests", requests)
    check(len({entry["connection"] for entry in requests}) == 1, "more than one connection", requests)
    check(PASSWORDS[ADA] not in json.dumps(tenant.log()), "the password stands in the request log")


@scenario("an address with stray spaces and other case is the same account")
def stray_spaces(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options())
    pipe.prompted("Email: ", "  Ada@Example.com ").prompted("Password: ", PASSWORDS[ADA])
    signed_in(pipe.finish(), ADA)


@scenario("grace signs in with a code from the outbox")
def email_code(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options())
    pipe.prompted("Email: ", GRACE).prompted("Password: ", "")
    pipe.expect("Code: ")
    code = tenant.code(GRACE)
    pipe.answer(f" {code[:4]}-{code[4:]} ")
    signed_in(pipe.finish(), GRACE)


@scenario("a wrong code can be retyped")
def wrong_code(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options(), "--email", GRACE)
    pipe.prompted("Password: ", "")
    pipe.expect("Code: ")
    code = tenant.code(GRACE)
    pipe.answer("".join(str((int(digit) + 1) % 10) for digit in code))
    pipe.expect("✗ ")
    pipe.prompted("Code: ", code)
    signed_in(pipe.finish(), GRACE)


def by_device_code(world, email, password):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options(), "--email", email, **UNABLE)
    pipe.prompted("Password: ", password)
    pipe.expect("Open: ")
    address = pipe.expect("\n")
    pipe.expect("Enter this code: ")
    code = pipe.expect("\n")
    return tenant, pipe, address, code


@scenario("linus, alan and joan sign in with a device code", *[(LINUS, "x"), (ALAN, "Enigma-1912"), (JOAN, "Station-X-40")])
def device_code(world, email, password):
    tenant, pipe, _, _ = by_device_code(world, email, password)
    tenant.approve(email)
    signed_in(pipe.finish(), email)


class Form(html.parser.HTMLParser):
    """The fields and buttons of the one form on a page."""

    def __init__(self, page):
        super().__init__()
        self.action, self.fields, self.buttons = None, {}, []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = attributes.get("action", "")
        elif tag == "input" and attributes.get("name") and attributes.get("type") != "submit":
            self.fields[attributes["name"]] = attributes.get("value", "")
        elif tag == "button" or (tag == "input" and attributes.get("type") == "submit"):
            self.buttons.append((attributes.get("name"), attributes.get("value")))


def browse(world, tenant, address, code, email, password, decision):
    """Goes through the page with curl, one form after the other, as a browser without scripts would."""
    jar = world.home.path / "cookies"
    page_address = address

    def curl(*arguments):
        done = subprocess.run(
            ["curl", "-sS", "-L", "-b", jar, "-c", jar, "-w", "\n%{url_effective}\n%{http_code}", *arguments],
            capture_output=True, text=True, check=True)
        page, where, status = done.stdout.rsplit("\n", 2)
        check(status == "200", f"{where} answered {status}", page)
        check("<script" not in page, "a script stands on the page", page)
        return page, where

    known = {"code": code, "user": email, "email": email, "password": password}
    page, page_address = curl(address)
    for _ in range(6):
        form = Form(page)
        if form.action is None:
            return page
        fields = dict(form.fields)
        for name in fields:
            for hint in ("password", "code", "email", "user"):
                if hint in name.lower() and not fields[name]:
                    fields[name] = known[hint]
                    break
        chosen = next((b for b in form.buttons if decision in f"{b[0]} {b[1]}".lower()), form.buttons[0])
        if chosen[0]:
            fields[chosen[0]] = chosen[1] or ""
        arguments = [part for name, value in fields.items() for part in ("--data-urlencode", f"{name}={value}")]
        page, page_address = curl(*arguments, urllib.parse.urljoin(page_address, form.action))
    raise AssertionError("the page never came to an end\n" + page)


@scenario("the device page, driven by curl, approves")
def device_page(world):
    tenant, pipe, address, code = by_device_code(world, ALAN, PASSWORDS[ALAN])
    browse(world, tenant, address, code, ADA, PASSWORDS[ADA], "approve")
    signed_in(pipe.finish(), ADA)


@scenario("the device page, driven by curl, declines")
def device_page_declines(world):
    tenant, pipe, address, code = by_device_code(world, ALAN, PASSWORDS[ALAN])
    browse(world, tenant, address, code, ADA, PASSWORDS[ADA], "decline")
    status, output, _ = pipe.finish()
    check((status, output) == (130, ""), f"status {status}", output)


@scenario("--device-code needs no terminal")
def device_code_option(world):
    tenant = world.tenant()
    pipe = world.pipe("login", "--json", "--device-code", *tenant.options())
    pipe.expect(tenant.origin)
    tenant.approve(ADA)
    signed_in(pipe.finish(), ADA)


def without_reference(output):
    """The output with its one difference, the correlation id, taken out."""
    error = json.loads(output)
    reference = error["error"].pop("correlationId", "no reference")
    return json.dumps(error, sort_keys=True), reference


@scenario("a wrong password and an unknown address look the same")
def same_refusal(world):
    tenant = world.tenant()
    seen = []
    for email, password in [(ADA, "Wrong-Pass-1"), (NOBODY, "Wrong-Pass-1")]:
        pipe = world.pipe(*LOGIN, *tenant.options())
        pipe.prompted("Email: ", email).prompted("Password: ", password)
        pipe.expect("Email ")
        result = pipe.finish()
        refused(result, 1, "NativeAuthError", "invalidCredentials")
        output, reference = without_reference(result[1])
        seen.append((result[0], output, result[2].replace(reference, "…").replace(email, "…")))
        check(PASSWORDS[ADA] not in result[2] and "Wrong-Pass-1" not in result[2], "a password was printed", result[2])
    check(seen[0] == seen[1], "they differ", *seen)


@scenario("a code for an unknown address is asked for as for a known one")
def decoy(world):
    tenant = world.tenant()
    seen = []
    for email in (GRACE, NOBODY):
        pipe = world.pipe(*LOGIN, *tenant.options(), "--email", email)
        pipe.prompted("Password: ", "").prompted("Code: ", "12345678")
        pipe.expect("✗ ")
        pipe.expect("Code: ")
        result = pipe.finish()
        output, reference = without_reference(result[1])
        seen.append((result[0], output, result[2].replace(reference, "…").replace(email, "…")))
    check(seen[0] == seen[1], "they differ", *seen)


@scenario("--password-stdin takes the first line and needs no terminal")
def password_stdin(world):
    tenant = world.tenant()
    options = ["login", "--json", "--password-stdin", "--email", ADA, *tenant.options()]
    signed_in(world.run(*options, text=PASSWORDS[ADA] + "\nmore\n"), ADA)
    refused(world.run(*options, text="Wrong-Pass-1\n"), 1, "NativeAuthError", "invalidCredentials")


@scenario("--password-stdin never waits, and never cuts, when what was given is not sent")
def password_stdin_unsent(world):
    tenant = world.tenant()
    options = ["login", "--json", "--password-stdin", *tenant.options(), "--email"]
    refused(world.run(*options, ADA, text="x" * 5000 + "\n"), 1, "NativeAuthError", "invalidPassword")
    refused(world.run(*options, "no address", text="x\n"), 1, "NativeAuthError", "invalidInput")
    check(not tenant.log("/oauth2/v2.0/"), "something was sent", tenant.log("/oauth2/v2.0/"))


@scenario("--password-stdin sends no password of which a field would leave something out")
def password_stdin_bytes(world):
    tenant = world.tenant()
    for password in ("Lovelace\x07-1843", "Lovelace\udcff-1843"):
        done = subprocess.run(
            [BUILT / "vestibule", "login", "--json", "--password-stdin", "--email", ADA, *tenant.options()],
            input=(password + "\n").encode(errors="surrogateescape"), capture_output=True, timeout=20,
            env=world.home.environment(), start_new_session=True)
        refused((done.returncode, done.stdout.decode(), done.stderr.decode()), 1, "NativeAuthError", "invalidPassword")
    check(not tenant.log("/oauth2/v2.0/"), "something was sent", tenant.log("/oauth2/v2.0/"))


@scenario("a result that cannot be written is no success")
def full_disk(world):
    tenant = world.tenant()
    login = ["login", "--json", "--password-stdin", "--email", ADA, *tenant.options()]
    for arguments, text in [(["--help"], ""), (login, PASSWORDS[ADA] + "\n"), (["status", *tenant.options()], "")]:
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [BUILT / "vestibule", *arguments], input=text, stdout=full, stderr=subprocess.PIPE, text=True,
                timeout=20, env=world.home.environment(), start_new_session=True)
        check(done.returncode == 1, f"{arguments[0]}: status {done.returncode}", done.stderr)
        check("No space left" in one_line(done.stderr), "the reason is not named", done.stderr)
        status, _, errors = world.run(*arguments, text=text, prefix=["sh", "-c", 'exec "$@" >&-', "sh"])
        check(status == 1, f"{arguments[0]} with a closed output: status {status}", errors)
        check("could not be written" in one_line(errors), "the loss is not told", errors)


@scenario("settings come through a pipe, however slowly; a pipe without any is no file without settings")
def settings_by_pipe(world):
    for text, status in [('{"clientId": 3}', 3), ("", 3), ("{}", 4)]:
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [BUILT / "vestibule", "--config", f"/dev/fd/{reading}", "status"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pass_fds=[reading],
            env=world.home.environment())
        os.close(reading)
        time.sleep(0.3)  # nothing has come yet when it looks
        os.write(writing, text.encode())
        os.close(writing)
        output, errors = process.communicate(timeout=20)
        check(process.returncode == status, f"{text!r}: status {process.returncode}", output, errors)


@scenario("--password-stdin names the step that needs a terminal")
def password_stdin_code(world):
    tenant = world.tenant()
    status, output, errors = world.run(
        "login", "--password-stdin", "--email", GRACE, *tenant.options(), text="x\n")
    check(status == 4, f"status {status}", output, errors)
    check("code" in one_line(errors).lower(), "the step is not named", errors)


@scenario("--password-stdin waits for no browser that nobody was told of")
def password_stdin_browser(world):
    tenant = world.tenant()
    status, output, errors = world.run(
        "login", "--password-stdin", "--email", LINUS, *tenant.options(), text="x\n")
    check((status, output) == (4, ""), f"status {status}", output, errors)
    check("browser" in one_line(errors).lower(), "the step is not named", errors)


@scenario("without a terminal login says so within a second, exit 4")
def no_terminal(world):
    tenant = world.tenant()
    began = time.monotonic()
    status, output, errors = world.run("login", *tenant.options())
    check(time.monotonic() - began < 1, "took longer than a second")
    check((status, output) == (4, ""), f"status {status}", output, errors)
    check("ssh -t" in one_line(errors) or "--plain" in errors, "no cure is named", errors)


@scenario("end of input is the person's cancel: 130 and nothing on stdout")
def end_of_input(world):
    tenant = world.tenant()
    status, output, errors = world.run(*LOGIN, *tenant.options())
    check((status, output) == (130, ""), f"status {status}", output, errors)
    check("✗" not in errors and "ℹ" not in errors, "something was said", errors)


@scenario("a service that is not there is exit 5")
def nobody_listens(world):
    status, output, errors = world.run(
        *LOGIN, "--authority", "http://127.0.0.1:9/contoso", "--client-id", "11111111-2222-4333-8444-555555555555",
        text=f"{ADA}\n{PASSWORDS[ADA]}\n")
    check(status == 5, f"status {status}", output, errors)
    check(json.loads(output)["error"]["message"], "no message", output)


@scenario("configuration faults are exit 3 and name what is wrong")
def configuration_faults(world):
    client = ["--client-id", "11111111-2222-4333-8444-555555555555"]
    for arguments, word in [
        (["login", "--plain"], "config init"),
        (["login", "--plain", "--authority", "http://example.com/x", *client], "http"),
        (["login", "--plain", "--tenant", "contoso"], "clientId"),
        (["login", "--plain", "--tenant", "contoso", "--client-id", "x"], "clientId"),
    ]:
        status, output, errors = world.run(*arguments)
        check((status, output) == (3, ""), f"{arguments}: status {status}", output, errors)
        check(word in errors, f"{arguments}: {word} is not named", errors)
    settings = world.home.path / "settings.json"
    settings.write_text('{ // a comment\n  "tenantSubdomian": "contoso",\n}\n')
    status, output, errors = world.run("--config", str(settings), "status")
    check(status == 3, f"status {status}", output, errors)
    check("tenantSubdomian" in errors and "tenantSubdomain" in errors, "the nearest key is not named", errors)


@scenario("nothing configured: vestibule names its two ways on, exit 3")
def nothing_configured(world):
    status, output, errors = world.run()
    check((status, output) == (3, ""), f"status {status}", output, errors)
    check("vestibule demo" in errors and "vestibule config init" in errors, "the ways on are not named", errors)


@scenario("an unknown option is one line and exit 2")
def unknown_options(world):
    for arguments in (["--frobnicate"], ["login", "--frobnicate"], ["frobnicate"]):
        status, output, errors = world.run(*arguments)
        check((status, output) == (2, ""), f"{arguments}: status {status}", output, errors)
        check("frobnicate" in one_line(errors), "it is not named", errors)
    for program in ("vestibule", "devtenant"):
        for option in ("--help", "--version"):
            done = subprocess.run([BUILT / program, option], capture_output=True, text=True, env=world.home.environment())
            check(done.returncode == 0 and done.stdout and not done.stderr, f"{program} {option}", done)


@scenario("status and logout")
def status_and_logout(world):
    tenant = world.tenant()
    settings = world.home.path / "config" / "vestibule"
    settings.mkdir(parents=True)
    (settings / "config.json").write_text(
        json.dumps({"authority": tenant.authority, "clientId": tenant.client_id}))
    check(world.run("status", "--json")[0] == 4, "status before a sign-in")
    check(world.run("logout")[0] == 0, "logout with nothing to forget")
    pipe = world.pipe(*LOGIN)
    pipe.prompted("Email: ", ADA).prompted("Password: ", PASSWORDS[ADA])
    signed_in(pipe.finish(), ADA)

    answer = signed_in(world.run("status", "--json"), ADA)
    cache = answer["cache"]
    check(cache["kind"] == "file", "another kind of cache", answer)
    state = world.home.path / "state" / "vestibule"
    check(state.stat().st_mode & 0o777 == 0o700, "the state folder is open")
    for file in state.rglob("*"):
        check(file.is_dir() or file.stat().st_mode & 0o777 == 0o600, f"{file.name} is open")
        check(file.is_dir() or b"eyJ" not in file.read_bytes(), f"{file.name} holds a token in the clear")

    check(world.run("logout")[0] == 0, "logout")
    check(world.run("status", "--json")[0] == 4, "status after logout")


@scenario("config check goes through the tenant line by line")
def config_check(world):
    tenant = world.tenant()
    status, output, errors = world.run("config", "check", *tenant.options())
    check(status == 0, f"status {status}", output, errors)
    status, output, errors = world.run(
        "config", "check", "--authority", tenant.authority, "--client-id", "99999999-2222-4333-8444-555555555555")
    check(status != 0, "an unknown client id passes", output, errors)
    check("\n✗ " in output, "no mark at what is wrong", output)


@scenario("in a locale without UTF-8 every plain output is ASCII: results, help, refusals")
def ascii_locale(world):
    tenant = world.tenant()
    config = world.home.path / "config.json"
    config.write_text('{"clientId": "é…"')
    for arguments in [
            ["config", "check", "--authority", tenant.authority, "--client-id", "99999999-2222-4333-8444-555555555555"],
            ["config", "show", "--tenant", "grün", "--client-id", "…"], ["login", "--help"], ["frobnicaté"],
            ["--config", str(config), "status"], [*LOGIN, *tenant.options(), "--email", "zoë"]]:
        _, output, errors = world.run(*arguments, LANG="C", text="x\n")
        plain = output if "--json" not in arguments else ""
        check((plain + errors).isascii(), f"{arguments}: more than ASCII", output, errors)
        check(output + errors, f"{arguments} said nothing")
    status, output, errors = world.run(
        "config", "check", "--authority", tenant.authority, "--client-id", "99999999-2222-4333-8444-555555555555", LANG="C")
    check("\nx " in output, "no mark at what is wrong", output)


@scenario("config init writes what config check and show understand")
def config_init(world):
    tenant = world.tenant()
    status, output, errors = world.run("config", "init", *tenant.options())
    check(status == 0, f"status {status}", output, errors)
    settings = world.home.path / "config/vestibule/config.json"
    check(settings.exists(), "nothing was written", output, errors)
    status, output, errors = world.run("config", "show")
    check(status == 0 and tenant.authority in output and str(settings) in output, f"status {status}", output, errors)
    check(world.run("config", "check")[0] == 0, "config check refuses what config init wrote")
    before = settings.read_text()
    for wrong in (["--client-id", "notaguid"], ["--authority", "ftp://x"], ["--tenant", "a b"]):
        status, output, errors = world.run("config", "init", "--config", str(world.home.path / "new.json"), *wrong)
        check(status == 3 and wrong[0][2:5] in errors.lower(), f"{wrong} was written", status, errors)
        check(not (world.home.path / "new.json").exists(), f"{wrong} left a file")
    other = world.home.path / "other.json"
    status, output, errors = world.run(
        "config", "init", "--config", str(other), "--client-id", "my-app", "--authority", "https://idp.example.com/realm",
        VESTIBULE_PROVIDER="oidc")
    check(status == 0 and other.exists(), "another provider's settings were refused", status, output, errors)
    status, output, errors = world.run("config", "init", *tenant.options())
    check(status != 0 and settings.read_text() == before, "a second config init wrote over the first", output, errors)


@scenario("tokens outlive a moment without descriptors: nothing is moved aside")
def few_descriptors(world):
    tenant = world.tenant()
    signed_in(world.run(*LOGIN, *tenant.options(), text=f"{ADA}\n{PASSWORDS[ADA]}\n"), ADA)
    files = sorted(str(file) for file in world.home.path.rglob("*") if "ready" not in file.name)
    statuses = []
    for count in range(3, 24):
        status, _, errors = world.run("status", *tenant.options(), prefix=["prlimit", f"--nofile={count}"])
        statuses.append(status)
        left = sorted(str(file) for file in world.home.path.rglob("*") if "ready" not in file.name)
        check(left == files, f"{count} descriptors: other files", left, errors)
        check(status in (0, 1, 2, 3, 4, 5, 127), f"{count} descriptors: status {status}", errors)
    check(0 in statuses and any(statuses), "not each of both was tried", statuses)
    check(world.run("status", *tenant.options())[0] == 0, "not signed in any more")


def limited(world, tenant, what, *prefix):
    """A sign-in that works, or says in one sentence why it does not."""
    result = world.run("login", "--json", "--password-stdin", "--email", ADA, *tenant.options(),
                       text=f"{PASSWORDS[ADA]}\n", prefix=prefix)
    status, output, errors = result
    if status == 0:
        signed_in(result, ADA)
    else:
        check(status in (1, 2, 3, 5), f"{what}: status {status}", output, errors)
        one_line(output)
        message = json.loads(output)["error"]["message"]
        check("missing" not in message and "no address" not in message, f"{what}: another cause is named", message)
    return status


@scenario("at the limit of descriptors a sign-in works, or says so and ends with a status of its own")
def no_descriptors(world):
    tenant = world.tenant()
    # With fewer the program's own libraries cannot be opened.
    statuses = [limited(world, tenant, f"{count} descriptors", "prlimit", f"--nofile={count}") for count in range(4, 21)]
    check(statuses[0] != 0 == statuses[-1], "not each of both was tried", statuses)


@scenario("at the limit of processes a sign-in works")
def no_processes(world):
    tenant = world.tenant()
    prefix = ["prlimit", "--nproc=1"]
    if os.geteuid() == 0:
        # The limit does not bind root.
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        prefix = [*nobody, *prefix]
        if subprocess.run([*nobody, BUILT / "vestibule", "--version"], capture_output=True).returncode != 0:
            return
        for folder in [world.home.path, *world.home.path.rglob("*")]:
            os.chown(folder, 65534, 65534)
    status = limited(world, tenant, "one process", *prefix)
    check(status == 0, f"status {status}")


@scenario("another process at the token cache: the end waits for the store, which keeps the tokens or says that it cannot")
def busy_cache(world):
    tenant = world.tenant()
    login = [*LOGIN, *tenant.options()]
    text = f"{ADA}\n{PASSWORDS[ADA]}\n"
    signed_in(world.run(*login, text=text), ADA)
    check(world.run("logout", *tenant.options())[0] == 0, "not signed out")
    with open(next(world.home.path.rglob("vestibule/lock"))) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = world.run(*login, text=text)
        signed_in(result, ADA)
        check("Tokens cannot be kept" in result[2] or "another process" in result[2].lower(), "nothing was said", result)
        pipe = world.pipe(*login)
        pipe.prompted("Email: ", ADA).prompted("Password: ", PASSWORDS[ADA])
        until(lambda: any("token" in entry["path"] for entry in tenant.log("/oauth2/v2.0/")[6:]), "the token request")
        time.sleep(0.5)
        fcntl.flock(lock, fcntl.LOCK_UN)
        signed_in(pipe.finish(), ADA)
    check(world.run("status", *tenant.options())[0] == 0, "the tokens were not kept")


@scenario("no password and no code in any log, file or output")
def canary(world):
    tenant = world.tenant()
    log = world.home.path / "log"
    settings = world.home.path / "settings.json"
    settings.write_text(json.dumps({
        "authority": tenant.authority, "clientId": tenant.client_id, "log": "file", "logFile": str(log)}))
    options = [*LOGIN, "--config", str(settings), "--log-level", "debug"]
    secrets = [PASSWORDS[ADA], "Canary-Wrong-1"]
    said = ""
    for email, password in [(ADA, "Canary-Wrong-1"), (ADA, PASSWORDS[ADA]), (GRACE, "")]:
        pipe = world.pipe(*options, "--email", email)
        pipe.prompted("Password: ", password)
        if not password:
            pipe.expect("Code: ")
            secrets.append(tenant.code(email))
            pipe.answer(secrets[-1])
        _, output, errors = pipe.finish()
        said += output + errors
    check(log.stat().st_size > 0, "nothing was logged")
    files = [file for file in world.home.path.rglob("*") if file.is_file() and not file.name.startswith("ready")]
    for secret in secrets:
        check(secret not in said, "a secret was printed", said)
        for file in files:
            check(secret.encode() not in file.read_bytes(), f"{file.name} holds a secret", secret)


@scenario("TERM=dumb and VESTIBULE_PLAIN lead to line prompts")
def plain_by_environment(world):
    tenant = world.tenant()
    answers = f"{ADA}\n{PASSWORDS[ADA]}\n"
    status, output, errors = world.run("login", *tenant.options(), text=answers, VESTIBULE_PLAIN="1")
    check(status == 0 and ADA in output, "by pipe it is not what --plain is", status, output, errors)
    for environment in ({"TERM": "dumb"}, {"VESTIBULE_PLAIN": "1", "TERM": "xterm-256color"}):
        terminal = world.terminal(80, 24, "login", *tenant.options(), **{
            ("term" if name == "TERM" else name): value for name, value in environment.items()})
        terminal.wait("Email:")
        terminal.type(ADA).press("Enter")
        terminal.wait("Password:")
        terminal.type(PASSWORDS[ADA]).press("Enter")
        until(lambda: (terminal.folder / "status").exists(), "the end")
        check(PASSWORDS[ADA] not in terminal.text(), "the password was echoed", terminal.text())
        check(terminal.ended() == 0, "not signed in", terminal.text())
