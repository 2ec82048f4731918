// Unsafe: Writes columns that `RowWriter` has checked. The sums are memory of its own.

/// The offset of a sample from the centre of its pixel, in source pixels.
public struct SampleOffset: Sendable {
  // In fixed point, with 32 fraction bits.
  let u: Int
  let v: Int

  /// Creates an offset of `u` columns and `v` rows.
  public init(u: Double, v: Double) {
    self.u = fixedPoint(u, unit: 0x1p32)
    self.v = fixedPoint(v, unit: 0x1p32)
  }
}

/// Draws rows whose pixels are means of bilinear samples along a line through the source.
@safe
public struct LinePainter: ~Copyable {
  private let offsets: [SampleOffset]
  /// The sums of four pixels each, for as many pixels as a walk reaches.
  private let sums: UnsafeMutablePointer<(SIMD8<UInt16>, SIMD8<UInt16>)>

  /// Creates a painter.
  ///
  /// - Parameter offsets: The samples of a pixel; their number is a power of two up to 256.
  public init(offsets: [SampleOffset]) {
    precondition(
      offsets.count.nonzeroBitCount == 1 && offsets.count <= 256, "too many samples to average")
    self.offsets = offsets
    unsafe sums = .allocate(capacity: LineWalk.reach / 4)
  }

  deinit { unsafe sums.deallocate() }

  /// Draws pixels of one row.
  ///
  /// - Parameters:
  ///   - source: The frame to sample, which must be ``FrameView/isSampled``.
  ///   - line: The source position of the first pixel's centre, and the step to the next. The four
  ///     neighbours of each sample must lie in the frame, and each sample at least 1/256 pixel
  ///     before the last row.
  ///   - writer: The row to draw into.
  ///   - columns: The columns to draw; their number is a multiple of four.
  public func draw(
    _ source: FrameView, along line: SourceLine, into writer: borrowing RowWriter,
    columns: Range<Int>
  ) {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= writer.count && columns.count % 4 == 0,
      "no such pixels")
    precondition(source.isSampled, "positions in the frame are too large for the arithmetic")
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
    // The remaining fraction bits of a sample leave room for the sum of all samples.
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
