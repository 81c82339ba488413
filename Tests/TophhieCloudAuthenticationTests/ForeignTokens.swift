/// Tokens of another provider, made with the openssl command: a witness that is not ours.
///
/// Claims: issuer `https://idp.example.com`, audience `terminal`, issued at 1,800,000,000, good for an hour.
enum ForeignTokens {
    static let modulus =
        "tJeKMRlaFpjKIOAEsChGCxsYxqZraJ4QDxh5yeZq_BP-fgXZjF06RZl0DmMAinpZCtmmvbuff7E94s7i07380Uvq"
        + "WEiUKiC1lHi3P3UnPP6urVZg7-QdI9T5xOqah_L3wIXYiF4gVxF56rixS4wg3Y6KRSCNtv-jrB4uhz5tnHCG65Jy"
        + "tuTxpyxx6hD1xKUKviOWrtoJfxdSXQEjVT64doLF-Qmq5VY6MkEOg58bXhxStxnOoTYij-2UVsXJREhFiDYrz9yF"
        + "JemiClhSYgUCbcwflcHELOdIo53lT5D1hNA2AeLPtIWAkx-8d2tqpzRV1-XBwnchfh_3UGkY-NAg1w"
    static let x = "501rv1cRr1dW8NjdAcf7PmZH6PFKCBTGQBSEXHDOuH8"
    static let y = "IdPRu-6uDbDO6s-ZdN24DednhiBunez7YZXI2erd-7A"
    /// `kid` r.
    static let ps256 =
        "eyJhbGciOiJQUzI1NiIsImtpZCI6InIifQ.eyJpc3MiOiJodHRwczovL2lkcC5leGFtcGxlLmNvbSIsInN1YiI6I"
        + "nBlcnNvbi0xIiwiYXVkIjoidGVybWluYWwiLCJleHAiOjE4MDAwMDM2MDAsImlhdCI6MTgwMDAwMDAwMH0.YaHSt"
        + "h7RGP4c2aZ2q0lO3II5A00q68AuaDPqKmfYv1M3D9zsV466L041enYnR2eafxg67OJOyYYMrlksifTDvD5mJRyzC"
        + "sal4U6NZzhJJT_qpZ8lBDopNRkFuGf18LFbCTTNswdpVKY5jEriqgMCpps7QT9q95lyJKG9G11yzdh-eQXKGUd40"
        + "6_xiXyTvHHBsog3Ff2FNGzYcdmIMRgnuohofeJ-H8hLufrpF9TI5joftFuYJGzm9GH5NNglrpooxUZvu44tbSeYM"
        + "3niN3XAVjRxYM1N4F7k4EX7FHZ7tRCyXb0b4cNKY7nH-J1XLfJ-80SCz2Xjpw8B78qSsUakAw"
    /// `kid` e.
    static let es256 =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImUifQ.eyJpc3MiOiJodHRwczovL2lkcC5leGFtcGxlLmNvbSIsInN1YiI6I"
        + "nBlcnNvbi0xIiwiYXVkIjoidGVybWluYWwiLCJleHAiOjE4MDAwMDM2MDAsImlhdCI6MTgwMDAwMDAwMH0.caIMs"
        + "6YEt2FFngdAJUSuQAqTu4YZSwVrypRKosKhouQTilaBlZ48OgzKRcXOZW_BDut7YKqa8Iax3szw4AluWw"
}
