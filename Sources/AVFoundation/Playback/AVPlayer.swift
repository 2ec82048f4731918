import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayTime
import CutawayTranslation
import Synchronization

/// Plays an item.
///
/// With a display it opens a window; without one, it plays without showing anything.
open class AVPlayer: NSObject, @unchecked Sendable {
  // The state is in a `Mutex`.
  private let state = Mutex(State())
  let observers = TimeObservers()

  private struct State {
    var item: AVPlayerItem?
    /// What plays the item, once it is prepared.
    var playback: Playback?
    var task: Task<Void, Never>?
    /// Makes the playback of ``task``.
    var preparation: Task<Playback, any Error>?
    /// The compositor of the last playback.
    var compositing: CompositingSession?
    var rate: Float = 0
    var defaultRate: Float = 1
    var volume: Float = 1
    var isMuted = false
    var waits = true
    var actionAtItemEnd = ActionAtItemEnd.pause
    /// Where playback begins when the player exists.
    var position = MediaTime.zero
    var isAtEnd = false
    /// Counts the seeks that were requested.
    var seeks = 0
    /// The number of the last seek that is done.
    var seeksDone = 0
    var lastSeek: Task<Bool, Never>?
    /// Counts the jumps of the position.
    var jumps = 0
    var generation = 0
  }

  /// What plays an item.
  private struct Playback: Sendable {
    var player: Player
    var compositing: CompositingSession?
    /// The part of the item that plays.
    var range: TimeRange
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
    let (task, preparation) = state.withLock { ($0.task, $0.preparation) }
    task?.cancel()
    preparation?.cancel()
  }

