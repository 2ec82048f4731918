package import CutawayElementKit

/// Fades the outgoing picture to a colour, and the colour to the incoming picture.
package struct FadeThroughColorTransition: FrameMixer, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "fadethroughcolortransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Fades through a colour from one picture to another"
  /// Pictures have the size and the format of the output.
  package static var inputMatching: InputMatching { .format }

  /// The position in the transition: the colour is alone at a half.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The colour, 0xAARRGGBB; alpha is ignored.
  @Property(color: "The colour between the pictures") package var color: UInt32 = 0xFF00_0000

  /// Creates a fade through black.
  package init() {}

  /// A transition between pictures with alpha has alpha.
  package func prefersAlpha(ifInputs haveAlpha: Bool) -> Bool { haveAlpha }

  /// The state is the format of the output.
  package func makeState(for output: MixerFormat) -> MixerFormat { output }

  /// One of the pictures over the colour.
  package struct Plan: Sendable {
    let input: Int
    let opacity: Double
    let color: VideoColor
  }

  /// A frame that passes unchanged, or one of them over the colour.
  package func plan(
    at time: FrameInstant, inputs: [MixerInput<PictureInput>], state: inout MixerFormat
  ) -> MixerPlan<Plan> {
    if let known = TransitionStage(of: inputs, progress: progress).single {
      return known.map { .handOn($0) } ?? .nothing
    }
    let input = progress < 0.5 ? 0 : 1
    return .draw(
      Plan(input: input, opacity: abs(1 - 2 * progress), color: VideoColor(argb: color)))
  }

  /// Whether a picture is visible.
  package static func draws(_ input: Int, plan: Plan) -> Bool { input == plan.input }

  /// Blends the picture over the colour.
  package static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: Plan
  ) {
    let opacity = Sample((plan.opacity * Double(Sample.max)).rounded())
    for plane in 0..<3 {
      let source = frames.plane(plane, of: plan.input, as: Sample.self)
      let columns = 0..<band.format.width(of: plane)
      let sample = Sample(plan.color.sample(plane, depth: band.format.depth))
      for row in band.rows(of: plane) {
        band.fill(plane, row: row, columns, with: sample)
        band.blend(source, row: row, from: 0, plane: plane, row: row, columns, opacity: opacity)
      }
    }
  }

  /// Blends the picture over the opaque colour.
  package static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: Plan
  ) {
    let depth = Component.bitWidth, color = plan.color
    let pixel = SIMD4(
      Component.max, Component(color.sample(0, depth: depth)),
      Component(color.sample(1, depth: depth)), Component(color.sample(2, depth: depth)))
    band.draw { _, _ in pixel }
    band.blend(
      frames.pixels(of: plan.input), rows: band.rows, origin: (0, 0),
      opacity: Component((plan.opacity * Double(Component.max)).rounded()))
  }
}

/// A colour in Y′CbCr of BT.709 and video range.
struct VideoColor: Sendable {
  /// Luma from 0 to 1, and the colour differences from -0.5 to 0.5.
  private let luma: Double
  private let blue: Double
  private let red: Double

  /// Converts R′G′B′, 0xAARRGGBB (ITU-R BT.709, sections 3.2 and 3.3).
  init(argb: UInt32) {
    func part(_ shift: UInt32) -> Double { Double((argb >> shift) & 255) / 255 }
    let (r, g, b) = (part(16), part(8), part(0))
    luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
    blue = (b - luma) / 1.8556
    red = (r - luma) / 1.5748
  }

  /// The sample of a plane: 0 is luma, 1 and 2 are chroma.
  func sample(_ plane: Int, depth: Int) -> Int {
    let unit = Double(1 << (depth - 8))
    let level = plane == 0 ? 16 + 219 * luma : 128 + 224 * (plane == 1 ? blue : red)
    return Int((level * unit).rounded())
  }
}
