/// A row of bytes in memory of its own, for what lies between two steps of a drawing.
@safe
public struct ByteRow: ~Copyable {
  /// The number of bytes.
  public let count: Int
  @usableFromInline let base: UnsafeMutableRawPointer

  /// A row of `count` zeros.
  public init(count: Int) {
    precondition(count >= 0, "a row has no negative length")
    self.count = count
    // Two more than that may be read, and a block more written.
    unsafe base = .allocate(byteCount: count + 16, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: count + 16)
  }

  deinit { unsafe base.deallocate() }

  @inlinable
  public subscript(index: Int) -> UInt8 {
    get {
      precondition(index >= 0 && index < count, "no such byte")
      return unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }
    set {
      precondition(index >= 0 && index < count, "no such byte")
      unsafe base.storeBytes(of: newValue, toByteOffset: index, as: UInt8.self)
    }
  }

  /// Writes the means of sums of up to 256 bytes, from the first byte on.
  public mutating func storeMeans(_ sums: [SIMD8<UInt16>], of count: Int) {
    precondition(sums.count * 8 <= self.count + 8, "the row is too short")
    precondition((1...256).contains(count), "sums of more do not fit")
    // Times a reciprocal in 65,536ths.
    let number = UInt32(count), reciprocal = (65_536 + number / 2) / number
    for index in sums.indices {
      let wide = SIMD8<UInt32>(truncatingIfNeeded: sums[index]) &* reciprocal &+ 32_768
      let bytes = SIMD8<UInt8>(truncatingIfNeeded: wide &>> 16)
      unsafe base.storeBytes(of: bytes, toByteOffset: index &* 8, as: SIMD8<UInt8>.self)
    }
  }

  /// Writes bytes that are sums of bytes of this row, by a table.
  public func resample(_ table: ResampleTable, into row: inout ByteRow) {
    precondition(table.reach <= count, "the row is too short to read from")
    precondition(table.count <= row.count, "the row is too short to write to")
    let source = unsafe UnsafeRawPointer(base), target = unsafe row.base
    unsafe table.starts.withUnsafeBufferPointer { starts in
      unsafe table.weights.withUnsafeBufferPointer { weights in
        var next = 0
        for block in 0..<starts.count {
          let at = unsafe starts[block]
          var sum = SIMD8<UInt16>(repeating: 128)
          var pair = unsafe source
          for _ in 0..<table.pairs {
            let bytes = unsafe SIMD8<UInt16>(
              pair.loadUnaligned(fromByteOffset: Int(at[0]), as: UInt16.self),
              pair.loadUnaligned(fromByteOffset: Int(at[1]), as: UInt16.self),
              pair.loadUnaligned(fromByteOffset: Int(at[2]), as: UInt16.self),
              pair.loadUnaligned(fromByteOffset: Int(at[3]), as: UInt16.self),
              pair.loadUnaligned(fromByteOffset: Int(at[4]), as: UInt16.self),
              pair.loadUnaligned(fromByteOffset: Int(at[5]), as: UInt16.self),
              pair.loadUnaligned(fromByteOffset: Int(at[6]), as: UInt16.self),
              pair.loadUnaligned(fromByteOffset: Int(at[7]), as: UInt16.self))
            sum = unsafe sum &+ (bytes & 255) &* weights[next]
            sum = unsafe sum &+ (bytes &>> 8) &* weights[next &+ 1]
            next &+= 2
            unsafe pair += 2
          }
          unsafe target.storeBytes(
            of: SIMD8<UInt8>(truncatingIfNeeded: sum &>> 8), toByteOffset: block &* 8,
            as: SIMD8<UInt8>.self)
        }
      }
    }
  }
}

/// For each byte of a row, of which bytes of another row it is the sum, and with what weights.
public struct ResampleTable: Sendable {
  /// How many bytes are written.
  public let count: Int
  /// Where the bytes that are read end.
  let reach: Int
  /// How often two bytes that follow each other are read for one.
  let pairs: Int
  /// The first byte read, eight to a block.
  let starts: [SIMD8<UInt32>]
  /// For each block and pair the weights of the first and of the second byte.
  let weights: [SIMD8<UInt16>]

  /// - Parameters:
  ///   - starts: For each byte the first one that it is made of, 0 or greater.
  ///   - taps: How many it is made of.
  ///   - weights: In 256ths, `taps` for each, with a sum of 256.
  public init(starts: [Int], taps: Int, weights: [UInt16]) {
    precondition(starts.allSatisfy { $0 >= 0 && $0 < 1 << 28 }, "no such bytes")
    precondition(weights.count == starts.count * taps, "each byte has its weights")
    count = starts.count
    reach = (starts.max() ?? 0) + taps
    let pairs = (taps + 1) / 2
    self.pairs = pairs
    let last = max(0, starts.count - 1)
    // The last block is filled up with its last byte.
    self.starts = stride(from: 0, to: starts.count, by: 8).map { block in
      SIMD8((0..<8).map { UInt32(starts[min(block + $0, last)]) })
    }
    func weight(_ byte: Int, _ tap: Int) -> UInt16 {
      tap < taps ? weights[min(byte, last) * taps + tap] : 0
    }
    self.weights = stride(from: 0, to: starts.count, by: 8).flatMap { block in
      (0..<pairs * 2).map { tap in SIMD8((0..<8).map { weight(block + $0, tap) }) }
    }
  }
}
