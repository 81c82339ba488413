"""What is measured, of which program, and on which screen: each table is one interleaved run of ptybench."""

import contextlib
import importlib.machinery
import importlib.util
import gc
import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
CLIENT = "11111111-2222-4333-8444-555555555555"
# Nobody listens there, and nobody asks: there is no request before something is submitted.
NOBODY = "http://127.0.0.1:9/contoso.onmicrosoft.com"
KEYS = "user@example.com"
FORM, REFERENCE = r"Sign in[\s\S]*F1 help", r"Sign in[\s\S]*Ctrl-C quit"
DIALOG = ("dialog --insecure --title 'Sign in' --mixedform 'Account' 12 50 2"
          " User 1 1 '' 1 12 24 64 0 Password 2 1 '' 2 12 24 64 1")
DIALOG_PASSWORD = "dialog --insecure --title 'Sign in' --passwordbox Password 10 50"


def load_ptybench():
    loader = importlib.machinery.SourceFileLoader("ptybench", str(HERE / "ptybench"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("ptybench", loader))
    loader.exec_module(module)
    module.become_subreaper()
    gc.disable()
    return module


class Tenant:
    """A running devtenant, for the screens that only an answer leads to."""

    def __init__(self, program, home):
        ready = pathlib.Path(home, "ready.json")
        self.process = subprocess.Popen(
            [program, "serve", "--ready-file", ready], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.process.stdout.readline()
        self.ready = json.loads(ready.read_text())

    def admin(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self.ready['admin']}/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.ready['adminToken']}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)
        self.process.stdout.close()


class Bench:
    def __init__(self, programs, reference, runs, home):
        self.pty = load_ptybench()
        self.runs, self.home = runs, home
        self.vestibule, self.reference = programs / "vestibule", reference
        self.environment = {
            "HOME": str(home), "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "",
            "LC_ALL": "C.UTF-8", "SSH_CONNECTION": "", "SSH_TTY": "", "SWIFT_BACKTRACE": "enable=no",
            "NO_COLOR": "", "VESTIBULE_AUTHORITY": NOBODY, "VESTIBULE_CLIENT_ID": CLIENT}

    def cform(self, **more):
        return self.pty.Spec(str(self.reference), ready=REFERENCE, name="cform", env=self.environment, **more)

    def product(self, arguments="login", ready=FORM, tenant=None, environment=None, **more):
        settings = dict(self.environment, **(environment or {}))
        if tenant:
            settings["VESTIBULE_AUTHORITY"] = tenant.ready["authority"]
        return self.pty.Spec(
            f"{self.vestibule} {arguments}".strip(), ready=ready, env=settings, **{"name": "vestibule", **more})

    def dialog(self, command=DIALOG, **more):
        if not shutil.which("dialog"):
            return []
        return [self.pty.Spec(command, ready=r"Sign in[\s\S]*Cancel", name="dialog", env=self.environment, **more)]

    def compare(self, kind, programs, **options):
        """The first program is what the ratios refer to."""
        options = {"runs": self.runs, "warmup": 1, **options}
        got = self.pty.measure(kind, programs, options)
        base = got["results"][0]["runs"]
        return {
            "runs": options["runs"], "load": got["loadavg"],
            "programs": {
                result["name"]: {
                    "summary": result["summary"],
                    "ratios": self.pty.ratios(result["runs"], base), "runs": result["runs"]}
                for result in got["results"]}}


COUNTDOWN = "device code, with its countdown"


def idle_screens(bench):
    """The screens that wait for a person before anything was asked."""
    return [
        bench.product(name="sign-in form"),
        bench.product(name="help", pre="<F1><EXPECT Help>"),
        bench.product("", name="welcome", ready=r"Welcome[\s\S]*F1 help"),
        bench.product(name="sign-in form, too small", size="30x8", ready="40")]


