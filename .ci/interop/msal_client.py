"""A program on MSAL for Python, as its users write them; it runs in the virtual environment that has MSAL.

It reads the tenant from its arguments and orders line by line from stdin, and answers each with a line of JSON. Tokens
leave it only as what MSAL read in them.
"""

import json
import sys

import msal

authority, client_id, certificate = sys.argv[1:4]
SCOPES = ["User.Read"]


def told(result, former=None):
    """The parts of MSAL's answer that say how it went."""
    if "access_token" not in result:
        return {"error": result.get("error"), "description": result.get("error_description")}
    return {
        "claims": result.get("id_token_claims"), "scope": result.get("scope"), "type": result.get("token_type"),
        "source": result.get("token_source"), "hasRefreshToken": "refresh_token" in result or former is not None,
        "isNew": former is not None and result["access_token"] != former["access_token"]}


def main():
    app = msal.PublicClientApplication(
        client_id, authority=authority, instance_discovery=False, verify=certificate or True)
    flow, tokens, silent = None, None, None
    for order in map(str.strip, sys.stdin):
        if order == "begin":
            flow = app.initiate_device_flow(scopes=SCOPES)
            answer = {name: flow.get(name) for name in ("user_code", "verification_uri", "message", "error")}
        elif order == "poll once":
            answer = told(app.acquire_token_by_device_flow(flow, exit_condition=lambda _: True))
        elif order == "poll":
            tokens = app.acquire_token_by_device_flow(flow)
            answer = told(tokens)
        elif order in ("cached", "refresh"):
            [account] = app.get_accounts()
            silent = app.acquire_token_silent_with_error(SCOPES, account, force_refresh=order == "refresh")
            answer = told(silent, tokens) | {"account": account}
        print(json.dumps({"version": msal.__version__} | answer), flush=True)


try:
    main()
except Exception as error:  # whatever MSAL throws is an answer to the check
    print(json.dumps({"thrown": type(error).__name__, "description": str(error)[:500]}), flush=True)
