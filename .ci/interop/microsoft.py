"""Microsoft's own client library for Python against devtenant, over TLS."""

import json
import os
import pathlib
import selectors
import subprocess

import parts
from harness import PATIENCE, check, scenario

ADA = "ada@example.com"
CLIENT = pathlib.Path(__file__).with_name("msal_client.py")


class MSAL:
    """A conversation with the program on MSAL."""

    def __init__(self, world, tenant, certificate):
        # None of the variables by which Python's HTTP finds other certificates or a proxy.
        environment = {"PATH": os.environ["PATH"], "HOME": str(world.home.path), "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [parts.msal_python(), CLIENT, tenant.authority, tenant.client_id, certificate], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1, env=environment)
        world.stack.callback(self.stop)

    def ask(self, order):
        with_error = ""
        try:
            self.process.stdin.write(order + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            check(selector.select(PATIENCE), f"MSAL gave no answer to {order!r} in {PATIENCE} s")
        line = self.process.stdout.readline()
        if not line:
            with_error = self.process.stderr.read()
        check(line, f"MSAL ended before it answered {order!r}", with_error)
        return json.loads(line)

    def stop(self):
        self.process.kill()
        self.process.communicate()


def tls_tenant(world):
    certificate, key = parts.certificate(world.home.path)
    tenant = world.tenant("--tls-cert", certificate, "--tls-key", key, certificate=certificate)
    check(tenant.authority.startswith("https://127.0.0.1:"), "the tenant does not serve TLS", tenant.ready)
    return tenant, certificate


@scenario("MSAL for Python signs in by device code, and refreshes silently")
def device_code_and_refresh(world):
    tenant, certificate = tls_tenant(world)
    msal = MSAL(world, tenant, certificate)
    began = msal.ask("begin")
    check(began.get("user_code") and began["user_code"] in began["message"], "no device code", began)
    pending = msal.ask("poll once")
    check(pending.get("error") == "authorization_pending", "not pending before the approval", pending)
    tenant.admin("POST", "device/approve", {"email": ADA, "userCode": began["user_code"]})
    # The next poll would be too soon by the tenant's clock.
    tenant.admin("POST", "clock", {"advanceSeconds": 10})
    tokens = msal.ask("poll")
    claims = tokens.get("claims") or {}
    check(claims.get("preferred_username") == ADA and claims.get("aud") == tenant.client_id, "another token", tokens)
    check(claims["tid"] == tenant.ready["tenantId"], "another tenant", claims)
    check(tokens["type"] == "Bearer" and tokens["hasRefreshToken"], "no refresh token", tokens)
    check("User.Read" in tokens["scope"], "another scope", tokens)

    before = len(tenant.log("/oauth2/v2.0/token"))
    cached = msal.ask("cached")
    check(cached.get("source") == "cache" and not cached["isNew"], "not from MSAL's cache", cached)
    check(cached["account"]["username"] == ADA, "another account", cached)
    check(len(tenant.log("/oauth2/v2.0/token")) == before, "a request for what is in the cache")

    refreshed = msal.ask("refresh")
    check(refreshed.get("source") == "identity_provider" and refreshed["isNew"], "no new token", refreshed)
    check(tenant.log("/oauth2/v2.0/token")[-1]["form"]["grant_type"] == "refresh_token", "no refresh was asked for",
          tenant.log("/oauth2/v2.0/token"))
    print(f"         MSAL {tokens['version']}: discovery, device code, pending, tokens, cache and refresh", flush=True)

    tenant.admin("POST", "revoke", {"email": ADA})
    revoked = msal.ask("refresh")
    check(revoked.get("error") == "invalid_grant", "a revoked token was refreshed", revoked)


@scenario("MSAL for Python is told when the person says no")
def denied(world):
    tenant, certificate = tls_tenant(world)
    msal = MSAL(world, tenant, certificate)
    tenant.admin("POST", "device/deny", {"userCode": msal.ask("begin")["user_code"]})
    answer = msal.ask("poll")
    check(answer.get("error") == "authorization_declined", "another answer", answer)


@scenario("MSAL for Python refuses the same tenant without its certificate")
def untrusted(world):
    tenant, _ = tls_tenant(world)
    answer = MSAL(world, tenant, "").ask("begin")
    check(answer.get("thrown") and "CERTIFICATE_VERIFY_FAILED" in answer["description"], "it was trusted", answer)
