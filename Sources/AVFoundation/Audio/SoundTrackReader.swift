import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayTime

/// The samples of a track of sound from any position on.
///
/// One thread at a time may use it.
final class SoundTrackReader {
  private let request: MediaReader.Request
  private let rate: Int64
  private let channels: Int
  private var reader: MediaReader?
  /// The place of the next sample of the reader; `nil` until blocks after a seek have told it.
  private var place: Int64?
  /// The block after the last one that was taken.
  private var following: MediaSample?
  /// Samples that have been decoded, and the place of the first one.
  private var decoded: [Float] = []
  private var start: Int64 = 0
  private var isAtEnd = false
  /// Whether packets come without a container: they have equal lengths, and after seeks their times are rounded ones.
  private let isBare: Bool
  /// The place of a block from the start, and the length of all; `nil` if they are not known.
  private var grid: (place: Int64, length: Int64)?

  /// How far before a sample reading starts: AAC needs the packet before, MP3 up to nine of them.
  private static let warmUp = MediaTime(1, over: 4)
  /// How far sound is decoded instead of sought.
  private static let bearable = MediaTime(1)

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - location: The path or the URI of the file.
  ///   - trackIndex: The number among the tracks of sound.
  ///   - rate: The samples of a channel in a second.
  ///   - channels: The number of channels.
  ///   - isBare: Whether it is compressed sound without a container.
  init(_ location: String, trackIndex: Int, rate: Int, channels: Int, isBare: Bool) {
    request = MediaReader.Request(
      location: location, trackIndex: trackIndex,
      output: .audio(AudioFormat(sampleRate: rate, channels: channels), tempo: 1))
    (self.rate, self.channels, self.isBare) = (Int64(rate), channels, isBare)
  }

  deinit { reader?.close() }

  private var unit: MediaTime { MediaTime(1, over: rate) }
  /// The place after the last decoded sample.
  private var end: Int64 { start + Int64(decoded.count / channels) }

  /// Interleaved samples from a frame on; fewer at the end.
  ///
  /// - Parameters:
  ///   - frame: The first frame.
  ///   - count: How many frames at most.
  /// - Returns: The samples, of the frames from 0 on.
  /// - Throws: ``AVError`` if the file cannot be decoded.
  func samples(from frame: Int64, count: Int) throws(AVError) -> ArraySlice<Float> {
    try seek(to: frame)
    let wanted = frame + Int64(count)
    while end < wanted, !isAtEnd {
      drop(before: frame)
      try decode()
    }
    drop(before: frame)
    // Gaps are silence, also before the first sample.
    let gap = decoded.isEmpty ? 0 : max(0, min(start, wanted) - frame)
    if gap > 0 {
      decoded.insert(contentsOf: repeatElement(0, count: Int(gap) * channels), at: 0)
      start -= gap
    }
    return decoded.prefix(count * channels)
  }

  /// The number of frames, all of which it decodes.
  ///
  /// - Throws: ``AVError`` if the file cannot be decoded.
  func countFrames() throws(AVError) -> Int64 {
    try seek(to: 0)
    while !isAtEnd {
      drop(before: end)
      try decode()
    }
    return end
  }

  private func drop(before frame: Int64) {
    let count = min(max(0, frame - start), end - start)
    if count == 0 { return }
    decoded.removeFirst(Int(count) * channels)
    start += count
  }

  private func seek(to frame: Int64) throws(AVError) {
    let ahead = Self.bearable.rounded(in: unit)
    if reader != nil, frame >= start, frame <= end + ahead || isAtEnd { return }
    // The start tells where blocks begin.
    if reader == nil, isBare, frame > 0 {
      try seek(to: 0)
      try decode()
    }
    let time = max(.zero, unit * Int(frame) - Self.warmUp)
    (decoded, start, place, following, isAtEnd) = ([], frame, nil, nil, false)
    // A stream that is read from its start is opened again to go back.
    if let reader, reader.canSeek || frame == 0 {
      reader.seek(to: time.nanoseconds)
    } else {
      reader?.close()
      reader = MediaReader(request, from: time.nanoseconds)
    }
  }

  /// Decodes the next block; at the start of reading two, because a demuxer may have cut the first one at a time in
  /// nanoseconds, and the second one tells its place.
  private func decode() throws(AVError) {
    var next = following
    following = nil
    if next == nil { next = try read() }
    guard let next else {
      isAtEnd = true
      return
    }
    let count = frames(of: next), stamped = stamp(of: next)
    var first = stamped
    if let place {
      if abs(place - stamped) < hole { first = place }
    } else {
      following = try read()
      if stamped > 0, let following, abs(stamp(of: following) - stamped - count) < hole {
        first = stamp(of: following) - count
      }
      if isBare { first = placed(first) }
    }
    place = first + count
    add(next, from: first, count: count)
  }

  /// The place of the first block after a seek; the first one of all tells the places of others.
  private func placed(_ first: Int64) -> Int64 {
    if let grid {
      let step = (Double(first - grid.place) / Double(grid.length)).rounded()
      return grid.place + Int64(step) * grid.length
    }
    if let following, first <= 0 {
      grid = (stamp(of: following), max(1, frames(of: following)))
    }
    return first
  }

  /// The distance of time stamps that is a gap.
  private var hole: Int64 { MediaTime(1, over: 50).rounded(in: unit) }

  private func add(_ sample: MediaSample, from first: Int64, count: Int64) {
    var last = first + count
    if let end = reader?.end { last = min(last, MediaTime(nanoseconds: end).rounded(in: unit)) }
    if decoded.isEmpty, first > start { start = first }
    // What is before the wanted place, and what has been decoded.
    let from = max(first, end)
    guard from < last else { return }
    if from > end { decoded += repeatElement(0, count: Int(from - end) * channels) }
    sample.append(Int(from - first)..<Int(last - first), channels: channels, to: &decoded)
  }

  private func stamp(of sample: MediaSample) -> Int64 {
    MediaTime(nanoseconds: sample.start).rounded(in: unit)
  }

  private func frames(of sample: MediaSample) -> Int64 { Int64(sample.size / (channels * 4)) }

  private func read() throws(AVError) -> MediaSample? {
    guard let reader else { return nil }
    do throws(ElementError) {
      guard case .sample(let sample) = try reader.next() else { return nil }
      return sample
    } catch {
      throw AVError(.decodeFailed, "'\(request.location)': \(error)")
    }
  }
}
