import Testing

/// The conversion between R′G′B′ and Y′CbCr by its definition, in `Double`.
struct ColorDefinition: CustomTestStringConvertible, Sendable {
  var name: String
  var kr: Double
  var kb: Double
  var isFullRange = false
  var testDescription: String { name }

  private var luma: Double { isFullRange ? 255 : 219 }
  private var chroma: Double { isFullRange ? 255 : 224 }
  private var black: Double { isFullRange ? 0 : 16 }

  /// R′G′B′ of 0…1.
  func yuv(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let y = kr * rgb.x + (1 - kr - kb) * rgb.y + kb * rgb.z
    return SIMD3(
      black + luma * y, 128 + chroma * (rgb.z - y) / (2 - 2 * kb),
      128 + chroma * (rgb.x - y) / (2 - 2 * kr))
  }

  func rgb(_ yuv: SIMD3<Double>) -> SIMD3<Double> {
    let y = (yuv.x - black) / luma
    let blue = y + (yuv.y - 128) / chroma * (2 - 2 * kb)
    let red = y + (yuv.z - 128) / chroma * (2 - 2 * kr)
    let green = (y - kr * red - kb * blue) / (1 - kr - kb)
    return SIMD3(red, green, blue) * 255
  }

  static let bt709 = ColorDefinition(name: "bt709", kr: 0.2126, kb: 0.0722)
  static let all = [
    bt709, ColorDefinition(name: "bt601", kr: 0.299, kb: 0.114),
    ColorDefinition(name: "1:4:0:0", kr: 0.299, kb: 0.114, isFullRange: true),
    ColorDefinition(name: "bt2020", kr: 0.2627, kb: 0.0593),
  ]
}
