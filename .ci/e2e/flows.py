"""Sign-up, second factor, registration and password reset: by line prompts, and by keys."""

import json

from harness import SIZES, check, scenario
from keys import activate, form, submit
from plain import ADA, ALAN, JOAN, LINUS, LOGIN, PASSWORDS, refused, signed_in

NEW, NEW_PASSWORD = "new@example.com", "Analytical-1"
PHONE = "%2B15555550142"
ATTRIBUTES = {
    "attributes": [
        {"name": "displayName", "type": "string", "required": True, "regex": "^.{1,64}$"},
        {"name": "extension_2588abcd_loyaltyNumber", "type": "string", "required": False, "regex": "^[0-9]{4}$"},
    ]
}


def asking_tenant(world):
    tenant = world.tenant()
    tenant.admin("PUT", "policy", ATTRIBUTES)
    return tenant


@scenario("a sign-up by pipe: a weak password, a code, attributes")
def sign_up(world):
    tenant = asking_tenant(world)
    pipe = world.pipe(*LOGIN, *tenant.options(), "--sign-up")
    pipe.prompted("Email: ", NEW).prompted("Password: ", "short").prompted("Confirm password: ", "short")
    pipe.expect("✗ ")
    pipe.prompted(f"Email [{NEW}]: ", "").prompted("Password: ", NEW_PASSWORD)
    pipe.prompted("Confirm password: ", NEW_PASSWORD).expect("Code: ")
    pipe.answer(tenant.code(NEW))
    pipe.prompted("Display name: ", "Ada").prompted("Loyalty number: ", "12")
    pipe.expect("✗ ")
    pipe.prompted("Loyalty number [12]: ", "1234")
    answer = signed_in(pipe.finish(), NEW)
    check(answer["name"] == "Ada", "another name", answer)


@scenario("a sign-up with an address that has an account, by pipe")
def sign_up_again(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options(), "--sign-up", "--email", ADA)
    pipe.prompted("Password: ", NEW_PASSWORD).prompted("Confirm password: ", NEW_PASSWORD)
    pipe.expect("✗ ")
    refused(pipe.finish(), 1, "NativeAuthError", "userAlreadyExists")


@scenario("a sign-up with an address that has an account goes on as its sign-in, by pipe")
def sign_up_turns(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options(), "--sign-up")
    pipe.prompted("Email: ", ADA).prompted("Password: ", NEW_PASSWORD).prompted("Confirm password: ", NEW_PASSWORD)
    pipe.expect("✗ ")
    pipe.prompted(f"Email [{ADA}]: ", "").expect("1. Sign in instead")
    pipe.prompted("Choice: ", "1").prompted(f"Email [{ADA}]: ", "").prompted("Password: ", PASSWORDS[ADA])
    signed_in(pipe.finish(), ADA)


@scenario("alan's second factor by pipe, with a change of mind")
def second_factor(world):
    tenant = world.tenant()
    log = world.home.path / "vestibule.log"
    pipe = world.pipe(
        *LOGIN, *tenant.options(), "--email", ALAN, VESTIBULE_LOG="file", VESTIBULE_LOG_FILE=str(log))
    pipe.prompted("Password: ", PASSWORDS[ALAN]).prompted("Choice: ", "2")
    pipe.prompted("Code: ", "").expect("2. Use another way to verify")
    pipe.prompted("Choice: ", "2").prompted("Choice: ", "1").expect("Code: ")
    pipe.answer(tenant.code(ALAN))
    signed_in(pipe.finish(), ALAN)
    written = log.read_text()
    check("signed-in" in written and "refused" not in written, "a next step is logged as a refusal", written)


@scenario("joan adds a phone number by pipe")
def registration(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options(), "--email", JOAN)
    pipe.prompted("Password: ", PASSWORDS[JOAN]).prompted("Choice: ", "2")
    pipe.prompted("Phone number: ", "555 0142").expect("✗ ")
    pipe.prompted("Phone number [555 0142]: ", "+1 (555) 555-0142").expect("Code: ")
    pipe.answer(tenant.code(PHONE))
    signed_in(pipe.finish(), JOAN)


