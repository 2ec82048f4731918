/// How far a sample lies from its pixel's centre, in the source.
public struct SampleOffset: Sendable {
  // With 32 bits of fraction.
  let u: Int
  let v: Int

  public init(u: Double, v: Double) {
    self.u = fixedPoint(u, unit: 0x1p32)
    self.v = fixedPoint(v, unit: 0x1p32)
  }
}

/// Draws rows whose pixels are means of bilinear samples along a line through the source.
@safe
public struct LinePainter: ~Copyable {
  private let offsets: [SampleOffset]
  /// The sums of four pixels each, of as many as a walk reaches.
  private let sums: UnsafeMutablePointer<(SIMD8<UInt16>, SIMD8<UInt16>)>

  /// - Parameter offsets: A sample of a pixel each; 1, 2, 4 and so on up to 256 of them.
  public init(offsets: [SampleOffset]) {
    precondition(
      offsets.count.nonzeroBitCount == 1 && offsets.count <= 256, "so many cannot be averaged")
    self.offsets = offsets
    unsafe sums = .allocate(capacity: LineWalk.reach / 4)
  }

  deinit { unsafe sums.deallocate() }

  /// Draws pixels.
  ///
  /// - Parameters:
  ///   - source: What is sampled: it must be ``FrameView/isSampled``.
  ///   - line: Where the centre of the first pixel lies, and how far the next. Each sample must have
  ///     its four neighbours in the frame, and be a 256th of a pixel from the last row.
  ///   - writer: The row that is drawn.
  ///   - columns: The pixels, a multiple of four.
  public func draw(
    _ source: FrameView, along line: SourceLine, into writer: borrowing RowWriter,
    columns: Range<Int>
  ) {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= writer.count && columns.count % 4 == 0,
      "no such pixels")
    precondition(source.isSampled, "places in the frame are too great for the arithmetic")
    var line = line, x = columns.lowerBound
    while x < columns.upperBound {
      let count = min(LineWalk.reach, columns.upperBound &- x)
      let target = unsafe writer.base + x &* 4
      switch offsets.count {
      case 1: unsafe drawSingle(source, line, count, to: target)
      case 2: unsafe drawPairs(source, line, count, to: target)
      default: unsafe drawMeans(source, line, count, to: target)
      }
      line.advance(by: count)
      x &+= count
    }
  }

  @unsafe
  @inline(never)
  private func drawSingle(
    _ source: FrameView, _ line: SourceLine, _ count: Int, to target: UnsafeMutableRawPointer
  ) {
    var walk = LineWalk(line, offset: offsets[0], count: count, in: source)
    var x = 0
    while x < count {
      let samples = walk.next()
      let low = (samples.0 &+ 64) &>> 7, high = (samples.1 &+ 64) &>> 7
      unsafe Self.store(low, high, to: target + x &* 4)
      x &+= 4
    }
  }

  @unsafe
  @inline(never)
  private func drawPairs(
    _ source: FrameView, _ line: SourceLine, _ count: Int, to target: UnsafeMutableRawPointer
  ) {
    var walk = LineWalk(line, offset: offsets[0], count: count, in: source)
    for block in 0..<count / 4 { unsafe sums[block] = walk.next() }
    walk = LineWalk(line, offset: offsets[1], count: count, in: source)
    for block in 0..<count / 4 {
      let samples = walk.next(), sum = unsafe sums[block]
      let low = (samples.0 &+ sum.0 &+ 128) &>> 8, high = (samples.1 &+ sum.1 &+ 128) &>> 8
      unsafe Self.store(low, high, to: target + block &* 16)
    }
  }

  @unsafe
  @inline(never)
  private func drawMeans(
    _ source: FrameView, _ line: SourceLine, _ count: Int, to target: UnsafeMutableRawPointer
  ) {
    // What is left of a sample's fraction leaves room for all of them.
    let shift = UInt16(offsets.count.trailingZeroBitCount - 1)
    let half = SIMD8<UInt16>(repeating: 128)
    for block in 0..<count / 4 { unsafe sums[block] = (half, half) }
    for offset in offsets {
      var walk = LineWalk(line, offset: offset, count: count, in: source)
      for block in 0..<count / 4 {
        let samples = walk.next(), sum = unsafe sums[block]
        unsafe sums[block] = (sum.0 &+ samples.0 &>> shift, sum.1 &+ samples.1 &>> shift)
      }
    }
    for block in 0..<count / 4 {
      let sum = unsafe sums[block]
      unsafe Self.store(sum.0 &>> 8, sum.1 &>> 8, to: target + block &* 16)
    }
  }

  @unsafe
  @inline(__always)
  private static func store(
    _ low: SIMD8<UInt16>, _ high: SIMD8<UInt16>, to target: UnsafeMutableRawPointer
  ) {
    unsafe target.storeBytes(of: Lanes.narrowed(low, high), as: SIMD16<UInt8>.self)
  }
}
