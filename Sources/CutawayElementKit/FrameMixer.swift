/// A video element that draws the frames of several streams into one planar frame (GStreamer's
/// `I420`).
///
/// Each input has its own settings, which are properties of its pad: in a pipeline description,
/// `layermixer name=m sink_1::opacity=0.5`. Inputs are ordered by the numbers of their pads, the
/// lowest first.
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

/// The frames of a mixer's inputs, lent for the duration of a call.
@safe
public struct MixerFrames: ~Copyable, ~Escapable {
  /// A frame in memory.
  @unsafe
  public struct Frame {
    var format: MixerFormat
    var bases: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer)
    var strides: (Int, Int, Int)

    /// Creates a frame from its memory.
    ///
    /// - Parameters:
    ///   - format: The format of the frame.
    ///   - bases: The first byte of each plane; packed pixels use only the first one.
    ///   - strides: The distance of two rows in each plane, in bytes.
    public init(
      format: MixerFormat, bases: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer),
      strides: (Int, Int, Int)
    ) {
      unsafe self.format = format
      unsafe self.bases = bases
      unsafe self.strides = strides
    }
  }

  private let frames: [Frame?]

  /// Wraps frames owned by the caller, whose memory must stay valid and unchanged while the value
  /// exists.
  @unsafe
  @_lifetime(immortal)
  public init(_ frames: [Frame?]) { unsafe self.frames = frames }

  /// A plane of a planar input frame: 0 is luma, 1 and 2 are chroma.
  @_lifetime(borrow self)
  public borrowing func plane(_ plane: Int, of input: Int) -> PlaneView {
    guard let frame = unsafe frames[input], case .planar(let format) = unsafe frame.format else {
      preconditionFailure("that input has no planes")
    }
    let (bases, strides) = unsafe (frame.bases, frame.strides)
    let base = unsafe [bases.0, bases.1, bases.2][plane]
    let view = unsafe PlaneView(
      width: format.width(of: plane), height: format.height(of: plane), base: base,
      stride: [strides.0, strides.1, strides.2][plane])
    return unsafe _overrideLifetime(view, borrowing: self)
  }

  /// The packed pixels of an input frame.
  @_lifetime(borrow self)
  public borrowing func pixels(of input: Int) -> FrameView {
    guard let frame = unsafe frames[input], case .packed(let format) = unsafe frame.format else {
      preconditionFailure("that input has no packed pixels")
    }
    let view = unsafe FrameView(format: format, base: frame.bases.0, stride: frame.strides.0)
    return unsafe _overrideLifetime(view, borrowing: self)
  }
}
