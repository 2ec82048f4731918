import CutawayImaging
import CutawayKeyframes
import Testing

/// Filters without pictures, and with senseless settings.
@Suite struct GeometryLimitTests {
  private static let types: [any PictureFilter.Type] = [
    AffineClamp.self, AffineTile.self, EightfoldReflectedTile.self, FourfoldReflectedTile.self,
    FourfoldRotatedTile.self, FourfoldTranslatedTile.self, GlideReflectedTile.self,
    Kaleidoscope.self, OpTile.self, ParallelogramTile.self, PerspectiveTile.self,
    SixfoldReflectedTile.self, SixfoldRotatedTile.self, TriangleKaleidoscope.self,
    TriangleTile.self, TwelvefoldReflectedTile.self,
    BicubicScaleTransform.self, LanczosScaleTransform.self, PerspectiveCorrection.self,
    PerspectiveTransform.self, PerspectiveTransformWithExtent.self, StraightenFilter.self,
    BumpDistortionLinear.self, CircleSplashDistortion.self, CircularWrap.self,
    DisplacementDistortion.self, GlassDistortion.self, GlassLozenge.self, HoleDistortion.self,
    LightTunnel.self, NinePartStretched.self, NinePartTiled.self, PinchDistortion.self,
    StretchCrop.self, TorusLensDistortion.self, TwirlDistortion.self, VortexDistortion.self,
    GaussianGradient.self, LenticularHaloGenerator.self, LinearGradient.self,
    RadialGradient.self, RandomGenerator.self, RoundedRectangleGenerator.self,
    SmoothLinearGradient.self, StarShineGenerator.self, StripesGenerator.self,
    SunbeamsGenerator.self,
    AccordionFoldTransition.self, BarsSwipeTransition.self, CopyMachineTransition.self,
    DisintegrateWithMaskTransition.self, FlashTransition.self, ModTransition.self,
    PageCurlTransition.self,
    RippleTransition.self, SwipeTransition.self,
  ]

  /// Senseless values of a kind.
  private func values(_ kind: FilterInputKind, isShort: Bool) -> [FilterValue] {
    // Filters of endless pictures take long for large radii.
    let extremes = isShort ? [0, 1e9] : [-1e300, -1e9, -1, 0, 1e-300, 1e-3, 1e3, 1e9, 1e300]
    let wild = [.nan, .infinity, -.infinity] + extremes
    return switch kind {
    case .scalar, .distance, .angle, .hue, .time, .count: extremes.map { .number($0) }
    case .position, .offset, .size, .pair:
      wild.map { .point(SIMD2($0, 3)) } + wild.map { .point(SIMD2(repeating: $0)) }
    case .rectangle:
      wild.map { .rectangle(Rectangle(x: 0, y: $0, width: $0, height: 5)) }
        + wild.map { .rectangle(Rectangle(x: $0, y: $0, width: $0, height: $0)) }
    case .transform:
      wild.map { .transform(TransformMatrix(a: $0, b: 0, c: 0, d: 1, tx: 0, ty: $0)) }
        + wild.map { .transform(TransformMatrix(a: $0, b: $0, c: $0, d: $0, tx: $0, ty: 0)) }
    default: []
    }
  }

  @Test(arguments: types.indices)
  func `Senseless settings have some result`(index: Int) throws {
    let type = Self.types[index]
    var random = SplitMix64(state: 7)
    let sample = try SamplePicture(width: 9, height: 7, x: -2, y: 1, using: &random).picture
    let endless = try #require(CheckerboardGenerator().output)
    for picture in [sample, endless, .empty] {
      let needed = Self.types[index].inputDescriptions.filter { $0.kind == .picture }.map(\.name)
      for input in type.inputDescriptions {
        for value in values(input.kind, isShort: picture === endless) {
          var filter = type.init()
          for name in needed { _ = filter.set(.picture(picture), for: name) }
          #expect(filter.set(value, for: input.name) == .done)
          // The middle of transitions is where all of their parts are at work.
          if input.name != "time", type.categories == [.transition] {
            _ = filter.set(.number(0.5), for: "time")
          }
          let output = try #require(filter.output, "\(type.name).\(input.name)")
          #expect(output.pixels(of: Region(x: -1, y: 0, width: 6, height: 3)).count == 18)
        }
      }
    }
  }

  @Test(arguments: types.indices)
  func `Filters without pictures have no result`(index: Int) throws {
    let type = Self.types[index]
    let needsPicture = type.inputDescriptions.contains { $0.kind == .picture }
    #expect((type.init().output == nil) == needsPicture, "\(type.name)")
    #expect(type.inputDescriptions.first?.name == "image" || !needsPicture)
    #expect(type.name.first?.isLowercase == true)
  }

  @Test func `Numbers that are none have some result`() throws {
    let picture = Picture.color(.white).cropped(to: Region(width: 8, height: 8))
    var scale = LanczosScaleTransform()
    (scale.image, scale.scale) = (picture, .nan)
    #expect(scale.output?.extent.isEmpty == true)
    var twirl = TwirlDistortion()
    (twirl.image, twirl.angle) = (picture, .nan)
    #expect(twirl.output?.pixels(of: picture.extent).count == 64)
    twirl.radius = .nan
    #expect(twirl.output === picture)
    var swipe = SwipeTransition()
    (swipe.image, swipe.targetImage, swipe.time) = (picture, .empty, .nan)
    (swipe.width, swipe.angle, swipe.opacity) = (.nan, .nan, .nan)
    #expect(swipe.output?.pixels(of: picture.extent).allSatisfy { $0.w == 1 } == true)
    var tile = Kaleidoscope()
    (tile.image, tile.count, tile.angle) = (picture, .nan, .nan)
    #expect(tile.output?.pixels(of: picture.extent).count == 64)
  }
}
