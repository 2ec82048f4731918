import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawaySources
import CutawayTime

/// Plays an audio track: for each output sample, the source sample at that time, or silence.
///
/// All positions are output samples. A segment starts at the sample nearest to its exact start.
struct AudioPlayer<Reader: SourceReader>: Player {
  let schedule: Schedule
  let audioFormat: AudioFormat
  let pool: ReaderPool<Reader>
  var warnings: [String] = []

  /// The duration of a sample.
  let unit: MediaTime
  /// The difference between output and source position of each segment, in samples.
  private let distances: [Int64]
  /// The position of the next output sample.
  private var position: Int64 = 0
  private let total: Int64
  /// The range of the current passage.
  private var range: Range<Int64>
  /// The part in progress during backward playback.
  private var reversed: ReversedPiece<Reader.Sample>?
  private var hasBeenAskedFor = false
  /// The sample at which a reader failed.
  private var failedPosition: Int64?
  private var reading = SegmentReading<SampleCursor<Reader>>()
  private var missing: MissingSegments
  private let onMissing: MissingSegments.Policy
  /// The reversed segment that is being played.
  private var reversal: SegmentReversal<Reader>?

  /// How long before its first sample a file is opened.
  private static var lookAhead: MediaTime { MediaTime(1) }
  /// The maximum number of samples per output block.
  private static var blockSize: Int64 { 4800 }

  init(
    _ schedule: Schedule, format: AudioFormat, onMissing: MissingSegments.Policy,
    pool: ReaderPool<Reader>
  ) {
    self.pool = pool
    missing = MissingSegments(onMissing)
    self.onMissing = onMissing
    self.schedule = schedule
    audioFormat = format
    unit = MediaTime(1, over: Int64(format.sampleRate))
    distances = schedule.distances(in: unit)
    total = schedule.duration.rounded(in: unit)
    range = 0..<total
  }

  var format: StreamFormat { .audio(audioFormat) }

  var duration: Int64 { nanoseconds(total) }

  mutating func seek(to passage: Passage) {
    func position(_ time: Int64) -> Int64 {
      min(max(0, MediaTime(nanoseconds: time).rounded(in: unit)), total)
    }
    let end = passage.end.map(position) ?? total
    range = min(position(passage.start), end)..<end
    self.position = passage.isBackward ? end : range.lowerBound
    reversed = passage.isBackward ? ReversedPiece(at: end) : nil
    reading.leave(schedule, to: pool)
    reversal = nil
    // The first passage is the whole track. Any other request means that a user seeks.
    reading.isInteractive = hasBeenAskedFor
    hasBeenAskedFor = true
    failedPosition = nil
  }

  mutating func next() throws(ElementError) -> TimelineOutput<Reader.Sample> {
    guard let piece = reversed?.range else { return try next(until: range.upperBound) }
    if position < piece.upperBound {
      repeat {
        let block = try next(until: piece.upperBound)
        if case .interrupted = block { return block }
        reversed?.blocks.append(block)
      } while position < piece.upperBound
    }
    if let block = reversed?.blocks.popLast() { return block }
    guard piece.lowerBound > range.lowerBound else { return .end }
    let length = Int64(audioFormat.sampleRate)
    position = max(range.lowerBound, piece.lowerBound - length)
    reversed?.range = position..<piece.lowerBound
    reading.leave(schedule, to: pool)
    return try next()
  }

  /// The next output in order of time, up to `limit`.
  private mutating func next(until limit: Int64) throws(ElementError) -> TimelineOutput<
    Reader.Sample
  > {
    guard position < limit else { return .end }
    guard let index = index(at: position) else { return silence(until: limit) }
    let (first, end) = span(of: index)
    if first > position {
      prepare(index)
      return silence(until: min(first, limit))
    }
    if missing.contains(index) { return silence(until: min(end, limit)) }
    if schedule.segments[index].mapping.isReversed {
      return try playReversed(index, from: first, until: min(end, limit))
    }
    reversal = nil
    let wanted = sourcePosition(of: index, at: position)
    reading.enter(index, of: schedule, in: pool) { [schedule, pool, unit, audioFormat] index in
      Self.open(schedule.segments[index], at: wanted, audioFormat, unit, in: pool)
    }
    if index + 1 < schedule.segments.count { prepare(index + 1) }
    return try play(schedule.segments[index], until: min(end, limit))
  }

