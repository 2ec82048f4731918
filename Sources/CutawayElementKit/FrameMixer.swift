/// A video element that draws the frames of several streams into one, in planes (GStreamer's `I420`).
///
/// Each input has settings of its own, which are those of its pad: in a pipeline description
/// `layermixer name=m sink_1::opacity=0.5`. Inputs are numbered by their pads' names, the lowest
/// first.
public protocol FrameMixer: Element {
  /// The settings of an input.
  associatedtype Input: Element

  /// What lives as long as the output has one format.
  associatedtype State: Sendable

  /// What one frame needs and all its bands share.
  associatedtype Plan: Sendable

  /// Creates the state, and again whenever the output's format changes.
  func makeState(for output: PlanarFormat) throws(ElementError) -> State

  /// Prepares a frame of the stream.
  ///
  /// - Parameters:
  ///   - time: When it is shown.
  ///   - inputs: All inputs, the lowest first; their format is `nil` where they show nothing then.
  ///   - state: The stream's.
  /// - Returns: What ``render(_:into:plan:)`` draws, or which input's frame is handed on.
  /// - Throws: ``ElementError`` where the settings cannot be read; it stops the stream.
  func plan(
    at time: FrameInstant, inputs: [MixerInput<Input>], state: inout State
  ) throws(ElementError) -> MixerPlan<Plan>

  /// Draws some rows of the output.
  ///
  /// Bands are drawn at the same time on several threads.
  ///
  /// - Parameters:
  ///   - frames: The inputs' frames.
  ///   - band: The rows to write, all of them.
  ///   - plan: What ``plan(at:inputs:state:)`` prepared.
  static func render(_ frames: borrowing MixerFrames, into band: inout PlanarBand, plan: Plan)
}

/// One of a mixer's inputs, as it is when a frame is planned.
public struct MixerInput<Settings: Element>: Sendable {
  public var settings: Settings
  /// The shape of the frame that it shows, or `nil`.
  public var format: MixerFormat?

  public init(settings: Settings, format: MixerFormat?) {
    self.settings = settings
    self.format = format
  }
}

/// The shape of a frame that a mixer gets.
public enum MixerFormat: Sendable, Hashable {
  case planar(PlanarFormat)
  /// Pixels with alpha.
  case packed(VideoFormat)
}

/// What comes out of a mixer.
public enum MixerPlan<Plan: Sendable>: Sendable {
  /// An input's frame as it is, without a copy; it must have the output's format.
  case handOn(Int)
  case draw(Plan)
}

/// The frames of a mixer's inputs, lent for the duration of a call.
@safe
public struct MixerFrames: ~Copyable, ~Escapable {
  /// A frame in memory, or none.
  @unsafe
  public struct Frame {
    var format: MixerFormat
    var bases: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer)
    var strides: (Int, Int, Int)

    /// - Parameters:
    ///   - format: Its shape.
    ///   - bases: The first bytes of its planes; for packed pixels only the first counts.
    ///   - strides: The distances between two rows.
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

  /// Wraps frames owned by someone else, which must stay valid and unchanged while this is in use.
  @unsafe
  @_lifetime(immortal)
  public init(_ frames: [Frame?]) { unsafe self.frames = frames }

  /// A plane of an input whose frame is planar.
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

  /// The frame of an input whose pixels are packed.
  @_lifetime(borrow self)
  public borrowing func pixels(of input: Int) -> FrameView {
    guard let frame = unsafe frames[input], case .packed(let format) = unsafe frame.format else {
      preconditionFailure("that input has no packed pixels")
    }
    let view = unsafe FrameView(format: format, base: frame.bases.0, stride: frame.strides.0)
    return unsafe _overrideLifetime(view, borrowing: self)
  }
}
