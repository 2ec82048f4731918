public import CutawayGraph
import CutawayModel
public import CutawayTime
import Foundation
import NIOCore
import Synchronization

/// Serves a page on which a browser plays a composition, seeks in it and shows its timeline.
///
/// ```swift
/// let preview = BrowserPreview(edit, file: "edit.yaml")
/// try await preview.run { url in print(url) }
/// ```
///
/// The page goes on with another composition at the same place as soon as there is one:
/// ``show(_:warnings:)``, from any task. It needs nothing but the server; browsers of the last years do
/// (Media Source Extensions with H.264 and AAC).
///
/// On the loopback interface, anybody on this machine may see it; elsewhere, who knows the URL, which
/// has a token in it. Nothing is encrypted. What the page is told holds no path of this machine.
public final class BrowserPreview: Sendable {
  /// How it is served, and how a page begins.
  public struct Settings: Sendable, Hashable {
    public var address = PreviewAddress(port: 0)
    /// Where a page begins.
    public var start = MediaTime.zero
    /// How fast it begins to play.
    public var rate = 1.0
    /// Whether it starts again at the end.
    public var loops = false
    /// Whether it begins without sound.
    public var isMuted = false
    /// What becomes of a segment whose source fails while it plays.
    public var onMissing = MissingMedia.stop
    /// For how many pages films are rendered at a time; others are told to wait.
    public var pageLimit = 4

    public init() {}
  }

  let settings: Settings
  let feed: EventFeed
  let slots: MediaSlots
  private let file: String
  private let shown: Mutex<Exhibit>

  /// A composition, as it is shown.
  struct Exhibit: Sendable {
    var version: Int
    var resolved: ResolvedComposition
    var timeline: TimelineShelf
    var mask: PathMask
  }

  /// - Parameters:
  ///   - composition: What is shown first.
  ///   - file: What it is called, a path perhaps: the page is told the last part.
  ///   - settings: How.
  public init(_ composition: ResolvedComposition, file: String, settings: Settings = Settings()) {
    self.settings = settings
    self.file = file
    var options = PreviewState.Options()
    options.start = Int(settings.start.floored(in: composition.frameDuration))
    options.rate = settings.rate
    options.loops = settings.loops
    options.isMuted = settings.isMuted
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let feed = EventFeed(
      PreviewState(
        composition, session: AccessRules.makeToken(), version: 1, name: name, options: options))
    self.feed = feed
    slots = MediaSlots(limit: settings.pageLimit)
    shown = Mutex(Exhibit(composition, file: file, version: 1, feed: feed))
  }

  var exhibit: Exhibit { shown.withLock { $0 } }

  /// Shows another composition, in the place of the one before and of its errors.
  ///
  /// - Parameters:
  ///   - composition: What is shown from now on.
  ///   - warnings: What there is to say about it.
  public func show(_ composition: ResolvedComposition, warnings: [String] = []) {
    let exhibit = shown.withLock { shown in
      shown = Exhibit(composition, file: file, version: shown.version + 1, feed: feed)
      return shown
    }
    feed.update { state in
      guard exhibit.version > state.version else { return }
      state = PreviewState(
        composition, session: state.session, version: exhibit.version, name: state.name,
        options: state.options)
      for warning in warnings {
        state.add(.init(isError: false, text: exhibit.mask.masked(warning)))
      }
    }
  }

  /// Shows errors, in the place of those before; what is shown goes on.
  ///
  /// - Parameter errors: What is wrong with the composition that should be shown now.
  public func report(_ errors: [String]) {
    let mask = exhibit.mask
    feed.update { state in
      state.notes = []
      for error in errors { state.add(.init(isError: true, text: mask.masked(error))) }
    }
  }

  /// Serves until its task is cancelled; then everything has stopped.
  ///
  /// - Parameter ready: Told the URL of the page once it can be opened.
  /// - Throws: ``PreviewError``; `CancellationError`.
  public func run(ready: (_ url: String) -> Void) async throws {
    try checkElements()
    let port = settings.address.port
    guard (0...65_535).contains(port) else {
      throw PreviewError(.addressUnavailable, "a port lies between 0 and 65535, not at \(port)")
    }
    let token = AccessRules.makeToken()
    let rules = Mutex(AccessRules(token: token))
    let server = PreviewServer(address: settings.address) { [self] head, reply in
      await answer(head, rules.withLock { $0 }, reply)
    }
    do {
      try await server.run { address in
        let isLoopback = address.ipAddress.map { $0 == "::1" || AccessRules.isLoopback($0) }
        if isLoopback == true { rules.withLock { $0.token = nil } }
        let port = address.port ?? settings.address.port
        ready("http://\(reachableHost):\(port)/\(isLoopback == true ? "" : token + "/")")
      }
    } catch {
      await exhibit.timeline.stop()
      throw error
    }
  }

  /// What others call this machine, where it serves at all of its addresses.
  private var reachableHost: String {
    let host = settings.address.host
    let isAny = host == "0.0.0.0" || host == "::"
    return isAny ? ProcessInfo.processInfo.hostName : PreviewAddress.urlHost(host)
  }
}

extension BrowserPreview.Exhibit {
  init(_ resolved: ResolvedComposition, file: String, version: Int, feed: EventFeed) {
    self.version = version
    self.resolved = resolved
    mask = PathMask(file: file, known: resolved.composition.assets.map(\.location))
    timeline = TimelineShelf(resolved) {
      feed.update { if $0.version == version { $0.drawing += 1 } }
    }
  }
}
