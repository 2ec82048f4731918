import CutawayColor
import CutawayElementKit

/// How the colours of layers, which are those of sRGB, become those of the picture.
struct LayerColors: Sendable {
  /// The transfer function of the picture.
  let transfer: TransferFunction
  /// From SDR to HDR, whose primaries are those of BT.2020; `nil` for SDR.
  private let curves: LightCurves?

  init(_ transfer: TransferFunction) {
    self.transfer = transfer
    curves =
      transfer == .sdr ? nil : LightCurves(from: .sdr, to: transfer, largest: 65_535)
  }

  /// How luma and chroma represent colours: the matrix of BT.709 (ITU-R BT.709, section 4) or, for HDR, the one of
  /// BT.2020 with luminance that is not constant (ITU-R BT.2100, table 6).
  var coding: LumaCoding {
    curves == nil ? .bt709 : LumaCoding(kr: 0.2627, kb: 0.0593, isFullRange: false)
  }

  /// A pixel of a layout, for components of 8 bits.
  ///
  /// - Parameters:
  ///   - word: Alpha, red, green and blue from the highest byte on, premultiplied.
  ///   - layout: The layout.
  /// - Returns: The pixel, whose colour is not premultiplied.
  func converted(_ word: UInt32, to layout: PixelLayout) -> SIMD4<Float> {
    let alpha = Float(word >> 24), unit = alpha > 0 ? 1 / alpha : 0
    var red = Float(word >> 16 & 255) * unit, green = Float(word >> 8 & 255) * unit
    var blue = Float(word & 255) * unit
    let (kr, kb) = (Float(coding.kr), Float(coding.kb))
    if let curves {
      func component(_ part: Float) -> UInt16 { UInt16(min(part, 1) * 65_535) }
      let color = curves.mapped(SIMD4(component(red), component(green), component(blue), 0))
      (red, green, blue) = (
        Float(color.x) / 65_535, Float(color.y) / 65_535, Float(color.z) / 65_535
      )
    }
    if !layout.hasChroma {
      let indices = layout.order.indices
      var pixel = SIMD4<Float>()
      pixel[indices.red] = 255 * red
      pixel[indices.green] = 255 * green
      pixel[indices.blue] = 255 * blue
      pixel[indices.alpha] = alpha
      return pixel
    }
    let luma = kr * red + (1 - kr - kb) * green + kb * blue
    return SIMD4(
      alpha, 16 + 219 * luma, 128 + 112 * (blue - luma) / (1 - kb),
      128 + 112 * (red - luma) / (1 - kr))
  }
}
