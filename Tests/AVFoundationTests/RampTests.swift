import AVFoundation
import Testing

/// Rules 18 to 26: ramps of layers, as they are read back.
struct RampTests {
  typealias Layer = AVMutableVideoCompositionLayerInstruction

  static let (one, two) = (
    CGAffineTransform(scaleX: 2, y: 2), CGAffineTransform(translationX: 9, y: 4)
  )

  func opacity(_ layer: Layer, at time: CMTime) -> (start: Float, end: Float, range: CMTimeRange)? {
    var (start, end, range) = (Float.nan, Float.nan, CMTimeRange.invalid)
    let isFound = layer.getOpacityRamp(
      for: time, startOpacity: &start, endOpacity: &end, timeRange: &range)
    return isFound ? (start, end, range) : nil
  }

  @Test func `R24: the ramp that contains a time, else the first one after it`() throws {
    let layer = Layer()
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.5, timeRange: f(10, 20))
    layer.setOpacityRamp(fromStartOpacity: 0.5, toEndOpacity: 0, timeRange: f(30, 40))
    let before = try #require(opacity(layer, at: .zero))
    #expect(before.range == f(10, 20) && before.start == 1 && before.end == 0.5)
    #expect(try #require(opacity(layer, at: f(15))).range == f(10, 20))
    #expect(try #require(opacity(layer, at: f(25))).range == f(30, 40))
    #expect(opacity(layer, at: f(45)) == nil)
    #expect(opacity(Layer(), at: .zero) == nil)
  }

  @Test func `R24: pointers may be nil`() {
    let layer = Layer()
    layer.setTransformRamp(fromStart: .identity, toEnd: Self.one, timeRange: f(0, 10))
    layer.setCropRectangleRamp(
      fromStartCropRectangle: .zero, toEndCropRectangle: .infinite, timeRange: f(0, 10))
    #expect(layer.getTransformRamp(for: .zero, start: nil, end: nil, timeRange: nil))
    #expect(
      layer.getCropRectangleRamp(
        for: .zero, startCropRectangle: nil, endCropRectangle: nil, timeRange: nil))
  }

  @Test func `R24: a hold is a flat ramp that has no end`() throws {
    let layer = Layer()
    layer.setTransform(Self.one, at: .zero)
    var (start, end, range) = (CGAffineTransform(), CGAffineTransform(), CMTimeRange.invalid)
    #expect(layer.getTransformRamp(for: f(900), start: &start, end: &end, timeRange: &range))
    #expect(start == Self.one && end == Self.one)
    #expect(range.start == .zero)
  }

  @Test func `behaviour: a second transform at the same instant replaces the first`() throws {
    let layer = Layer()
    layer.setTransform(Self.one, at: .zero)
    layer.setTransform(Self.two, at: .zero)
    var start = CGAffineTransform()
    #expect(layer.getTransformRamp(for: .zero, start: &start, end: nil, timeRange: nil))
    #expect(start == Self.two)
    layer.setOpacity(0.1, at: f(3))
    layer.setOpacity(0.7, at: f(3))
    #expect(opacity(layer, at: f(3))?.start == 0.7)
    layer.setCropRectangle(CGRect(x: 0, y: 0, width: 1, height: 1), at: f(3))
    layer.setCropRectangle(CGRect(x: 0, y: 0, width: 2, height: 2), at: f(3))
    var crop = CGRect.zero
    #expect(
      layer.getCropRectangleRamp(
        for: f(3), startCropRectangle: &crop, endCropRectangle: nil, timeRange: nil))
    #expect(crop.width == 2)
  }

  @Test func `R21: crops are read as they were set`() {
    let layer = Layer()
    let (full, line) = (
      CGRect(x: 0, y: 0, width: 320, height: 180), CGRect(x: 0, y: 180, width: 320, height: 0)
    )
    layer.setCropRectangleRamp(
      fromStartCropRectangle: full, toEndCropRectangle: line, timeRange: f(0, 30))
    var (start, end, range) = (CGRect.null, CGRect.null, CMTimeRange.invalid)
    #expect(
      layer.getCropRectangleRamp(
        for: f(5), startCropRectangle: &start, endCropRectangle: &end, timeRange: &range))
    #expect(start == full && end == line && range == f(0, 30))
  }

  @Test func `shape: copies of layers keep their ramps`() throws {
    let layer = Layer()
    layer.trackID = 5
    layer.setOpacity(0.5, at: .zero)
    let copy = try #require(layer.copy() as? AVVideoCompositionLayerInstruction)
    layer.setOpacity(0.25, at: .zero)
    var value: Float = 0
    #expect(copy.getOpacityRamp(for: .zero, startOpacity: &value, endOpacity: nil, timeRange: nil))
    #expect(value == 0.5 && copy.trackID == 5)
    #expect(copy.mutableCopy() is AVMutableVideoCompositionLayerInstruction)
  }

  enum Wrong: String, CaseIterable {
    case transformOverlap, cropOverlap, opacityOverlap, notNumeric
    func set(on layer: Layer) {
      switch self {
      case .transformOverlap:
        layer.setTransformRamp(fromStart: .identity, toEnd: RampTests.one, timeRange: f(0, 20))
        layer.setTransformRamp(fromStart: .identity, toEnd: RampTests.one, timeRange: f(10, 30))
      case .cropOverlap:
        layer.setCropRectangleRamp(
          fromStartCropRectangle: .zero, toEndCropRectangle: .zero, timeRange: f(0, 20))
        layer.setCropRectangleRamp(
          fromStartCropRectangle: .zero, toEndCropRectangle: .zero, timeRange: f(10, 30))
      case .opacityOverlap:
        layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: f(0, 20))
        layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: f(10, 30))
      case .notNumeric: layer.setTransform(.identity, at: .invalid)
      }
    }
  }

  @Test(arguments: Wrong.allCases)
  func `R23: overlaps and times that are no numbers end the export with an error`(
    wrong: Wrong
  ) async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 30), of: Clips.silent(1).video(), at: .zero)
    let layer = Layer(assetTrack: track)
    wrong.set(on: layer)
    let video = videoComposition([instruction(f(0, 30), [layer])])
    do {
      try await Exported(composition, video).remove()
      Issue.record("no error")
    } catch let error as AVError {
      #expect(error.code == .invalidVideoComposition)
      #expect(error.localizedFailureReason?.isEmpty == false)
    }
  }

  @Test func `R23: ramps that touch, and a hold before a ramp, are legal`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 30), of: Clips.silent(1).video(), at: .zero)
    let layer = Layer(assetTrack: track)
    layer.setOpacity(0.5, at: .zero)
    layer.setOpacityRamp(fromStartOpacity: 0.5, toEndOpacity: 1, timeRange: f(10, 20))
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: f(20, 30))
    let video = videoComposition([instruction(f(0, 30), [layer])])
    #expect(try await image(of: composition, video, at: f(5)).width == 320)
  }
}
