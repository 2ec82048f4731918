import CutawayContainers
import CutawayMedia
import CutawayTime

/// A file without media: frames or blocks of sound at known times.
struct FakeSource: Sendable {
  /// The samples in order of time.
  var samples: [FakeSample]
  /// The end of the sound as the file states it, in nanoseconds.
  var end: Int64?
  /// The frames by an index; samples then have its times.
  var picture: MediaIndex.Picture?
  var isStill = false
  var canSeek = true
  /// The time from which on reading fails, and how.
  var fault: Fault?
  /// Whether a seek cuts the block of sound at its target, as decoders do.
  var isSound = false

  struct Fault: Sendable {
    var message = "damaged"
    /// The presentation time, in nanoseconds, of the first sample that cannot be read.
    var start: Int64 = 0
    /// The number of readers that fail; later ones read everything.
    var count = Int.max
    /// Whether reopening the file may help.
    var mayRecover = false
  }

  /// The time stamps that a container can state.
  enum Ticks: CaseIterable {
    case exact, milliseconds, mpeg

    func rounded(_ time: MediaTime) -> Int64 {
      switch self {
      case .exact: time.nanoseconds
      case .milliseconds: time.rounded(in: MediaTime(1, over: 1_000)) * 1_000_000
      case .mpeg:
        MediaTime(time.rounded(in: MediaTime(1, over: 90_000)), over: 90_000).nanoseconds
      }
    }
  }

  /// Video at a constant rate.
  static func video(
    clip: Int, frameDuration: MediaTime, count: Int, ticks: Ticks = .exact
  ) -> FakeSource {
    FakeSource(
      samples: (0..<count).map { index in
        FakeSample(
          clip: clip, number: Int64(index), start: ticks.rounded(frameDuration * index),
          duration: frameDuration.nanoseconds,
          rate: .init(
            numerator: Int(frameDuration.denominator), denominator: Int(frameDuration.numerator)))
      })
  }

  /// Video whose container states rounded times and no rate, with an index of it.
  static func indexed(
    clip: Int, frameDuration: MediaTime, count: Int, ticks: Int64
  ) -> FakeSource {
    var list = PacketList(trackNumber: 1, media: .video, tick: MediaTime(1, over: ticks))
    list.packets = (0..<count).map {
      PacketList.Packet(time: (frameDuration * $0).rounded(in: list.tick), isKey: true)
    }
    let picture = MediaIndex.Picture(list)
    var source = FakeSource(
      samples: (0..<count).map { index in
        let start = picture.time(of: index).nanoseconds
        return FakeSample(clip: clip, number: Int64(index), start: start, duration: 1)
      })
    for index in source.samples.indices.dropLast() {
      source.samples[index].duration = source.samples[index + 1].start - source.samples[index].start
    }
    source.picture = picture
    return source
  }

  /// A picture without a duration.
  static func still(clip: Int) -> FakeSource {
    FakeSource(samples: [FakeSample(clip: clip, number: 0, start: 0)], isStill: true)
  }

  /// The sample rate of sources with sound: low, so that seconds of sound are few samples.
  static let sampleRate: Int64 = 8_000

  /// Sound with two channels, in blocks of 200 samples.
  static func sound(clip: Int, count: Int64) -> FakeSource {
    FakeSource(
      samples: stride(from: 0, to: count, by: 200).map { start in
        block(
          clip: clip, start..<min(count, start + 200),
          at: MediaTime(start, over: sampleRate).nanoseconds)
      }, isSound: true)
  }

  private static func block(clip: Int, _ samples: Range<Int64>, at start: Int64) -> FakeSample {
    FakeSample(
      clip: clip, number: samples.lowerBound, start: start,
      duration: MediaTime(Int64(samples.count), over: sampleRate).nanoseconds,
      // Two channels of 32-bit numbers.
      size: samples.count * 8)
  }

  /// The samples that a reader delivers after a seek: all that end after its target.
  func samples(from time: Int64) -> ArraySlice<FakeSample> {
    if isStill || !canSeek { return samples[...] }
    // The last frame lasts as long as the others.
    guard let first = samples.firstIndex(where: { $0.start + ($0.duration ?? 0) > time }) else {
      return []
    }
    var found = samples[first...]
    if isSound, time > found[first].start {
      // The decoder cuts at a time in nanoseconds, here one sample late.
      let block = found[first]
      let cut = MediaTime(nanoseconds: time - block.start)
      let index = cut.ceiled(in: MediaTime(1, over: Self.sampleRate)) + 1
      let count = Int64(block.size / 8)
      if index >= count { return found.dropFirst() }
      found[first] = Self.block(
        clip: block.clip, block.number + index..<block.number + count, at: time)
    }
    return found
  }
}
