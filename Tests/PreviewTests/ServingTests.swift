import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayPreview
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The server from the view of a client.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ServingTests {
  static let tick = MediaTime(1, over: 30)
  static let clip = TestMedia(
    .mov, video: .init(codec: .h264Intra, frameCount: 90, clip: 3),
    audio: .init(codec: .pcm, sound: .ticks, clip: 3))

  /// Two seconds of the clip from its frame 15, `count` times.
  static func composition(
    location: String? = nil, kinds: [Track.MediaType] = [.video, .audio], count: Int = 1
  ) async throws -> ResolvedComposition {
    let file = if let location { location } else { try await clip.file().path }
    let source = TimeRange(start: tick * 15, duration: MediaTime(2))
    let tracks = try kinds.map { kind in
      try Track(
        id: .init("\(kind)"), mediaType: kind,
        segments: (0..<count).map { index in
          Segment(
            target: TimeRange(start: MediaTime(Int64(2 * index)), duration: MediaTime(2)),
            media: .init(asset: "a", source: source))
        })
    }
    return try await Composition(
      render: RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: tick),
      assets: [Asset(id: "a", location: file)], tracks: tracks
    ).prepared()
  }

  /// Serves while the body runs, and waits for the end of the server.
  static func serve(
    _ preview: BrowserPreview, _ body: (_ url: URL, _ port: Int) async throws -> Void
  ) async throws {
    let (urls, continuation) = AsyncStream.makeStream(of: String.self)
    let server = Task {
      defer { continuation.finish() }
      try await preview.run { continuation.yield($0) }
    }
    defer { server.cancel() }
    for await text in urls {
      let url = try #require(URL(string: text))
      try await body(url, try #require(url.port))
      break
    }
    server.cancel()
    await #expect(throws: CancellationError.self) { try await server.value }
  }

  private func preview(_ composition: ResolvedComposition, pages: Int = 4) -> BrowserPreview {
    var settings = BrowserPreview.Settings()
    settings.pageLimit = pages
    return BrowserPreview(composition, file: "/home/me/edit.yaml", settings: settings)
  }

  @Test func `the page makes no external requests, and other sites cannot embed it`() async throws {
    try await Self.serve(preview(try await Self.composition())) { url, port in
      #expect(url.host == "127.0.0.1" && url.path == "/")
      let page = try #require(try await Visitor.answer(port: port, "/"))
      #expect(page.status == 200 && page.isComplete)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      let policy = try #require(page.headers["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-"))
      #expect(page.headers["cross-origin-resource-policy"] == "same-origin")
      let nonce = try #require(policy.split(separator: "'").first { $0.hasPrefix("nonce-") })
      #expect(page.text.contains("<script nonce=\"\(nonce.dropFirst(6))\">"))
      #expect(!page.text.contains("NONCE") && !page.text.contains("http"))
      let other = try #require(try await Visitor.answer(port: port, "/"))
      #expect(other.headers["content-security-policy"] != policy)
    }
  }

  @Test(arguments: [
    ("/nothing", 404), ("/../edit.yaml", 404), ("/media?frame=0&version=1", 404),
    ("/media?frame=60&version=1&page=a", 404), ("/media?frame=0&version=2&page=a", 409),
  ])
  func `an unknown path is refused`(path: String, status: Int) async throws {
    try await Self.serve(preview(try await Self.composition())) { _, port in
      let answer = try await Visitor.answer(port: port, path)
      #expect(answer?.status == status)
    }
  }

  @Test(arguments: [
    ("POST", "/", ["Host: localhost"], 405), ("GET", "/", ["Host: attacker.example"], 403),
    ("GET", "/events", ["Host: localhost", "Sec-Fetch-Site: cross-site"], 403),
    ("GET", "/", ["Nonsense"], 400),
  ])
  func `an unauthorised request is refused`(
    method: String, path: String, headers: [String], status: Int
  ) async throws {
    try await Self.serve(preview(try await Self.composition())) { _, port in
      let answer = try await Visitor.answer(port: port, path, method: method, headers: headers)
      #expect(answer?.status == status)
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.0\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nhost: b\r\n\r\n",
    "GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n", "GET /ä HTTP/1.1\r\n\r\n", "\r\n\r\n",
    "GET / HTTP/1.1\r\n" + String(repeating: "a", count: 20_000),
  ])
  func `a malformed request is refused`(request: String) async throws {
    try await Self.serve(preview(try await Self.composition())) { _, port in
      let answer = try await Visitor(port: port, sending: request).answer()
      #expect(answer?.status == 400)
    }
  }

  @Test func `a request may arrive in pieces, and spaces around values do not count`() async throws
  {
    try await Self.serve(preview(try await Self.composition())) { _, port in
      let visitor = try Visitor(port: port, sending: "GET / HTTP/1.1\r\nHO")
      try visitor.send("ST:\t localhost \r\n\r")
      try visitor.send("\n")
      let answer = await visitor.answer()
      #expect(answer?.status == 200 && answer?.isComplete == true)
    }
  }

  @Test func `a client that sends no request is disconnected`() async throws {
    try await Self.serve(preview(try await Self.composition())) { _, port in
      let visitor = try Visitor(port: port, sending: "GET / HTTP/1.1\r\n")
      #expect(await visitor.text(until: "\n").isEmpty)
    }
  }

  @Test func `pages that wait for changes leave room for others`() async throws {
    try await Self.serve(preview(try await Self.composition())) { _, port in
      var pages: [Visitor] = []
      for _ in 0..<40 {
        let page = try await Visitor(port: port, "/events")
        #expect(await page.text(until: "\n\n").contains("200"))
        pages.append(page)
      }
      // The connections of the oldest pages end.
      for page in pages.prefix(8) { #expect(await !page.text(until: "none").contains("none")) }
      #expect(try await Visitor.answer(port: port, "/")?.status == 200)
    }
  }

  @Test func `connections beyond the limits are closed, until others end`() {
    let door = Door(limit: 5, ofAddress: 2)
    #expect(door.enter("192.0.2.1") && door.enter("192.0.2.1"))
    #expect(!door.enter("192.0.2.1"))
    door.leave("192.0.2.1")
    #expect(door.enter("192.0.2.1"))
    #expect(door.enter("127.0.0.1") && door.enter("127.0.0.1") && door.enter("127.0.0.1"))
    #expect(!door.enter("127.0.0.1") && !door.enter("192.0.2.2"))
    door.leave("192.0.2.1")
    #expect(door.enter("192.0.2.2"))
  }

  @Test func `on other addresses than loopback, the URL has a token`() async throws {
    var settings = BrowserPreview.Settings()
    settings.address = PreviewAddress(host: "0.0.0.0", port: 0)
    let preview = BrowserPreview(
      try await Self.composition(), file: "edit.yaml", settings: settings)
    try await Self.serve(preview) { url, port in
      #expect(url.path.count >= 33)
      let host = ["Host: studio.example"]
      for path in ["/", "/events"] {
        let refusal = try await Visitor.answer(port: port, path, headers: host)
        #expect(refusal?.status == 403)
      }
      let path = "/" + url.path.split(separator: "/")[0] + "/"
      let page = try await Visitor.answer(port: port, path, headers: host)
      #expect(page?.status == 200)
      #expect(page?.headers["referrer-policy"] == "no-referrer")
    }
  }

  @Test func `a port in use is an error`() async throws {
    let composition = try await Self.composition()
    try await Self.serve(preview(composition)) { _, port in
      var settings = BrowserPreview.Settings()
      settings.address = PreviewAddress(port: port)
      let second = BrowserPreview(composition, file: "edit.yaml", settings: settings)
      let error = await #expect(throws: PreviewError.self) { try await second.run { _ in } }
      #expect(error?.code == .addressUnavailable && error?.message.contains("in use") == true)
    }
  }

  @Test func `pages receive errors, without paths, and new versions`() async throws {
    let composition = try await Self.composition()
    let preview = preview(composition)
    try await Self.serve(preview) { _, port in
      let page = try await Visitor(port: port, "/events")
      let first = await page.text(until: "\"version\":1")
      #expect(first.contains("text/event-stream") && first.contains("\"name\":\"edit.yaml\""))
      #expect(first.contains("\"frameCount\":60") && first.contains("\"notes\":[]"))
      preview.report(["/home/me/edit.yaml:3:1: error: cannot use '/home/me/b/c.mov': gone"])
      let second = await page.text(until: "error:")
      #expect(second.contains("\"edit.yaml:3:1: error: cannot use 'b/c.mov': gone\""))
      #expect(second.contains("\"isError\":true") && !second.contains("/home"))
      // A later client receives it, too.
      let late = try await Visitor(port: port, "/events")
      #expect(await late.text(until: "notes").contains("'b/c.mov'"))
      preview.show(composition)
      #expect(await page.text(until: "\"version\":2").contains("\"notes\":[]"))
      #expect(await late.text(until: "\"version\":2").contains("\"notes\":[]"))
    }
  }

  @Test func `the timeline is drawn first without thumbnails, then with them`() async throws {
    try await Self.serve(preview(try await Self.composition())) { _, port in
      let page = try await Visitor(port: port, "/events")
      let outline = try #require(try await Visitor.answer(port: port, "/timeline.svg?width=600"))
      #expect(outline.headers["content-type"] == "image/svg+xml")
      #expect(outline.text.hasPrefix("<svg") && !outline.text.contains("<image"))
      let left = try #require(outline.headers["timeline-left"].flatMap { Double($0) })
      let right = try #require(outline.headers["timeline-right"].flatMap { Double($0) })
      #expect(0 < left && left < right && right < 600)
      #expect(await page.text(until: "\"drawing\":1").contains("\"drawing\":1"))
      let drawing = try #require(try await Visitor.answer(port: port, "/timeline.svg?width=600"))
      #expect(drawing.text.contains("<image") && drawing.isComplete)
      let folder = try await Self.clip.file().deletingLastPathComponent().path
      #expect(!drawing.text.contains(folder))
    }
  }
}
