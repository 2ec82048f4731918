/// Called after the last frame of what was scheduled is rendered, or removed.
public typealias AVAudioNodeCompletionHandler = () -> Void

/// What a handler of a player reports.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  /// The frames are read, rendered, or heard: all when they are rendered.
  case dataConsumed = 0, dataRendered, dataPlayedBack
}

/// How a buffer is scheduled.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Again and again, until another buffer interrupts.
  public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 0)
  /// Instead of what is scheduled.
  public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 1)
  /// At the end of what plays, or of a round of its loop, instead of what is scheduled after it.
  public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 2)
}

/// Plays buffers and files, one after the other.
///
/// Rates and channels are converted. Handlers are called by the thread that renders.
public class AVAudioPlayerNode: AVAudioNode, AVAudioMixing {
  public var volume: Float = 1
  public var pan: Float = 0
  /// Whether ``play()`` was called, and neither ``pause()`` nor ``stop()`` since.
  public private(set) var isPlaying = false
  private var queue: [ScheduledSound] = []
  /// The number of frames since ``play()``.
  private var played: AVAudioFramePosition = 0
  /// When it begins to play, in frames of the engine.
  private var beginning: AVAudioTime?
  private var handlers: [AVAudioNodeCompletionHandler] = []

  /// Creates a player.
  public override init() {}

  /// Schedules a buffer after all that is scheduled.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler)
  }

  /// Schedules a buffer.
  ///
  /// - Parameters:
  ///   - buffer: The buffer.
  ///   - when: The time since ``play()``; `nil` is after what is scheduled.
  ///   - options: Loops and interruptions.
  ///   - completionHandler: Called when it is rendered, or removed.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    if options.contains(.interrupts) {
      removeAll(from: 0)
    } else if options.contains(.interruptsAtLoop) {
      removeAll(from: 1)
      queue.first?.stopsLooping = true
    }
    add(.buffer(buffer, loops: options.contains(.loops)), when, completionHandler)
  }

  /// Schedules a buffer; see ``scheduleBuffer(_:at:options:completionHandler:)``.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime? = nil,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: ((AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {
    scheduleBuffer(
      buffer, at: when, options: options,
      completionHandler: completionHandler.map { handler in { handler(callbackType) } })
  }

  /// Schedules a whole file.
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    add(.file(file, from: 0, count: file.length), when, completionHandler)
  }

  /// Schedules a whole file; see ``scheduleFile(_:at:completionHandler:)``.
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: ((AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {
    scheduleFile(
      file, at: when,
      completionHandler: completionHandler.map { handler in { handler(callbackType) } })
  }

  /// Schedules a part of a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - startFrame: The first frame.
  ///   - numberFrames: How many frames, at most those of the file.
  ///   - when: The time since ``play()``; `nil` is after what is scheduled.
  ///   - completionHandler: Called when it is rendered, or removed.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    let start = max(0, startFrame)
    let count = max(0, min(Int64(numberFrames), file.length - start))
    add(.file(file, from: start, count: count), when, completionHandler)
  }

  /// Schedules a part of a file; see ``scheduleSegment(_:startingFrame:frameCount:at:completionHandler:)``.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: ((AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {
    scheduleSegment(
      file, startingFrame: startFrame, frameCount: numberFrames, at: when,
      completionHandler: completionHandler.map { handler in { handler(callbackType) } })
  }

  private func add(
    _ content: ScheduledSound.Content, _ when: AVAudioTime?,
    _ handler: AVAudioNodeCompletionHandler?
  ) {
    queue.append(ScheduledSound(content, when, handler))
  }

  /// Begins, or goes on after a pause.
  public func play() { play(at: nil) }

  /// Begins at a frame of the engine; `nil` is at once.
  public func play(at when: AVAudioTime?) {
    (isPlaying, beginning) = (true, when.flatMap { $0.isSampleTimeValid ? $0 : nil })
  }

  /// Pauses: what is scheduled goes on with ``play()``.
  public func pause() { isPlaying = false }

  /// Ends, and removes what is scheduled.
  public func stop() {
    (isPlaying, played) = (false, 0)
    removeAll(from: 0)
    callHandlers()
  }

  public override func reset() {
    super.reset()
    removeAll(from: 0)
  }

  private func removeAll(from index: Int) {
    handlers += queue.dropFirst(index).compactMap(\.handler)
    queue = Array(queue.prefix(index))
  }

  /// Nothing: files are read when they are rendered.
  public func prepare(withFrameCount frameCount: AVAudioFrameCount) {}

  /// The time since ``play()``; `nil` while the player does not play.
  public func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
    guard isPlaying else { return nil }
    return AVAudioTime(sampleTime: played, atRate: soundFormat.sampleRate)
  }

  /// How many frames are silent before the player begins.
  private func lead(atRate rate: Double) -> Int {
    guard let beginning, let now = lastRenderTime else { return 0 }
    let seconds =
      Double(beginning.sampleTime) / beginning.sampleRate
      - Double(now.sampleTime) / now.sampleRate
    return max(0, Int((seconds * rate).rounded()))
  }

  override func render(_ count: Int) -> [[Double]] {
    let format = soundFormat
    guard isPlaying else { return super.render(count) }
    let lead = lead(atRate: format.sampleRate)
    if lead >= count { return super.render(count) }
    beginning = nil
    let sound = play(count - lead, in: format)
    return lead == 0 ? sound : sound.map { Array(repeating: 0, count: lead) + $0 }
  }

  private func play(_ count: Int, in format: AVAudioFormat) -> [[Double]] {
    var result = [[Double]](repeating: [], count: Int(format.channelCount))
    func missing() -> Int { count - (result.first?.count ?? count) }
    while missing() > 0, let first = queue.first {
      let now = played + Int64(count - missing())
      let wait = first.start(atRate: format.sampleRate).map { max(0, $0 - now) } ?? 0
      if wait > 0, !first.hasBegun {
        let silence = Int(min(wait, Int64(missing())))
        for channel in result.indices { result[channel] += repeatElement(0, count: silence) }
        continue
      }
      let sound = first.frames(missing(), in: format)
      for channel in result.indices { result[channel] += sound[channel] }
      if first.isOver {
        handlers += [first.handler].compactMap(\.self)
        queue.removeFirst()
      }
    }
    let silence = missing()
    for channel in result.indices { result[channel] += repeatElement(0, count: silence) }
    played += Int64(count)
    return result
  }

  /// Calls the handlers of what is rendered or removed.
  func callHandlers() {
    let due = handlers
    handlers = []
    for handler in due { handler() }
  }
}
