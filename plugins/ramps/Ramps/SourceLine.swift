import ElementKit

/// Even steps through a frame, in fixed point with 24 bits of fraction, the upper eight of which are
/// the weights of bilinear samples.
struct SourceLine {
  let u: Int
  let v: Int
  let du: Int
  let dv: Int

  /// Starts at the pixel whose top left corner is the point `(u, v)` in a frame whose pixels are
  /// points: what lies half a pixel before the centre sought.
  init(u: Double, v: Double, du: Double, dv: Double) {
    func fixed(_ number: Double) -> Int { Int((number * Double(1 << 24)).rounded()) }
    self.u = fixed(u)
    self.v = fixed(v)
    self.du = fixed(du)
    self.dv = fixed(dv)
  }

  /// Draws bilinear samples along the line into a row, from `columns.lowerBound` on and four at a
  /// time.
  ///
  /// Each must have its four neighbours inside the frame.
  func draw(
    _ source: FrameView, into band: inout VideoFrame, row: Int, columns: Range<Int>
  ) {
    var walk = Walk(self)
    let writer = band.writer(row: row)
    var x = columns.lowerBound
    while x < columns.upperBound {
      writer.store(walk.nextFour(source).shrunk, at: x)
      x &+= 4
    }
  }

  /// Adds bilinear samples along the line, in 256ths, to sums of four pixels each.
  func add(_ source: FrameView, to sums: inout [WideBlock], count: Int) {
    var walk = Walk(self)
    for index in 0..<count {
      let samples = WideBlock(walk.nextFour(source).shrunk)
      sums[index] = sums[index] &+ samples
    }
  }

  /// Where a line is.
  ///
  /// Four samples share the work on weights: a vector holds the fractions of all.
  private struct Walk {
    var u: Int
    var v: Int
    let du: Int
    let dv: Int
    var fractionsU: SIMD4<UInt32>
    var fractionsV: SIMD4<UInt32>
    let stepsU: SIMD4<UInt32>
    let stepsV: SIMD4<UInt32>

    @inline(__always)
    init(_ line: SourceLine) {
      (u, v, du, dv) = (line.u, line.v, line.du, line.dv)
      let lanes = SIMD4<UInt32>(0, 1, 2, 3)
      let stepU = UInt32(truncatingIfNeeded: du), stepV = UInt32(truncatingIfNeeded: dv)
      fractionsU = UInt32(truncatingIfNeeded: u) &+ lanes &* stepU
      fractionsV = UInt32(truncatingIfNeeded: v) &+ lanes &* stepV
      stepsU = SIMD4(repeating: stepU &* 4)
      stepsV = SIMD4(repeating: stepV &* 4)
    }

    /// Four samples in 256ths, ready to be rounded down.
    @inline(__always)
    mutating func nextFour(_ source: FrameView) -> WideBlock {
      let weights = PixelWeights.bilinear(
        right: PixelWeights((fractionsU &>> 16) & 255),
        lower: PixelWeights((fractionsV &>> 16) & 255))
      fractionsU &+= stepsU
      fractionsV &+= stepsV
      let a = nextSquare(source), b = nextSquare(source)
      let c = nextSquare(source), d = nextSquare(source)
      let upperLeft = PixelBlock(a.top[0], b.top[0], c.top[0], d.top[0])
      let upperRight = PixelBlock(a.top[1], b.top[1], c.top[1], d.top[1])
      let lowerLeft = PixelBlock(a.bottom[0], b.bottom[0], c.bottom[0], d.bottom[0])
      let lowerRight = PixelBlock(a.bottom[1], b.bottom[1], c.bottom[1], d.bottom[1])
      let upper =
        WideBlock(upperLeft) &* weights.upperLeft &+ WideBlock(upperRight) &* weights.upperRight
      let lower =
        WideBlock(lowerLeft) &* weights.lowerLeft &+ WideBlock(lowerRight) &* weights.lowerRight
      return upper &+ lower &+ WideBlock(repeating: 128)
    }

    @inline(__always)
    private mutating func nextSquare(
      _ source: FrameView
    ) -> (top: SIMD2<UInt32>, bottom: SIMD2<UInt32>) {
      defer {
        u &+= du
        v &+= dv
      }
      return source.square(at: (v &>> 24) &* source.bytesPerRow &+ (u &>> 24) &* 4)
    }
  }
}
