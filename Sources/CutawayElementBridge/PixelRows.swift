import CCutawayGStreamer

/// Converts rows of pixels between colour models with a matrix.
///
/// R′G′B′ is `ARGB` of 8 bits or `ARGB64` of 16, to which GStreamer unpacks all other formats.
struct PixelRows {
  let matrix: ColorMatrix

  /// Converts 8-bit R′G′B′ to `AYUV`.
  func pack(
    rgb source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int, isOpaque: Bool
  ) {
    let opaque: UInt32 = isOpaque ? 255 : 0
    matrix.toYUV.withUnsafeBufferPointer { table in
      let (reds, greens, blues) = (
        table.baseAddress!, table.baseAddress! + 256, table.baseAddress! + 512
      )
      for x in 0..<count {
        let pixel = UInt32(
          littleEndian: source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
        let sum =
          reds[Int(pixel &>> 8 & 255)] &+ greens[Int(pixel &>> 16 & 255)]
          &+ blues[Int(pixel &>> 24)]
        let luma = UInt32(truncatingIfNeeded: sum &>> ColorMatrix.fraction) & 511
        let blue = UInt32(truncatingIfNeeded: sum &>> (21 + ColorMatrix.fraction)) & 511
        let red = UInt32(truncatingIfNeeded: sum &>> (42 + ColorMatrix.fraction)) & 511
        let result =
          (pixel & 255 | opaque) | luma &<< 8 | min(blue, 255) &<< 16 | min(red, 255) &<< 24
        target.storeBytes(of: result.littleEndian, toByteOffset: x &* 4, as: UInt32.self)
      }
    }
  }

  /// Converts 16-bit R′G′B′ to `AYUV`.
  func pack(
    deep source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int, isOpaque: Bool
  ) {
    let (luma, blue, red) = (
      matrix.row(0, white: 65535), matrix.row(1, white: 65535), matrix.row(2, white: 65535)
    )
    let pixels = source.assumingMemoryBound(to: UInt16.self)
    let bytes = target.assumingMemoryBound(to: UInt8.self)
    for x in 0..<count {
      let place = x &* 4
      let alpha = UInt32(pixels[place])
      let (r, g, b) = (
        Int64(pixels[place &+ 1]), Int64(pixels[place &+ 2]), Int64(pixels[place &+ 3])
      )
      bytes[place] = isOpaque ? 255 : UInt8((alpha &* 255 &+ 32767) / 65535)
      bytes[place &+ 1] = luma.value(r, g, b)
      bytes[place &+ 2] = blue.value(r, g, b)
      bytes[place &+ 3] = red.value(r, g, b)
    }
  }

  /// Converts R′G′B′ to luma.
  func luma<Component: FixedWidthInteger>(
    of source: UnsafePointer<Component>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let row = matrix.row(0, white: Int(Component.max))
    for x in 0..<count {
      let place = x &* 4
      target[x] = row.value(
        Int64(truncatingIfNeeded: source[place &+ 1]),
        Int64(truncatingIfNeeded: source[place &+ 2]),
        Int64(truncatingIfNeeded: source[place &+ 3]))
    }
  }

  /// Converts two rows of `count` R′G′B′ pixels to a row of Cb and Cr.
  ///
  /// Chroma is sited between two columns, as in JPEG, or at the left one.
  func chroma<Component: FixedWidthInteger>(
    of upper: UnsafePointer<Component>, _ lower: UnsafePointer<Component>,
    into blue: UnsafeMutablePointer<UInt8>, _ red: UnsafeMutablePointer<UInt8>, count: Int,
    isCentered: Bool
  ) {
    let white = Int(Component.max) * 8
    let (toBlue, toRed) = (matrix.row(1, white: white), matrix.row(2, white: white))
    @inline(__always)
    func column(_ x: Int) -> SIMD4<Int64> {
      let place = x &* 4
      @inline(__always)
      func sum(_ lane: Int) -> Int64 {
        Int64(truncatingIfNeeded: upper[place &+ lane])
          &+ Int64(truncatingIfNeeded: lower[place &+ lane])
      }
      return SIMD4(0, sum(1), sum(2), sum(3))
    }
    var before = column(0)
    var x = 0, index = 0
    while x < count {
      let own = column(x)
      let after = x &+ 1 < count ? column(x &+ 1) : own
      let sums = isCentered ? (own &+ after) &* 2 : before &+ own &+ own &+ after
      blue[index] = toBlue.value(sums[1], sums[2], sums[3])
      red[index] = toRed.value(sums[1], sums[2], sums[3])
      before = after
      x &+= 2
      index &+= 1
    }
  }

  /// Converts `AYUV` to 8-bit R′G′B′.
  func unpack(
    yuv source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int, isOpaque: Bool
  ) {
    let opaque: UInt32 = isOpaque ? 255 : 0
    withTables { lumas, blues, reds in
      for x in 0..<count {
        let pixel = UInt32(
          littleEndian: source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
        let sum =
          lumas[Int(pixel &>> 8 & 255)] &+ blues[Int(pixel &>> 16 & 255) &* 8]
          &+ reds[Int(pixel &>> 24) &* 8]
        target.storeBytes(
          of: (pixel & 255 | opaque | Self.color(sum)).littleEndian, toByteOffset: x &* 4,
          as: UInt32.self)
      }
    }
  }

  /// Interpolates the chroma of a luma row from the chroma rows around it, in quarters; the nearer
  /// one counts three times.
  func mix(
    _ near: UnsafePointer<UInt8>, _ far: UnsafePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    for x in 0..<count { target[x] = UInt16(near[x]) &* 3 &+ UInt16(far[x]) }
  }

  /// Converts luma, and chroma of every second column in quarters, to opaque 8-bit R′G′B′.
  func unpack(
    luma: UnsafePointer<UInt8>, _ blue: UnsafePointer<UInt16>, _ red: UnsafePointer<UInt16>,
    into target: UnsafeMutableRawPointer, count: Int
  ) {
    withTables { lumas, blues, reds in
      for index in 0..<(count + 1) / 2 {
        let x = index &* 2
        let (u, v) = (Int(blue[index]), Int(red[index]))
        let left = lumas[Int(luma[x])] &+ blues[u &* 2] &+ reds[v &* 2]
        target.storeBytes(
          of: (255 | Self.color(left)).littleEndian, toByteOffset: x &* 4, as: UInt32.self)
        guard x &+ 1 < count else { continue }
        let next = min(index &+ 1, (count &+ 1) / 2 &- 1)
        let right =
          lumas[Int(luma[x &+ 1])] &+ blues[u &+ Int(blue[next])] &+ reds[v &+ Int(red[next])]
        target.storeBytes(
          of: (255 | Self.color(right)).littleEndian, toByteOffset: x &* 4 &+ 4, as: UInt32.self)
      }
    }
  }

  private func withTables(
    _ body: (UnsafePointer<UInt64>, UnsafePointer<UInt64>, UnsafePointer<UInt64>) -> Void
  ) {
    matrix.fromLuma.withUnsafeBufferPointer { luma in
      matrix.fromBlue.withUnsafeBufferPointer { blue in
        matrix.fromRed.withUnsafeBufferPointer { red in
          body(luma.baseAddress!, blue.baseAddress!, red.baseAddress!)
        }
      }
    }
  }

  /// R′, G′ and B′ in the upper three bytes, clamped.
  @inline(__always)
  private static func color(_ sum: UInt64) -> UInt32 {
    @inline(__always)
    func component(_ shift: UInt64) -> UInt32 {
      let value = Int(truncatingIfNeeded: sum &>> (shift &+ ColorMatrix.rgbFraction) & 1023)
      return UInt32(truncatingIfNeeded: max(0, min(value &- ColorMatrix.bias, 255)))
    }
    return component(0) &<< 8 | component(21) &<< 16 | component(42) &<< 24
  }
}
