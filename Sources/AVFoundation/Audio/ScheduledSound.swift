import CutawayApple

/// What a player plays: a buffer or a part of a file.
final class ScheduledSound {
  let handler: AVAudioNodeCompletionHandler?
  /// Whether a loop ends with the current round.
  var stopsLooping = false
  private(set) var hasBegun = false
  private let content: Content
  private let when: AVAudioTime?
  private var position: Int64 = 0
  private var conversion: SoundConversion?
  private var hasFailed = false

  enum Content {
    case buffer(AVAudioPCMBuffer, loops: Bool)
    case file(AVAudioFile, from: Int64, count: Int64)
  }

  init(_ content: Content, _ when: AVAudioTime?, _ handler: AVAudioNodeCompletionHandler?) {
    (self.content, self.when, self.handler) = (content, when, handler)
    if when?.isSampleTimeValid == false {
      Log.warnOnce("a player ignores times of the system's clock: sound is rendered into memory")
    }
  }

  /// The frame of the player at which it begins; `nil` is at once.
  func start(atRate rate: Double) -> Int64? {
    guard let when, when.isSampleTimeValid else { return nil }
    return Int64((Double(when.sampleTime) * rate / when.sampleRate).rounded())
  }

  /// Whether all frames have been taken.
  var isOver: Bool {
    if hasFailed { return true }
    guard let conversion else { return false }
    return conversion.hasEnded && conversion.count == 0
  }

  private var format: AVAudioFormat {
    switch content {
    case .buffer(let buffer, _): buffer.format
    case .file(let file, _, _): file.processingFormat
    }
  }

  /// The next frames; fewer at the end.
  func frames(_ count: Int, in target: AVAudioFormat) -> [[Double]] {
    hasBegun = true
    let source = format
    if conversion == nil {
      conversion = SoundConversion(
        from: source.sampleRate, to: target.sampleRate,
        .mixing(from: Int(source.channelCount), to: Int(target.channelCount)),
        channels: Int(target.channelCount))
    }
    guard let conversion else {
      hasFailed = true
      return Array(repeating: [], count: Int(target.channelCount))
    }
    while conversion.count < count, !conversion.hasEnded {
      let next = next(conversion.needed(for: count - conversion.count))
      if next.first?.isEmpty == false { conversion.add(next) } else { conversion.end() }
    }
    if isExhausted { conversion.end() }
    return conversion.take(count)
  }

  /// Whether the content has no more frames.
  private var isExhausted: Bool {
    switch content {
    case .buffer(let buffer, let loops):
      position >= Int64(buffer.frameLength) && (!loops || stopsLooping)
    case .file(_, _, let count): position >= count
    }
  }

  /// The next frames of the content; none at the end.
  private func next(_ count: Int) -> [[Double]] {
    switch content {
    case .buffer(let buffer, let loops):
      let length = Int64(buffer.frameLength)
      if position >= length, loops, !stopsLooping { position = 0 }
      let end = min(length, position + Int64(count))
      defer { position = end }
      return (0..<Int(buffer.format.channelCount)).map {
        buffer.numbers(Int(position)..<Int(end), ofChannel: $0)
      }
    case .file(let file, let start, let whole):
      let count = min(Int64(count), whole - position)
      guard count > 0, SampleKind(file.processingFormat) != nil,
        let buffer = AVAudioPCMBuffer(
          pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(count))
      else { return [] }
      do {
        file.framePosition = start + position
        try file.read(into: buffer)
      } catch {
        Log.warn("'\(file.url.path)' cannot be played: \(error)")
        return []
      }
      position += Int64(buffer.frameLength)
      return (0..<Int(buffer.format.channelCount)).map {
        buffer.numbers(0..<Int(buffer.frameLength), ofChannel: $0)
      }
    }
  }
}
