public import CutawayGraph

/// A video element that draws the frames of several streams into one.
///
/// Each input has its own settings, which are properties of its pad: in a pipeline description,
/// `layermixer name=m sink_1::opacity=0.5`. Inputs are ordered by the property `zorder` of their
/// pads, which is the number in the pad's name by default, the lowest first.
///
/// Drawing is written once for all depths, as generic methods: one for planes, and one for packed
/// pixels with alpha. Downstream chooses among ``outputs``.
public protocol FrameMixer: Element {
  /// The settings of an input.
  associatedtype Input: Element

  /// The data that exists as long as the output has one format.
  associatedtype State: Sendable

  /// The data for one frame, which all of its bands share.
  associatedtype Plan: Sendable

  /// The layouts that the mixer can draw.
  static var outputs: [MixerLayout] { get }

  /// The formats in which the mixer gets the frames of its inputs; all others are converted.
  static var inputMatching: InputMatching { get }

  /// Whether one thread draws all rows of a frame.
  static var drawsWholeFrames: Bool { get }

  /// The largest number of inputs; `nil` for any number.
  static var inputLimit: Int? { get }

  /// Whether the output should have alpha, if downstream leaves that open.
  ///
  /// - Parameter haveAlpha: Whether an input has alpha.
  /// - Returns: `true` for alpha.
  func prefersAlpha(ifInputs haveAlpha: Bool) -> Bool

  /// Creates the state, and again whenever the output format changes.
  func makeState(for output: MixerFormat) throws(ElementError) -> State

  /// Creates the state of a mixer that needs the colours, instead of ``makeState(for:)``.
  ///
  /// - Parameters:
  ///   - output: The format of the output.
  ///   - colorimetry: Range, matrix, transfer function and primaries in GStreamer's form, such as
  ///     `bt2100-hlg` or `1:4:0:1`.
  /// - Returns: The state.
  /// - Throws: `ElementError` if the mixer does not draw the format.
  func makeState(for output: MixerFormat, colorimetry: String) throws(ElementError) -> State

  /// Prepares a frame.
  ///
  /// - Parameters:
  ///   - time: The stream time of the frame.
  ///   - inputs: All inputs, the lowest first; an input without a frame at that time has no format.
  ///   - state: The state of the stream.
  /// - Returns: The plan for drawing, the input whose frame is output unchanged, or nothing.
  /// - Throws: ``ElementError`` if the settings are invalid, which stops the stream.
  func plan(
    at time: FrameInstant, inputs: [MixerInput<Input>], state: inout State
  ) throws(ElementError) -> MixerPlan<Plan>

  /// Whether a plan draws the frame of an input; the frames of the others are not read.
  static func draws(_ input: Int, plan: Plan) -> Bool

  /// Whether a plan also draws frames in which Cb and Cr alternate in plane 1, which then has twice as many columns:
  /// it makes each sample of the output of those at one place of the inputs, and Cb and Cr alike.
  ///
  /// Without this, planes are separated before they are drawn, and combined afterwards.
  static func acceptsAlternatingChroma(in plan: Plan) -> Bool

  /// The columns and rows of the output that an input needs, if downstream leaves the size open.
  ///
  /// - Parameters:
  ///   - settings: The settings of the input's pad.
  ///   - width: The number of columns of the input's frames.
  ///   - height: The number of rows of the input's frames.
  /// - Returns: The columns from the left edge of the output, and the rows from its upper edge.
  static func extent(of settings: Input, width: Int, height: Int) -> (width: Int, height: Int)

  /// The place in an input's frame that is shown at a place of the output, for events of a pointer.
  ///
  /// - Parameters:
  ///   - x: The column in the output.
  ///   - y: The row in the output.
  ///   - input: The input, with the format of its frames.
  ///   - output: The size of the output.
  ///   - time: The stream time.
  /// - Returns: The column and the row in the frame; `nil` if the input is not there.
  func place(
    x: Double, y: Double, in input: MixerInput<Input>, of output: (width: Int, height: Int),
    at time: FrameInstant
  ) -> (x: Double, y: Double)?

  /// Draws some rows of an output of any format.
  ///
  /// The default implementation calls the generic method for the output's samples. Thus the
  /// compiler generates one copy of the drawing code for each kind of format.
  ///
  /// - Parameters:
  ///   - frames: The frames of the inputs.
  ///   - target: The output.
  ///   - rows: The rows to write.
  ///   - plan: The plan from ``plan(at:inputs:state:)``.
  static func render(
    _ frames: borrowing MixerFrames, into target: borrowing MixerTarget, rows: Range<Int>,
    plan: Plan)

