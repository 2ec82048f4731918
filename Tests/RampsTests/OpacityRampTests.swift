import CutawayElementKit
import CutawayRamps
import Testing

@Suite struct OpacityRampTests {
  private func alpha(
    of alpha: UInt8, under keyframes: String, at time: Duration, layout: PixelLayout = .bgra
  ) throws -> Pixel {
    var pixel = Pixel(10, 20, 30, 40)
    pixel[layout.alphaIndex] = alpha
    var image = Image(width: 5, height: 3, layout: layout, filledWith: pixel)
    let ramp = OpacityRamp { $0.keyframes = Shared(text: keyframes) }
    var state = try ramp.makeState(for: image.format)
    if try !ramp.isIdle(at: time, state: &state) { try image.apply(ramp, state: &state, at: time) }
    #expect(image.pixels.allSatisfy { $0 == image[0, 0] })
    return image[0, 0]
  }

  @Test(arguments: OpacityRamp.layouts)
  func `opacity 1 changes nothing and opacity 0 clears alpha only`(layout: PixelLayout) throws {
    for value in UInt8.min...UInt8.max {
      let full = try alpha(of: value, under: "0=1", at: .zero, layout: layout)
      #expect(full[layout.alphaIndex] == value)
      var none = try alpha(of: value, under: "0=0", at: .zero, layout: layout)
      #expect(none[layout.alphaIndex] == 0)
      none[layout.alphaIndex] = full[layout.alphaIndex]
      #expect(none == full)
    }
  }

  @Test(arguments: [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0])
  func `alpha is multiplied within half of a 255th`(opacity: Double) throws {
    let level = (opacity * 255).rounded()
    for value in UInt8.min...UInt8.max {
      let result = try alpha(of: value, under: "0=\(opacity)", at: .zero)
      #expect(abs(Double(result[3]) - Double(value) * level / 255) <= 0.5)
    }
  }

  @Test(arguments: [
    (0, 255), (999, 255), (1_000, 255), (1_500, 191), (2_000, 128), (2_500, 64), (3_000, 0),
    (9_000, 0),
  ])
  func `a ramp is linear and holds its ends`(milliseconds: Int, level: UInt8) throws {
    let result = try alpha(of: 255, under: "1..3=1>0", at: .milliseconds(milliseconds))
    #expect(result[3] == level)
  }

  @Test func `an entry at the time of a frame applies to that frame`() throws {
    // Frame 1 at 30 fps has the GStreamer time 33,333,333 ns, before 1/30.
    let before = try alpha(of: 255, under: "1/30=0", at: .nanoseconds(33_333_332))
    let at = try alpha(of: 255, under: "1/30=0", at: .nanoseconds(33_333_333))
    #expect(before[3] == 255)
    #expect(at[3] == 0)
  }

  @Test func `each window has its own ramps`() throws {
    let keyframes = "0..2{0..4=1>0} 2..4{0=0.2}"
    #expect(try alpha(of: 255, under: keyframes, at: .seconds(1))[3] == 191)
    #expect(try alpha(of: 255, under: keyframes, at: .seconds(2))[3] == 51)
    #expect(try alpha(of: 255, under: keyframes, at: .seconds(5))[3] == 255)
  }
}
