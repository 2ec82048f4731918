// Unsafe: Blocks of eight samples are read and written where their columns are checked.

/// The weights of the samples of a row, for mixing two rows.
public struct WeightRow: Sendable {
  @usableFromInline var blocks: [SIMD8<Float>]
  /// The picture that each group of samples shows.
  @usableFromInline var groups: [Group]
  /// The number of samples.
  public private(set) var count = 0

  /// What a group of samples shows.
  @usableFromInline
  enum Group: Sendable {
    case outgoing, incoming, mixture
  }

  /// The number of blocks of eight samples in a group.
  @usableFromInline static let groupSize = 8

  /// Reserves memory for `count` samples.
  public init(count: Int) {
    let blocks = (count + 7) / 8
    self.blocks = Array(repeating: SIMD8(), count: blocks)
    groups = Array(repeating: .mixture, count: (blocks + Self.groupSize - 1) / Self.groupSize)
  }

  /// Computes the weights of a row.
  ///
  /// - Parameters:
  ///   - count: The number of samples.
  ///   - sites: The positions of the samples.
  ///   - row: The row.
  ///   - mask: The weights at a position.
  @inlinable
  public mutating func fill(
    count: Int, _ sites: SampleSites, row: Int, by mask: some TransitionMask
  ) {
    begin(count: count)
    let y = sites.y + Float(row) * sites.stepY, end = (count &+ 7) / 8
    let steps = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    var first = 0, group = 0
    while first < end {
      let next = min(end, first &+ Self.groupSize)
      let left = sites.x + Float(first &* 8) * sites.stepX
      let right = sites.x + Float(next &* 8 &- 1) * sites.stepX
      let weight = mask.weight(from: left, to: right, y: y)
      if let weight, weight <= 0 || weight >= 1 {
        groups[group] = weight <= 0 ? .outgoing : .incoming
      } else if let weight {
        groups[group] = .mixture
        for block in first..<next { blocks[block] = SIMD8(repeating: weight) }
      } else {
        groups[group] = .mixture
        for block in first..<next {
          blocks[block] = mask.weights(
            x: sites.x + (steps + Float(block &* 8)) * sites.stepX, y: y)
        }
      }
      first = next
      group &+= 1
    }
  }

  @usableFromInline
  mutating func begin(count: Int) {
    precondition((count + 7) / 8 <= blocks.count, "there are too few weights")
    self.count = count
  }

  /// Calls `body` with the samples of each group.
  @inline(__always)
  fileprivate func forEachGroup(_ body: (Group, Range<Int>) -> Void) {
    let size = Self.groupSize * 8
    var first = 0
    while first < count {
      let end = min(count, first &+ size)
      body(groups[first / size], first..<end)
      first = end
    }
  }
}

extension PlanarBand {
  /// Writes a row that is a mixture of two others.
  ///
  /// - Parameters:
  ///   - outgoing: The plane with weight 0.
  ///   - incoming: The plane with weight 1.
  ///   - plane: The plane of this band: 0 is luma, 1 and 2 are chroma.
  ///   - row: The row of all three planes.
  ///   - weights: The weights of the samples, which are clamped to 0…1.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func mix(
    _ outgoing: PlaneView<Sample>, _ incoming: PlaneView<Sample>, plane: Int, row: Int,
    weights: WeightRow
  ) {
    let width = format.width(of: plane)
    precondition(weights.count == width, "another number of weights")
    precondition(
      outgoing.width >= width && incoming.width >= width && outgoing.height > row
        && incoming.height > row, "no such samples")
    let from = unsafe outgoing.base + row &* outgoing.stride
    let to = unsafe incoming.base + row &* incoming.stride
    let target = unsafe place(plane, row, 0..<width)
    let size = MemoryLayout<Sample>.size
    weights.forEachGroup { group, columns in
      let offset = columns.lowerBound &* size
      switch group {
      case .outgoing:
        unsafe (target + offset).copyMemory(from: from + offset, byteCount: columns.count &* size)
      case .incoming:
        unsafe (target + offset).copyMemory(from: to + offset, byteCount: columns.count &* size)
      case .mixture where size == 1: unsafe mixBytes(from, to, into: target, columns, weights)
      case .mixture: unsafe mixWords(from, to, into: target, columns, weights)
      }
    }
  }
}

