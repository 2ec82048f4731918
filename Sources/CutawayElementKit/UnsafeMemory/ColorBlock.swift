// Unsafe: Loads and stores four pixels of a checked row at a time, and reinterprets numbers as bits.

/// Four neighbouring pixels of a row, as numbers in 0…1, whatever the depth of the frame.
///
/// The components of a pixel are in one lane of the vectors.
public struct ColorBlock: Sendable {
  /// Red, in ``PixelLayout/ayuv`` and ``PixelLayout/ayuv64`` luma.
  public var red: SIMD4<Float>
  /// Green, in ``PixelLayout/ayuv`` and ``PixelLayout/ayuv64`` the blue difference.
  public var green: SIMD4<Float>
  /// Blue, in ``PixelLayout/ayuv`` and ``PixelLayout/ayuv64`` the red difference.
  public var blue: SIMD4<Float>
  /// Alpha.
  public var alpha: SIMD4<Float>

  /// Creates a block.
  @inlinable
  package init(red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>, alpha: SIMD4<Float>) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

extension ColorBlock {
  /// Creates a block from four pixels: red, green and blue as multiples of `unit`.
  @inlinable
  @inline(__always)
  package init(
    pixels: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), alpha: SIMD4<Float>,
    unit: Float
  ) {
    // The transpose.
    let near = SIMD8(lowHalf: pixels.0, highHalf: pixels.1)
    let far = SIMD8(lowHalf: pixels.2, highHalf: pixels.3)
    let redBlue = SIMD8(lowHalf: near.evenHalf, highHalf: far.evenHalf)
    let greens = SIMD8(lowHalf: near.oddHalf, highHalf: far.oddHalf).evenHalf
    self.init(
      red: redBlue.evenHalf * unit, green: greens * unit, blue: redBlue.oddHalf * unit,
      alpha: alpha)
  }
}

extension PixelFrame {
  /// Changes all pixels, four at a time, as floating-point numbers.
  ///
  /// Results outside of 0…1 are clamped, and rounded to the nearest component. The last block of a
  /// row may exceed the row: its other lanes contain transparent black, and are ignored.
  @inlinable
  public mutating func mapColorBlocks(_ transform: (inout ColorBlock) -> Void) {
    let lanes = ComponentLanes<Component>(format.layout.order)
    let size = MemoryLayout<SIMD4<Component>>.stride, whole = format.width & ~3
    let rest = (format.width &- whole) &* size
    // A copy of the pixels after the last whole block.
    var last = (
      SIMD4<Component>(), SIMD4<Component>(), SIMD4<Component>(), SIMD4<Component>()
    )
    unsafe withUnsafeMutableBytes(of: &last) { last in
      guard let buffer = last.baseAddress else { return }
      for y in rows {
        let row = unsafe base + y &* stride
        unsafe buffer.copyMemory(from: row + whole &* size, byteCount: rest)
        for x in Swift.stride(from: 0, to: format.width, by: 4) {
          let place = unsafe x < whole ? row + x &* size : buffer
          var block = unsafe lanes.load(place)
          transform(&block)
          unsafe lanes.store(block, to: place)
        }
        unsafe (row + whole &* size).copyMemory(from: buffer, byteCount: rest)
      }
    }
  }
}

/// The places of the components in the words of a pixel.
@usableFromInline
struct ComponentLanes<Component: PixelComponent>: Sendable {
  @usableFromInline let order: ComponentOrder
  @usableFromInline let scale = Float(Component.max)
  @usableFromInline let unit = 1 / Float(Component.max)

  @inlinable
  init(_ order: ComponentOrder) { self.order = order }

  /// Converts integers below 2²³ by writing them into the mantissa of 2²³.
  @inlinable
  @inline(__always)
  func number(_ component: SIMD4<UInt32>) -> SIMD4<Float> {
    let value = unsafe unsafeBitCast(component | 0x4B00_0000, to: SIMD4<Float>.self)
    return (value - 0x1p23) * unit
  }

  /// The nearest integers, from the mantissas.
  @inlinable
  @inline(__always)
  func component(_ number: SIMD4<Float>) -> SIMD4<UInt32> {
    let value = (number * scale).limited(SIMD4(), SIMD4(repeating: scale))
    return unsafe unsafeBitCast(value + 0x1p23, to: SIMD4<UInt32>.self) & UInt32(Component.max)
  }

  @unsafe
  @inlinable
  @inline(__always)
  func load(_ place: UnsafeMutableRawPointer) -> ColorBlock {
    let parts: (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>)
    if Component.bitWidth == 8 {
      let words = unsafe place.loadUnaligned(as: SIMD4<UInt32>.self)
      parts = (words & 255, (words &>> 8) & 255, (words &>> 16) & 255, words &>> 24)
    } else {
      let words = unsafe place.loadUnaligned(as: SIMD8<UInt32>.self)
      let low = words.evenHalf, high = words.oddHalf
      parts = (low & 65_535, low &>> 16, high & 65_535, high &>> 16)
    }
    let (a, b, c, d) = (number(parts.0), number(parts.1), number(parts.2), number(parts.3))
    switch order {
    case .rgba: return ColorBlock(red: a, green: b, blue: c, alpha: d)
    case .bgra: return ColorBlock(red: c, green: b, blue: a, alpha: d)
    case .argb: return ColorBlock(red: b, green: c, blue: d, alpha: a)
    case .abgr: return ColorBlock(red: d, green: c, blue: b, alpha: a)
    }
  }

  @unsafe
  @inlinable
  @inline(__always)
  func store(_ block: ColorBlock, to place: UnsafeMutableRawPointer) {
    let red = component(block.red), green = component(block.green), blue = component(block.blue)
    let alpha = component(block.alpha)
    let parts: (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>) =
      switch order {
      case .rgba: (red, green, blue, alpha)
      case .bgra: (blue, green, red, alpha)
      case .argb: (alpha, red, green, blue)
      case .abgr: (alpha, blue, green, red)
      }
    if Component.bitWidth == 8 {
      let words = (parts.0 | (parts.1 &<< 8)) | ((parts.2 &<< 16) | (parts.3 &<< 24))
      unsafe place.storeBytes(of: words, as: SIMD4<UInt32>.self)
    } else {
      let low: SIMD4<UInt32> = parts.0 | (parts.1 &<< 16)
      let high: SIMD4<UInt32> = parts.2 | (parts.3 &<< 16)
      let words = SIMD8<UInt32>(
        low[0], high[0], low[1], high[1], low[2], high[2], low[3], high[3])
      unsafe place.storeBytes(of: words, as: SIMD8<UInt32>.self)
    }
  }
}