  /// The item.
  public var currentItem: AVPlayerItem? { state.withLock { $0.item } }
  /// What happens at the end of an item; ``ActionAtItemEnd/pause`` by default.
  open var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.actionAtItemEnd } }
    set { state.withLock { $0.actionAtItemEnd = newValue } }
  }
  /// The volume, 0…1.
  public var volume: Float {
    get { state.withLock { $0.volume } }
    set {
      let player = state.withLock { state in
        state.volume = newValue
        return state.playback?.player
      }
      player?.volume = Double(newValue)
    }
  }
  /// Whether the sound is muted.
  public var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set {
      let player = state.withLock { state in
        state.isMuted = newValue
        return state.playback?.player
      }
      player?.isMuted = newValue
    }
  }
  /// The rate of ``play()``.
  public var defaultRate: Float {
    get { state.withLock { $0.defaultRate } }
    set { state.withLock { $0.defaultRate = newValue } }
  }
  /// Whether playback waits for data; it always does.
  public var automaticallyWaitsToMinimizeStalling: Bool {
    get { state.withLock { $0.waits } }
    set { state.withLock { $0.waits = newValue } }
  }
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
        : state.playback?.player.status.isPlaying == true ? .playing : .waitingToPlayAtSpecifiedRate
    }
  }

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
      return (state.playback?.player, state.task == nil && state.item != nil)
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
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    let (task, preparation) = state.withLock { state in
      defer {
        (state.item, state.task, state.preparation, state.playback) = (item, nil, nil, nil)
        (state.position, state.isAtEnd) = (.zero, false)
        state.generation += 1
      }
      return (state.task, state.preparation)
    }
    task?.cancel()
    preparation?.cancel()
    item?.player = self
    if item != nil { start() }
  }

  /// Starts a pipeline at the current position and rate, unless there is one.
  private func start() {
    state.withLock { state in
      guard let item = state.item, state.task == nil else { return }
      state.generation += 1
      let generation = state.generation
      state.isAtEnd = false
      let preparation = Task.detached(executorPreference: BlockingThreads.shared) { [weak self] in
        let (edit, resolved) = try await Self.prepare(item)
        guard let self else { throw CancellationError() }
        return try makePlayback(item, edit, resolved, generation)
      }
      state.preparation = preparation
      state.task = Task.detached(executorPreference: BlockingThreads.shared) { [weak self] in
        do {
          let playback = try await preparation.value
          try await self?.run(playback, item, generation)
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
      item.note {
        ($0.status, $0.size, $0.duration) = (.readyToPlay, size, CMTime(resolved.duration))
      }
      return (edit, resolved)
    } catch {
      throw AVError(
        item.videoComposition == nil ? .failedToLoadMediaData : .invalidVideoComposition,
        error.message)
    }
  }

  private func makePlayback(
    _ item: AVPlayerItem, _ edit: Edit, _ resolved: ResolvedComposition, _ generation: Int
  ) throws -> Playback {
    var settings = Player.Settings()
    let first = max(.zero, item.reversePlaybackEndTime.mediaTime ?? .zero)
    let last = min(resolved.duration, item.forwardPlaybackEndTime.mediaTime ?? resolved.duration)
    if last > first, first > .zero || last < resolved.duration {
      settings.range = TimeRange(start: first, end: last)
    }
    let range = settings.range ?? TimeRange(start: .zero, duration: resolved.duration)
    edit.begin(at: range.start)
    return try state.withLock { state in
      guard state.generation == generation else { throw CancellationError() }
      settings.start = max(.zero, state.position - range.start)
      settings.rate = state.rate == 0 ? 1 : Double(state.rate)
      settings.isPaused = state.rate == 0
      (settings.isMuted, settings.volume) = (state.isMuted, Double(state.volume))
      let player = Player(resolved, output: Self.output, settings: settings)
      let playback = Playback(player: player, compositing: edit.compositing, range: range)
      (state.playback, state.compositing) = (playback, edit.compositing)
      return playback
    }
  }

  private func run(_ playback: Playback, _ item: AVPlayerItem, _ generation: Int) async throws {
    let player = playback.player
    defer { playback.compositing?.finish() }
    try await player.runOnce()
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      state.position = player.status.rate < 0 ? playback.range.start : playback.range.end
      (state.playback, state.task, state.preparation, state.isAtEnd) = (nil, nil, nil, true)
      return true
    }
    if isCurrent {
      if actionAtItemEnd == .pause || actionAtItemEnd == .advance && !hasNextItem { setRate(0) }
      NotificationCenter.default.post(
        name: AVPlayerItem.didPlayToEndTimeNotification, object: item)
      if actionAtItemEnd == .advance { playNextItem() }
    }
  }

  /// Whether another item follows.
  var hasNextItem: Bool { false }
  /// Plays the item that follows.
  func playNextItem() {}

  private func fail(_ item: AVPlayerItem, _ error: any Error, _ generation: Int) {
    let isCurrent = state.withLock { state in
      guard state.generation == generation else { return false }
      (state.task, state.preparation, state.playback, state.rate) = (nil, nil, nil, 0)
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
    state.withLock { state in
      CMTime(state.playback.map { $0.player.time + $0.range.start } ?? state.position)
    }
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
    let task = enqueue(time, toleranceBefore, toleranceAfter)
    Task.detached(executorPreference: BlockingThreads.shared) {
      completionHandler(await task.value)
    }
  }

  /// Starts a seek after those that were requested before; of several that wait, only the last is
  /// executed.
  private func enqueue(_ time: CMTime, _ before: CMTime, _ after: CMTime) -> Task<Bool, Never> {
    // A compositor that still works on a frame would delay the seek. This comes first, because the
    // task may already wait for its own frame afterwards.
    state.withLock { $0.compositing }?.finish()
    return state.withLock { state in
      state.seeks += 1
      let (number, previous) = (state.seeks, state.lastSeek)
      let task = Task.detached(executorPreference: BlockingThreads.shared) { [weak self] in
        // Its result belongs to the one that requested it.
        _ = await previous?.value
        guard let self, self.state.withLock({ $0.seeks }) == number else { return false }
        defer { self.state.withLock { $0.seeksDone = number } }
        return await self.jump(to: time, before, after)
      }
      state.lastSeek = task
      return task
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
    await enqueue(time, toleranceBefore, toleranceAfter).value
  }

  private func jump(
    to time: CMTime, _ toleranceBefore: CMTime, _ toleranceAfter: CMTime
  ) async -> Bool {
    guard time.isNumeric || time.isPositiveInfinity, let item = currentItem else { return false }
    let target = min(time, item.duration).mediaTime ?? .zero
    NotificationCenter.default.post(name: AVPlayerItem.timeJumpedNotification, object: item)
    defer { state.withLock { $0.jumps += 1 } }
    func tolerance(_ time: CMTime) -> MediaTime {
      time.isPositiveInfinity ? MediaTime(1_000_000) : max(.zero, time.mediaTime ?? .zero)
    }
    // Playback may end before the seek begins; another pipeline starts at the target then.
    while true {
      state.withLock { ($0.position, $0.isAtEnd) = (target, false) }
      start()
      let (preparation, task) = state.withLock { ($0.preparation, $0.task) }
      // If the item cannot be prepared, it notes the error.
      guard let playback = try? await preparation?.value else { return false }
      let isShown = await playback.player.seek(
        to: max(.zero, target - playback.range.start), toleranceBefore: tolerance(toleranceBefore),
        toleranceAfter: tolerance(toleranceAfter))
      guard !isShown, playback.player.isOver else { return isShown }
      await task?.value
      guard state.withLock({ $0.item === item && $0.isAtEnd }) else { return false }
    }
  }

  /// Pauses, and seeks by frames.
  func step(_ count: Int) { state.withLock { $0.playback?.player }?.step(by: count) }

  /// The number of jumps of the position.
  var jumps: Int { state.withLock { $0.jumps } }
  /// Whether a seek has been requested and is not done.
  var isSeeking: Bool { state.withLock { $0.seeks != $0.seeksDone } }

  /// The rate changed.
  public static let rateDidChangeNotification = Notification.Name(
    "AVPlayerRateDidChangeNotification")
}
