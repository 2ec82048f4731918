extension PixelLine {
  /// Converts packed pixels into the working space.
  ///
  /// - Parameters:
  ///   - row: The bytes of a row; its first pixel is at column 0.
  ///   - layout: The layout of the pixels.
  ///   - space: The working space.
  public mutating func load(
    _ row: Span<UInt8>, _ layout: PackedLayout, _ space: WorkingSpace
  ) {
    let codec = ColorCodec.of(layout.coding, space)
    isOpaque = layout.alpha == .none
    if layout.component == .byte, codec.isSimple, !layout.isRed {
      loadBytes(row, layout, codec)
    } else {
      loadNumbers(row, layout, codec)
    }
  }

  private mutating func loadNumbers(
    _ row: Span<UInt8>, _ layout: PackedLayout, _ codec: ColorCodec
  ) {
    let (r, g, b, a) = (layout.places.x, layout.places.y, layout.places.z, layout.places.w)
    let component = layout.component, size = component.size
    let hasAlpha = layout.alpha != .none, isStraight = layout.alpha == .straight
    let count = count
    var place = x * layout.bytesPerPixel
    var span = pixels.mutableSpan
    for index in 0..<count {
      var color = SIMD3(
        component.number(row, place + r * size), component.number(row, place + g * size),
        component.number(row, place + b * size))
      if layout.isRed { (color.y, color.z) = (0, 0) }
      let alpha = hasAlpha ? component.number(row, place + a * size) : 1
      // Colours without alpha, such as the bins of a histogram, are numbers, too.
      let divides = !isStraight && alpha != 1 && alpha > 0
      if divides { color /= alpha }
      let light = codec.decoded(color)
      span[index] = SIMD4(isStraight || divides ? light * alpha : light, alpha)
      place += layout.bytesPerPixel
    }
  }

  /// Converts the pixels into packed ones.
  ///
  /// - Parameters:
  ///   - row: The bytes of a row; its first pixel is the first of the line.
  ///   - layout: The layout of the pixels.
  ///   - space: The working space.
  public func store(
    in row: inout MutableSpan<UInt8>, _ layout: PackedLayout, _ space: WorkingSpace
  ) {
    let codec = ColorCodec.of(layout.coding, space)
    let (r, g, b, a) = (layout.places.x, layout.places.y, layout.places.z, layout.places.w)
    let component = layout.component, size = component.size
    let hasAlpha = layout.alpha != .none, isStraight = layout.alpha == .straight
    let isGrey = layout.count < 3
    if component == .byte, codec.isSimple, !isGrey {
      return storeBytes(in: &row, layout, codec)
    }
    let pixels = pixels.span
    for index in 0..<count {
      let pixel = pixels[index], place = index &* layout.bytesPerPixel
      let alpha = component.isLimited ? SIMD3(repeating: pixel.w).limitedToUnit.x : pixel.w
      var color = pixel.color
      if alpha > 0, alpha != 1, hasAlpha { color *= 1 / alpha }
      if isGrey, !layout.isRed { color = SIMD3(repeating: color.luminance) }
      color = codec.encoded(color)
      if component.isLimited { color = color.limitedToUnit }
      if hasAlpha {
        if !isStraight, alpha != 0 || component.isLimited { color *= alpha }
        component.store(alpha, in: &row, place &+ a &* size)
      } else if layout.count == 4 {
        component.store(1, in: &row, place &+ a &* size)
      }
      component.store(color.x, in: &row, place &+ r &* size)
      if isGrey { continue }
      component.store(color.y, in: &row, place &+ g &* size)
      component.store(color.z, in: &row, place &+ b &* size)
    }
  }
}

extension SIMD3<Float> {
  @inline(__always)
  var limitedToUnit: SIMD3<Float> {
    // What is not a number becomes 0.
    func limited(_ number: Float) -> Float { number > 0 ? (number < 1 ? number : 1) : 0 }
    return SIMD3(limited(x), limited(y), limited(z))
  }
}

extension PackedLayout.Component {
  /// Whether numbers beyond 0…1 do not exist.
  var isLimited: Bool {
    switch self {
    case .byte, .word: true
    case .half, .float: false
    }
  }

  @inline(__always)
  func number(_ row: Span<UInt8>, _ place: Int) -> Float {
    switch self {
    case .byte: return Float(row[place]) * (1 / 255)
    case .word(let isBigEndian):
      let (first, second) = (UInt16(row[place]), UInt16(row[place + 1]))
      return Float(isBigEndian ? first << 8 | second : second << 8 | first) * (1 / 65_535)
    case .half:
      return Float(
        Float16(bitPattern: UInt16(row[place]) | UInt16(row[place + 1]) << 8))
    case .float:
      let low = UInt32(row[place]) | UInt32(row[place + 1]) << 8
      return Float(bitPattern: low | UInt32(row[place + 2]) << 16 | UInt32(row[place + 3]) << 24)
    }
  }

  @inline(__always)
  func store(_ number: Float, in row: inout MutableSpan<UInt8>, _ place: Int) {
    switch self {
    case .byte: row[place] = UInt8(truncatingIfNeeded: Int32(number * 255 + 0.5))
    case .word(let isBigEndian):
      let value = UInt16(truncatingIfNeeded: Int32(number * 65_535 + 0.5))
      row[place] = UInt8(truncatingIfNeeded: isBigEndian ? value >> 8 : value)
      row[place + 1] = UInt8(truncatingIfNeeded: isBigEndian ? value : value >> 8)
    case .half:
      let bits = Float16(number).bitPattern
      row[place] = UInt8(truncatingIfNeeded: bits)
      row[place + 1] = UInt8(truncatingIfNeeded: bits >> 8)
    case .float:
      let bits = number.bitPattern
      for byte in 0..<4 {
        row[place + byte] = UInt8(truncatingIfNeeded: bits >> (8 * UInt32(byte)))
      }
    }
  }
}
