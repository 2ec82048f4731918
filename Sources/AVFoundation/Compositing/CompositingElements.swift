import CutawayElementBridge
import CutawayElementKit
import CutawayTime

/// The elements behind custom compositors, which exist in this process only.
let compositingPlugin = Plugin(
  "avfoundation", "Compositors of programs", elements: .mixer(PackedCompositing.self),
  .mixer(PlanarCompositing.self), .mixer(DeepCompositing.self))

/// What the elements share.
protocol CompositingMixer: FrameMixer
where Input == PictureInput, State == Void, Plan == CompositingPlan {
  /// The number of the ``CompositingSession``.
  var session: UInt64 { get }
  /// The numbers of the tracks whose frames the element gets.
  var tracks: String { get }
  /// The time of the composition in seconds, which a ramp changes.
  var time: Double { get }
}

/// The drawing of a frame.
struct CompositingPlan: Sendable {
  let session: CompositingSession
  let entry: CompositingSession.Entry
  let time: MediaTime

  /// The composed frame.
  ///
  /// - Parameters:
  ///   - sources: The frames.
  ///   - format: The format of the output.
  ///   - copy: Copies a source frame into memory.
  /// - Returns: The frame; `nil` if there is nothing to show.
  func frame(
    from sources: borrowing MixerFrames, for format: MixerFormat,
    _ copy: (borrowing MixerFrames, Int) -> CVPixelBuffer
  ) -> CVPixelBuffer? {
    let used = entry.hidesFrames ? 0..<0 : entry.tracks.indices
    let buffers = used.map { index in
      sources.contains(index) ? copy(sources, index) : nil
    }
    return session.compose(
      entry, at: time, buffers, width: format.width, height: format.height)
  }
}

extension CompositingMixer {
  static var inputMatching: InputMatching { .layout }
  static var drawsWholeFrames: Bool { true }
  func makeState(for output: MixerFormat) {}

  func plan(
    at time: FrameInstant, inputs: [MixerInput<PictureInput>], state: inout Void
  ) throws(ElementError) -> MixerPlan<CompositingPlan> {
    guard let work = CompositingSession.session(Int(clamping: session)) else {
      throw ElementError("the compositor of this graph exists no longer")
    }
    if let error = work.error {
      throw ElementError(error.localizedFailureReason ?? "the compositor failed")
    }
    // The stream of a part starts at 0, so a ramp states the time of the composition.
    let frame = MediaTime(time.seconds, over: time.frames)
    let now = frame * Int((self.time / frame.seconds).rounded())
    // Other instructions have elements of their own.
    guard let entry = work.entry(at: now), entry.trackText == tracks else { return .nothing }
    return .draw(CompositingPlan(session: work, entry: entry, time: now))
  }
}

/// Composes frames of blue, green, red and alpha.
struct PackedCompositing: CompositingMixer, Codable, Hashable {
  static let name = "avcompositorpacked"
  static let summary = "Composes frames by a class of the program"
  static var outputs: [MixerLayout] { [.packed(.bgra)] }
  @Property("The number of the compositor in this process") var session: UInt64 = 0
  @Property("The numbers of the tracks") var tracks = ""
  @Property(in: 0...1e9, "The time of the composition in seconds") var time = 0.0

  /// The bits of alpha, the last byte of a pixel.
  private static let opaqueAlpha = UInt32(littleEndian: 0xFF00_0000)

  init() {}

  static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: CompositingPlan
  ) {
    let frame = plan.frame(from: frames, for: .packed(band.format)) { frames, index in
      let view = frames.pixels(of: index)
      let buffer = plan.session.sourceBuffer(
        width: view.format.width, height: view.format.height)
      unsafe view.copy(to: buffer.memory, stride: buffer.planes[0].bytesPerRow)
      return buffer
    }
    guard let frame, frame.width == band.format.width, frame.height == band.format.height else {
      return band.clear()
    }
    // Colours are premultiplied by alpha, so an opaque pixel shows them over black.
    unsafe band.copy(
      from: frame.memory, stride: frame.planes[0].bytesPerRow, setting: opaqueAlpha)
  }

  static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: CompositingPlan
  ) { preconditionFailure("the output has packed pixels") }
}

/// Composes frames of luma and of chroma in half the size.
struct PlanarCompositing: CompositingMixer, Codable, Hashable {
  static let name = "avcompositorplanar"
  static let summary = "Composes frames by a class of the program"
  static var outputs: [MixerLayout] { [.planar(.halved, depth: 8)] }
  @Property("The number of the compositor in this process") var session: UInt64 = 0
  @Property("The numbers of the tracks") var tracks = ""
  @Property(in: 0...1e9, "The time of the composition in seconds") var time = 0.0

