import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTranslation
import Foundation

extension BrowserPreview {
  /// Checks that all required elements are installed.
  ///
  /// - Throws: ``PreviewError`` with the missing element.
  func checkElements() throws(PreviewError) {
    for element in FragmentOutput.elements where !ElementInspection.isInstalled(element.name) {
      throw PreviewError(
        .missingElement,
        "a preview in the browser needs \(element.name) from the package \(element.package)")
    }
  }

  /// Answers a request; if the client disconnects, the rest of the answer is dropped.
  func answer(_ head: RequestHead, _ rules: AccessRules, _ reply: Reply) async {
    let target = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    do {
      let resource = try rules.resource(
        method: head.method, path: String(target[0]),
        host: head.headers["host"],
        site: head.headers["sec-fetch-site"],
        mode: head.headers["sec-fetch-mode"])
      let query = target.count > 1 ? String(target[1]) : nil
      guard let route = PreviewRoute(resource: resource, query: query) else {
        return try await reply.send(404, "not found")
      }
      try await answer(route, reply)
    } catch let refusal as AccessRules.Refusal {
      // The client may have disconnected.
      try? await reply.send(refusal.status, refusal.message)
    } catch {
      // The client has disconnected.
    }
  }

  private func answer(_ route: PreviewRoute, _ reply: Reply) async throws {
    switch route {
    case .page: try await sendPage(reply)
    case .events: try await sendEvents(reply)
    case .media(let frame, let version, let page):
      try await sendMedia(from: frame, version: version, to: page, reply)
    case .timeline(let width):
      let sheet = await exhibit.timeline.sheet(width: width)
      try await reply.send(
        200, "image/svg+xml", Array(sheet.svg.utf8),
        headers: [("Timeline-Left", "\(sheet.left)"), ("Timeline-Right", "\(sheet.right)")])
    }
  }

  private func sendPage(_ reply: Reply) async throws {
    let nonce = AccessRules.makeToken()
    let page = String(decoding: PackageResources.page_html, as: UTF8.self)
      .replacing("NONCE", with: nonce)
    let policy = """
      default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; \
      connect-src 'self'; media-src blob:; img-src data:; base-uri 'none'; form-action 'none'; \
      frame-ancestors 'none'
      """
    try await reply.send(
      200, "text/html; charset=utf-8", Array(page.utf8),
      headers: [("Content-Security-Policy", policy)])
  }

  /// The interval of empty events, which reveal that a page has disconnected.
  private static let heartbeat = Duration.seconds(15)

  private func sendEvents(_ reply: Reply) async throws {
    try await reply.begin(200, "text/event-stream")
    let states = feed.states()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await state in states { try await reply.write(Array(state.event.utf8)) }
      }
      group.addTask {
        while true {
          try await Task.sleep(for: Self.heartbeat)
          try await reply.write(Array(": still here\n\n".utf8))
        }
      }
      try await group.next()
      group.cancelAll()
    }
  }

  private func sendMedia(
    from frame: Int, version: Int, to page: String, _ reply: Reply
  ) async throws {
    let exhibit = exhibit
    guard version == exhibit.version else {
      return try await reply.send(409, "there is a newer version")
    }
    guard frame < Int(exhibit.resolved.frameCount) else {
      return try await reply.send(404, "the composition ends before this frame")
    }
    do {
      let hasPlace = try await slots.run(for: page) { [self] in
        try await render(exhibit, from: frame, reply)
      }
      if !hasPlace {
        try await reply.send(
          503, "other pages are playing; this server renders for \(settings.pageLimit) at a time",
          headers: [("Retry-After", "2")])
      }
    } catch let error as PipelineError {
      try await fail("\(error)", exhibit, reply)
    } catch let error as TranslationError {
      try await fail(error.faults.map(\.error.message).joined(separator: "\n"), exhibit, reply)
    }
  }

  private func render(_ exhibit: Exhibit, from frame: Int, _ reply: Reply) async throws {
    let rendering = try MediaRendering(
      exhibit.resolved, from: frame, onMissing: settings.onMissing)
    try await withTaskCancellationHandler {
      try await rendering.run { [self] warning in
        note(warning.message, isError: false, exhibit)
      } taking: { bytes, mediaType in
        if await !reply.hasBegun { try await reply.begin(200, mediaType) }
        try await reply.write(bytes)
      }
    } onCancel: {
      // If the client does not read, the answer waits for the socket.
      reply.breakOff()
    }
    try await reply.end()
  }

  private func fail(_ message: String, _ exhibit: Exhibit, _ reply: Reply) async throws {
    note(message, isError: true, exhibit)
    if await !reply.hasBegun { try await reply.send(500, exhibit.mask.masked(message)) }
  }

  /// Shows a note on all pages, unless the composition has been replaced meanwhile.
  private func note(_ message: String, isError: Bool, _ exhibit: Exhibit) {
    feed.update { state in
      guard state.version == exhibit.version else { return }
      state.add(.init(isError: isError, text: exhibit.mask.masked(message)))
    }
  }
}
