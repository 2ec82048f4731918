import AVFoundation
import Testing

/// Rules 18 to 26: ramps as they are seen.
@Suite(.serialized) struct RampRenderTests {
  typealias Layer = AVMutableVideoCompositionLayerInstruction

  /// A track of two seconds, and a layer of it.
  func setting(_ clip: UInt8 = 1) async throws -> (AVMutableComposition, Layer) {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 60), of: Clips.silent(clip).video(), at: .zero)
    return (composition, Layer(assetTrack: track))
  }

  /// White over the layer that is tested: the mean brightness tells the opacity.
  func brightness(_ composition: AVComposition, _ layer: Layer, at time: CMTime) async throws
    -> Double
  {
    let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    let video = videoComposition([instruction(f(0, 60), [layer], background: white)])
    // The lower right corner block of the code is black.
    let color = try await image(of: composition, video, at: time).color(320 - 13, 45)
    return Double(color.red + color.green + color.blue) / 765
  }

  @Test(arguments: [(0, 0.0), (14, 0.0), (15, 0.0), (30, 0.5), (45, 1.0), (59, 1.0)])
  func `R18, R20: opacity is linear in composition time and holds its last value`(
    frame: Int, white: Double
  ) async throws {
    let (composition, layer) = try await setting()
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: f(15, 45))
    let seen = try await brightness(composition, layer, at: f(frame))
    #expect(abs(seen - white) < 0.04)
  }

  @Test func `R18: ramp times are those of the composition, not of the instruction`() async throws {
    let (composition, layer) = try await setting()
    let second = Layer()
    second.trackID = layer.trackID
    second.setOpacity(0, at: f(45))
    let video = videoComposition([
      instruction(f(0, 30), [layer]), instruction(f(30, 60), [second]),
    ])
    #expect(
      try await shown(of: composition, video, at: [29, 44, 45]) == [
        Shown(1, 29), Shown(1, 44), nil,
      ])
  }

  @Test func `R25: a value set before the instruction holds into it`() async throws {
    let (composition, layer) = try await setting()
    layer.setOpacity(0, at: f(10))
    let video = videoComposition([
      instruction(f(0, 30), []), instruction(f(30, 60), [layer]),
    ])
    #expect(try await shown(of: composition, video, at: [40]) == [nil])
  }

  @Test func `R19: before the first time identity, then holds`() async throws {
    let (composition, layer) = try await setting()
    layer.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5), at: f(20))
    layer.setTransform(
      CGAffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 160, ty: 90), at: f(40))
    let video = videoComposition([instruction(f(0, 60), [layer])])
    let (first, second, third) = (
      try await image(of: composition, video, at: f(19)),
      try await image(of: composition, video, at: f(39)),
      try await image(of: composition, video, at: f(59))
    )
    #expect(try first.shown() == Shown(1, 19))
    #expect(try second.shown(in: CGRect(x: 0, y: 0, width: 160, height: 90)) == Shown(1, 39))
    #expect(try third.shown(in: CGRect(x: 160, y: 90, width: 160, height: 90)) == Shown(1, 59))
    #expect(try third.color(10, 10).isNear(.black))
  }

  @Test func `R22: transforms are interpolated by component`() async throws {
    let (composition, layer) = try await setting()
    // From the identity to the picture at half size in the lower right quarter.
    layer.setTransformRamp(
      fromStart: .identity, toEnd: CGAffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 160, ty: 90),
      timeRange: f(0, 60))
    let video = videoComposition([instruction(f(0, 60), [layer])])
    let middle = try await image(of: composition, video, at: f(30))
    #expect(try middle.shown(in: CGRect(x: 80, y: 45, width: 240, height: 135)) == Shown(1, 30))
  }

  @Test func `R22: a turn to the flip passes through a line`() async throws {
    let (composition, layer) = try await setting()
    layer.setTransformRamp(
      fromStart: .identity, toEnd: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 180),
      timeRange: f(0, 60))
    let video = videoComposition([instruction(f(0, 60), [layer])])
    // At 3/4: d = -0.5, ty = 135: upside down in the middle half.
    let late = try await image(of: composition, video, at: f(45))
    #expect(try late.color(5, 10).isNear(.black))
    #expect(try late.color(5, 170).isNear(.black))
    // The white corner block, which is at the top left upright, is at the bottom left of the half.
    #expect(try late.color(5, 130).isNear(.white, within: 40))
  }

  @Test func `R21: a crop to a line at the bottom wipes the picture`() async throws {
    let (composition, layer) = try await setting()
    layer.setCropRectangleRamp(
      fromStartCropRectangle: CGRect(x: 0, y: 0, width: 320, height: 180),
      toEndCropRectangle: CGRect(x: 0, y: 180, width: 320, height: 0), timeRange: f(0, 60))
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let video = videoComposition([instruction(f(0, 60), [layer], background: red)])
    let middle = try await image(of: composition, video, at: f(30))
    let ground = RGB(red: 255, green: 0, blue: 0)
    #expect(try middle.color(5, 80).isNear(ground))
    #expect(try !middle.color(5, 100).isNear(ground))
    #expect(try await image(of: composition, video, at: f(0)).shown() == Shown(1, 0))
  }

  @Test func `R21: a crop holds and is none before the first time`() async throws {
    let (composition, layer) = try await setting()
    layer.setCropRectangle(CGRect(x: 0, y: 0, width: 160, height: 180), at: f(30))
    let video = videoComposition([instruction(f(0, 60), [layer])])
    #expect(try await image(of: composition, video, at: f(29)).shown() == Shown(1, 29))
    let late = try await image(of: composition, video, at: f(50))
    #expect(try late.color(5, 5).isNear(.white, within: 30))
    for y in [5, 60, 120, 175] { #expect(try late.color(200, y).isNear(.black)) }
  }

  @Test func `R26: a ramp without duration sets its end value at its start`() async throws {
    let (composition, layer) = try await setting()
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: f(30, 30))
    let video = videoComposition([instruction(f(0, 60), [layer])])
    #expect(try await shown(of: composition, video, at: [29, 30]) == [Shown(1, 29), nil])
  }
}
