import Cutaway
import CutawayDiagnostics
import CutawayGraph
import CutawayMedia
import CutawayTime
import Synchronization

/// Plays an item.
///
/// With a display it opens a window; without one, it plays without showing anything.
public final class AVPlayer: NSObject, @unchecked Sendable {
  // The state is in a `Mutex`.
  private let state = Mutex(State())

  private struct State {
    var item: AVPlayerItem?
    var player: Player?
    var task: Task<Void, Never>?
    var compositing: CompositingSession?
    var rate: Float = 0
    /// Where playback begins when the player exists.
    var position = MediaTime.zero
    var isAtEnd = false
    var observers: [Int: TimeObserver] = [:]
    var nextObserver = 0
    var generation = 0
  }

  /// Whether the player can play.
  public enum Status: Int, Sendable {
    /// Not known, yes, no.
    case unknown = 0, readyToPlay, failed
  }

  /// Whether the player plays.
  public enum TimeControlStatus: Int, Sendable {
    /// Paused, about to play, playing.
    case paused = 0, waitingToPlayAtSpecifiedRate, playing
  }

  /// What happens at the end of an item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item plays; it pauses; nothing.
    case advance = 0, pause, none
  }

  /// Why the player waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a reason.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// There is no item.
    public static let noItemToPlay = WaitingReason(
      rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }

  /// Creates a player without an item.
  public override init() {}
  /// Creates a player of an item.
  public convenience init(playerItem item: AVPlayerItem?) {
    self.init()
    replaceCurrentItem(with: item)
  }
  /// Creates a player of a file.
  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

  deinit {
    let (task, observers) = state.withLock { ($0.task, $0.observers) }
    task?.cancel()
    for observer in observers.values { observer.cancel() }
  }

  /// The item.
  public var currentItem: AVPlayerItem? { state.withLock { $0.item } }
  /// What happens at the end of an item; ``ActionAtItemEnd/pause`` by default.
  public var actionAtItemEnd = ActionAtItemEnd.pause
  /// The volume, 0…1; it takes effect with the next item or when playback starts again.
  public var volume: Float = 1
  /// Whether the sound is muted; it takes effect when playback starts again.
  public var isMuted = false
  /// The rate of ``play()``.
  public var defaultRate: Float = 1
  /// Whether playback waits for data; it always does.
  public var automaticallyWaitsToMinimizeStalling = true
  /// Whether the player can play.
  public var status: Status { currentItem?.status == .failed ? .failed : .readyToPlay }
  /// Why the player cannot play.
  public var error: (any Error)? { currentItem?.error }
  /// Why the player waits.
  public var reasonForWaitingToPlay: WaitingReason? {
    state.withLock { $0.rate != 0 && $0.item == nil ? .noItemToPlay : nil }
  }
  /// Whether the player plays.
  public var timeControlStatus: TimeControlStatus {
    state.withLock { state in
      state.rate == 0
        ? .paused
        : state.player?.status.isPlaying == true ? .playing : .waitingToPlayAtSpecifiedRate
    }
  }
  /// The compositor at work.
  var compositor: (any AVVideoCompositing)? { state.withLock { $0.compositing }?.compositor }

  /// The rate: 0 is paused, negative rates play backwards.
  public var rate: Float {
    get { state.withLock { $0.rate } }
    set { setRate(newValue) }
  }

  /// Plays at ``defaultRate``.
  public func play() { setRate(defaultRate) }
  /// Pauses.
  public func pause() { setRate(0) }
  /// Plays at a rate.
  public func playImmediately(atRate rate: Float) { setRate(rate) }

  private func setRate(_ rate: Float) {
    let (player, starts) = state.withLock { state -> (Player?, Bool) in
      state.rate = rate
      if state.isAtEnd, rate > 0 { state.position = state.item?.duration.mediaTime ?? .zero }
      return (state.player, state.task == nil && state.item != nil)
    }
    NotificationCenter.default.post(name: AVPlayer.rateDidChangeNotification, object: self)
    if starts, rate != 0 { return start() }
    if rate == 0 {
      player?.pause()
    } else {
      player?.rate = Double(rate)
      player?.play()
    }
  }

  /// Plays another item, from its start.
  public func replaceCurrentItem(with item: AVPlayerItem?) {
    let task = state.withLock { state in
      defer {
        (state.item, state.task, state.player) = (item, nil, nil)
        (state.position, state.isAtEnd) = (.zero, false)
        state.generation += 1
      }
      return state.task
    }
    task?.cancel()
    item?.player = self
    if item != nil { start() }
  }

  /// Starts a pipeline at the current position and rate.
  private func start() {
    state.withLock { state in
      guard let item = state.item else { return }
      state.generation += 1
      let generation = state.generation
      state.isAtEnd = false
      state.task = Task.detached(executorPreference: BlockingThreads.shared) { [weak self] in
        do {
          let (edit, resolved) = try await Self.prepare(item)
          try await self?.run(item, edit, resolved, generation)
        } catch {
          self?.fail(item, error, generation)
        }
      }
    }
  }

  private static func prepare(_ item: AVPlayerItem) async throws -> (Edit, ResolvedComposition) {
    try await item.asset.prepare()
    let edit = try Edit(
      item.asset, item.videoComposition, item.audioMix, pitch: item.audioTimePitchAlgorithm)
    do {
      let resolved = try await edit.composition.prepared()
      let size = CGSize(width: resolved.renderSize.width, height: resolved.renderSize.height)
      item.note { ($0.status, $0.size) = (.readyToPlay, size) }
      return (edit, resolved)
    } catch {
      throw AVError(
        item.videoComposition == nil ? .failedToLoadMediaData : .invalidVideoComposition,
        error.message)
    }
  }

  private func run(
    _ item: AVPlayerItem, _ edit: Edit, _ resolved: ResolvedComposition, _ generation: Int
  ) async throws {
    var settings = Player.Settings()
    settings.isMuted = isMuted || volume == 0
    let player = state.withLock { state -> Player? in
      guard state.generation == generation else { return nil }
      settings.start = state.position
      settings.rate = state.rate == 0 ? 1 : Double(state.rate)
      settings.isPaused = state.rate == 0
      let player = Player(resolved, output: Self.output, settings: settings)
      (state.player, state.compositing) = (player, edit.compositing)
      return player
    }
    guard let player else { return }
    defer { edit.compositing?.finish() }
    try await player.run()
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      state.position = player.status.rate < 0 ? .zero : resolved.duration
      (state.player, state.task, state.isAtEnd) = (nil, nil, true)
      if actionAtItemEnd != .none { state.rate = 0 }
      return true
    }
    if isCurrent {
      NotificationCenter.default.post(
        name: AVPlayerItem.didPlayToEndTimeNotification, object: item)
    }
  }

  private func fail(_ item: AVPlayerItem, _ error: any Error, _ generation: Int) {
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      (state.task, state.player, state.rate) = (nil, nil, 0)
      return true
    }
    if !isCurrent || error is CancellationError { return }
    let reason = error as? AVError ?? AVError(.unknown, "\(error)")
    item.note { ($0.status, $0.error) = (.failed, reason) }
    NotificationCenter.default.post(
      name: AVPlayerItem.failedToPlayToEndTimeNotification, object: item,
      userInfo: [AVPlayerItemFailedToPlayToEndTimeErrorKey: reason])
  }

  /// A window where there is a display, else sinks that only keep the time.
  private static var output: SinkOutput {
    let environment = ProcessInfo.processInfo.environment
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    return hasDisplay
      ? SinkOutput()
      : SinkOutput(videoSink: "fakesink sync=true", audioSink: "fakesink sync=true")
  }

  // MARK: Time

  /// The position.
  public func currentTime() -> CMTime {
    state.withLock { state in CMTime(state.player?.time ?? state.position) }
  }

  /// Seeks near a time, which is quick.
  public func seek(to time: CMTime) { seek(to: time) { _ in } }
  /// Seeks near a time, which is quick.
  @preconcurrency
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }
  /// Seeks within tolerances.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
  }
  /// Seeks within tolerances, and calls a handler at the end with whether the frame is shown.
  @preconcurrency
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    Task.detached(executorPreference: BlockingThreads.shared) { [weak self] in
      completionHandler(
        await self?.seek(
          to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) ?? false)
    }
  }
  /// Seeks near a time.
  @discardableResult
  public func seek(to time: CMTime) async -> Bool {
    await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }
  /// Seeks within tolerances.
  ///
  /// - Returns: Whether the frame is shown.
  @discardableResult
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool {
    guard time.isNumeric || time.isPositiveInfinity, let item = currentItem else { return false }
    let target = min(time, item.duration).mediaTime ?? .zero
    let player = state.withLock { state in
      state.position = target
      state.isAtEnd = false
      return state.player
    }
    NotificationCenter.default.post(name: AVPlayerItem.timeJumpedNotification, object: item)
    guard let player else {
      // At the end there is no pipeline; the next one starts there.
      if state.withLock({ $0.task == nil }) { start() }
      return true
    }
    func tolerance(_ time: CMTime) -> MediaTime {
      time.isPositiveInfinity ? MediaTime(1_000_000) : max(.zero, time.mediaTime ?? .zero)
    }
    return await player.seek(
      to: target, toleranceBefore: tolerance(toleranceBefore),
      toleranceAfter: tolerance(toleranceAfter))
  }

  /// Pauses, and seeks by frames.
  func step(_ count: Int) { state.withLock { $0.player }?.step(by: count) }

  // MARK: Observers

  /// Calls a closure at intervals while the player plays.
  ///
  /// - Returns: An observer, until ``removeTimeObserver(_:)``.
  @preconcurrency
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?,
    using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let seconds = max(0.01, interval.isNumeric ? interval.seconds : 1)
    return observe(every: seconds, on: queue) { player in
      if player.rate != 0 { block(player.currentTime()) }
    }
  }

  /// Calls a closure when playback passes one of some times.
  ///
  /// - Returns: An observer, until ``removeTimeObserver(_:)``.
  @preconcurrency
  public func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    let limits = times.map(\.timeValue).sorted(), last = Mutex(CMTime.negativeInfinity)
    return observe(every: 0.02, on: queue) { player in
      let now = player.currentTime()
      let before = last.withLock { last in
        defer { last = now }
        return last
      }
      if limits.contains(where: { before < $0 && $0 <= now }) { block() }
    }
  }

  private func observe(
    every seconds: Double, on queue: DispatchQueue?, _ body: @escaping @Sendable (AVPlayer) -> Void
  ) -> Any {
    let timer = DispatchSource.makeTimerSource(queue: queue ?? .main)
    timer.schedule(deadline: .now() + seconds, repeating: seconds)
    timer.setEventHandler { [weak self] in if let self { body(self) } }
    timer.resume()
    let kept = TimeObserver(timer)
    return state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = kept
      return state.nextObserver
    }
  }

  /// Removes an observer.
  public func removeTimeObserver(_ observer: Any) {
    guard let id = observer as? Int else { return }
    state.withLock { $0.observers.removeValue(forKey: id) }?.cancel()
  }

  /// The rate changed.
  public static let rateDidChangeNotification = Notification.Name(
    "AVPlayerRateDidChangeNotification")
}

/// A timer that observes a player.
private final class TimeObserver: @unchecked Sendable {
  // Dispatch's sources may be used by any thread.
  private let timer: any DispatchSourceTimer

  init(_ timer: any DispatchSourceTimer) { self.timer = timer }

  func cancel() { timer.cancel() }
}

/// A layer of a player; it shows nothing, because exports and servers have no screen.
public final class AVPlayerLayer: CALayer {
  /// The player.
  public var player: AVPlayer?
  /// How the picture fills the layer.
  public var videoGravity = AVLayerVideoGravity.resizeAspect
  /// No.
  public var isReadyForDisplay: Bool { false }
  /// The area of the picture.
  public var videoRect: CGRect { bounds }

  /// Creates a layer of a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }
}

/// A layer whose time is that of an item.
public final class AVSynchronizedLayer: CALayer {
  /// The item.
  public var playerItem: AVPlayerItem?

  /// Creates a layer of an item.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    self.playerItem = playerItem
  }
}
