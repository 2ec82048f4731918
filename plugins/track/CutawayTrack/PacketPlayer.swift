import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawaySources
import CutawayTime

/// Plays a track as packets; times are in nanoseconds.
struct PacketPlayer: Player {
  let pool = ReaderPool<MediaReader>()
  var warnings: [String] = []
  let format = StreamFormat.encoded
  let duration: Int64

  /// The segments; consecutive parts of a source are merged.
  private let segments: [SourceSegment]
  private let media: MediaReader.Media
  private let delay: Int64
  private var index = 0
  private var current: PacketCursor?
  /// The cursor of the segment after the current one.
  private var following: PacketCursor?
  /// The encoding and the source of the first packet.
  private var origin: (format: EncodedFormat, source: MediaSource)?
  /// The last packet.
  private var last: MediaSample?
  private var lastDecoding = Int64.min
  /// The times of frames by their numbers; `nil` for the times of the files.
  private var numbers: FrameNumbers?
  /// The segment whose source was reopened after a failure.
  private var reopened: Int?

  init(
    _ segments: [SourceSegment], media: MediaReader.Media, delay: MediaTime,
    numbers: FrameNumbers? = nil
  ) {
    self.numbers = numbers
    self.media = media
    self.delay = delay.nanoseconds
    self.segments = segments.reduce(into: []) { $0.append(joining: $1) }
    let end = self.segments.last?.mapping.target.end ?? .zero
    duration = (end + delay).nanoseconds
  }

  /// Ignored, because a packet source plays once, from its start.
  mutating func seek(to passage: Passage) {}

  mutating func next() throws(ElementError) -> SourceOutput {
    while index < segments.count {
      var cursor = current ?? following ?? open(index)
      if current == nil {
        following = nil
        if index + 1 < segments.count { following = open(index + 1) }
      }
      let result: PacketCursor.Result
      do throws(ElementError) {
        result = try cursor.next()
      } catch {
        try recover(from: error, cursor)
        continue
      }
      current = cursor
      switch result {
      case .packet(let sample): return try output(sample)
      case .interrupted: return .interrupted
      case .end:
        pool.release(cursor.reader, isWantedAgain: false)
        current = nil
        last = nil
        index += 1
      }
    }
    return .end
  }

  private func open(_ index: Int) -> PacketCursor {
    let segment = segments[index], source = segment.mapping.source
    let request = MediaReader.Request(
      segment.source, trackIndex: segment.trackIndex, output: .packets(media))
    return PacketCursor(
      pool.reader(for: request, from: PacketCursor.origin(of: source, media: media)),
      media: media, source: source,
      keepsPriming: segment.mapping.target.start == .zero && source.start == .zero,
      keepsTail: index == segments.count - 1)
  }

  /// Reopens a source that a flush has broken; see `MediaReader.mayRecover`.
  private mutating func recover(
    from fault: ElementError, _ cursor: PacketCursor
  ) throws(ElementError) {
    pool.release(cursor.reader, isWantedAgain: false)
    guard cursor.reader.mayRecover, !cursor.hasBegun, reopened != index else {
      let segment = segments[index]
      throw ElementError(fault, of: segment, index, at: nil, segment.mapping.target.start)
    }
    reopened = index
    current = open(index)
  }

  private mutating func output(_ sample: MediaSample) throws(ElementError) -> SourceOutput {
    try checkFormat(of: sample)
    let mapping = segments[index].mapping
    let shift = (mapping.target.start - mapping.source.start).nanoseconds + delay
    if let times = numbers?.next(at: MediaTime(nanoseconds: sample.start + shift)) {
      return .packet(
        sample, start: times.start, decoding: times.decoding, duration: times.duration)
    }
    // Packets before 0 have an earlier decode time, from which muxers recognise and omit them.
    let start = max(0, sample.start + shift)
    let decoding = sample.start - (sample.decodingLead ?? 0) + shift
    lastDecoding = min(max(decoding, lastDecoding), start)
    return .packet(sample, start: start, decoding: lastDecoding, duration: nil)
  }

  /// Compares the encoding of a packet with that of the first, if the file may have changed it.
  private mutating func checkFormat(of sample: MediaSample) throws(ElementError) {
    defer { last = sample }
    if let last, sample.hasCaps(of: last) { return }
    let format = sample.format, source = segments[index].source
    guard let origin else {
      origin = (format, source)
      return
    }
    let differences = origin.format.differences(from: format)
    guard !differences.isEmpty else { return }
    throw ElementError(
      "\(source) cannot follow \(origin.source) without encoding: "
        + "\(differences.joined(separator: ", ")) differ (segment \(index))",
      code: .unsupportedFormat)
  }
}
