"""Every fault of a network at every endpoint of a sign-in: the sentence, the status, the JSON, and what was typed.

The table is generated; each row runs twice by pipe, once to the end of input and once with another try.
"""

import concurrent.futures
import json
import re

from harness import Pipe, Tenant, check, scenario, until
from keys import SIGN_IN, form, submit
from plain import ADA, LOGIN, PASSWORDS, signed_in

PAGE = "<!DOCTYPE html><title>Welcome to our guest network</title>"
DISCOVERY, KEYS = "/v2.0/.well-known/openid-configuration", "/discovery/v2.0/keys"
INITIATE, CHALLENGE = "/oauth2/v2.0/initiate", "/oauth2/v2.0/challenge"
TOKEN, DEVICE = "/oauth2/v2.0/token", "/oauth2/v2.0/devicecode"
ENDPOINTS = {"discovery": DISCOVERY, "keys": KEYS, "initiate": INITIATE, "challenge": CHALLENGE, "token": TOKEN,
             "devicecode": DEVICE}

# Name, what the tenant does, then what is expected: status, type, case, the members besides, a part of the sentence.
FAULTS = {
    "delay": ({"delayMs": 6000}, 5, "Network", "timedOut", {}, "did not answer in time"),
    "drop": ({"drop": True}, 5, "Network", "interrupted", {}, "The connection to 127.0.0.1 broke"),
    "truncate": ({"truncate": 20}, 5, "Network", "interrupted", {}, "The connection to 127.0.0.1 broke"),
    "garbage": ({"garbage": True}, 5, "NativeAuthError", "unknown", {}, "cannot be understood"),
    "429": ({"status": 429, "headers": {"Retry-After": "40"}}, 5, "Network", "throttled",
            {"status": 429, "retryAfterSeconds": 40}, "Wait 40 seconds"),
    "500": ({"status": 500}, 5, "Network", "unavailable", {"status": 500}, "a problem of its own"),
    "503": ({"status": 503, "headers": {"Retry-After": "40"}}, 5, "Network", "unavailable",
            {"status": 503, "retryAfterSeconds": 40}, "a problem of its own"),
    "page": ({"status": 200, "body": PAGE}, 5, "Network", "intercepted", {}, "A page for browsers"),
    "redirect": ({"status": 302, "headers": {"Location": "http://login.guest.example/"}}, 5, "Network", "intercepted",
                 {}, "A page for browsers"),
}
# Where the same bytes mean something else.
EXCEPTIONS = {
    ("garbage", "discovery"): (3, "Configuration", "discovery", "settings cannot be read"),
    ("garbage", "keys"): (5, "Network", "keysUnavailable", "The keys to check who signed in"),
    ("garbage", "devicecode"): (5, "AuthError", "unknown", "cannot be understood"),
}


def expectation(fault, endpoint):
    order, status, kind, case, members, sentence = FAULTS[fault]
    if (fault, endpoint) in EXCEPTIONS:
        status, kind, case, sentence = EXCEPTIONS[fault, endpoint]
    return order, status, kind, case, members, sentence


class Row:
    """One fault at one endpoint, on a tenant that other rows use too, but not at the same time."""

    def __init__(self, world, tenant, fault, endpoint):
        self.world, self.tenant, self.fault, self.endpoint = world, tenant, fault, endpoint
        self.label = f"{fault} at {endpoint}"

    def start(self):
        order = expectation(self.fault, self.endpoint)[0]
        self.tenant.admin("DELETE", "faults")
        self.tenant.admin("POST", "faults", {"path": ENDPOINTS[self.endpoint], "times": 9, **order})
        options = ["--device-code"] if self.endpoint == "devicecode" else []
        # Short where the end of patience is the point; a busy machine needs more for another try.
        patience = "2" if self.fault == "delay" else "15"
        pipe = Pipe(self.world.home, *LOGIN, *self.tenant.options(), *options, VESTIBULE_TIMEOUT_SECONDS=patience)
        if not options:
            pipe.prompted("Email: ", ADA).prompted("Password: ", PASSWORDS[ADA])
        pipe.expect("✗ ")
        return pipe

    def ends(self):
        """The input ends right after it: status and JSON."""
        _, status, kind, case, members, sentence = expectation(self.fault, self.endpoint)
        pipe = self.start()
        got, output, errors = pipe.finish()
        check(got == status, f"{self.label}: status {got}", output, errors)
        check(output.count("\n") == 1, f"{self.label}: not one line on stdout", output)
        error = json.loads(output)["error"]
        check((error["type"], error["case"]) == (kind, case), f"{self.label}: another error", output)
        for name in ("status", "retryAfterSeconds"):
            check(error.get(name) == members.get(name), f"{self.label}: {name}", output)
        check(re.fullmatch(r"[0-9a-f-]{36}", error.get("correlationId", "")), f"{self.label}: no reference", output)
        check(error["message"].rstrip().endswith((".", error["correlationId"])), f"{self.label}: no sentence", output)
        check(sentence in errors, f"{self.label}: another sentence", errors)
        check(PASSWORDS[ADA] not in output + errors, f"{self.label}: the password was printed", errors)
        check("guest network" not in output + errors, f"{self.label}: the page was printed", output, errors)

    def is_repaired(self):
        """The fault is over: what was typed is offered again, and the next try signs in."""
        pipe = self.start()
        self.tenant.admin("DELETE", "faults")
        if self.endpoint == "devicecode":
            pipe.prompted("Choice: ", "1")
            pipe.expect("Enter this code: ")
            self.tenant.approve(ADA)
        else:
            pipe.prompted(f"Email [{ADA}]: ", "").prompted("Password: ", PASSWORDS[ADA])
        signed_in(pipe.finish(), ADA)