/// Mixes bytes with weights in 256ths; the first column is a multiple of eight.
@unsafe
private func mixBytes(
  _ from: UnsafeRawPointer, _ to: UnsafeRawPointer, into target: UnsafeMutableRawPointer,
  _ columns: Range<Int>, _ weights: WeightRow
) {
  var x = columns.lowerBound
  while x < columns.upperBound {
    let part = Lanes.narrowed((weights.blocks[x / 8].unitClamped * 256).roundedBits)
    guard x &+ 8 <= columns.upperBound else {
      for lane in 0..<columns.upperBound - x {
        let a = UInt16(unsafe from.load(fromByteOffset: x + lane, as: UInt8.self))
        let b = UInt16(unsafe to.load(fromByteOffset: x + lane, as: UInt8.self))
        let sum = a &* (256 &- part[lane]) &+ b &* part[lane] &+ 128
        unsafe target.storeBytes(of: UInt8(sum &>> 8), toByteOffset: x + lane, as: UInt8.self)
      }
      return
    }
    let a = Lanes.widened(unsafe from.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self))
    let b = Lanes.widened(unsafe to.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self))
    let sum = a &* (256 &- part) &+ b &* part &+ 128
    unsafe target.storeBytes(
      of: Lanes.narrowed(sum &>> 8), toByteOffset: x, as: SIMD8<UInt8>.self)
    x &+= 8
  }
}

/// Mixes 16-bit samples in floating point; the first column is a multiple of eight.
@unsafe
private func mixWords(
  _ from: UnsafeRawPointer, _ to: UnsafeRawPointer, into target: UnsafeMutableRawPointer,
  _ columns: Range<Int>, _ weights: WeightRow
) {
  func number(_ bits: SIMD8<UInt16>) -> SIMD8<Float> {
    let lanes = SIMD8<UInt32>(truncatingIfNeeded: bits) | 0x4B00_0000
    return unsafe unsafeBitCast(lanes, to: SIMD8<Float>.self) - 0x1p23
  }
  func mixed(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ weight: SIMD8<Float>) -> SIMD8<UInt16> {
    let (a, b) = (number(a), number(b))
    return Lanes.narrowed((a + (b - a) * weight.unitClamped).roundedBits)
  }
  var x = columns.lowerBound
  while x < columns.upperBound {
    let weight = weights.blocks[x / 8]
    guard x &+ 8 <= columns.upperBound else {
      for lane in 0..<columns.upperBound - x {
        let place = (x + lane) * 2
        let a = unsafe from.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        let b = unsafe to.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        let result = mixed(SIMD8(repeating: a), SIMD8(repeating: b), weight)
        unsafe target.storeBytes(of: result[lane], toByteOffset: place, as: UInt16.self)
      }
      return
    }
    let a = unsafe from.loadUnaligned(fromByteOffset: x &* 2, as: SIMD8<UInt16>.self)
    let b = unsafe to.loadUnaligned(fromByteOffset: x &* 2, as: SIMD8<UInt16>.self)
    unsafe target.storeBytes(
      of: mixed(a, b, weight), toByteOffset: x &* 2, as: SIMD8<UInt16>.self)
    x &+= 8
  }
}

extension PackedBand {
  /// Writes a row that is a mixture of two others; colours count in proportion to their alpha.
  ///
  /// - Parameters:
  ///   - outgoing: The frame with weight 0.
  ///   - incoming: The frame with weight 1.
  ///   - row: The row of all three frames.
  ///   - weights: The weights of the pixels, which are clamped to 0…1.
  @_specialize(where Component == UInt8)
  @_specialize(where Component == UInt16)
  public mutating func mix(
    _ outgoing: FrameView, _ incoming: FrameView, row: Int, weights: WeightRow
  ) {
    precondition(weights.count == format.width, "another number of weights")
    let alpha = format.layout.alphaIndex, size = WeightRow.groupSize * 8
    var pixels = self[row: row]
    for x in pixels.indices {
      switch weights.groups[x / size] {
      case .outgoing: pixels[x] = outgoing.pixel(x, row)
      case .incoming: pixels[x] = incoming.pixel(x, row)
      case .mixture:
        let weight = min(max(weights.blocks[x / 8][x % 8], 0), 1)
        let a = outgoing.numbers(x: x, y: row), b = incoming.numbers(x: x, y: row)
        let parts = (a[alpha] * (1 - weight), b[alpha] * weight)
        let sum = parts.0 + parts.1
        if sum <= 0 {
          pixels[x] = SIMD4()
          continue
        }
        var result = (a * parts.0 + b * parts.1) / sum
        result[alpha] = sum
        pixels[x] = SIMD4(clamping: result)
      }
    }
  }
}

extension SIMD8<Float> {
  /// The numbers, limited to 0…1; each half compiles to two instructions.
  @inline(__always)
  fileprivate var unitClamped: Self {
    Self(
      lowHalf: lowHalf.limited(SIMD4(), SIMD4(repeating: 1)),
      highHalf: highHalf.limited(SIMD4(), SIMD4(repeating: 1)))
  }

  /// The nearest integers of numbers below 2¹⁶.
  @inline(__always)
  fileprivate var roundedBits: SIMD8<UInt32> {
    unsafe unsafeBitCast(self + 0x1p23, to: SIMD8<UInt32>.self) & 0x1_FFFF
  }
}
