// Unsafe: The row owns its memory. Indices are checked, and vectors end in the padding.

/// A row of samples in its own memory, for intermediate results of a drawing.
@safe
public struct SampleRow<Sample: PixelComponent>: ~Copyable {
  /// The number of samples.
  public let count: Int
  @usableFromInline let base: UnsafeMutableRawPointer

  /// Creates a row of `count` zeros.
  public init(count: Int) {
    precondition(count >= 0, "a row has no negative length")
    self.count = count
    // Readers may access up to four more samples, and writers a whole block more.
    let size = (count + 16) * MemoryLayout<Sample>.size
    unsafe base = .allocate(byteCount: size, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit { unsafe base.deallocate() }

  /// The sample at `index`, which must be less than ``count``.
  @inlinable
  public subscript(index: Int) -> Sample {
    get {
      precondition(index >= 0 && index < count, "no such sample")
      return unsafe base.load(fromByteOffset: index &* MemoryLayout<Sample>.size, as: Sample.self)
    }
    set {
      precondition(index >= 0 && index < count, "no such sample")
      unsafe base.storeBytes(
        of: newValue, toByteOffset: index &* MemoryLayout<Sample>.size, as: Sample.self)
    }
  }

  /// Writes means, computed from sums of `count` samples each, from the first sample on; `count` is
  /// a power of two up to 256.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func storeMeans(_ sums: borrowing SampleSums<Sample>, of count: Int) {
    precondition(sums.used * 8 <= self.count + 8, "the row is too short")
    precondition(
      (1...256).contains(count) && count & (count - 1) == 0, "not a power of two up to 256")
    if Sample.bitWidth == 8 {
      // Multiplies by a reciprocal in 65,536ths. Adding half the count first rounds the result.
      let reciprocal = SIMD8(repeating: UInt16(clamping: (65_536 + count - 1) / count))
      let half = SIMD8(repeating: UInt16(count / 2))
      for index in 0..<sums.used {
        let sum = unsafe sums.base.load(fromByteOffset: index &* 16, as: SIMD8<UInt16>.self)
        let means = count == 1 ? sum : Lanes.upperProduct(sum &+ half, reciprocal)
        unsafe base.storeBytes(
          of: Lanes.narrowed(means), toByteOffset: index &* 8, as: SIMD8<UInt8>.self)
      }
    } else {
      let shift = UInt32(count.trailingZeroBitCount), half = UInt32(count / 2)
      for index in 0..<sums.used {
        let sum = unsafe sums.base.load(fromByteOffset: index &* 32, as: SIMD8<UInt32>.self)
        unsafe base.storeBytes(
          of: Lanes.narrowed((sum &+ half) &>> shift), toByteOffset: index &* 16,
          as: SIMD8<UInt16>.self)
      }
    }
  }

  /// Writes weighted sums of samples of this row into another row.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func resample(_ table: ResampleTable, into row: inout SampleRow<Sample>) {
    precondition(table.reach <= count, "the row is too short to read from")
    precondition(table.count <= row.count, "the row is too short to write to")
    if Sample.bitWidth == 8 {
      unsafe table.resampleBytes(UnsafeRawPointer(base), into: row.base)
    } else {
      unsafe table.resampleWords(UnsafeRawPointer(base), into: row.base)
    }
  }
}

extension ResampleTable {
  @unsafe
  fileprivate func resampleBytes(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe weights.withUnsafeBufferPointer { weights in
        var next = 0
        for block in 0..<starts.count / 8 {
          let places = unsafe Self.places(starts, from: block &* 8)
          var sum = SIMD8<UInt16>(repeating: 128)
          var source = unsafe source
          for _ in 0..<pairs / 2 {
            let (one, two) = unsafe Lanes.twoPairs(source, at: places)
            sum = unsafe sum &+ (one & 255) &* weights[next] &+ (one &>> 8) &* weights[next &+ 1]
            sum = unsafe sum &+ (two & 255) &* weights[next &+ 2]
            sum = unsafe sum &+ (two &>> 8) &* weights[next &+ 3]
            next &+= 4
            unsafe source += 4
          }
          if pairs % 2 == 1 {
            let last = unsafe Lanes.pairs(source, at: places)
            sum = unsafe sum &+ (last & 255) &* weights[next] &+ (last &>> 8) &* weights[next &+ 1]
            next &+= 2
          }
          unsafe target.storeBytes(
            of: Lanes.narrowed(sum &>> 8), toByteOffset: block &* 8,
            as: SIMD8<UInt8>.self)
        }
      }
    }
  }

  @unsafe
  fileprivate func resampleWords(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe weights.withUnsafeBufferPointer { weights in
        var next = 0
        for block in 0..<starts.count / 8 {
          let places = unsafe Self.places(starts, from: block &* 8, bytesPerSample: 2)
          var sum = SIMD8<UInt32>(repeating: 128)
          var source = unsafe source
          for _ in 0..<pairs {
            let pairs = unsafe Lanes.wordPairs(source, at: places)
            let (left, right) = unsafe (weights[next], weights[next &+ 1])
            sum = sum &+ (pairs & 65_535) &* SIMD8<UInt32>(truncatingIfNeeded: left)
            sum = sum &+ (pairs &>> 16) &* SIMD8<UInt32>(truncatingIfNeeded: right)
            next &+= 2
            unsafe source += 4
          }
          unsafe target.storeBytes(
            of: Lanes.narrowed(sum &>> 8), toByteOffset: block &* 16, as: SIMD8<UInt16>.self)
        }
      }
    }
  }

  /// Eight offsets, read one by one, because extracting them from a vector is slower.
  @unsafe
  @inline(__always)
  private static func places(
    _ starts: UnsafeBufferPointer<UInt32>, from first: Int, bytesPerSample: Int = 1
  ) -> Lanes.Places {
    func place(_ index: Int) -> Int { unsafe Int(starts[first &+ index]) &* bytesPerSample }
    return (place(0), place(1), place(2), place(3), place(4), place(5), place(6), place(7))
  }
}

/// The source samples and weights for each sample of a resampled row.
public struct ResampleTable: Sendable {
  /// The number of samples to write.
  public let count: Int
  /// The end of the source samples.
  let reach: Int
  /// The number of pairs of samples that are read per written sample.
  let pairs: Int
  /// The first source sample for each written sample, padded to a multiple of eight.
  let starts: [UInt32]
  /// For each block and pair, the weights of the first and of the second sample.
  let weights: [SIMD8<UInt16>]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - starts: For each written sample, the index of its first source sample, 0 or greater.
  ///   - taps: The number of source samples per written sample.
  ///   - weights: `taps` weights per written sample, in 256ths, with a sum of 256.
  public init(starts: [Int], taps: Int, weights: [UInt16]) {
    precondition(starts.allSatisfy { $0 >= 0 && $0 < 1 << 28 }, "no such samples")
    precondition(weights.count == starts.count * taps, "each sample has its weights")
    count = starts.count
    reach = (starts.max() ?? 0) + taps
    let pairs = (taps + 1) / 2
    self.pairs = pairs
    let last = max(0, starts.count - 1)
    self.starts = (0..<(starts.count + 7) / 8 * 8).map { UInt32(starts[min($0, last)]) }
    func weight(_ sample: Int, _ tap: Int) -> UInt16 {
      tap < taps ? weights[min(sample, last) * taps + tap] : 0
    }
    self.weights = stride(from: 0, to: starts.count, by: 8).flatMap { block in
      (0..<pairs * 2).map { tap in SIMD8((0..<8).map { weight(block + $0, tap) }) }
    }
  }
}
