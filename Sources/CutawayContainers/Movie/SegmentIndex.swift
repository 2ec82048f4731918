import CutawayDiagnostics

/// The index of a fragmented movie's only track: where its segments lie in the file
/// (ISO/IEC 14496-12, 8.16.3).
///
/// Players of MPEG-DASH read it to find the bytes of a time.
package struct SegmentIndex: Sendable, Hashable {
  /// Fragments that a player loads at once; the first one starts with a key frame.
  package struct Segment: Sendable, Hashable {
    package var byteCount: Int
    /// The duration in units of the track.
    package var duration: Int

    package init(byteCount: Int, duration: Int) {
      self.byteCount = byteCount
      self.duration = duration
    }
  }

  /// The units of the track in a second.
  package var timescale: Int
  /// The decoding time of the first sample in units of the track.
  package var start: Int
  /// The segments, which follow each other.
  package var segments: [Segment]

  package init(timescale: Int, start: Int, segments: [Segment]) {
    self.timescale = timescale
    self.start = start
    self.segments = segments
  }

  /// The box.
  ///
  /// - Parameters:
  ///   - track: The number of the track.
  ///   - distance: The number of bytes between the box and the first segment.
  /// - Returns: The box, whose size depends on the number of segments alone.
  /// - Throws: ``ContainerError`` if there are too many segments, or one is too large.
  func box(track: UInt32, distance: Int) throws(ContainerError) -> Box {
    guard let count = UInt16(exactly: segments.count),
      segments.allSatisfy({ Int32(exactly: $0.byteCount) != nil })
    else {
      throw ContainerError(
        .unsupported, "an index of \(segments.count) segments, or of one with two gigabytes")
    }
    // Version 1, with times of 64 bits.
    var bytes: [UInt8] = [1, 0, 0, 0]
    bytes.append(number: track)
    bytes.append(number: UInt32(clamping: timescale))
    bytes.append(number: UInt64(clamping: start))
    bytes.append(number: UInt64(clamping: distance))
    bytes.append(number: UInt32(count))
    for segment in segments {
      bytes.append(number: UInt32(clamping: segment.byteCount))
      bytes.append(number: UInt32(clamping: segment.duration))
      // It starts with a stream access point of type 1.
      bytes.append(number: 0x9000_0000 as UInt32)
    }
    return Box("sidx", bytes)
  }
}
