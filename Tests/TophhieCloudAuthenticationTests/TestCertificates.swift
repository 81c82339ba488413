/// Certificates of 127.0.0.1, made for these tests with the openssl command, and of use nowhere else.
enum TestCertificates {
    /// Who issued the others: Example Inspection Root.
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBoTCCAUegAwIBAgIBATAKBggqhkjOPQQDAjA/MSAwHgYDVQQDDBdFeGFtcGxl
        IEluc3BlY3Rpb24gUm9vdDEbMBkGA1UECgwSRXhhbXBsZSBJbnNwZWN0aW9uMCAX
        DTIwMDEwMTAwMDAwMFoYDzIxMjUwMTAxMDAwMDAwWjA/MSAwHgYDVQQDDBdFeGFt
        cGxlIEluc3BlY3Rpb24gUm9vdDEbMBkGA1UECgwSRXhhbXBsZSBJbnNwZWN0aW9u
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1yKYel0Lp5//cZZ+JUo+uC7tgmoD
        oK42bxQn6yOMGZiceaplTZ+raTOtl+ulnaoPE9rXneTDZLfqYR3ufmFYGKMyMDAw
        DwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUlQEn8HXeWMSNOHZx6HkVLSyLQRUw
        CgYIKoZIzj0EAwIDSAAwRQIgKdnwrxK4zmqozL5cUbDhvjjKAfHAqCppgZm4Jw6E
        GoICIQDvE4ZmTZxtwGKoB5yhx5uIoD3vaBl/prLo+SI/W84YKw==
        -----END CERTIFICATE-----
        """

    /// Good from 2020 to 2124.
    static let good = """
        -----BEGIN CERTIFICATE-----
        MIIBozCCAUigAwIBAgIBAjAKBggqhkjOPQQDAjA/MSAwHgYDVQQDDBdFeGFtcGxl
        IEluc3BlY3Rpb24gUm9vdDEbMBkGA1UECgwSRXhhbXBsZSBJbnNwZWN0aW9uMCAX
        DTIwMDEwMTAwMDAwMFoYDzIxMjQwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAkxMjcu
        MC4wLjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARbwzXk2jXpbOlpC6sk3GSW
        seLZL+cKEF1xZKuhNCQ+KJSkOebPSQFs30f35wd2ftE7JhZhV+Q9q/dY/Rpu9hNw
        o14wXDAPBgNVHREECDAGhwR/AAABMAkGA1UdEwQCMAAwHQYDVR0OBBYEFE53PRru
        RrMDys8dagV1AXE+kg7+MB8GA1UdIwQYMBaAFJUBJ/B13ljEjTh2ceh5FS0si0EV
        MAoGCCqGSM49BAMCA0kAMEYCIQC9wCRcnwGTY+VZ+1AJh3bk+t83nMy5M/QCvxfO
        MegHYAIhAIG6nlpczbGrO3zzgkw5ffKUDE798VUcJXTL9ag1CYVw
        -----END CERTIFICATE-----
        """

    /// Good in 2020 only.
    static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBnzCCAUagAwIBAgIBAzAKBggqhkjOPQQDAjA/MSAwHgYDVQQDDBdFeGFtcGxl
        IEluc3BlY3Rpb24gUm9vdDEbMBkGA1UECgwSRXhhbXBsZSBJbnNwZWN0aW9uMB4X
        DTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJMTI3LjAu
        MC4xMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEW8M15No16WzpaQurJNxklrHi
        2S/nChBdcWSroTQkPiiUpDnmz0kBbN9H9+cHdn7ROyYWYVfkPav3WP0abvYTcKNe
        MFwwDwYDVR0RBAgwBocEfwAAATAJBgNVHRMEAjAAMB0GA1UdDgQWBBROdz0a7kaz
        A8rPHWoFdQFxPpIO/jAfBgNVHSMEGDAWgBSVASfwdd5YxI04dnHoeRUtLItBFTAK
        BggqhkjOPQQDAgNHADBEAiBLjypJ1w7lyo/o5ZZH0JpeAQyVriAuuiwDALpG19Ya
        swIgMYgKV1M3LklY/FBMULlAbm7vrZyygrfSQpcNyoJviVc=
        -----END CERTIFICATE-----
        """

    /// Good from 2100 on.
    static let early = """
        -----BEGIN CERTIFICATE-----
        MIIBpDCCAUqgAwIBAgIBBDAKBggqhkjOPQQDAjA/MSAwHgYDVQQDDBdFeGFtcGxl
        IEluc3BlY3Rpb24gUm9vdDEbMBkGA1UECgwSRXhhbXBsZSBJbnNwZWN0aW9uMCIY
        DzIxMDAwMTAxMDAwMDAwWhgPMjEyNDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCTEy
        Ny4wLjAuMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFvDNeTaNels6WkLqyTc
        ZJax4tkv5woQXXFkq6E0JD4olKQ55s9JAWzfR/fnB3Z+0TsmFmFX5D2r91j9Gm72
        E3CjXjBcMA8GA1UdEQQIMAaHBH8AAAEwCQYDVR0TBAIwADAdBgNVHQ4EFgQUTnc9
        Gu5GswPKzx1qBXUBcT6SDv4wHwYDVR0jBBgwFoAUlQEn8HXeWMSNOHZx6HkVLSyL
        QRUwCgYIKoZIzj0EAwIDSAAwRQIgfPLeu4vlK7apo1Mi/BOfCc8rZmlrNzv0HIFf
        W/KivI0CIQCOpUlDzpY8Rp1kAxh3rq3n4va8J/p2Sz7FnvzfhBOhMg==
        -----END CERTIFICATE-----
        """

    /// Of all three.
    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtyyrAEV+UbHb+QJe
        PGZOo5WfZJXptfXksoXl8PMa03yhRANCAARbwzXk2jXpbOlpC6sk3GSWseLZL+cK
        EF1xZKuhNCQ+KJSkOebPSQFs30f35wd2ftE7JhZhV+Q9q/dY/Rpu9hNw
        -----END PRIVATE KEY-----
        """
}
