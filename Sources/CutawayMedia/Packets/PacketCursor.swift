package import CutawayElementBridge
package import CutawayElementKit
import CutawayKeyframes
package import CutawayTime

/// Finds the packets of a range of a source; times are in nanoseconds.
package struct PacketCursor: Sendable {
  package let reader: MediaReader
  private let media: MediaReader.Media
  private let start: Int64
  private let end: Int64
  /// Whether to keep the encoder's priming before time 0.
  private let keepsPriming: Bool
  /// Whether to keep a sound packet that crosses the end of the range.
  private let keepsTail: Bool
  /// Packets from elsewhere, which are returned next.
  private var waiting: [MediaSample] = []
  /// The reader's last packet.
  private var last: MediaSample?
  /// Whether the first packet of the range has been found.
  package private(set) var hasBegun = false
  /// Whether the source has packets before the range.
  private var hasSeenEarlier = false

  package enum Result {
    case packet(MediaSample)
    case end
    case interrupted
  }

  private enum Place { case before, inside, after }

  /// The maximum rounding of time stamps in a container: Matroska uses milliseconds.
  static let tolerance: Int64 = 1_000_000
  /// The maximum priming of any encoder before the first sample, in nanoseconds.
  static let longestPriming: Int64 = 100_000_000

  package init(
    _ reader: MediaReader, media: MediaReader.Media, source: TimeRange, keepsPriming: Bool,
    keepsTail: Bool
  ) {
    self.reader = reader
    self.media = media
    self.keepsPriming = keepsPriming
    self.keepsTail = keepsTail
    start = source.start.nanoseconds
    end = source.end.nanoseconds
  }

  /// The position at which a reader must start for the range.
  package static func origin(of source: TimeRange, media: MediaReader.Media) -> Int64 {
    let start = source.start.nanoseconds
    if start == 0 { return 0 }
    return media == .video ? start + tolerance : max(0, start - longestPriming)
  }

  package mutating func next() throws(ElementError) -> Result {
    if !waiting.isEmpty { return .packet(waiting.removeFirst()) }
    while true {
      switch try reader.next() {
      case .interrupted: return .interrupted
      case .end:
        if media == .video, !hasBegun { throw noKeyFrame(next: nil) }
        guard media == .audio, let last else { return .end }
        let request = reader.request
        self.last = nil
        waiting = last.soundAfter(in: request.location, trackIndex: request.trackIndex)
          .filter { place(ofSound: $0) == .inside }
        if waiting.isEmpty { return .end }
        return .packet(waiting.removeFirst())
      case .sample(let sample):
        if media == .audio, sample.isSetup { continue }
        switch media == .video ? try place(ofFrame: sample) : place(ofSound: sample) {
        case .before: continue
        case .inside:
          if keepsPriming, media == .audio, !hasSeenEarlier {
            hasSeenEarlier = true
            let request = reader.request
            waiting = sample.soundBefore(in: request.location, trackIndex: request.trackIndex)
              .filter { $0.start >= -Self.longestPriming }
            waiting.append(sample)
            return .packet(waiting.removeFirst())
          }
          last = sample
          return .packet(sample)
        case .after: return .end
        }
      }
    }
  }

  private mutating func place(ofFrame sample: MediaSample) throws(ElementError) -> Place {
    if !hasBegun {
      if sample.start < start - Self.tolerance {
        hasSeenEarlier = true
        return .before
      }
      let isFirst = start == 0 && !hasSeenEarlier
      guard sample.isKey, isFirst || sample.start <= start + Self.tolerance else {
        throw noKeyFrame(next: sample.isKey ? sample.start : nil)
      }
      hasBegun = true
    }
    // All later packets have later decode times, and therefore later presentation times.
    if sample.start - (sample.decodingLead ?? 0) >= end - Self.tolerance { return .after }
    // Packets that precede the key frame in presentation order but follow it in decode order need
    // data before the range.
    let isShown = start - Self.tolerance..<end - Self.tolerance ~= sample.start
    return isShown || start == 0 && sample.start < end - Self.tolerance ? .inside : .before
  }

  private mutating func place(ofSound sample: MediaSample) -> Place {
    let middle = sample.start + (sample.duration ?? 0) / 2
    if keepsTail ? sample.start >= end : middle >= end { return .after }
    if middle >= start { hasBegun = true }
    let isPriming = keepsPriming && sample.start >= start - Self.longestPriming
    return middle >= start || isPriming ? .inside : .before
  }

  private func noKeyFrame(next: Int64?) -> ElementError {
    let place = MediaTime(nanoseconds: start).seconds
    let hint = next.map { "; the next one is at \(MediaTime(nanoseconds: $0).text) s" } ?? ""
    return ElementError("there is no key frame at \(place) s\(hint)")
  }
}
