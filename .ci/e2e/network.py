"""Networks as they are met: certificates, proxies, dead routes, no network at all, a clock that is off."""

import contextlib
import json
import os
import pathlib
import socket
import ssl
import subprocess
import threading
import time

from front import NAME, Authority, Front, Proxy
from harness import PATIENCE, check, scenario, until
from keys import SIGN_IN
from plain import ADA, LOGIN, PASSWORDS, refused, signed_in

CLIENT = ["--client-id", "11111111-2222-4333-8444-555555555555"]
ANSWERS = f"{ADA}\n{PASSWORDS[ADA]}\n"


def attempt(world, *options, **environment):
    """A sign-in by pipe that is given its answers at once."""
    return world.run(*LOGIN, *options, text=ANSWERS, **environment)


def secure_tenant(world):
    authority = Authority(world.home.path / "authority")
    certificate, key = authority.certificate
    return world.tenant("--tls-cert", certificate, "--tls-key", key), authority


# MARK: certificates

@scenario("VB-65 a private authority: caFile and SSL_CERT_FILE help, without them host, issuer and setting are named")
def private_authority(world):
    tenant, authority = secure_tenant(world)
    signed_in(attempt(world, *tenant.options(), VESTIBULE_CA_FILE=str(authority.file)), ADA)
    signed_in(attempt(world, *tenant.options(), SSL_CERT_FILE=str(authority.file)), ADA)
    other = Authority(world.home.path / "other", "Another Root")
    for environment in ({}, {"VESTIBULE_CA_FILE": str(other.file)}):
        result = attempt(world, *tenant.options(), **environment)
        refused(result, 5, "Network", "certificate")
        for said in result[1:]:
            for word in ("127.0.0.1", "Example Inspection Root", "caFile"):
                check(word in said, f"{word} is not named", said)
            check("disable" not in said.lower() and "insecure" not in said.lower(), "a way around the check", said)


@scenario("VB-65 a CA file that cannot be read, or is none, is named as that")
def bad_ca_file(world):
    tenant, authority = secure_tenant(world)
    text = world.home.path / "text.pem"
    text.write_text("no certificate\n")
    files = [("/nowhere/ca.pem", "caFileUnreadable"), (str(text), "caFileInvalid")]
    if os.geteuid() != 0:  # nothing is unreadable to root
        authority.file.chmod(0)
        files.append((str(authority.file), "caFileUnreadable"))
    for file, case in files:
        result = attempt(world, *tenant.options(), VESTIBULE_CA_FILE=file)
        refused(result, 3, "Configuration", case)
        for said in result[1:]:
            check(file in said, "the file is not named", said)


@scenario("a service that speaks nothing newer than TLS 1.1")
def old_tls(world):
    authority = Authority(world.home.path / "authority")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    context.load_cert_chain(*authority.certificate)
    listener = socket.create_server(("127.0.0.1", 0))
    world.stack.callback(listener.close)

    def serve():
        with contextlib.suppress(OSError):
            while True:
                connection = listener.accept()[0]
                with contextlib.suppress(OSError):
                    context.wrap_socket(connection, server_side=True)
                connection.close()
    threading.Thread(target=serve, daemon=True).start()
    port = listener.getsockname()[1]
    result = attempt(world, "--authority", f"https://127.0.0.1:{port}/contoso", *CLIENT,
                     VESTIBULE_CA_FILE=str(authority.file))
    refused(result, 5, "Network", "tlsTooOld")
    check("TLS 1.2" in result[2], "another sentence", result[2])


# MARK: proxies

