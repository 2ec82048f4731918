import CutawayDiagnostics
import CutawayModel
import CutawaySystem
public import CutawayTime
public import CutawayTranslation
import Foundation
import Synchronization

/// Serves a web page that plays a composition, seeks in it and shows its timeline.
///
/// ```swift
/// let preview = BrowserPreview(edit, file: "edit.yaml")
/// try await preview.run { url in print(url) }
/// ```
///
/// Any task may replace the composition with ``show(_:warnings:)``, and the page keeps its
/// position. The page needs only this server and a browser with Media Source Extensions for H.264
/// and AAC.
///
/// On the loopback interface, every user of this machine can open the page. On other interfaces,
/// everyone who knows the URL can, which contains a token. Nothing is encrypted. The page receives
/// no paths of this machine.
public final class BrowserPreview: Sendable {
  /// The options of the server and the initial state of a page.
  public struct Settings: Sendable, Hashable {
    /// The address to listen on; the default is a free port on the loopback interface.
    public var address = PreviewAddress(port: 0)
    /// The initial position of a page, in the composition.
    public var start = MediaTime.zero
    /// The initial rate of a page.
    public var rate = 1.0
    /// Whether playback restarts at the end.
    public var loops = false
    /// Whether a page is initially muted.
    public var isMuted = false
    /// How to treat a segment whose source fails during playback.
    public var onMissing = MissingMedia.stop
    /// The maximum number of pages for which video is rendered at the same time; others have to
    /// wait.
    public var pageLimit = 4

    /// The default settings: a free port on the loopback interface, and playback from the start.
    public init() {}
  }

  let settings: Settings
  let feed: EventFeed
  let slots: MediaSlots
  private let file: String
  private let shown: Mutex<Exhibit>

  /// A version of the composition, as the pages show it.
  struct Exhibit: Sendable {
    var version: Int
    var resolved: ResolvedComposition
    var timeline: TimelineShelf
    var mask: PathMask
  }

  /// Creates a preview, which serves nothing until ``run(ready:)``.
  ///
  /// - Parameters:
  ///   - composition: The first composition to show.
  ///   - file: The name or the path of the composition; the page receives only its last part.
  ///   - settings: The options of the server.
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

  /// Replaces the composition and removes the errors of the previous one.
  ///
  /// - Parameters:
  ///   - composition: The composition to show from now on.
  ///   - warnings: The warnings about it, for the page.
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

  /// Shows errors and removes the previous ones; the composition stays.
  ///
  /// - Parameter errors: The errors of the composition that could not replace the current one.
  public func report(_ errors: [String]) {
    let mask = exhibit.mask
    feed.update { state in
      state.notes = []
      for error in errors { state.add(.init(isError: true, text: mask.masked(error))) }
    }
  }

  /// Serves until its task is cancelled, and returns when everything has stopped.
  ///
  /// - Parameter ready: Receives the URL of the page once it can be opened.
  /// - Throws: ``PreviewError``; `CancellationError`.
  public func run(ready: (_ url: String) -> Void) async throws {
    try checkElements()
    let port = settings.address.port
    guard (0...65_535).contains(port) else {
      throw PreviewError(.addressUnavailable, "a port lies between 0 and 65535, not \(port)")
    }
    let token = AccessRules.makeToken()
    let rules = Mutex(AccessRules(token: token))
    let server = PreviewServer(address: settings.address) { [self] head, reply in
      await answer(head, rules.withLock { $0 }, reply)
    }
    do {
      try await server.run { address in
        let isLoopback = address.host == "::1" || AccessRules.isLoopback(address.host)
        if isLoopback { rules.withLock { $0.token = nil } }
        ready("http://\(reachableHost):\(address.port)/\(isLoopback ? "" : token + "/")")
      }
    } catch {
      await exhibit.timeline.stop()
      throw error
    }
  }

  /// The name of this machine for other machines, if the server listens on all addresses.
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