def runs(world, endpoint):
    tenant = Tenant(world.home)
    try:
        for fault in FAULTS:
            row = Row(world, tenant, fault, endpoint)
            row.ends()
            # A code can be redeemed once five seconds after it was given: two tries tell enough.
            if endpoint != "devicecode" or fault in ("drop", "429"):
                row.is_repaired()
    finally:
        tenant.stop()
    return len(FAULTS)


# A person is busy in a browser: what waiting may mend must not end the polling.
POLLS = {"drop": None, "truncate": None, "500": None, "page": None, "429": None, "garbage": (5, "AuthError", "unknown")}


def polls(world, fault):
    tenant = Tenant(world.home)
    try:
        order = dict(FAULTS[fault][0])
        if fault == "429":
            order["headers"] = {"Retry-After": "1"}
        # libcurl repeats a request by itself where a connection that was kept turns out to be closed.
        tenant.admin("POST", "faults", {"path": TOKEN, "times": 1, **order})
        pipe = Pipe(world.home, "login", "--json", "--device-code", *tenant.options())
        pipe.expect("Enter this code: ")
        # The first poll is the one that goes wrong; had it brought tokens, they would be lost.
        until(lambda: tenant.log(TOKEN), "the first poll")
        tenant.approve(ADA)
        result = pipe.finish()
        if POLLS[fault] is None:
            signed_in(result, ADA)
        else:
            status, output, errors = result
            error = json.loads(output)["error"]
            check((status, error["type"], error["case"]) == POLLS[fault], f"{fault} at a poll", output, errors)
    finally:
        tenant.stop()
    return 1


@scenario("faults × endpoints: the sentence, the status, the JSON, and another try")
def table(world):
    with concurrent.futures.ThreadPoolExecutor(len(ENDPOINTS) + 2) as pool:
        rows = [pool.submit(polls, world, fault) for fault in POLLS]
        rows += [pool.submit(runs, world, endpoint) for endpoint in ENDPOINTS]
        count = sum(row.result() for row in rows)
    check(count == len(FAULTS) * len(ENDPOINTS) + len(POLLS), f"{count} rows only")
    print(f"         {count} rows: {len(FAULTS)} faults at {len(ENDPOINTS)} endpoints, {len(POLLS)} at a poll")


@scenario("a Retry-After that leaves time is waited for, at discovery and keys nobody waits")
def retry_after(world):
    tenant = world.tenant()
    tenant.admin("POST", "faults", [
        {"path": path, "status": status, "headers": {"Retry-After": "1"}}
        for path, status in ((INITIATE, 429), (TOKEN, 503))])
    signed_in(world.run("login", "--json", "--password-stdin", "--email", ADA, *tenant.options(),
                        text=PASSWORDS[ADA] + "\n"), ADA)
    paths = [entry["path"] for entry in tenant.log("/oauth2/v2.0/")]
    check(paths.count(INITIATE) == 2 and paths.count(TOKEN) == 2, "other requests", paths)


@scenario("a fault on the screen: what was typed stays, Enter tries again",
          ("drop", INITIATE), ("500", CHALLENGE), ("429", TOKEN), ("delay", TOKEN), ("page", DISCOVERY),
          ("truncate", KEYS))
def on_screen(world, fault, path):
    tenant = world.tenant()
    order = FAULTS[fault][0]
    tenant.admin("POST", "faults", {"path": path, "times": 9, **order})
    terminal = form(world, tenant, 80, 24, VESTIBULE_TIMEOUT_SECONDS="3" if fault == "delay" else "15")
    submit(terminal, ADA, PASSWORDS[ADA])
    screen = terminal.wait("✗", SIGN_IN, ADA, "•" * len(PASSWORDS[ADA]))
    words = " ".join(screen.replace("│", " ").split())
    check(FAULTS[fault][5] in words, "another sentence", screen)
    tenant.admin("DELETE", "faults")
    terminal.press("Enter")
    check(terminal.ended() == 0, "the next try does not sign in", terminal.text())
