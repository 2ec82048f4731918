import CutawayMedia
import CutawayTrack

/// A frame or a block of sound that says where it comes from.
struct FakeSample: SourceSample, Hashable {
  /// The number of the source.
  var clip: Int
  /// The number of the frame, or of the first sample.
  var number: Int64
  var start: Int64
  var duration: Int64?
  /// Frames per second; 0 over 1 for sound, and for a source that does not state it.
  var rate = Rate(numerator: 0, denominator: 1)
  var size = 1_000

  struct Rate: Hashable {
    var numerator: Int
    var denominator: Int
  }

  var frameRate: (numerator: Int, denominator: Int) { (rate.numerator, rate.denominator) }

  /// The value of a sample: its number, in each channel.
  func append(_ part: Range<Int>, channels: Int, to target: inout [Float]) {
    for index in part {
      target += Array(repeating: Float(number + Int64(index)), count: channels)
    }
  }
}