  init() {}

  static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: CompositingPlan
  ) {
    // The only output has 8 bits.
    guard Sample.self == UInt8.self else { return }
    draw(frames, into: &band, plan: plan)
  }

  private static func draw<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: CompositingPlan
  ) {
    let isFull = plan.session.format.code == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    let frame = plan.frame(from: frames, for: .planar(band.format)) { frames, index in
      let luma = frames.plane(0, of: index, as: UInt8.self)
      let buffer = plan.session.sourceBuffer(width: luma.width, height: luma.height)
      let (first, second) = (buffer.planes[0], buffer.planes[1])
      unsafe luma.copy(
        to: buffer.memory, stride: first.bytesPerRow, step: 1, table: isFull ? Range.fullLuma : nil)
      for plane in 1...2 {
        let chroma = frames.plane(plane, of: index, as: UInt8.self)
        unsafe chroma.copy(
          to: buffer.memory + second.offset + plane - 1, stride: second.bytesPerRow, step: 2,
          table: isFull ? Range.fullChroma : nil)
      }
      return buffer
    }
    guard let frame, frame.width == band.format.width, frame.height == band.format.height else {
      return band.clear(band.rows)
    }
    let (first, second) = (frame.planes[0], frame.planes[1])
    unsafe band.copyBytes(
      0, from: frame.memory, stride: first.bytesPerRow, step: 1,
      table: isFull ? Range.videoLuma : nil)
    for plane in 1...2 {
      unsafe band.copyBytes(
        plane, from: frame.memory + second.offset + plane - 1, stride: second.bytesPerRow, step: 2,
        table: isFull ? Range.videoChroma : nil)
    }
  }

  static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: CompositingPlan
  ) { preconditionFailure("the output has planes") }

  /// Samples of video range (16…235, 16…240) as those of full range, and back.
  private enum Range {
    static let fullLuma = table { ($0 - 16) * 255 / 219 }
    static let fullChroma = table { ($0 - 128) * 255 / 224 + 128 }
    static let videoLuma = table { $0 * 219 / 255 + 16 }
    static let videoChroma = table { ($0 - 128) * 224 / 255 + 128 }

    private static func table(_ value: (Double) -> Double) -> [UInt8] {
      (0..<256).map { UInt8(min(max(value(Double($0)).rounded(), 0), 255)) }
    }
  }
}

/// Composes frames of luma and of chroma in half the size, with 10 bits.
struct DeepCompositing: CompositingMixer, Codable, Hashable {
  static let name = "avcompositordeep"
  static let summary = "Composes frames of 10 bits by a class of the program"
  static var outputs: [MixerLayout] { [.planar(.halved, depth: 10)] }
  @Property("The number of the compositor in this process") var session: UInt64 = 0
  @Property("The numbers of the tracks") var tracks = ""
  @Property(in: 0...1e9, "The time of the composition in seconds") var time = 0.0
  /// Samples lie in the upper bits of 16.
  private static let shift = 6

  init() {}

  static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: CompositingPlan
  ) {
    // The only output has 10 bits in words.
    guard Sample.self == UInt16.self else { return }
    draw(frames, into: &band, plan: plan)
  }

  private static func draw<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: CompositingPlan
  ) {
    let frame = plan.frame(from: frames, for: .planar(band.format)) { frames, index in
      let luma = frames.plane(0, of: index, as: UInt16.self)
      let buffer = plan.session.sourceBuffer(width: luma.width, height: luma.height)
      let (first, second) = (buffer.planes[0], buffer.planes[1])
      unsafe luma.copy(to: buffer.memory, stride: first.bytesPerRow, step: 1, shift: shift)
      for plane in 1...2 {
        let chroma = frames.plane(plane, of: index, as: UInt16.self)
        unsafe chroma.copy(
          to: buffer.memory + second.offset + (plane - 1) * 2, stride: second.bytesPerRow, step: 2,
          shift: shift)
      }
      return buffer
    }
    guard let frame, frame.width == band.format.width, frame.height == band.format.height else {
      return band.clear(band.rows)
    }
    let (first, second) = (frame.planes[0], frame.planes[1])
    unsafe band.copyWords(0, from: frame.memory, stride: first.bytesPerRow, step: 1, shift: shift)
    for plane in 1...2 {
      unsafe band.copyWords(
        plane, from: frame.memory + second.offset + (plane - 1) * 2, stride: second.bytesPerRow,
        step: 2, shift: shift)
    }
  }

  static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: CompositingPlan
  ) { preconditionFailure("the output has planes") }
}
