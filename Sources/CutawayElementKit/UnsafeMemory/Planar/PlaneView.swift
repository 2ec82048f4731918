// Unsafe: The caller lends the memory. Rows and columns are checked once per call, not per
// sample.

/// A read-only view of one plane of a frame, as rows of samples, lent for the duration of a call.
@safe
public struct PlaneView<Sample: PixelComponent>: Copyable, ~Escapable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let stride: Int

  /// Wraps samples owned by the caller.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - base: The first sample of the first row. The memory must stay valid and unchanged while
  ///     the view exists.
  ///   - stride: The distance of two rows, in bytes.
  @unsafe
  @_lifetime(borrow base)
  public init(width: Int, height: Int, base: UnsafeRawPointer, stride: Int) {
    precondition(
      stride >= width * MemoryLayout<Sample>.size && width >= 0 && height >= 0, "rows overlap")
    self.width = width
    self.height = height
    unsafe self.base = base
    self.stride = stride
  }

  /// The sample at column `x` of row `y`, counted from the top left.
  @inlinable
  public subscript(x: Int, y: Int) -> Sample {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "no such sample")
    return unsafe base.loadUnaligned(
      fromByteOffset: y &* stride &+ x &* MemoryLayout<Sample>.size, as: Sample.self)
  }

  /// The address of some samples of a row.
  @unsafe
  func place(_ row: Int, _ column: Int, _ count: Int) -> UnsafeRawPointer {
    precondition(
      column >= 0 && column + count <= width && row >= 0 && row < height, "no such samples")
    return unsafe base + (row &* stride &+ column &* MemoryLayout<Sample>.size)
  }

  /// Writes the weighted sum of consecutive rows.
  ///
  /// - Parameters:
  ///   - columns: The columns to mix, which become the first samples of `row`.
  ///   - first: The first of the `weights.count` rows.
  ///   - weights: At least one weight, in 256ths, with a sum of 256.
  ///   - row: The row to write to.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func mixRows(
    _ columns: Range<Int>, from first: Int, weights: ArraySlice<UInt16>,
    into row: inout SampleRow<Sample>
  ) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "no such columns")
    precondition(
      first >= 0 && first + weights.count <= height && !weights.isEmpty, "no such rows")
    precondition(columns.count <= row.count, "the row is too short")
    // Rows without weight are omitted at both ends.
    guard let low = weights.firstIndex(where: { $0 != 0 }),
      let high = weights.lastIndex(where: { $0 != 0 })
    else { preconditionFailure("rows without weight have no sum") }
    let live = weights[low...high], size = MemoryLayout<Sample>.size
    let start =
      unsafe base
      + ((first &+ low &- weights.startIndex) &* stride &+ columns.lowerBound &* size)
    let mixer = unsafe RowMixer(start: start, stride: stride, weights: live)
    if Sample.bitWidth == 8 {
      unsafe mixer.mix(WideBytes.self, into: row.base, count: columns.count)
    } else {
      unsafe mixer.mix(WideWords.self, into: row.base, count: columns.count)
    }
  }
}

/// Rows in memory, and their weights.
@unsafe
private struct RowMixer {
  let start: UnsafeRawPointer
  let stride: Int
  let weights: ArraySlice<UInt16>

  /// Writes `count` weighted sums of as many rows as there are weights.
  ///
  /// The usual numbers of rows are spelled out, so that their weights stay in registers.
  @inline(__always)
  func mix<Wide: WideSamples>(
    _: Wide.Type, into target: UnsafeMutableRawPointer, count: Int
  ) {
    let stride = unsafe stride, weights = unsafe weights
    func weight(_ index: Int) -> Wide.Weight { Wide.Weight(weights[weights.startIndex + index]) }
    let half = Wide(repeating: 128)
    switch weights.count {
    case 1:
      unsafe target.copyMemory(from: start, byteCount: count &* Wide.bytesPerSample)
    case 2:
      let (a, b) = (weight(0), weight(1))
      unsafe mixBlocks(into: target, count: count) { (top) -> Wide in
        unsafe Wide(at: top) &* a &+ Wide(at: top + stride) &* b &+ half
      }
    case 3:
      let (a, b, c) = (weight(0), weight(1), weight(2))
      unsafe mixBlocks(into: target, count: count) { (top) -> Wide in
        unsafe Wide(at: top) &* a &+ Wide(at: top + stride) &* b
          &+ Wide(at: top + stride &* 2) &* c &+ half
      }
    case 4:
      let (a, b, c, d) = (weight(0), weight(1), weight(2), weight(3))
      unsafe mixBlocks(into: target, count: count) { (top) -> Wide in
        let third = unsafe top + stride &* 2
        let upper = unsafe Wide(at: top) &* a &+ Wide(at: top + stride) &* b
        let lower = unsafe Wide(at: third) &* c &+ Wide(at: third + stride) &* d
        return upper &+ lower &+ half
      }
    default:
      unsafe weights.withUnsafeBufferPointer { weights in
        unsafe mixBlocks(into: target, count: count) { (top) -> Wide in
          var sum = half, place = unsafe top
          for index in 0..<weights.count {
            sum = unsafe sum &+ Wide(at: place) &* Wide.Weight(weights[index])
            unsafe place += stride
          }
          return sum
        }
      }
    }
  }

  /// Processes the columns in blocks of 16; the last block ends at the last column.
  ///
  /// `sum` gets the first row of a block.
  @inline(__always)
  private func mixBlocks<Wide: WideSamples>(
    into target: UnsafeMutableRawPointer, count: Int, _ sum: (UnsafeRawPointer) -> Wide
  ) {
    let size = Wide.bytesPerSample
    var x = 0
    while x < count, count >= 16 {
      let column = min(x, count &- 16)
      unsafe sum(start + column &* size).storeHigh(at: target + column &* size)
      x &+= 16
    }
    while x < count {
      var sum: Wide.Weight = 128, offset = x &* size
      for weight in unsafe weights {
        sum &+= unsafe Wide.sample(at: start + offset) &* Wide.Weight(weight)
        unsafe offset &+= stride
      }
      unsafe Wide.store(sum &>> 8, at: target + x &* size)
      x &+= 1
    }
  }
}
