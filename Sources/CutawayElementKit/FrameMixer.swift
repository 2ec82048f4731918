/// A video element that draws the frames of several streams into one planar frame (GStreamer's
/// `I420`).
///
/// Each input has its own settings, which are properties of its pad: in a pipeline description,
/// `layermixer name=m sink_1::opacity=0.5`. Inputs are ordered by the property `zorder` of their
/// pads, which is the number in the pad's name by default, the lowest first.
public protocol FrameMixer: Element {
  /// The settings of an input.
  associatedtype Input: Element

  /// The data that exists as long as the output has one format.
  associatedtype State: Sendable

  /// The data for one frame, which all of its bands share.
  associatedtype Plan: Sendable

  /// Creates the state, and again whenever the output format changes.
  func makeState(for output: PlanarFormat) throws(ElementError) -> State

  /// Prepares a frame.
  ///
  /// - Parameters:
  ///   - time: The stream time of the frame.
  ///   - inputs: All inputs, the lowest first; an input without a frame at that time has no format.
  ///   - state: The state of the stream.
  /// - Returns: The plan for ``render(_:into:plan:)``, or the input whose frame is output
  ///   unchanged.
  /// - Throws: ``ElementError`` if the settings are invalid, which stops the stream.
  func plan(
    at time: FrameInstant, inputs: [MixerInput<Input>], state: inout State
  ) throws(ElementError) -> MixerPlan<Plan>

  /// Whether a plan draws the frame of an input; the frames of the others are not read.
  static func draws(_ input: Int, plan: Plan) -> Bool

  /// The columns and rows of the output that an input needs, if downstream leaves the size open.
  ///
  /// - Parameters:
  ///   - settings: The settings of the input's pad.
  ///   - width: The number of columns of the input's frames.
  ///   - height: The number of rows of the input's frames.
  /// - Returns: The columns from the left edge of the output, and the rows from its upper edge.
  static func extent(of settings: Input, width: Int, height: Int) -> (width: Int, height: Int)

  /// Draws some rows of the output.
  ///
  /// Several threads draw bands at the same time.
  ///
  /// - Parameters:
  ///   - frames: The frames of the inputs.
  ///   - band: The rows to write; all of them must be written.
  ///   - plan: The plan from ``plan(at:inputs:state:)``.
  static func render(_ frames: borrowing MixerFrames, into band: inout PlanarBand, plan: Plan)
}

extension FrameMixer {
  /// The default: a plan draws all inputs.
  public static func draws(_ input: Int, plan: Plan) -> Bool { true }

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

  /// Creates an input; `format` is `nil` if it has no frame.
  public init(settings: Settings, format: MixerFormat?) {
    self.settings = settings
    self.format = format
  }
}

/// The format of an input frame of a mixer.
public enum MixerFormat: Sendable, Hashable {
  /// Planes of luma and chroma (`I420`), opaque.
  case planar(PlanarFormat)
  /// Packed pixels with alpha.
  case packed(VideoFormat)
}

/// The output of a mixer for one frame.
public enum MixerPlan<Plan: Sendable>: Sendable {
  /// The unchanged frame of the input with this index, without a copy; it must have the output
  /// format.
  case handOn(Int)
  /// A new frame, drawn according to the plan.
  case draw(Plan)
}
