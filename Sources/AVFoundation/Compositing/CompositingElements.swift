import CutawayElementBridge
import CutawayElementKit
import CutawayModel
import CutawayTime

/// The elements behind custom compositors and audio taps, which exist in this process only.
let compositingPlugin = Plugin(
  "avfoundation", "Compositors and audio taps of programs", elements: .audioFilter(AudioTap.self),
  .mixer(PackedCompositing.self),
  .mixer(PlanarCompositing<Halved>.self), .mixer(PlanarCompositing<HalvedColumns>.self),
  .mixer(PlanarCompositing<DeepHalved>.self), .mixer(PlanarCompositing<DeepHalvedColumns>.self))

/// What the elements share.
protocol CompositingMixer: FrameMixer
where Input == PictureInput, State == TransferFunction, Plan == CompositingPlan {
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
  /// The colours of the frames.
  let transfer: TransferFunction

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
      entry, at: time, buffers, width: format.width, height: format.height, in: transfer)
  }

  /// Memory for a source frame.
  func sourceBuffer(width: Int, height: Int) -> CVPixelBuffer {
    let buffer = session.sourceBuffer(width: width, height: height)
    buffer.attach(transfer)
    return buffer
  }
}

extension CompositingMixer {
  static var inputMatching: InputMatching { .layout }
  static var drawsWholeFrames: Bool { true }
  func makeState(for output: MixerFormat) -> TransferFunction { .bt709 }

  func makeState(for output: MixerFormat, colorimetry: String) -> TransferFunction {
    // The third number is GStreamer's transfer function.
    switch colorimetry.split(separator: ":").dropFirst(2).first.map(String.init) ?? colorimetry {
    case "15", "bt2100-hlg": .hlg
    case "14", "bt2100-pq": .pq
    default: .bt709
    }
  }

  func plan(
    at time: FrameInstant, inputs: [MixerInput<PictureInput>], state: inout TransferFunction
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
    return .draw(CompositingPlan(session: work, entry: entry, time: now, transfer: state))
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
      let buffer = plan.sourceBuffer(width: view.format.width, height: view.format.height)
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

/// The planes of an element's frames.
protocol CompositingPlanes {
  static var name: String { get }
  static var layout: MixerLayout { get }
}

/// Chroma in half the size, 8 bits.
enum Halved: CompositingPlanes {
  static let name = "avcompositorplanar"
  static let layout = MixerLayout.planar(.halved, depth: 8)
}

/// Chroma in half the width, 8 bits.
enum HalvedColumns: CompositingPlanes {
  static let name = "avcompositorplanar422"
  static let layout = MixerLayout.planar(.halvedColumns, depth: 8)
}

/// Chroma in half the size, 10 bits.
enum DeepHalved: CompositingPlanes {
  static let name = "avcompositordeep"
  static let layout = MixerLayout.planar(.halved, depth: 10)
}

/// Chroma in half the width, 10 bits.
enum DeepHalvedColumns: CompositingPlanes {
  static let name = "avcompositordeep422"
  static let layout = MixerLayout.planar(.halvedColumns, depth: 10)
}

/// Composes frames of luma and chroma.
struct PlanarCompositing<Planes: CompositingPlanes>: CompositingMixer, Codable, Hashable {
  static var name: String { Planes.name }
  static var summary: String { "Composes frames by a class of the program" }
  static var outputs: [MixerLayout] { [Planes.layout] }
  @Property("The number of the compositor in this process") var session: UInt64 = 0
  @Property("The numbers of the tracks") var tracks = ""
  @Property(in: 0...1e9, "The time of the composition in seconds") var time = 0.0

  init() {}

  static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: CompositingPlan
  ) {
    // The session states the depth, and thereby the element.
    guard let coding = plan.session.coding as? PlaneCoding<Sample> else { return }
    let size = MemoryLayout<Sample>.size
    let frame = plan.frame(from: frames, for: .planar(band.format)) { frames, index in
      let luma = frames.plane(0, of: index, as: Sample.self)
      let buffer = plan.sourceBuffer(width: luma.width, height: luma.height)
      let (first, second) = (buffer.planes[0], buffer.planes[1])
      unsafe luma.copy(
        to: buffer.memory, stride: first.bytesPerRow, step: 1, as: coding.luma)
      for plane in 1...2 {
        let chroma = frames.plane(plane, of: index, as: Sample.self)
        unsafe chroma.copy(
          to: buffer.memory + second.offset + (plane - 1) * size, stride: second.bytesPerRow,
          step: 2, as: coding.chroma)
      }
      return buffer
    }
    guard let frame, frame.width == band.format.width, frame.height == band.format.height else {
      return band.clear(band.rows)
    }
    let (first, second) = (frame.planes[0], frame.planes[1])
    unsafe band.copy(0, from: frame.memory, stride: first.bytesPerRow, step: 1, as: coding.luma)
    for plane in 1...2 {
      unsafe band.copy(
        plane, from: frame.memory + second.offset + (plane - 1) * size, stride: second.bytesPerRow,
        step: 2, as: coding.chroma)
    }
  }

  static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: CompositingPlan
  ) { preconditionFailure("the output has planes") }
}

/// How the samples of luma and chroma are kept in a program's frames.
struct PlaneCoding<Sample: PixelComponent>: Sendable {
  let luma, chroma: SampleCoding<Sample>

  /// Creates a coding.
  ///
  /// - Parameters:
  ///   - depth: The bits of a sample, which are the upper ones in memory.
  ///   - isFullRange: Whether samples in memory have the full range; those of the element are 16…235 and 16…240
  ///     with 8 bits.
  init(depth: Int, isFullRange: Bool) {
    let largest = Double(1 << depth - 1), unit = Double(1 << (depth - 8))
    func table(_ value: (Double) -> Double) -> [Sample] {
      (0..<1 << depth).map { Sample(min(max(value(Double($0)).rounded(), 0), largest)) }
    }
    let shift = Sample.bitWidth - depth
    guard isFullRange else {
      (luma, chroma) = (SampleCoding(shift: shift), SampleCoding(shift: shift))
      return
    }
    let middle = 128 * unit
    luma = SampleCoding(
      shift: shift,
      tables: (
        table { ($0 - 16 * unit) * largest / (219 * unit) },
        table { $0 * 219 * unit / largest + 16 * unit }
      ))
    chroma = SampleCoding(
      shift: shift,
      tables: (
        table { ($0 - middle) * largest / (224 * unit) + middle },
        table { ($0 - middle) * 224 * unit / largest + middle }
      ))
  }
}
