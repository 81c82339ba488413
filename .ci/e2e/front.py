"""What can stand between the program and a devtenant: a service under another name, and a proxy.

    front.py HOST PORT UPSTREAM CERTIFICATE KEY    serves until its standard input ends
"""

import http.client
import http.server
import json
import socket
import ssl
import subprocess
import sys
import threading
import urllib.parse

NAME = "contoso.vestibule.test"


def nothing(path, status, headers, body):
    return status, headers, body


class Front:
    """Forwards to a devtenant, under an address of its own; `change` may alter each answer."""

    def __init__(self, upstream, change=nothing, host="127.0.0.1", port=0, certificate=None, name="127.0.0.1"):
        front = self
        self.requests = []
        self.upstream = urllib.parse.urlsplit(upstream)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # What comes in many small pieces would wait for acknowledgements.
            wbufsize = -1
            disable_nagle_algorithm = True

            def serve(self):
                try:
                    front.forward(self, change)
                except (OSError, http.client.HTTPException):
                    self.close_connection = True  # one of the two ends is gone
            do_GET = do_POST = serve

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer((host, port), Handler)
        self.server.daemon_threads = True
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        self.origin = f"{'https' if certificate else 'http'}://{name}:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def forward(self, handler, change):
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        self.requests.append(handler.path)
        headers = {name: value for name, value in handler.headers.items() if name.lower() != "host"}
        connection = http.client.HTTPConnection(self.upstream.netloc, timeout=20)
        connection.request(handler.command, handler.path, body or None, headers)
        answer = connection.getresponse()
        text = answer.read().replace(f"{self.upstream.scheme}://{self.upstream.netloc}".encode(), self.origin.encode())
        kept = [(name, value) for name, value in answer.getheaders()
                if name.lower() not in ("content-length", "connection", "date", "transfer-encoding")]
        connection.close()
        status, headers, text = change(handler.path, answer.status, kept, text)
        handler.send_response(status)
        for name, value in headers:
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Proxy:
    """An HTTP proxy: `verdict` is what it says to CONNECT; 200 leads to `port` on this machine, whatever was asked for."""

    def __init__(self, verdict, port=0):
        self.verdict, self.target = verdict, port
        self.asked = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection):
        head = b""
        while b"\r\n\r\n" not in head:
            part = connection.recv(4096)
            if not part:
                return connection.close()
            head += part
        self.asked.append(head.decode())
        more = 'Proxy-Authenticate: Basic realm="x"\r\n' if self.verdict == 407 else ""
        connection.sendall(f"HTTP/1.1 {self.verdict} Told\r\n{more}Content-Length: 0\r\n\r\n".encode()
                           if self.verdict != 200 else b"HTTP/1.1 200 Connected\r\n\r\n")
        if self.verdict != 200:
            return connection.close()
        other = socket.create_connection(("127.0.0.1", self.target))
        threading.Thread(target=self.pour, args=[other, connection], daemon=True).start()
        self.pour(connection, other)

    @staticmethod
    def pour(source, target):
        try:
            while part := source.recv(65536):
                target.sendall(part)
        except OSError:
            pass
        for end in (source, target):
            end.close()

    def stop(self):
        self.listener.close()


class Authority:
    """A private certificate authority in a folder, with one certificate of its own making."""

    def __init__(self, folder, name="Example Inspection Root"):
        folder.mkdir()
        self.file = folder / "ca.pem"
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        self.openssl("req", "-x509", *key, "-days", "30", "-keyout", folder / "ca.key", "-out", self.file,
                     "-subj", f"/CN={name}")
        self.openssl("req", *key, "-keyout", folder / "key.pem", "-out", folder / "request.pem", "-subj", "/CN=service")
        (folder / "names").write_text(f"subjectAltName=IP:127.0.0.1,DNS:{NAME}\n")
        self.certificate = (folder / "service.pem", folder / "key.pem")
        self.openssl("x509", "-req", "-in", folder / "request.pem", "-CA", self.file, "-CAkey", folder / "ca.key",
                     "-CAcreateserial", "-days", "30", "-extfile", folder / "names", "-out", self.certificate[0])

    @staticmethod
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def main():
    host, port, upstream, certificate, key = sys.argv[1:]
    front = Front(upstream, host=host, port=int(port), certificate=(certificate, key), name=NAME)
    print(json.dumps({"origin": front.origin}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
