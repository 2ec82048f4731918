import CutawayElementBridge
package import CutawayElementKit
package import CutawaySources
import CutawayTime

/// Checks whether a range of a track can be copied without encoding.
///
/// It reads the packets around both ends of the range: in most files, one key frame interval at
/// most.
package struct PacketInspection {
  private let source: TimeRange
  private let media: MediaReader.Media
  private let reader: MediaReader
  private let deadline = ContinuousClock.now + .seconds(20)

  /// How far beyond the ends of the range key frames are searched, in nanoseconds.
  private static let reach: Int64 = 10_000_000_000
  /// The maximum number of packets between a packet and one with an earlier presentation time.
  private static let depth = 32

  /// Examines the packets of a segment.
  ///
  /// It blocks its thread while it reads the file, for 20 seconds at most.
  ///
  /// - Throws: `ElementError` with the reason why the file cannot be read, without its name.
  package static func inspect(
    _ segment: SourceSegment, media: MediaReader.Media
  ) throws(ElementError) -> PacketFindings {
    let inspection = PacketInspection(segment, media: media)
    defer { inspection.reader.close() }
    return try media == .video ? inspection.frames() : inspection.sound()
  }

  private init(_ segment: SourceSegment, media: MediaReader.Media) {
    self.media = media
    source = segment.mapping.source
    reader = MediaReader(
      .init(
        segment.source, trackIndex: segment.trackIndex, output: .packets(media)),
      from: PacketCursor.origin(of: segment.mapping.source, media: media))
  }

  private func sound() throws(ElementError) -> PacketFindings {
    while let sample = try next() {
      if sample.isSetup { continue }
      let (location, index) = (reader.request.location, reader.request.trackIndex)
      let before = sample.soundBefore(in: location, trackIndex: index) + [sample]
      let first = before.first { $0.start >= -PacketCursor.longestPriming }
      let priming = source.start == .zero ? -(first?.start ?? 0) : 0
      return PacketFindings(
        format: sample.format, priming: MediaTime(nanoseconds: max(0, priming)))
    }
    throw ElementError("there is no sound at \(source.start.text) s")
  }

  private func frames() throws(ElementError) -> PacketFindings {
    guard let first = try next() else {
      throw ElementError("there is no picture at \(source.start.text) s")
    }
    return PacketFindings(
      format: first.format, entry: try entry(from: first), exit: try exit())
  }

  private func entry(from first: MediaSample) throws(ElementError) -> PacketFindings.Entry {
    let start = source.start.nanoseconds, tolerance = PacketCursor.tolerance
    if start == 0, first.isKey, first.start >= -tolerance { return .open }
    var before: Int64?, sample = Optional(first)
    while let current = sample, current.start < start + Self.reach {
      if current.isKey {
        if abs(current.start - start) <= tolerance { return .open }
        if current.start > start {
          return .betweenKeyFrames(
            before.map { MediaTime(nanoseconds: $0) }, MediaTime(nanoseconds: current.start))
        }
        before = current.start
      }
      sample = try next()
    }
    return .betweenKeyFrames(before.map { MediaTime(nanoseconds: $0) }, nil)
  }

  private func exit() throws(ElementError) -> PacketFindings.Exit {
    let end = source.end.nanoseconds - PacketCursor.tolerance
    // After a seek to the very end of a file, a demuxer may deliver nothing.
    reader.seek(to: max(0, source.end.nanoseconds - 1_000_000))
    var later: Int64?, count = 0
    var latest = (end: Int64(0), duration: Int64(0))
    while let sample = try next() {
      let duration = sample.duration ?? 0
      if sample.start + duration > latest.end { latest = (sample.start + duration, duration) }
      if sample.start >= end {
        later = later ?? sample.start
        if let lead = sample.decodingLead, sample.start - lead >= end { return .open }
      } else if let later {
        return .crossed(MediaTime(nanoseconds: later))
      }
      count += later == nil ? 0 : 1
      if count > Self.depth { return .open }
    }
    // A file may state a frame that its demuxer does not deliver, because it needs frames after the
    // end of an edit list.
    let isWhole = later != nil || latest.end + latest.duration >= end
    return isWhole ? .open : .missing(MediaTime(nanoseconds: latest.end))
  }

  private func next() throws(ElementError) -> MediaSample? {
    guard ContinuousClock.now < deadline else {
      throw ElementError("reading it takes longer than 20 seconds")
    }
    guard case .sample(let sample) = try reader.next() else { return nil }
    return sample
  }
}