  private mutating func play(
    _ segment: SourceSegment, until end: Int64
  ) throws(ElementError) -> TimelineOutput<Reader.Sample> {
    guard let index = reading.current?.index, var cursor = reading.current?.cursor else {
      return .interrupted
    }
    let wanted = sourcePosition(of: index, at: position)
    let result: SampleCursor<Reader>.Result
    do throws(ElementError) {
      let count = min(end - position, Self.blockSize)
      if segment.isVarispeed {
        return try playVarispeed(segment, &cursor, count: count)
      }
      result = try cursor.samples(at: wanted, count: count)
    } catch {
      let mayRetry = cursor.reader.mayRecover
      reading.discardCurrent(to: pool)
      // A flush can break an intact stream, so it is reopened once.
      if mayRetry, failedPosition != position {
        failedPosition = position
        return try next(until: end)
      }
      let fault = ElementError(
        error, of: segment, index, at: unit * Int(wanted), unit * Int(position))
      warnings.append(try missing.leaveOut(index, fault))
      return silence(until: end)
    }
    reading.current?.cursor = cursor
    switch result {
    case .samples(let sample, let part):
      let start = position
      position += Int64(part.count)
      return .samples(
        sample, part: part, order: .forward, start: nanoseconds(start), end: nanoseconds(position))
    case .silence(let count):
      warnIfEnded(segment, at: wanted)
      return silence(until: position + count)
    case .interrupted:
      return .interrupted
    }
  }

  /// Plays a reversed segment by a player of its own, which plays the segment backwards.
  private mutating func playReversed(
    _ index: Int, from first: Int64, until end: Int64
  ) throws(ElementError) -> TimelineOutput<Reader.Sample> {
    var piece =
      reversal?.continues(index, at: position, until: end) == true
      ? reversal : nil
    if piece == nil {
      reading.leave(schedule, to: pool)
      piece = SegmentReversal(
        index, of: schedule, first: first, playing: position..<end, format: audioFormat,
        onMissing: onMissing, pool: pool)
    }
    guard var piece else { return .interrupted }
    // A failure ends the track, or is a warning and silence.
    let output = try piece.next()
    warnings += piece.takeWarnings()
    if case .end = output { return silence(until: end) }
    position = piece.position
    reversal = piece
    return output
  }

  private mutating func playVarispeed(
    _ segment: SourceSegment, _ cursor: inout SampleCursor<Reader>, count: Int64
  ) throws(ElementError) -> TimelineOutput<Reader.Sample> {
    var varispeed =
      cursor.varispeed
      ?? Varispeed(segment.mapping, unit: unit, channels: audioFormat.channels)
    let samples = try varispeed.samples(at: position, count: count, from: &cursor)
    cursor.varispeed = varispeed
    reading.current?.cursor = cursor
    guard let samples else { return .interrupted }
    let start = position
    position += count
    if let index = reading.current?.index {
      warnIfEnded(segment, at: sourcePosition(of: index, at: position))
    }
    return .computed(
      samples, order: .forward, start: nanoseconds(start), end: nanoseconds(position))
  }

  /// Warns once if a source ends earlier than the segment, by more than files usually do.
  private mutating func warnIfEnded(_ segment: SourceSegment, at wanted: Int64) {
    guard let cursor = reading.current?.cursor, cursor.isAtEnd, !cursor.hasWarned else { return }
    let source = segment.mapping.source
    // Reading that starts after the end finds nothing, and therefore no end.
    var place = ""
    if let end = cursor.end {
      let time = unit * Int(end) * segment.readingSpeed
      guard end <= wanted, source.end > time + MediaTime(1, over: 20) else { return }
      place = "at \(time.shortText) s, "
    }
    reading.current?.cursor.hasWarned = true
    warnings.append(
      "\(segment.source): its sound ends \(place)before the segment that plays "
        + "\(source.text) s")
  }

