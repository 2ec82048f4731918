/// What a stream says of the appearance and the timing of its pictures: video usability information
/// (ITU-T H.264, annex E, and H.265, annex E).
///
/// Parameters of a hypothetical decoder are not kept.
package struct VideoUsability: Sendable, Hashable {
  /// The shape of a pixel.
  package var aspect: Aspect?
  /// Whether the picture may be cropped for display.
  var overscan: Bool?
  /// The standard of the video, the range and the colours.
  package var signal: Signal?
  /// The places of chroma samples in the top and the bottom field.
  package var chromaLocation: [Int]?
  /// The units of a tick and the ticks of a second, and in H.264 whether the rate is fixed.
  package var timing: Timing?
  /// What limits the buffering of pictures; in H.264 alone.
  package var restriction: Restriction?

  /// The shape of a pixel, by a number of the specification or as a ratio.
  package struct Aspect: Sendable, Hashable {
    package var number: Int
    package var width = 0
    package var height = 0

    /// The number that means a ratio.
    static let ratio = 255

    /// Whether pixels are square, or nothing is known of their shape.
    package var isSquare: Bool { number <= 1 || number == Self.ratio && width == height }
  }

  /// The labels of colours.
  package struct Signal: Sendable, Hashable {
    package var format = 5
    package var isFullRange = false
    /// The numbers of the primaries, the transfer function and the matrix; `nil` if not stated.
    package var colors: [Int]?
  }

  package struct Timing: Sendable, Hashable {
    package var units: Int
    package var scale: Int
    package var isFixed: Bool
  }

  package struct Restriction: Sendable, Hashable {
    var crossesEdges = true
    var bytesPerPicture = 0
    var bitsPerBlock = 0
    var vectorWidth = 16
    var vectorHeight = 16
    /// The number of frames that precede another one in decode order and follow it in presentation
    /// order.
    package var reordering: Int
    /// The number of frames that a decoder keeps.
    package var buffering: Int
  }

  /// Creates information that says nothing.
  package init() {}
}

// H.264: E.1.1.
extension VideoUsability {
  init(avc bits: inout BitReader) {
    readAppearance(&bits)
    if bits.bit() { readTiming(&bits, hasFixedRate: true) }
    let hasRates = [
      bits.bit() ? Self.skipRates(&bits) : false, bits.bit() ? Self.skipRates(&bits) : false,
    ]
    if hasRates.contains(true) { bits.skip(1) }
    bits.skip(1)
    guard bits.bit() else { return }
    let crossesEdges = bits.bit()
    let numbers = (0..<6).map { _ in bits.code() }
    restriction = Restriction(
      crossesEdges: crossesEdges, bytesPerPicture: numbers[0], bitsPerBlock: numbers[1],
      vectorWidth: numbers[2], vectorHeight: numbers[3], reordering: numbers[4],
      buffering: numbers[5])
  }

  /// Skips the parameters of a hypothetical decoder.
  private static func skipRates(_ bits: inout BitReader) -> Bool {
    let count = min(bits.code(), 31)
    bits.skip(8)
    for _ in 0...count {
      _ = (bits.code(), bits.code())
      bits.skip(1)
    }
    bits.skip(20)
    return true
  }

  func write(avc bits: inout BitWriter) {
    writeAppearance(&bits)
    bits.append(bit: timing != nil)
    if let timing {
      bits.append(timing.units, bits: 32)
      bits.append(timing.scale, bits: 32)
      bits.append(bit: timing.isFixed)
    }
    // Neither parameters of a hypothetical decoder nor the structure of pictures.
    bits.append(0, bits: 3)
    bits.append(bit: restriction != nil)
    guard let restriction else { return }
    bits.append(bit: restriction.crossesEdges)
    for number in [
      restriction.bytesPerPicture, restriction.bitsPerBlock, restriction.vectorWidth,
      restriction.vectorHeight, restriction.reordering, restriction.buffering,
    ] {
      bits.append(code: number)
    }
  }
}

// What H.264 and HEVC have in common.
extension VideoUsability {
  mutating func readAppearance(_ bits: inout BitReader) {
    if bits.bit() {
      var shape = Aspect(number: bits.number(8))
      if shape.number == Aspect.ratio {
        shape.width = bits.number(16)
        shape.height = bits.number(16)
      }
      aspect = shape
    }
    if bits.bit() { overscan = bits.bit() }
    if bits.bit() {
      var labels = Signal(format: bits.number(3), isFullRange: bits.bit())
      if bits.bit() { labels.colors = (0..<3).map { _ in bits.number(8) } }
      signal = labels
    }
    if bits.bit() { chromaLocation = [bits.code(), bits.code()] }
  }

  mutating func readTiming(_ bits: inout BitReader, hasFixedRate: Bool) {
    let (units, scale) = (bits.number(32), bits.number(32))
    timing = Timing(units: units, scale: scale, isFixed: hasFixedRate ? bits.bit() : false)
  }

  func writeAppearance(_ bits: inout BitWriter) {
    bits.append(bit: aspect != nil)
    if let aspect {
      bits.append(aspect.number, bits: 8)
      if aspect.number == Aspect.ratio {
        bits.append(aspect.width, bits: 16)
        bits.append(aspect.height, bits: 16)
      }
    }
    bits.append(bit: overscan != nil)
    if let overscan { bits.append(bit: overscan) }
    bits.append(bit: signal != nil)
    if let signal {
      bits.append(signal.format, bits: 3)
      bits.append(bit: signal.isFullRange)
      bits.append(bit: signal.colors != nil)
      for number in signal.colors ?? [] { bits.append(number, bits: 8) }
    }
    bits.append(bit: chromaLocation != nil)
    for number in chromaLocation ?? [] { bits.append(code: number) }
  }
}
