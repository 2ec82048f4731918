public import CutawayElementKit

/// Corrects colours, and applies a 3-D lookup table.
///
/// The steps, on R′G′B′ in 0…1:
///
/// 1. ``temperature`` and ``tint`` multiply red by 2^(t/2), blue by 2^(−t/2) and green by 2^(−i/2),
///    and all three so that greys keep their luma. Factors of R′G′B′ are factors of light, too.
/// 2. Lift, gain and gamma: (gain · (x + lift · (1 − x)))^(1/gamma), for each component with its own
///    values. The lifts of a component are added, the gains and the gammas are multiplied.
/// 3. ``saturation``: the factor of the difference from luma (Recommendation ITU-R BT.709).
/// 4. The lookup table, interpolated in tetrahedra. Colours outside of its domain are clamped.
///
/// With planes of luma and chroma, all pixels of a chroma sample have its chroma, and the result has
/// the mean of theirs.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! \
///   colorgrade temperature=0.3 gamma=1.2 saturation=1.3 ! videoconvert ! autovideosink
/// ```
public struct ColorGrade: StatefulPixelFilter, PlanarVideoFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "colorgrade"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Corrects colours, and applies a 3-D lookup table"
  /// What is known about its frames.
  public static let traits: ElementTraits = [.stateless, .keepsPace, .safe, .pointwise]

  /// What is added to black; white is unchanged.
  @Property(in: -1...1, "What is added to black") public var lift = 0.0
  /// The lift of red.
  @Property(in: -1...1, "What is added to the red of black") public var liftRed = 0.0
  /// The lift of green.
  @Property(in: -1...1, "What is added to the green of black") public var liftGreen = 0.0
  /// The lift of blue.
  @Property(in: -1...1, "What is added to the blue of black") public var liftBlue = 0.0
  /// The exponent is 1/gamma: greater numbers lighten the middle tones.
  @Property(in: 0.1...10, "Greater numbers lighten the middle tones") public var gamma = 1.0
  /// The gamma of red.
  @Property(in: 0.1...10, "Greater numbers add red to the middle tones") public var gammaRed = 1.0
  /// The gamma of green.
  @Property(in: 0.1...10, "Greater numbers add green to the middle tones")
  public var gammaGreen = 1.0
  /// The gamma of blue.
  @Property(in: 0.1...10, "Greater numbers add blue to the middle tones")
  public var gammaBlue = 1.0
  /// The factor of all components.
  @Property(in: 0...8, "The factor of all components") public var gain = 1.0
  /// The factor of red.
  @Property(in: 0...8, "The factor of red") public var gainRed = 1.0
  /// The factor of green.
  @Property(in: 0...8, "The factor of green") public var gainGreen = 1.0
  /// The factor of blue.
  @Property(in: 0...8, "The factor of blue") public var gainBlue = 1.0
  /// The factor of the differences from luma: 0 makes greys.
  @Property(in: 0...4, "The factor of the differences from luma") public var saturation = 1.0
  /// The balance between blue, −1, and red, 1.
  @Property(in: -1...1, "The balance between blue, -1, and red, 1") public var temperature = 0.0
  /// The balance between green, −1, and magenta, 1.
  @Property(in: -1...1, "The balance between green, -1, and magenta, 1") public var tint = 0.0
  /// The path of a `.cube` file with a 3-D lookup table; empty for none.
  ///
  /// The file is read when the stream starts and when the path changes.
  @Property("The path of a .cube file with a 3-D lookup table") public var location = ""
  /// How much the lookup table changes the colours, from 0, nothing, to 1.
  @Property(in: 0...1, "How much the lookup table changes the colours") public var lutAmount = 1.0

  /// Creates settings that change nothing.
  public init() {}

  /// The tables for the settings.
  public struct State: Sendable {
    var settings: ColorGrade
    /// The number of a full component in the tables.
    let largest: Int
    var file: CubeFile?
    var cube: ColorCube?
    var curves: GradeCurves
  }

  /// Computes the tables.
  ///
  /// - Throws: `ElementError` if the file at ``location`` cannot be read; it names the line.
  public func makeState(for format: VideoFormat) throws(ElementError) -> State {
    try makeState(largest: format.layout.largest)
  }

  /// Computes the tables for a planar frame.
  ///
  /// - Throws: `ElementError` if the file at ``location`` cannot be read; it names the line.
  public func makeState(for format: PlanarFormat) throws(ElementError) -> State {
    // With four times the steps of the samples, rounding between the conversions has no effect.
    try makeState(largest: format.depth <= 10 ? 4_095 : 65_535)
  }

  private func makeState(largest: Int) throws(ElementError) -> State {
    let file = location.isEmpty ? nil : try CubeFile(path: location)
    let cube = makeCube(file, largest), curves = GradeCurves(self, cube, largest)
    return State(settings: self, largest: largest, file: file, cube: cube, curves: curves)
  }

  private func makeCube(_ file: CubeFile?, _ largest: Int) -> ColorCube? {
    guard let file, lutAmount > 0 else { return nil }
    return ColorCube(file, amount: Float(lutAmount), largest: Float(largest))
  }

  /// Settings that change nothing pass frames unchanged.
  public func isIdle(at time: Duration, state: inout State) -> Bool {
    var neutral = Self()
    if lutAmount == 0 { neutral.location = location }
    neutral.lutAmount = lutAmount
    return self == neutral
  }

  /// Whether nothing but the lookup table changes colours.
  private var isTableAlone: Bool {
    var neutral = Self()
    (neutral.location, neutral.lutAmount) = (location, lutAmount)
    return self == neutral
  }

  /// Changes the colours of a frame in place.
  ///
  /// - Throws: `ElementError` if ``location`` has changed to a file that cannot be read.
  public func apply<Component>(
    to frame: inout PixelFrame<Component>, state: inout State
  ) throws(ElementError) {
    if state.settings != self { try update(&state) }
    let curves = state.curves
    // The compiler inlines local functions, but not closures, into each of the loops.
    if let cube = state.cube, isTableAlone {
      @inline(__always)
      func graded(_ block: inout ColorBlock) { block = cube.mapped(block) }
      frame.mapColorBlocks(graded)
    } else if let cube = state.cube {
      let last = cube.last
      @inline(__always)
      func graded(_ color: SIMD4<Component>, _: Int, _: Int) -> SIMD4<Component> {
        color.replacingColor(with: cube[curves[color].limited(SIMD4(), last)])
      }
      frame.mapColors(graded)
    } else {
      @inline(__always)
      func graded(_ color: SIMD4<Component>, _: Int, _: Int) -> SIMD4<Component> {
        color.replacingColor(with: curves[color])
      }
      frame.mapColors(graded)
    }
  }

  /// Changes the colours of a planar frame in place.
  ///
  /// - Throws: `ElementError` if ``location`` has changed to a file that cannot be read.
  public func apply<Sample>(
    to frame: inout PlanarFrame<Sample>, state: inout State
  ) throws(ElementError) {
    if state.settings != self { try update(&state) }
    let curves = state.curves
    if let cube = state.cube, isTableAlone {
      @inline(__always)
      func graded(_ block: ColorBlock) -> ColorBlock { cube.mapped(block) }
      frame.mapColorBlocks(graded)
    } else if let cube = state.cube {
      let last = cube.last
      @inline(__always)
      func graded(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> SIMD4<Float> {
        cube[curves.color(red, green, blue).limited(SIMD4(), last)]
      }
      frame.mapColors(largest: state.largest, graded)
    } else {
      @inline(__always)
      func graded(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> SIMD4<Float> {
        curves.color(red, green, blue)
      }
      frame.mapColors(largest: state.largest, graded)
    }
  }

  private func update(_ state: inout State) throws(ElementError) {
    if location != state.settings.location {
      state.file = location.isEmpty ? nil : try CubeFile(path: location)
      state.cube = makeCube(state.file, state.largest)
    } else if lutAmount != state.settings.lutAmount {
      state.cube = makeCube(state.file, state.largest)
    }
    state.curves = GradeCurves(self, state.cube, state.largest)
    state.settings = self
  }
}

extension SIMD4 where Scalar: PixelComponent {
  /// A colour with the same alpha, the fourth component.
  @inline(__always)
  fileprivate func replacingColor(with numbers: SIMD4<Float>) -> Self {
    var result = Self(clamping: numbers)
    result.w = w
    return result
  }
}
