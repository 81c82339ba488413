"""glewlwyd, an OpenID provider that nobody of this house wrote: set up over its own interface, and a person at it.

Debian's package has its documentation in /usr/share/doc/glewlwyd (API.md, OIDC.md).
"""

import contextlib
import gzip
import http.cookiejar
import json
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import parts
from harness import PATIENCE, check, until

CLIENT = "vestibule-interop"
# The last one is of a resource.
SCOPES = ["openid", "profile", "offline_access", "documents"]
PERSON = {"username": "ada", "password": "Lovelace-1843", "name": "Ada Lovelace", "email": "ada@example.com"}
# As its database is delivered.
ADMINISTRATOR = {"username": "admin", "password": "password"}


class Redirected(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: where one leads is what the answers of this provider's pages say."""

    def redirect_request(self, *_):
        return None


class Visitor:
    """Somebody at the provider, with a cookie jar as a browser has."""

    def __init__(self, provider):
        self.provider = provider
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), Redirected,
            urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=provider.certificate)),
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def ask(self, method, address, body=None, expected=200):
        """Asks an address or a path of the interface; returns the body and where it leads."""
        address = urllib.parse.urljoin(f"{self.provider.origin}/api/", address)
        request = urllib.request.Request(
            address, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"} if body is not None else {})
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                status, text, headers = answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                status, text, headers = error.code, error.read().decode(), error.headers
        check(status == expected, f"{method} {address} answered {status} in place of {expected}", text)
        return text, headers.get("Location", "")

    def signed_in(self, who):
        self.ask("POST", "auth/", {"username": who["username"], "password": who["password"]})
        return self

    def approve(self, address, code):
        """What a person does with the code: opens the address, signs in, types the code, consents."""
        _, page = self.ask("GET", address, expected=302)
        check("prompt=device" in page, f"{address} leads elsewhere", page)
        entered = f"{address}?{urllib.parse.urlencode({'code': code, 'g_continue': ''})}"
        _, page = self.ask("GET", entered, expected=302)
        check("login.html" in page, "the code leads to no sign-in", page)
        self.signed_in(PERSON)
        self.ask("PUT", f"auth/grant/{CLIENT}/", {"scope": " ".join(SCOPES)})
        _, page = self.ask("GET", entered, expected=302)
        check("prompt=deviceComplete" in page, "the code was not taken", page)


class Provider:
    """A running glewlwyd with one application and one person."""

    def __init__(self, folder, **parameters):
        self.folder, self.unpacked = folder, parts.glewlwyd_folder()
        self.certificate, self.key = parts.certificate(folder)
        self.log = folder / "glewlwyd.log"
        # A port that was free a moment ago may be another's now; then the next one is tried.
        for _ in range(5):
            if self.start():
                break
        else:
            check(False, "glewlwyd does not start", self.log.read_text(errors="replace")[-3000:])
        try:
            self.set_up(parameters)
        except BaseException:
            self.stop()
            raise

    @property
    def authority(self):
        return f"{self.origin}/api/oidc"

    def start(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.origin = f"https://localhost:{port}"
        database, configuration = self.folder / "glewlwyd.db", self.folder / "glewlwyd.conf"
        database.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(database)) as opened, gzip.open(
                self.unpacked / "usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz", "rt") as script:
            opened.executescript(f"BEGIN; {script.read()} COMMIT;")
        modules = self.unpacked / "usr/lib/glewlwyd"
        configuration.write_text(f"""
            port={port}
            bind_address="127.0.0.1"
            external_url="{self.origin}"
            login_url="login.html"
            api_prefix="api"
            static_files_path="{self.unpacked}/usr/share/glewlwyd/webapp/"
            log_mode="file" log_level="INFO" log_file="{self.log}"
            cookie_secure=1
            session_key="GLEWLWYD2_SESSION_ID" session_expiration=3600
            admin_scope="g_admin" profile_scope="g_profile"
            user_module_path="{modules}/user"
            user_middleware_module_path="{modules}/user_middleware"
            client_module_path="{modules}/client"
            user_auth_scheme_module_path="{modules}/scheme"
            plugin_module_path="{modules}/plugin"
            use_secure_connection=true
            secure_connection_key_file="{self.key}"
            secure_connection_pem_file="{self.certificate}"
            hash_algorithm="SHA512"
            database={{ type="sqlite3" path="{database}" }};
            """)
        libraries = ":".join(sorted({str(path.parent) for path in self.unpacked.glob("usr/lib/**/*.so.*")}))
        self.process = subprocess.Popen(
            [self.unpacked / "usr/bin/glewlwyd", "--config-file", configuration], stdin=subprocess.DEVNULL,
            stdout=self.log.open("ab"), stderr=subprocess.STDOUT, cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C", "LD_LIBRARY_PATH": libraries})

        def answered():
            if self.process.poll() is not None:
                return "ended"
            with contextlib.suppress(OSError):
                Visitor(self).ask("GET", "/config")
                return "answers"
        return until(answered, "glewlwyd's first answer") == "answers"

    def set_up(self, parameters):
        admin = Visitor(self).signed_in(ADMINISTRATOR)
        private, public = self.signing_key(parameters.get("jwt-type", "rsa"))
        for scope in SCOPES[1:]:
            admin.ask("POST", "scope/", {"name": scope, "display_name": scope, "password_required": False})
        admin.ask("POST", "mod/plugin/", {
            "module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "order_rank": 0,
            "parameters": {
                "iss": self.authority, "jwt-type": "rsa", "jwt-key-size": "256", "key": private, "cert": public,
                "access-token-duration": 3600, "refresh-token-duration": 86400, "code-duration": 600,
                "refresh-token-rolling": True, "allow-non-oidc": False, "auth-type-code-enabled": True,
                "auth-type-token-enabled": False, "auth-type-id-token-enabled": True,
                "auth-type-implicit-enabled": False, "auth-type-password-enabled": False,
                "auth-type-client-enabled": False, "auth-type-refresh-enabled": True,
                "auth-type-device-enabled": True, "device-authorization-expiration": 600,
                "device-authorization-interval": 1, "jwks-show": True, "subject-type": "public", **parameters}})
        admin.ask("POST", "client/", {
            "client_id": CLIENT, "name": "Vestibule", "confidential": False, "enabled": True,
            "authorization_type": ["device_authorization", "refresh_token"], "scope": SCOPES})
        admin.ask("POST", "user/", {**PERSON, "enabled": True, "scope": [*SCOPES, "g_profile"]})

    def signing_key(self, kind):
        """A private and a public key, PEM."""
        private, public = self.folder / "signing.key", self.folder / "signing.pub"
        form = ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"] if kind == "ecdsa" else ["RSA"]
        parts.ran("openssl", "genpkey", "-algorithm", *form, "-out", private)
        parts.ran("openssl", "pkey", "-in", private, "-pubout", "-out", public)
        return private.read_text(), public.read_text()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