def answered_screens(bench, tenant):
    """Those that an answer leads to."""
    ada, leads = "ada@example.com<TAB>", {"ready": "F1 help", "tenant": tenant}
    return [
        bench.product(name="refused password", tenant=tenant, pre=ada + "wrong-password<ENTER><EXPECT ✗>"),
        bench.product(
            "", name="account", environment={"VESTIBULE_CACHE": "memory"}, **leads,
            pre=f"<ENTER><EXPECT Password>{ada}Lovelace-1843<ENTER><EXPECT \"Sign out\">"),
        bench.product(
            "login --device-code", name=COUNTDOWN, tenant=tenant, ready=r"Continue in your browser[\s\S]*F1 help")]


def requests_of_sign_ins(bench, tenant):
    """What one sign-in costs the service: its requests and the connections that carry them."""
    def count(pre, arguments="login", approve=None):
        before = len(tenant.admin("GET", "log"))
        with bench.pty.Session(bench.product(arguments, ready="F1 help", tenant=tenant)) as session:
            session.ready()
            if pre:
                session.script(bench.pty.parse_script(pre))
            if approve:
                tenant.admin("POST", "device/approve", {"email": approve})
            session.wait_exit(30)
            if session.status != 0:
                raise RuntimeError(f"a sign-in ended with {session.status}" + session.dump())
        entries = [entry for entry in tenant.admin("GET", "log")[before:] if entry["path"] != "/admin/log"]
        return {"requests": len(entries), "connections": len({entry["connection"] for entry in entries}),
                "paths": [entry["path"] for entry in entries]}
    return {
        "password": count("ada@example.com<TAB>Lovelace-1843<ENTER>"),
        "device code": count(
            "<EXPECT [A-Z]{4}-[A-Z]{4} 10>", "login --device-code", approve="ada@example.com")}


def all_of(programs, reference, runs, checking):
    with tempfile.TemporaryDirectory(prefix="vestibule-bench-") as home, contextlib.ExitStack() as stack:
        bench = Bench(programs, reference, runs, home)
        tenant = Tenant(programs / "devtenant", home)
        stack.callback(tenant.stop)
        stack.callback(lambda: [session.close() for session in list(bench.pty.LIVE)])
        return collect(bench, tenant, checking)


def collect(bench, tenant, checking):
    cform, product, dialog = bench.cform, bench.product, bench.dialog
    results = {"date": time.strftime("%Y-%m-%d", time.gmtime())}
    seconds = 3 if checking else 10
    if not checking:
        results["start"] = bench.compare("start", [cform(), product(), *dialog()])
        results["paste"] = bench.compare("paste", [cform(), product(), *dialog()])
    results["echo"] = bench.compare(
        "echo", [cform(keys=KEYS), product(keys=KEYS), *([] if checking else dialog(keys=KEYS))])
    results["masked"] = bench.compare(
        "echo", [cform(pre="<TAB>", keys=KEYS), product(pre="<TAB>", keys=KEYS),
                 *([] if checking else dialog(DIALOG_PASSWORD, keys=KEYS))])
    results["resize"] = bench.compare(
        "resize", [cform(), product(), *([] if checking else dialog())], final="100x30", count=8, interval_ms=5)
    results["leave"] = bench.compare(
        "exit", [cform(), product(), *([] if checking else dialog())],
        by=["key", "term", "hup", "int", "hangup"])
    remote = product(quit="<ESC>", environment={"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"})
    results["escape"] = bench.compare("exit", [cform(quit="<ESC>"), product(quit="<ESC>")], by=["key"])
    results["escape over SSH"] = bench.compare("exit", [remote], by=["key"])
    # All side by side, in the same seconds, and once what the first request began has ended.
    more = [] if checking else answered_screens(bench, tenant)
    others = [] if checking else [cform(), *dialog()]
    results["idle"] = bench.compare(
        "idle", [*others, *idle_screens(bench), *more], runs=1, seconds=seconds, settle=1.5 if checking else 8)
    if checking:
        return results
    results["sign-ins"] = requests_of_sign_ins(bench, tenant)
    return results