  /// Draws some rows of a planar output.
  ///
  /// Several threads draw bands at the same time.
  ///
  /// - Parameters:
  ///   - frames: The frames of the inputs.
  ///   - band: The rows to write; all of them must be written.
  ///   - plan: The plan from ``plan(at:inputs:state:)``.
  static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: Plan)

  /// Draws some rows of an output of packed pixels.
  ///
  /// Several threads draw bands at the same time.
  ///
  /// - Parameters:
  ///   - frames: The frames of the inputs, which are packed, too.
  ///   - band: The rows to write; all of them must be written.
  ///   - plan: The plan from ``plan(at:inputs:state:)``.
  static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: Plan)
}

extension FrameMixer {
  /// The default: see ``MixerLayout/all``.
  public static var outputs: [MixerLayout] { MixerLayout.all }

  /// The default: ``InputMatching/depth``.
  public static var inputMatching: InputMatching { .depth }

  /// The default ignores the colours.
  public func makeState(
    for output: MixerFormat, colorimetry: String
  ) throws(ElementError) -> State { try makeState(for: output) }

  /// Calls the generic method for the output's samples.
  @inlinable
  public static func render(
    _ frames: borrowing MixerFrames, into target: borrowing MixerTarget, rows: Range<Int>,
    plan: Plan
  ) {
    switch (target.format, target.format.bitsPerSample) {
    case (.planar(let format), 8):
      var band = target.band(of: UInt8.self, rows: rows, format)
      render(frames, into: &band, plan: plan)
    case (.planar(let format), _):
      var band = target.band(of: UInt16.self, rows: rows, format)
      render(frames, into: &band, plan: plan)
    case (.packed(let format), 8):
      var band = target.band(of: UInt8.self, rows: rows, format)
      render(frames, into: &band, plan: plan)
    case (.packed(let format), _):
      var band = target.band(of: UInt16.self, rows: rows, format)
      render(frames, into: &band, plan: plan)
    }
  }

  /// The default: several threads draw bands of a frame at the same time.
  public static var drawsWholeFrames: Bool { false }

  /// Any number of inputs.
  public static var inputLimit: Int? { nil }

  /// The default: frames fill the output.
  public func place(
    x: Double, y: Double, in input: MixerInput<Input>, of output: (width: Int, height: Int),
    at time: FrameInstant
  ) -> (x: Double, y: Double)? {
    guard let format = input.format, output.width > 0, output.height > 0 else { return nil }
    return (
      x * Double(format.width) / Double(output.width),
      y * Double(format.height) / Double(output.height)
    )
  }

  /// The default: an output without alpha.
  public func prefersAlpha(ifInputs haveAlpha: Bool) -> Bool { false }

  /// The default: a plan draws all inputs.
  public static func draws(_ input: Int, plan: Plan) -> Bool { true }

  /// The default: Cb and Cr have planes of their own.
  public static func acceptsAlternatingChroma(in plan: Plan) -> Bool { false }

  /// The default: the size of the input.
  public static func extent(
    of settings: Input, width: Int, height: Int
  ) -> (width: Int, height: Int) {
    (width, height)
  }
}

/// An input of a mixer when a frame is planned.
public struct MixerInput<Settings: Element>: Sendable {
  /// The settings of the input's pad at that time.
  public var settings: Settings
  /// The format of the input's frame; `nil` if the input has no frame.
  public var format: MixerFormat?
  /// The width of a pixel of the input divided by its height.
  public var pixelAspectRatio: Fraction

  /// Creates an input; `format` is `nil` if it has no frame.
  public init(
    settings: Settings, format: MixerFormat?,
    pixelAspectRatio: Fraction = Fraction(1, over: 1)
  ) {
    self.settings = settings
    self.format = format
    self.pixelAspectRatio = pixelAspectRatio
  }
}

/// The formats in which a mixer gets the frames of its inputs.
public enum InputMatching: Sendable, Hashable {
  /// For a planar output: planes of any size and chroma resolution with the depth of the output, or
  /// packed luma, chroma and alpha with its component size. For packed pixels: ``layout``.
  case depth
  /// The layout of the output, in any size.
  case layout
  /// The layout and the size of the output.
  case format
}

/// The output of a mixer for one frame.
public enum MixerPlan<Plan: Sendable>: Sendable {
  /// The unchanged frame of the input with this index, without a copy; it must have the output
  /// format.
  case handOn(Int)
  /// A new frame, drawn according to the plan.
  case draw(Plan)
  /// No frame: downstream gets a gap of its duration.
  case nothing
}

extension FrameMixer {
  /// It keeps pace; its frames may depend on earlier ones.
  public static var traits: ElementTraits { .keepsPace }
}

extension FrameMixer where State == Void {
  /// It keeps pace, and remembers no frames.
  public static var traits: ElementTraits { [.stateless, .keepsPace] }
}