@scenario("ada resets her password by pipe, and signs in with the new one")
def reset(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options(), "--reset-password", "--email", ADA)
    pipe.expect("Code: ")
    pipe.answer(tenant.code(ADA))
    pipe.prompted("New password: ", "contoso-Aa1").prompted("Confirm password: ", "contoso-Aa1")
    pipe.expect("✗ ")
    pipe.prompted("New password: ", NEW_PASSWORD).prompted("Confirm password: ", NEW_PASSWORD)
    pipe.expect("ℹ ")
    pipe.prompted(f"Email [{ADA}]: ", "").prompted("Password: ", NEW_PASSWORD)
    signed_in(pipe.finish(), ADA)


@scenario("a reset of an account without a password, by pipe")
def no_reset(world):
    tenant = world.tenant()
    pipe = world.pipe(*LOGIN, *tenant.options(), "--reset-password")
    pipe.prompted("Email: ", LINUS).expect("2. Send me an email code")
    refused(pipe.finish(), 1, "PasswordResetError", "notSupported")


@scenario("a sign-up by keys", *SIZES)
def sign_up_by_keys(world, width, height):
    tenant = asking_tenant(world)
    terminal = world.terminal(width, height, "login", *tenant.options(), "--sign-up", "--json")
    terminal.wait("─ Create account ─", "Email")
    terminal.type(NEW).press("Tab").type(NEW_PASSWORD).press("Tab").type(NEW_PASSWORD).press("Enter")
    terminal.wait("─ Enter code ─")
    terminal.type(tenant.code(NEW)).press("Enter")
    terminal.wait("─ Your details ─", "Display name (required)")
    terminal.type("Ada").press("Tab").type("1234").press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())
    check(json.loads(terminal.text().replace("\n", ""))["name"] == "Ada", "another name", terminal.text())


@scenario("a second factor and a new way to verify by keys", *SIZES)
def verification_by_keys(world, width, height):
    tenant = world.tenant()
    terminal = form(world, tenant, width, height)
    submit(terminal, ALAN, PASSWORDS[ALAN])
    terminal.wait("─ Choose how to verify ─", "Text message")
    terminal.press("Enter")
    terminal.wait("─ Enter code ─")
    terminal.type(tenant.code(ALAN)).press("Enter")
    check(terminal.ended() == 0, "alan is not signed in", terminal.text())
    terminal = form(world, tenant, width, height)
    submit(terminal, JOAN, PASSWORDS[JOAN])
    terminal.wait("─ Choose how to verify ─")
    terminal.press("Down", "Enter")
    terminal.wait("─ Add a way to verify ─", "Phone number")
    terminal.type("+1 555 555 0142").press("Enter")
    terminal.wait("─ Enter code ─")
    terminal.type(tenant.code(PHONE)).press("Enter")
    check(terminal.ended() == 0, "joan is not signed in", terminal.text())


@scenario("a forgotten password by keys", *SIZES)
def reset_by_keys(world, width, height):
    tenant = world.tenant()
    terminal = world.terminal(width, height, "login", *tenant.options(), "--reset-password")
    terminal.wait("─ Reset password ─")
    terminal.type(ADA).press("Enter")
    terminal.wait("─ Enter code ─")
    terminal.type(tenant.code(ADA)).press("Enter")
    terminal.wait("─ New password ─")
    terminal.type(NEW_PASSWORD).press("Tab").type(NEW_PASSWORD).press("Enter")
    terminal.wait("─ Sign in ─", "ℹ ", ADA)
    terminal.type(NEW_PASSWORD).press("Enter")
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("an account without a password: what there is instead, by keys", *SIZES)
def no_reset_by_keys(world, width, height):
    tenant = world.tenant()
    terminal = world.terminal(width, height, "login", *tenant.options(), "--reset-password")
    terminal.wait("─ Reset password ─")
    terminal.type(LINUS).press("Enter")
    terminal.wait("ℹ ", "has no password", "Continue in a browser")
    activate(terminal, "Continue in a browser")
    terminal.wait("─ Continue in your browser ─")
    tenant.approve(LINUS)
    check(terminal.ended() == 0, "not signed in", terminal.text())


@scenario("the gallery is stepped through at any size", *SIZES)
def gallery(world, width, height):
    terminal = world.terminal(width, height, "gallery", "enter-code")
    terminal.wait("1/", "enter-code", "─ Enter code ─")
    terminal.press("n")
    terminal.wait("2/", "✗ ")
    terminal.press("p", "p")
    terminal.wait("enter-code-registration" if width > 60 else "enter-code-regis")
    terminal.press("q")
    check(terminal.ended() == 0, "another status", terminal.text())
