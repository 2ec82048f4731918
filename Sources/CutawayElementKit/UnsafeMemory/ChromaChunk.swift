// Unsafe: Reinterprets vectors of equal size.

/// Sixteen columns of two rows of AYUV pixels, and the column before, whose chroma is halved in both
/// directions.
///
/// A sample of chroma is the mean of three columns with the weights 1 : 2 : 1, and with alpha as
/// weight. All results are those of arithmetic with integers.
struct ChromaChunk {
  private typealias Words = SIMD8<UInt32>

  private let rows: (upper: Half, lower: Half)
  private let before: (UInt32, UInt32)

  /// Eight columns each, as words whose lowest byte is alpha.
  typealias Half = (SIMD8<UInt32>, SIMD8<UInt32>)

  /// The weighted means of chroma, and the means of alpha in 255ths.
  typealias Means = (alpha: SIMD8<UInt16>, u: SIMD8<UInt16>, v: SIMD8<UInt16>)

  @inline(__always)
  init(_ upper: Half, _ lower: Half, before: (UInt32, UInt32)) {
    (rows, self.before) = ((upper, lower), before)
  }

  /// Whether all pixels are transparent.
  @inline(__always)
  var isTransparent: Bool {
    let all = (rows.upper.0 | rows.upper.1 | rows.lower.0 | rows.lower.1) & 255
    let words = unsafe unsafeBitCast(all, to: SIMD4<UInt64>.self)
    return words[0] | words[1] | words[2] | words[3] == 0 && (before.0 | before.1) & 255 == 0
  }

  /// The means for eight samples; where alpha is 0, those of chroma have no meaning.
  @inline(__always)
  var means: Means {
    let opaque =
      rows.upper.0 & rows.upper.1 & rows.lower.0 & rows.lower.1
      & Words(repeating: before.0 & before.1) & 255
    return opaque == Words(repeating: 255) ? opaqueMeans : weightedMeans
  }

  /// The means of opaque pixels.
  @inline(__always)
  private var opaqueMeans: Means {
    // Four pixels with the weights 1, 2 and 1 in two rows fit in half a word.
    let left = Self.chroma(rows.upper.0) &+ Self.chroma(rows.lower.0)
    let right = Self.chroma(rows.upper.1) &+ Self.chroma(rows.lower.1)
    let first = Self.chroma(before.0) &+ Self.chroma(before.1)
    let sums = total(left, right, before: first) &+ 0x4_0004
    let means = unsafe unsafeBitCast(sums &>> 3 & 0xFF_00FF, to: SIMD16<UInt16>.self)
    return (SIMD8(repeating: 255), means.evenHalf, means.oddHalf)
  }

  /// The means of any pixels.
  @inline(__always)
  private var weightedMeans: Means {
    let first = (Self.weighted(before.0), Self.weighted(before.1))
    let left = (Self.weighted(rows.upper.0), Self.weighted(rows.lower.0))
    let right = (Self.weighted(rows.upper.1), Self.weighted(rows.lower.1))
    let alphas = total(
      (rows.upper.0 & 255) &+ (rows.lower.0 & 255), (rows.upper.1 & 255) &+ (rows.lower.1 & 255),
      before: (before.0 & 255) &+ (before.1 & 255))
    let u = total(
      (left.0 & 0xFFFF) &+ (left.1 & 0xFFFF), (right.0 & 0xFFFF) &+ (right.1 & 0xFFFF),
      before: (first.0 & 0xFFFF) &+ (first.1 & 0xFFFF))
    let v = total(
      (left.0 &>> 16) &+ (left.1 &>> 16), (right.0 &>> 16) &+ (right.1 &>> 16),
      before: (first.0 &>> 16) &+ (first.1 &>> 16))
    return (
      Lanes.narrowed((alphas &+ 4) &>> 3), Self.quotients(u, alphas), Self.quotients(v, alphas)
    )
  }

  /// The sums of three columns with the weights 1 : 2 : 1, from those of the columns.
  @inline(__always)
  private func total(_ left: Words, _ right: Words, before: UInt32) -> Words {
    let own = Words(lowHalf: left.evenHalf, highHalf: right.evenHalf)
    let after = Words(lowHalf: left.oddHalf, highHalf: right.oddHalf)
    let earlier = Words(
      before, after[0], after[1], after[2], after[3], after[4], after[5], after[6])
    return earlier &+ own &+ own &+ after
  }

  /// U in the low half of a word, V in the high half.
  @inline(__always)
  private static func chroma(_ words: Words) -> Words {
    words &>> 16 & 0xFF | words &>> 8 & 0xFF_0000
  }

  @inline(__always)
  private static func chroma(_ word: UInt32) -> UInt32 {
    word &>> 16 & 0xFF | word &>> 8 & 0xFF_0000
  }

  /// Alpha times U in the low half of a word, alpha times V in the high half.
  @inline(__always)
  private static func weighted(_ words: Words) -> Words {
    let alpha = words & 255
    let alphas = unsafe unsafeBitCast(alpha | alpha &<< 16, to: SIMD16<UInt16>.self)
    let chroma = unsafe unsafeBitCast(chroma(words), to: SIMD16<UInt16>.self)
    return unsafe unsafeBitCast(alphas &* chroma, to: Words.self)
  }

  @inline(__always)
  private static func weighted(_ word: UInt32) -> UInt32 {
    let alpha = word & 255
    return (word &>> 16 & 0xFF) &* alpha | (word &>> 24) &* alpha &<< 16
  }

  /// Sums up to 8 · 255² divided by weights up to 8 · 255, rounded, half upwards.
  @inline(__always)
  private static func quotients(_ sums: Words, _ weights: Words) -> SIMD8<UInt16> {
    let numerators = sums &+ weights &>> 1
    let low = quotients(numerators.lowHalf, weights.lowHalf)
    let high = quotients(numerators.highHalf, weights.highHalf)
    return Lanes.narrowed(Words(lowHalf: low, highHalf: high))
  }

  /// Quotients below 256 of integers below 2²³ and up to 2,040, rounded down; their low halves are
  /// valid.
  ///
  /// A quotient is a whole number or at least 1/2,040 less than the next one, and single precision
  /// is wrong by less than 2⁻¹⁵. The sum with 1.5 · 2²³ rounds to the nearest whole number, and leaves
  /// it in the lowest bits. 0/0 is no number, and does no harm.
  @inline(__always)
  private static func quotients(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD4<UInt32> {
    @inline(__always)
    func number(_ lanes: SIMD4<UInt32>) -> SIMD4<Float> {
      unsafe unsafeBitCast(lanes | 0x4B00_0000, to: SIMD4<Float>.self) - 0x1p23
    }
    let quotient = number(a) / number(b) - (0.5 - 0x1p-13) + 0x1.8p23
    return unsafe unsafeBitCast(quotient, to: SIMD4<UInt32>.self)
  }
}
