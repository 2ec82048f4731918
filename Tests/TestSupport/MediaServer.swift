public import Foundation

/// A web server for a folder, on a port of its own.
///
/// It ends with ``stop()``, and with this process in any case.
public struct MediaServer {
  /// The behaviour of the server.
  public enum Manner: String, Sendable, CaseIterable {
    /// Any part of a file, as most servers do.
    case ranges
    /// Whole files only.
    case whole
    /// Whole files only, without their length.
    case chunked
    /// The first half of a file, and then nothing.
    case stalling
    /// Each address redirects to itself, with a non-standard reason phrase.
    case redirecting
  }

  private let process: Process
  private let input: Pipe
  private let scheme: String
  private let port: Int

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - folder: The served folder.
  ///   - manner: The behaviour.
  ///   - certificate: A file with a certificate and its key, for `https`.
  /// - Throws: An error if Python is missing, or does not print its port.
  public init(_ folder: URL, _ manner: Manner, certificate: URL? = nil) throws {
    scheme = certificate == nil ? "http" : "https"
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["python3", "-c", Self.program, folder.path, manner.rawValue]
      + [certificate?.path].compactMap(\.self)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while !line.contains(0x0A) {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { break }
      line += part
    }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let port = Int(text) else {
      throw TestMedia.Unsupported(description: "no web server: \(text)")
    }
    self.port = port
  }

  public func uri(of name: String) -> String { "\(scheme)://127.0.0.1:\(port)/\(name)" }

  public func stop() {
    // Not by a signal: the process has inherited that signals are blocked.
    try? input.fileHandleForWriting.close()
  }

  private static let program = #"""
    import http.server, os, re, ssl, sys, threading, time

    folder, manner, *certificate = sys.argv[1:]

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1" if manner == "chunked" else "HTTP/1.0"

        def do_GET(self):
            if manner == "redirecting":
                self.send_response(301, "Elsewhere")
                self.send_header("Location", self.path)
                self.send_header("Content-Length", "0")
                return self.end_headers()
            path = os.path.join(folder, os.path.basename(self.path))
            if not os.path.exists(path):
                return self.send_error(404)
            with open(path, "rb") as file:
                data = file.read()
            part = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
            body = data
            if manner == "ranges" and part:
                last = int(part[2]) if part[2] else len(data) - 1
                body = data[int(part[1]):last + 1]
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {part[1]}-{last}/{len(data)}")
            else:
                self.send_response(200)
            if manner == "ranges":
                self.send_header("Accept-Ranges", "bytes")
            if manner == "chunked":
                self.send_header("Transfer-Encoding", "chunked")
            else:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                if manner == "chunked":
                    for start in range(0, len(body), 16384):
                        piece = body[start:start + 16384]
                        self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
                    return self.wfile.write(b"0\r\n\r\n")
                if manner == "stalling":
                    self.wfile.write(body[:len(body) // 2])
                    self.wfile.flush()
                    time.sleep(600)
                self.wfile.write(body)
            except OSError:
                pass  # Who asked has seen enough.

        def log_message(self, *arguments):
            pass

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True

    server = Server(("127.0.0.1", 0), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    """#
}
