/// The samples of a text track, stored one directly after the other.
struct TextSamples {
  /// Ticks per second: milliseconds and most frame durations are multiples of a tick.
  static let timescale: Int64 = 90_000

  /// The data of all samples.
  private(set) var bytes: [UInt8] = []
  /// The size of each sample in bytes.
  private(set) var lengths: [UInt32] = []
  /// The duration of each sample in ticks.
  private(set) var durations: [Int64] = []
  /// The duration of all samples in ticks.
  private(set) var length: Int64 = 0

  /// Appends a sample: the length of a text, the text, and the boxes that modify it.
  mutating func append(_ text: [UInt8], _ modifiers: [Box] = [], lasting duration: Int64) {
    let text = text.prefix(Int(UInt16.max)), more = modifiers.flatMap(\.encoded)
    var data: [UInt8] = []
    data.append(number: UInt16(text.count))
    append(data: data + text + more, lasting: duration)
  }

  /// Appends a sample of another kind than text.
  mutating func append(data: [UInt8], lasting duration: Int64) {
    bytes += data
    lengths.append(UInt32(data.count))
    durations.append(duration)
    length += duration
  }
}
