import Foundation
import Glibc
import TestSupport
import Testing

/// Web servers that cannot be used.
@Suite(.serialized) struct ServerTests {
  @Test func `a server with a self-signed certificate is not trusted`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let certificate = folder.file("server.pem")
    try await ChildProcess(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1"]
        + ["-addext", "subjectAltName=IP:127.0.0.1"]
        + ["-keyout", certificate.path, "-out", folder.file("public.pem").path]
    ).check()
    let key = try Data(contentsOf: certificate)
    try (key + Data(contentsOf: folder.file("public.pem"))).write(to: certificate)
    let server = try MediaServer(folder.url, .ranges, certificate: certificate)
    defer { server.stop() }
    try await expect(server.uri(of: "film.mp4"), toFailWith: "does not trust the certificate")
  }

  @Test func `an error names an unreachable server`() async throws {
    // Nothing listens at port 0, which no server can have.
    try await expect(
      "http://127.0.0.1:1/film.mp4",
      toFailWith: unsafe String(cString: strerror(ECONNREFUSED)).lowercased())
  }

  @Test func `a file that a server does not have is an error`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let server = try MediaServer(folder.url, .ranges)
    defer { server.stop() }
    try await expect(server.uri(of: "film.mp4"), toFailWith: "not found")
  }

  @Test func `an error reports endless redirects`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let server = try MediaServer(folder.url, .redirecting)
    defer { server.stop() }
    try await expect(server.uri(of: "film.mp4"), toFailWith: "redirects in a loop")
  }

  private func expect(_ location: String, toFailWith words: String) async throws {
    let command = try Command(showing: location, types: ["video"])
    defer { command.folder.remove() }
    let outcome = try await command.run("export", "-o", "film.mkv", "--preset", "lossless")
    #expect(outcome.status == .exited(66))
    #expect(
      outcome.errorText.contains(location) && outcome.errorText.lowercased().contains(words),
      "\(outcome.errorText)")
    #expect(try command.leftovers() == [])
  }
}
