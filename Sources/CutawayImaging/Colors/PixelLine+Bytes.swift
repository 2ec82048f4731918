import CutawayElementKit

/// The places of the components in a pixel of bytes.
///
/// Loops for the orders of four bytes are compiled with constant places, which is faster.
private enum ByteOrder {
  case bgra, rgba, argb, abgr

  /// The order of a layout of four components; `nil` for others.
  init?(_ layout: PackedLayout) {
    guard layout.count == 4 else { return nil }
    switch layout.places {
    case SIMD4(2, 1, 0, 3): self = .bgra
    case SIMD4(0, 1, 2, 3): self = .rgba
    case SIMD4(1, 2, 3, 0): self = .argb
    case SIMD4(3, 2, 1, 0): self = .abgr
    default: return nil
    }
  }
}

extension PixelLine {
  /// Converts bytes whose components are converted one by one, by a table.
  mutating func loadBytes(_ row: Span<UInt8>, _ layout: PackedLayout, _ codec: ColorCodec) {
    let size = layout.bytesPerPixel
    switch ByteOrder(layout) {
    case .bgra: loadBytes(row, layout, codec, 4) { ($0[2], $0[1], $0[0], $0[3]) }
    case .rgba: loadBytes(row, layout, codec, 4) { ($0[0], $0[1], $0[2], $0[3]) }
    case .argb: loadBytes(row, layout, codec, 4) { ($0[1], $0[2], $0[3], $0[0]) }
    case .abgr: loadBytes(row, layout, codec, 4) { ($0[3], $0[2], $0[1], $0[0]) }
    case nil:
      let (r, g, b, a) = (layout.places.x, layout.places.y, layout.places.z, layout.places.w)
      let last = layout.alpha == .none ? r : a
      loadBytes(row, layout, codec, size) { ($0[r], $0[g], $0[b], $0[last]) }
    }
  }

  /// Converts pixels of some bytes, of which a function gives red, green, blue and alpha.
  @inline(__always)
  private mutating func loadBytes(
    _ row: Span<UInt8>, _ layout: PackedLayout, _ codec: ColorCodec, _ size: Int,
    components: (Span<UInt8>) -> (UInt8, UInt8, UInt8, UInt8)
  ) {
    let table = codec.lights, lights = table.span
    precondition(lights.count >= 256, "a light for each byte")
    let isStraight = layout.alpha == .straight
    let added: UInt8 = layout.alpha == .none ? 255 : 0
    let count = count, x = x
    var common: UInt8 = 255
    var span = pixels.mutableSpan
    for index in 0..<count {
      let place = (x &+ index) &* size
      let (r, g, b, last) = components(row.extracting(place..<place &+ size))
      let color = SIMD4(lights[Int(r)], lights[Int(g)], lights[Int(b)], 1)
      let alpha = last | added
      if alpha == 255 {
        span[index] = color
        continue
      }
      common &= alpha
      let opacity = Float(alpha) * (1 / 255)
      if isStraight {
        span[index] = color * opacity
      } else if alpha == 0 {
        span[index] = SIMD4()
      } else {
        let numbers = SIMD3(Float(r), Float(g), Float(b))
        span[index] = SIMD4(codec.decoded(numbers / Float(alpha)) * opacity, opacity)
      }
    }
    isOpaque = common == 255
  }

  /// Converts into bytes whose components are converted one by one, by a table.
  func storeBytes(in row: inout MutableSpan<UInt8>, _ layout: PackedLayout, _ codec: ColorCodec) {
    let size = layout.bytesPerPixel
    switch ByteOrder(layout) {
    case .bgra:
      storeBytes(in: &row, layout, codec, 16, 8, 0, 24) { $0.setFourBytes($2, at: $1 &* 4) }
    case .rgba:
      storeBytes(in: &row, layout, codec, 0, 8, 16, 24) { $0.setFourBytes($2, at: $1 &* 4) }
    case .argb:
      storeBytes(in: &row, layout, codec, 8, 16, 24, 0) { $0.setFourBytes($2, at: $1 &* 4) }
    case .abgr:
      storeBytes(in: &row, layout, codec, 24, 16, 8, 0) { $0.setFourBytes($2, at: $1 &* 4) }
    case nil:
      let (r, g, b, a) = (layout.places.x, layout.places.y, layout.places.z, layout.places.w)
      let writesAlpha = layout.count == 4
      storeBytes(in: &row, layout, codec, 0, 8, 16, 24) { row, index, word in
        let place = index &* size
        row[place &+ r] = UInt8(truncatingIfNeeded: word)
        row[place &+ g] = UInt8(truncatingIfNeeded: word &>> 8)
        row[place &+ b] = UInt8(truncatingIfNeeded: word &>> 16)
        if writesAlpha { row[place &+ a] = UInt8(truncatingIfNeeded: word &>> 24) }
      }
    }
  }

  /// Converts into pixels whose components are at some bits of a word.
  @inline(__always)
  private func storeBytes(
    in row: inout MutableSpan<UInt8>, _ layout: PackedLayout, _ codec: ColorCodec, _ red: UInt32,
    _ green: UInt32, _ blue: UInt32, _ opacity: UInt32,
    write: (inout MutableSpan<UInt8>, _ column: Int, _ word: UInt32) -> Void
  ) {
    let table = codec.bytes, bytes = table.span, pixels = pixels.span
    precondition(bytes.count >= 1 << (32 - ColorCodec.stepShift), "a byte for each light")
    let isStraight = layout.alpha == .straight, ignoresAlpha = isOpaque || layout.alpha == .none
    for index in 0..<count {
      let pixel = pixels[index], isWhole = ignoresAlpha || pixel.w >= 1
      let light = isWhole ? pixel : pixel.straight
      var r = UInt32(bytes[Int(light.x.bitPattern &>> ColorCodec.stepShift)])
      var g = UInt32(bytes[Int(light.y.bitPattern &>> ColorCodec.stepShift)])
      var b = UInt32(bytes[Int(light.z.bitPattern &>> ColorCodec.stepShift)])
      var alpha: UInt32 = 255
      if !isWhole {
        alpha = UInt32((pixel.w > 0 ? pixel.w : 0) * 255 + 0.5)
        let factor = isStraight ? 255 : alpha
        r = (r &* factor &+ 127) / 255
        g = (g &* factor &+ 127) / 255
        b = (b &* factor &+ 127) / 255
      }
      write(&row, index, r &<< red | g &<< green | b &<< blue | alpha &<< opacity)
    }
  }
}