@scenario("VB-66 a proxy that is not there, wants credentials or refuses: named without its password, no failed sign-in")
def bad_proxy(world):
    log = world.home.path / "log"
    authority = f"https://{NAME}:8443/contoso"
    closed = socket.create_server(("127.0.0.1", 0))
    port = closed.getsockname()[1]
    closed.close()
    cases = [(port, None, "cannot be reached")]
    for verdict, words in ((407, "wants credentials"), (403, "refused the connection (HTTP 403)")):
        proxy = Proxy(verdict)
        world.stack.callback(proxy.stop)
        cases.append((proxy.port, proxy, words))
    for port, proxy, words in cases:
        address = f"http://clerk:Pr0xy-Canary@127.0.0.1:{port}"
        for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "VESTIBULE_PROXY"):
            result = attempt(
                world, "--authority", authority, *CLIENT, "--log-level", "debug", VESTIBULE_LOG="file",
                VESTIBULE_LOG_FILE=str(log), **{name: address})
            error = refused(result, 5, "Network", "proxyRefused")
            said = "".join(result[1:]) + log.read_text()
            check(f"127.0.0.1:{port}" in result[2] and f"127.0.0.1:{port}" in error["message"], "not named", said)
            check(words in result[2], "another sentence", said)
            check("Canary" not in said and "clerk" not in said, "its credentials were printed", said)
        if proxy:
            check(all(head.startswith(f"CONNECT {NAME}:8443 ") for head in proxy.asked), "another request", proxy.asked)


@scenario("VB-66 a proxy is used where variables or the setting name it, NO_PROXY and an empty setting turn it off")
def good_proxy(world):
    tenant = world.tenant()
    authority = Authority(world.home.path / "authority")
    front = Front(tenant.origin, certificate=authority.certificate, name=NAME)
    world.stack.callback(front.stop)
    options = ["--authority", f"{front.origin}/contoso", *CLIENT]
    trust = {"VESTIBULE_CA_FILE": str(authority.file)}
    proxy = Proxy(200, front.port)
    world.stack.callback(proxy.stop)
    address = f"http://clerk:Pr0xy-Canary@127.0.0.1:{proxy.port}"
    for environment in ({"HTTPS_PROXY": address}, {"all_proxy": address}, {"VESTIBULE_PROXY": address},
                        {"HTTPS_PROXY": "http://127.0.0.1:9", "VESTIBULE_PROXY": address}):
        before = len(proxy.asked)
        signed_in(attempt(world, *options, **trust, **environment), ADA)
        check(len(proxy.asked) == before + 1, "not one connection through the proxy", proxy.asked)
        check("Proxy-Authorization: Basic" in proxy.asked[-1], "no credentials for the proxy", proxy.asked[-1])
    before = len(proxy.asked)
    for environment in ({"HTTPS_PROXY": address, "NO_PROXY": NAME},
                        {"HTTPS_PROXY": address, "no_proxy": "example.com,.vestibule.test"}):
        result = attempt(world, *options, **trust, VESTIBULE_TIMEOUT_SECONDS="3", **environment)
        check(result[0] == 5 and json.loads(result[1])["error"]["case"] in ("nameNotResolved", "timedOut"), "", *result)
    # This machine is never asked through a proxy.
    signed_in(attempt(world, *tenant.options(), HTTPS_PROXY=address, http_proxy=address), ADA)
    check(len(proxy.asked) == before, "the proxy was asked all the same", proxy.asked[before:])


# MARK: networks of our own making

