import CutawayColor
import CutawayElementKit
import CutawayLayers
import Foundation
import TestSupport
import Testing

/// Q77: the colours of layers over pictures in HLG and PQ.
@Suite struct LightTests {
  /// The signal of HLG of a light of the display in cd/m² of each primary (BT.2100, table 5).
  private func hlg(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let display = light / 1_000
    let luminance = 0.2627 * display.x + 0.678 * display.y + 0.0593 * display.z
    // The inverse of the OOTF with a gamma of 1.2.
    let scene = luminance > 0 ? display * pow(luminance, (1 - 1.2) / 1.2) : display
    func signal(_ e: Double) -> Double {
      let a = 0.17883277, b = 0.28466892, c = 0.55991073
      return e <= 1.0 / 12 ? sqrt(3 * e) : a * log(12 * e - b) + c
    }
    return SIMD3(signal(scene.x), signal(scene.y), signal(scene.z))
  }

  /// The signal of PQ (BT.2100, table 4).
  private func pq(_ light: SIMD3<Double>) -> SIMD3<Double> {
    func signal(_ light: Double) -> Double {
      let y = pow(light / 10_000, 2610.0 / 16384)
      let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
      return pow((c1 + c2 * y) / (1 + c3 * y), 2523.0 / 4096 * 128)
    }
    return SIMD3(signal(light.x), signal(light.y), signal(light.z))
  }

  @Test(
    arguments: [TransferFunction.hlg, .pq],
    [SIMD3(255, 255, 255), SIMD3(128, 128, 128), SIMD3(255, 0, 0), SIMD3(20, 200, 120)])
  func `Q77: the white of layers is 203 cd/m², and colours are those of BT.2020`(
    transfer: TransferFunction, color: SIMD3<Int>
  ) throws {
    var mixer = LayerTreeMixer()
    let hex = [color.x, color.y, color.z].map { String($0 + 256, radix: 16).suffix(2) }.joined()
    mixer.tree = try Shared(yaml: "[{frame: [8, 8, 40, 40], background: '#\(hex)'}]")
    mixer.transfer = transfer
    let image = try PlanarImage.mixed(
      by: mixer, [(PictureInput(), .planar(TreeImage.grey))], in: TreeImage.format,
      at: FrameInstant(index: 0, frames: 10, seconds: 1))
    let s = SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 255
    let light = SIMD3(pow(s.x, 2.4), pow(s.y, 2.4), pow(s.z, 2.4)) * 203
    // BT.2087.
    let wide = SIMD3(
      0.6274 * light.x + 0.3293 * light.y + 0.0433 * light.z,
      0.0691 * light.x + 0.9195 * light.y + 0.0114 * light.z,
      0.0164 * light.x + 0.088 * light.y + 0.8956 * light.z)
    let e = transfer == .hlg ? hlg(wide) : pq(wide)
    let luma = 0.2627 * e.x + 0.678 * e.y + 0.0593 * e.z
    let expected = [
      16 + 219 * luma, 128 + 224 * (e.z - luma) / 1.8814, 128 + 224 * (e.x - luma) / 1.4746,
    ]
    for plane in 0..<3 {
      #expect(abs(Double(image[plane, 20, 20]) - expected[plane]) <= 1, "\(plane)")
    }
    #expect(image[0, 60, 20] == 100)
  }
}
