"""`vestibule` at glewlwyd: `provider: "oidc"`, device code, and a person who approves it there."""

import json
import re

import parts
from harness import check, scenario
from provider import CLIENT, PERSON, Provider, Visitor


def provider(world, **options):
    folder = world.home.path / "provider"
    folder.mkdir()
    running = Provider(folder, **options)
    world.stack.callback(running.stop)
    return running


def configure(world, running, **more):
    """The configuration that the documentation gives for another provider."""
    folder = world.home.path / "config" / "vestibule"
    folder.mkdir(parents=True, exist_ok=True)
    settings = {"provider": "oidc", "authority": running.authority, "clientId": CLIENT,
                "caFile": str(running.certificate), **more}
    (folder / "config.json").write_text(json.dumps({name: value for name, value in settings.items() if value}))


def sign_in(world, running, *options):
    """Signs in with a device code that a person approves at the address shown; returns status, stdout, stderr."""
    pipe = world.pipe("login", "--json", *options)
    pipe.expect("Open: ")
    address = pipe.expect("\n")
    pipe.expect("Enter this code: ")
    Visitor(running).approve(address, pipe.expect("\n").strip())
    return pipe.finish()


def signed_in(result):
    status, output, errors = result
    check(status == 0, f"status {status}", output, errors)
    check(output.count("\n") == 1 and "eyJ" not in output + errors, "not one line, or a token in it", output, errors)
    return json.loads(output)


def refused(result, status, kind, words=""):
    got, output, errors = result
    check(got == status, f"status {got} in place of {status}", output, errors)
    error = json.loads(output)["error"]
    check(error["type"] == kind and words in error["message"], "another error", output, errors)


@scenario("vestibule signs in at glewlwyd by device code; status and logout know it")
def whole_path(world):
    running = provider(world)
    configure(world, running, scopes=["documents"])
    status, output, errors = world.run("config", "check")
    check(status == 0, f"config check ended with {status}", output, errors)
    answer = signed_in(sign_in(world, running, "--device-code"))
    check(answer["accountIdentifier"] and answer["tenantId"] == "", "another account", answer)
    check(answer["scopes"] == ["documents"], "other scopes", answer)
    check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", answer["expiresOn"]), "another form of time", answer)
    same = signed_in(world.run("status", "--json"))
    check({name: same[name] for name in answer} == answer, "status says otherwise than login", same, answer)
    status, output, errors = world.run("status")
    check(status == 0 and "localhost" in output, f"status ended with {status}", output, errors)
    # This provider's ID token names nobody unless it is told to: then the identifier is all there is.
    check(output.splitlines()[0] == answer["accountIdentifier"], "status does not say who", output)
    status, output, errors = world.run("logout")
    check(status == 0 and "Signed out." in errors, f"logout ended with {status}", output, errors)
    check(world.run("status")[0] == 4, "still signed in after logout")
    print("         glewlwyd: config check, device code, RS256, cache, status, logout", flush=True)


@scenario("names and addresses come from glewlwyd's ID token where it has them")
def names(world):
    running = provider(world, **{"name-claim": "mandatory", "email-claim": "mandatory"})
    configure(world, running)
    # Without the option too: another provider has no other way.
    answer = signed_in(sign_in(world, running))
    check(answer["scopes"] == [], "scopes that nobody asked for", answer)
    check((answer["name"], answer["username"]) == (PERSON["name"], PERSON["email"]), "another person", answer)


@scenario("glewlwyd's other signatures hold", ("PS256", "rsa-pss"), ("ES256", "ecdsa"))
def signatures(world, algorithm, kind):
    running = provider(world, **{"jwt-type": kind})
    keys = json.loads(Visitor(running).ask("GET", "oidc/jwks")[0])["keys"]
    check(keys[0]["alg"] == algorithm, "the provider signs otherwise", keys)
    configure(world, running)
    signed_in(sign_in(world, running, "--device-code"))


@scenario("glewlwyd under another issuer's name is refused")
def other_issuer(world):
    running = provider(world, iss="https://localhost/api/oidc")
    configure(world, running)
    refused(world.run("login", "--device-code", "--json"), 3, "Configuration", "issuer https://localhost/api/oidc")
    check(world.run("status")[0] == 4, "signed in all the same")


@scenario("an application that glewlwyd does not know is told so")
def unknown_client(world):
    running = provider(world)
    configure(world, running, clientId="nobody")
    refused(world.run("login", "--device-code", "--json"), 3, "Configuration", "client id")


@scenario("glewlwyd without its certificate is refused")
def untrusted(world):
    running = provider(world)
    configure(world, running, caFile=None)
    refused(world.run("login", "--device-code", "--json"), 5, "Network", "certificate")