class Net:
    """A network namespace: `wired` has routes for both families that lead nowhere, else there is none."""

    def __init__(self, world, wired, hosts="", resolver="nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"):
        folder = world.home.path / f"net-{time.monotonic_ns()}"
        folder.mkdir()
        (folder / "hosts").write_text("127.0.0.1 localhost\n" + hosts)
        (folder / "resolv.conf").write_text(resolver)
        lines = ["ip link set lo up", f"mount --bind {folder}/hosts /etc/hosts",
                 f"mount --bind {folder}/resolv.conf /etc/resolv.conf"]
        if wired:
            # Frames for a neighbour that is not there: what is sent is lost without a word.
            lines += [
                "ip link add v0 type veth peer name v1", "ip link set v0 up", "ip link set v1 up",
                "ip addr add 192.0.2.1/32 dev lo",
                "ip addr add 192.0.2.10/24 dev v0", "ip -6 addr add 2001:db8::10/64 dev v0 nodad",
                "ip neigh add 192.0.2.254 lladdr 02:00:00:00:00:09 dev v0",
                "ip -6 neigh add 2001:db8::fe lladdr 02:00:00:00:00:09 dev v0",
                "ip route add default via 192.0.2.254", "ip -6 route add default via 2001:db8::fe dev v0"]
        user = [] if os.geteuid() == 0 else ["--map-root-user"]
        self.process = subprocess.Popen(
            ["unshare", *user, "--net", "--mount", "sh", "-ec", "; ".join(lines) + "; echo ready; exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        world.stack.callback(self.stop)
        check(self.process.stdout.readline() == "ready\n", "no network namespace", self.process.poll())
        enter = [] if os.geteuid() == 0 else ["-U", "--preserve-credentials"]
        self.prefix = ["nsenter", "-t", str(self.process.pid), *enter, "-n", "-m"]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()


@scenario("VB-67 IPv6 that is advertised but dead: signed in over IPv4 within three seconds")
def dead_ipv6(world):
    net = Net(world, wired=True, hosts=f"2001:db8:1::1 {NAME}\n192.0.2.1 {NAME}\n")
    first = subprocess.run(
        [*net.prefix, "python3", "-c", f"import socket; print(socket.getaddrinfo('{NAME}', 443)[0][0].name)"],
        capture_output=True, text=True, check=True).stdout.strip()
    check(first == "AF_INET6", "IPv6 does not come first here, so this would show nothing", first)
    authority = Authority(world.home.path / "authority")
    tenant = world.tenant(prefix=net.prefix)
    front = subprocess.Popen(
        [*net.prefix, "python3", pathlib.Path(__file__).with_name("front.py"), "192.0.2.1", "8443", tenant.origin,
         *authority.certificate], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    world.stack.callback(front.communicate)
    origin = json.loads(front.stdout.readline())["origin"]
    pipe = world.pipe(*LOGIN, "--authority", f"{origin}/contoso", *CLIENT, prefix=net.prefix,
                      VESTIBULE_CA_FILE=str(authority.file))
    pipe.prompted("Email: ", ADA).prompted("Password: ", PASSWORDS[ADA])
    began = time.monotonic()
    signed_in(pipe.finish(), ADA)
    check(time.monotonic() - began < 3, f"took {time.monotonic() - began:.1f} s")
    check("offline" not in pipe.errors, "a machine with routes is called offline", pipe.errors)


@scenario("a host that drops what is sent to it ends at the limit, a name that nobody knows at once")
def unreachable(world):
    options = ["--authority", f"https://{NAME}:8443/contoso", *CLIENT]
    net = Net(world, wired=True, hosts=f"198.51.100.1 {NAME}\n")
    began = time.monotonic()
    result = attempt(world, *options, prefix=net.prefix, VESTIBULE_TIMEOUT_SECONDS="2")
    refused(result, 5, "Network", "timedOut")
    check(1.5 < time.monotonic() - began < 6, f"ended after {time.monotonic() - began:.1f} s")
    net = Net(world, wired=True)
    result = attempt(world, *options, prefix=net.prefix)
    refused(result, 5, "Network", "nameNotResolved")
    check(f"The name {NAME} was not found" in result[2], "another sentence", result[2])


@scenario("VB-16 Ctrl-C while a host drops the connection: the form is back within a second, then 130")
def interrupted_connect(world):
    net = Net(world, wired=True, hosts=f"198.51.100.1 {NAME}\n")
    terminal = world.terminal(
        80, 24, "login", "--authority", f"https://{NAME}:8443/contoso", *CLIENT, prefix=net.prefix)
    terminal.wait("Email", "Password")
    terminal.type(ADA).press("Tab").type(PASSWORDS[ADA]).press("Enter")
    terminal.wait("Esc cancel")
    terminal.press("C-c")
    terminal.wait("[ Sign in ]", ADA, seconds=1)
    terminal.press("C-c")
    check(terminal.ended(seconds=1) == 130, "another status", terminal.text())


@scenario("VB-16 a name server that never answers: Esc and Ctrl-C give the request up at once, at the first sign too",
          ("Escape",), ("C-c",))
def silent_name_server(world, key):
    # The packets go nowhere, and nobody gives up asking before the program does.
    net = Net(world, wired=True, resolver="nameserver 198.51.100.53\noptions timeout:30 attempts:3\n")
    options = ["--authority", f"https://{NAME}:8443/contoso", *CLIENT]
    terminal = world.terminal(80, 24, "login", *options, prefix=net.prefix)
    terminal.wait(SIGN_IN, "Email", "Password")
    terminal.type(ADA).press("Tab").type(PASSWORDS[ADA]).press("Enter")
    terminal.wait("Esc cancel")
    terminal.press(key)
    terminal.wait("[ Sign in ]", ADA, "F1 help", seconds=1)
    # While the thread that looks the name up hangs on, nothing else does.
    terminal.press("Enter").wait("Esc cancel", seconds=1)
    terminal.press(key).wait("[ Sign in ]", ADA, "F1 help", seconds=1)
    terminal.press("C-c")
    check(terminal.ended(seconds=1) == 130, "another status", terminal.text())


@scenario("VB-69 no network at the start: a calm line before anything is asked, and no request before it is")
def offline(world):
    options = ["--authority", f"https://{NAME}:8443/contoso", *CLIENT]
    net = Net(world, wired=False, hosts=f"198.51.100.1 {NAME}\n")
    result = attempt(world, *options, prefix=net.prefix)
    refused(result, 5, "Network", "unreachable")
    said = result[2]
    check("ℹ This machine seems to be offline" in said[:said.index("Email: ")], "not before the first question", said)
    check(said.count("seems to be offline") == 1, "said again and again", said)
    terminal = world.terminal(80, 24, "login", *options, prefix=net.prefix)
    screen = terminal.wait(SIGN_IN, "ℹ This machine seems to be offline")
    check("✗" not in screen, "an alarm", screen)
    terminal = world.terminal(40, 12, *options, prefix=net.prefix)
    terminal.wait("─ Welcome ─", "ℹ This machine seems")
    # No name server and no other way to look a name up is no network either.
    net = Net(world, wired=True, resolver="# none\n")
    check("seems to be offline" in attempt(world, *options, prefix=net.prefix)[2], "no name server, and not a word")


@scenario("a tenant on this machine is never offline, with a proxy on it neither")
def never_offline(world):
    net = Net(world, wired=False)
    tenant = world.tenant(prefix=net.prefix)
    result = attempt(world, *tenant.options(), prefix=net.prefix)
    signed_in(result, ADA)
    check("offline" not in result[2], "called offline", result[2])
    result = attempt(world, "--authority", f"https://{NAME}:8443/contoso", *CLIENT, prefix=net.prefix,
                     HTTPS_PROXY="http://127.0.0.1:9")
    check("offline" not in result[2], "called offline", result[2])


# MARK: the clock

@scenario("VB-68 a clock that is off by an hour: told with the difference, no claims printed",
          (3600, "behind"), (-3600, "ahead of"), (7300, "behind"))
def clock(world, seconds, direction):
    tenant = world.tenant()
    tenant.admin("POST", "clock", {"advanceSeconds": seconds})
    log = world.home.path / "log"
    result = attempt(world, *tenant.options(), "--log-level", "debug", VESTIBULE_LOG="file",
                     VESTIBULE_LOG_FILE=str(log))
    status, output, errors = result
    check(status == 1, f"status {status}", output, errors)
    amount = "60 minutes" if abs(seconds) == 3600 else "2 hours"
    check(f"This machine's clock is {amount} {direction} the service's" in errors.replace("59 minutes", "60 minutes"),
          "the difference is not told", errors)
    message = json.loads(output)["error"]["message"]
    check("clock" in message and direction in message, "the difference is not in the JSON", output)
    for word in ("eyJ", tenant.ready["tenantId"], "Lovelace", "nonce", "preferred_username"):
        check(word not in output + errors + log.read_text(), f"{word} was printed", output, errors)


@scenario("VB-68 a clock that is off by four minutes is nobody's business", (240, "behind"), (-240, "ahead"))
def small_skew(world, seconds, _):
    tenant = world.tenant()
    tenant.admin("POST", "clock", {"advanceSeconds": seconds})
    signed_in(attempt(world, *tenant.options()), ADA)
