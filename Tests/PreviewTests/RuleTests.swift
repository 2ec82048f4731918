import CutawayPreview
import Testing

/// Addresses, routes, access rules, and the masking of paths.
@Suite struct RuleTests {
  @Test(arguments: [
    ("8080", "127.0.0.1", 8080), ("0", "127.0.0.1", 0), ("0.0.0.0:8080", "0.0.0.0", 8080),
    ("localhost:0", "localhost", 0), ("[::1]:8080", "::1", 8080),
    ("studio:65535", "studio", 65_535),
  ])
  func `an address is a port or a host with one`(text: String, host: String, port: Int) {
    #expect(PreviewAddress(text) == PreviewAddress(host: host, port: port))
  }

  @Test(arguments: [
    "", ":", "host", "host:", ":80", "65536", "-1", "+1", "::1:80", "a:b:80", "80 ",
  ])
  func `other text is not an address`(text: String) {
    #expect(PreviewAddress(text) == nil)
  }

  @Test(arguments: [
    ("localhost", true), ("localhost:8080", true), ("LOCALHOST:9000", true), ("127.0.0.1", true),
    ("127.8.9.1:80", true), ("[::1]", true), ("[::1]:8080", true), ("example.com", false),
    ("localhost.example.com", false), ("127.0.0.1.example.com", false), ("128.0.0.1", false),
    ("127.0.0", false), ("[::2]", false), ("", false), ("[::1", false),
    ("[::1]x80", false), ("[::1].example.com", false), ("localhost:", false),
    ("localhost:80:80", false), ("localhost:+80", false), ("localhost:65536", false),
    ("127.0.0.1:8080.example.com", false),
  ])
  func `a host name is loopback or not`(host: String, isLoopback: Bool) {
    #expect(AccessRules.isLoopback(host) == isLoopback)
  }

  private func resource(
    _ rules: AccessRules, _ path: String, method: String = "GET", host: String? = "localhost:8080",
    site: String? = nil, mode: String? = nil
  ) -> String? {
    try? rules.resource(method: method, path: path, host: host, site: site, mode: mode)
  }

  @Test func `on loopback, requests for a loopback host are answered`() {
    let rules = AccessRules()
    #expect(resource(rules, "/") == "")
    #expect(resource(rules, "/events", site: "same-origin", mode: "cors") == "events")
    #expect(resource(rules, "/", site: "none", mode: "navigate") == "")
    #expect(resource(rules, "/", method: "POST") == nil)
    #expect(resource(rules, "/", method: "HEAD") == nil)
    #expect(resource(rules, "/", host: "attacker.example") == nil)
    #expect(resource(rules, "/", host: nil) == nil)
  }

  @Test func `another site can link to the page, but not read it`() {
    let rules = AccessRules()
    #expect(resource(rules, "/", site: "cross-site", mode: "navigate") == "")
    for site in ["cross-site", "same-site"] {
      #expect(resource(rules, "/media", site: site, mode: "no-cors") == nil)
      // As a frame in the other site's page.
      #expect(resource(rules, "/media", site: site, mode: "navigate") == nil)
      #expect(resource(rules, "/events", site: site, mode: "cors") == nil)
    }
  }

  @Test func `on other addresses the token must match`() {
    let token = AccessRules.makeToken()
    let rules = AccessRules(token: token)
    #expect(token.count == 32 && token != AccessRules.makeToken())
    #expect(resource(rules, "/\(token)/", host: "studio.example") == "")
    #expect(resource(rules, "/\(token)/events", host: nil) == "events")
    for path in ["/", "/events", "/\(token)", "/\(token)x/", "/\(token.dropLast())/", "//", ""] {
      #expect(resource(rules, path) == nil, "\(path)")
    }
  }

  @Test func `a route has all parameters, within their limits`() {
    func route(_ resource: String, _ query: String? = nil) -> PreviewRoute? {
      PreviewRoute(resource: resource, query: query)
    }
    #expect(route("") == .page)
    #expect(route("events") == .events)
    #expect(
      route("media", "frame=12&version=3&page=ab") == .media(frame: 12, version: 3, page: "ab"))
    #expect(route("timeline.svg", "width=801") == .timeline(width: 825))
    #expect(route("timeline.svg", "width=10") == .timeline(width: 400))
    for query in [
      "frame=-1&version=1&page=a", "frame=1&page=a", "frame=1&version=0&page=a",
      "frame=1&version=1&page=", "frame=99999999999999999999&version=1&page=a", "frame=1.5", "%zz",
      "frame=1&version=1&page=" + String(repeating: "a", count: 41),
    ] {
      #expect(route("media", query) == nil, "\(query)")
    }
    for width in ["width=0", "width=5000", "width=", ""] {
      #expect(route("timeline.svg", width) == nil)
    }
    for name in ["page.html", "../edit.yaml", "media/", "etc/passwd", "%2e%2e/"] {
      #expect(route(name, "frame=1&version=1&page=a") == nil, "\(name)")
    }
  }

  @Test(arguments: [
    ("/home/me/my film/edit.yaml:3:1: error: no", "edit.yaml:3:1: error: no"),
    ("cannot use '/home/me/my film/media/a b.mp4': gone", "cannot use 'media/a b.mp4': gone"),
    ("cannot use '/mnt/big disk/c.mov': gone", "cannot use 'c.mov': gone"),
    ("reading /mnt/big disk/c.mov failed", "reading c.mov failed"),
    ("no element in /usr/lib/x86_64-linux-gnu/gst, sorry", "no element in gst, sorry"),
    ("see \"/tmp/a'b/c\"", "see \"c\""),
    ("uri=file:///home/other/x.mp4", "uri=x.mp4"),
    ("error:/var/log/y (/root/z)", "error:y (z)"),
    ("https://me:secret@host/a.mp4?token=1 failed", "https://host/a.mp4 failed"),
    ("at 1/30 s of video/x-raw and/or 3 / 4", "at 1/30 s of video/x-raw and/or 3 / 4"),
    ("'media/a.mp4' is relative", "'media/a.mp4' is relative"),
  ])
  func `messages contain only the last component of paths`(message: String, expected: String) {
    let mask = PathMask(file: "/home/me/my film/edit.yaml", known: ["/mnt/big disk/c.mov"])
    #expect(mask.masked(message) == expected)
  }
}