  /// The first segment whose last sample is not before `position`.
  private func index(at position: Int64) -> Int? {
    guard var index = schedule.index(at: unit * Int(position)) else { return nil }
    if index > 0, span(of: index - 1).end > position { index -= 1 }
    while index < schedule.segments.count, span(of: index).end <= position { index += 1 }
    return index < schedule.segments.count ? index : nil
  }

  private func span(of index: Int) -> (start: Int64, end: Int64) {
    let target = schedule.segments[index].mapping.target
    return (target.start.rounded(in: unit), target.end.rounded(in: unit))
  }

  /// The first sample of the reader's output that contributes to an output sample.
  private func sourcePosition(of index: Int, at position: Int64) -> Int64 {
    let segment = schedule.segments[index], mapping = segment.mapping
    if segment.isVarispeed {
      return Varispeed(mapping, unit: unit, channels: audioFormat.channels).first(for: position)
    }
    return position - distances[index]
  }

  private mutating func prepare(_ index: Int) {
    // A reversed segment opens its source itself.
    if schedule.segments[index].mapping.isReversed { return }
    let first = span(of: index).start
    guard unit * Int(first - position) <= Self.lookAhead else { return }
    let wanted = sourcePosition(of: index, at: first)
    reading.prepare(index, of: schedule, in: pool) { [schedule, pool, unit, audioFormat] index in
      Self.open(schedule.segments[index], at: wanted, audioFormat, unit, in: pool)
    }
  }

  private static func open(
    _ segment: SourceSegment, at wanted: Int64, _ format: AudioFormat, _ unit: MediaTime,
    in pool: ReaderPool<Reader>
  ) -> SampleCursor<Reader> {
    let tempo = segment.readingSpeed
    let request = MediaReader.Request(
      segment.source, trackIndex: segment.trackIndex,
      output: .audio(format, tempo: tempo.seconds))
    let place = unit * Int(wanted) * tempo
    // Some codecs need earlier data to decode a sample correctly.
    let start = max(.zero, place - SampleCursor<Reader>.warmUp)
    // Early sound needs earlier data in the source, which does not exist at the start of a file.
    let room = max(((place - start) / tempo).seconds, SampleCursor<Reader>.bearableSilence)
    let lead = min(-TempoLag.seconds(atTempo: tempo.seconds), room)
    return SampleCursor(
      pool.reader(for: request, from: start.nanoseconds), unit: unit,
      channels: format.channels, lead: Int64((lead * Double(format.sampleRate)).rounded()))
  }

  private mutating func silence(until end: Int64) -> TimelineOutput<Reader.Sample> {
    let start = position
    position = min(end, position + Self.blockSize)
    return .silence(
      count: Int(position - start), start: nanoseconds(start), end: nanoseconds(position))
  }

  private func nanoseconds(_ position: Int64) -> Int64 { (unit * Int(position)).nanoseconds }
}

extension SourceSegment {
  /// Whether the segment's pitch changes with its speed.
  fileprivate var isVarispeed: Bool { pitch == .varispeed && mapping.speed != MediaTime(1) }

  /// The speed at which a reader plays the segment.
  fileprivate var readingSpeed: MediaTime { pitch == .varispeed ? MediaTime(1) : mapping.speed }
}

extension Schedule {
  /// The difference between output and source position of each segment, in samples at its speed.
  ///
  /// The starts of a segment and of its source range are rounded to samples. But if a segment
  /// continues the source of the previous one, it continues with the next sample, wherever the cut
  /// lies between two samples.
  fileprivate func distances(in unit: MediaTime) -> [Int64] {
    var distances: [Int64] = []
    for (index, segment) in segments.enumerated() {
      if index > 0, isContinuous(from: index - 1, to: index) {
        distances.append(distances[index - 1])
      } else {
        let mapping = segment.mapping
        distances.append(
          mapping.target.start.rounded(in: unit)
            - (mapping.source.start / mapping.speed).rounded(in: unit))
      }
    }
    return distances
  }
}
