/// Texts as the samples of a track, one right after the other.
struct TextSamples {
  /// Text is placed in 90,000ths of a second, of which milliseconds and most frames are multiples.
  static let timescale: Int64 = 90_000

  /// The samples, one after the other.
  private(set) var bytes: [UInt8] = []
  /// How many bytes each has.
  private(set) var lengths: [UInt32] = []
  /// How long each lasts, in ticks.
  private(set) var durations: [Int64] = []
  /// How long all last, in ticks.
  private(set) var length: Int64 = 0

  /// Adds a text: its length and itself, and the boxes that say more of it.
  mutating func append(_ text: [UInt8], _ modifiers: [Box] = [], lasting duration: Int64) {
    let text = text.prefix(Int(UInt16.max)), more = modifiers.flatMap(\.encoded)
    bytes.append(number: UInt16(text.count))
    bytes += text + more
    lengths.append(UInt32(2 + text.count + more.count))
    durations.append(duration)
    length += duration
  }
}
