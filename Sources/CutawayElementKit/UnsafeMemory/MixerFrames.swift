// Unsafe: The caller lends the memory of the frames. Views of them check each access.

/// The frames of a mixer's inputs, lent for the duration of a call.
@safe
public struct MixerFrames: ~Copyable, ~Escapable {
  /// A frame in memory.
  @unsafe
  public struct Frame {
    var format: MixerFormat
    var bases: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer)
    var strides: (Int, Int, Int)
    /// What is not transparent; `nil` is all.
    var runs: VisibleRuns?

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

  let frames: [Frame?]

  /// Wraps frames owned by the caller, whose memory must stay valid and unchanged while the value
  /// exists.
  @unsafe
  @_lifetime(immortal)
  public init(_ frames: [Frame?]) { unsafe self.frames = frames }

  /// Whether an input has a frame.
  public borrowing func contains(_ input: Int) -> Bool {
    unsafe frames.indices.contains(input) && frames[input] != nil
  }

  /// A plane of a planar input frame: 0 is luma, 1 and 2 are chroma.
  ///
  /// - Parameters:
  ///   - plane: The plane.
  ///   - input: The index of the input.
  ///   - type: The type of the samples in memory.
  /// - Returns: The plane.
  @_lifetime(borrow self)
  public borrowing func plane<Sample>(
    _ plane: Int, of input: Int, as type: Sample.Type
  ) -> PlaneView<Sample> {
    guard let frame = unsafe frames[input], case .planar(let format) = unsafe frame.format else {
      preconditionFailure("that input has no planes")
    }
    precondition(format.bitsPerSample == Sample.bitWidth, "the samples have another size")
    let (bases, strides) = unsafe (frame.bases, frame.strides)
    let base = unsafe [bases.0, bases.1, bases.2][plane]
    let view = unsafe PlaneView<Sample>(
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

  /// The parts of packed pixels that are not transparent; `nil` is all.
  package borrowing func visibleRuns(of input: Int) -> VisibleRuns? {
    unsafe frames[input]?.runs
  }
}
