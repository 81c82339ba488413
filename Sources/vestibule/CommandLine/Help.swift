/// The texts of `--help`.
enum Help {
    static func text(for command: CommandName?) -> String {
        let own =
            switch command {
            case nil: program
            case .demo: demo
            case .login: login
            case .token: token
            case .status: status
            case .logout: logout
            case .gallery: gallery
            case .config: config
            case .configInit: configInit
            case .configCheck: configCheck
            case .configShow: configShow
            }
        return own + "\n\n" + everywhere
    }

    private static let program = """
        Usage: vestibule [COMMAND] [OPTION]…

        Sign in to a customer tenant of Microsoft Entra External ID, in a terminal.
        Without a command the front end opens: sign in, then your account.

          demo          try everything against a tenant on this machine
          login         sign in, keep the tokens, and end
          token         an access token for a script; never asks
          status        who is signed in, and how the tokens are kept
          logout        forget who is signed in
          gallery       every screen in every state, to look at
          config init   write a configuration file to begin with
          config check  verify the configuration against the tenant
          config show   print the settings and where each comes from

        "vestibule COMMAND --help" tells more about one of them.

          --plain       line prompts in place of the full screen (also VESTIBULE_PLAIN=1)

        Exit status: 0 done, 1 sign-in refused, 2 wrong usage, 3 configuration, 4 a person
        must sign in, 5 service or network not available, 130 cancelled.
        """

    private static let demo = """
        Usage: vestibule demo [OPTION]…

        Opens the front end on a tenant of its own, which "devtenant" serves on this machine
        only and only meanwhile. F2 shows the messages that the tenant sent. Your configuration
        and your tokens are left alone. Sign in as:

          ada@example.com    password Lovelace-1843
          grace@example.com  code by email
          alan@example.com   password Enigma-1912 and a second factor
          joan@example.com   password Station-X-40, must add a way to verify
          linus@example.com  in a browser

          --scenario NAME  what the tenant is like today:
                             default  everything works
                             slow     each answer takes three seconds
                             outage   the service is down for the first requests
                             lockout  two wrong passwords lock an account
          --keep DIR       keep tenant and tokens in DIR, and go on there next time
          --plain          line prompts in place of the full screen
        """

    private static let login = """
        Usage: vestibule login [OPTION]…

        Signs in anew, whoever is signed in, keeps the tokens, and ends.

          --email ADDRESS   whose sign-in it is; it is not asked then
          --sign-up         create an account first
          --reset-password  choose a new password first, then sign in with it
          --device-code     show an address and a code to sign in with on any device; needs no
                            terminal
          --password-stdin  the password is the first line of standard input; needs --email and
                            no terminal. A refusal is final
          --plain           line prompts, read from standard input: for screen readers and
                            scripts (also VESTIBULE_PLAIN=1)
          --json            the result, or the error, as one JSON object on standard output
        """

    private static let token = """
        Usage: vestibule token [--scope SCOPE]… [--format FORMAT]

        Prints the access token of whoever is signed in, alone on standard output. It never asks:
        when there is none that lasts and has the scopes, it ends with exit status 4, and a person
        must sign in ("vestibule login").

          --scope SCOPE    a scope that the token must have; as often as needed
          --format FORMAT  text (default), json, or exec-credential for Kubernetes
        """

    private static let status = """
        Usage: vestibule status [--json]

        Who is signed in, until when the access token lasts, and how tokens are kept. No token is
        printed. Exit status 4 when nobody is signed in.

          --json  one JSON object on standard output
        """

    private static let logout = """
        Usage: vestibule logout

        Forgets the tokens on this machine. There being none is no error. Sessions in browsers and
        tokens that were given to other programs go on.
        """

    private static let gallery = """
        Usage: vestibule gallery [SCREEN] [OPTION]…

        Shows every screen in every state, one by one, or those of SCREEN only, such as sign-in.
        n shows the next one, p the one before, q or Esc leaves. No service is asked anything,
        and no configuration is needed. Where there is no terminal all are printed as text.

          --plain  print them as text (also VESTIBULE_PLAIN=1)
        """

    private static let config = """
        Usage: vestibule config init | check | show

          init   write a configuration file to begin with
          check  verify the configuration against the tenant
          show   print the settings and where each comes from
        """

    private static let configInit = """
        Usage: vestibule config init [--tenant SUBDOMAIN | --authority URL] [--client-id ID]

        Writes a commented configuration file to $XDG_CONFIG_HOME/vestibule/config.json (or the
        file that --config names), with what the options give filled in. It asks nothing, and
        never replaces a file.
        """

    private static let configCheck = """
        Usage: vestibule config check

        Tries, line by line, what a sign-in needs: settings, name look-up, connection and
        certificate, clock, the tenant's discovery document, native authentication, device code.
        What is wrong is told with the place to mend it. It signs nobody in.
        Exit status 0 when all is well, 3 when something must be set up, 5 when the service
        cannot be reached.
        """

    private static let configShow = """
        Usage: vestibule config show

        Prints each setting that is set and has an effect, with where it comes from. Later places
        win: /etc/vestibule/config.json, $XDG_CONFIG_HOME/vestibule/config.json, variables such as
        VESTIBULE_CLIENT_ID (lists with commas), options. Of an authority and a tenant's name the
        one that was set later counts, at the same place the authority.
        """

    private static let everywhere = """
        Everywhere:
          --config FILE       read FILE in place of your own configuration file
          --tenant SUBDOMAIN  the tenant: the "contoso" of contoso.onmicrosoft.com
          --client-id ID      the app registration
          --authority URL     the tenant's full address: custom domains, other providers
          --log-level LEVEL   error, info (default) or debug: how much goes to the log that the
                              setting "log" names. Names and numbers only, never what was typed
          --no-color          no colors (also NO_COLOR)
          --help, --version
        """
}
