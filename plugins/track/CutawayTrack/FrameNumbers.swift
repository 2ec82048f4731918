import CutawayTime

/// The times of packets that follow from the numbers of their frames.
///
/// Times of files are rounded, to milliseconds in Matroska, and the errors of many files add up.
/// Numbers are exact.
struct FrameNumbers: Sendable {
  /// Seconds per frame.
  let frameDuration: MediaTime
  /// The greatest number of packets by which a frame is decoded after its place in the order of
  /// presentation.
  let reordering: Int64
  /// The number of packets so far.
  private var packetCount: Int64 = 0

  init(frameDuration: MediaTime, reordering: Int64) {
    self.frameDuration = frameDuration
    self.reordering = reordering
  }

  /// The times in nanoseconds of the next packet, whose presentation time may be rounded.
  mutating func next(at time: MediaTime) -> (start: Int64, decoding: Int64, duration: Int64) {
    let frame = time.rounded(in: frameDuration)
    defer { packetCount += 1 }
    let start = nanoseconds(frame)
    return (
      start, min(nanoseconds(packetCount - reordering), start), nanoseconds(frame + 1) - start
    )
  }

  private func nanoseconds(_ frame: Int64) -> Int64 { (frameDuration * Int(frame)).nanoseconds }
}
