import CutawayKeyframes
import CutawayModel
import CutawayTime

/// The elements that draw a layer over a blurred enlargement of its own frames.
///
///     fork ! layermixer ! blur ! both.sink_0        small, so that the blur costs little
///     fork ! both.sink_1
///     both ! caps
///
/// A gap of the source passes as a gap, because both mixers are transparent.
struct BackgroundBranch {
  private let background: BlurredBackground
  private let output: PixelSize
  /// The size of the frames that are blurred.
  private let small: PixelSize
  private var fill = KeyframeWindows<TransformMatrix>()
  private var visible = KeyframeWindows<Rectangle>()
  /// Whether any frame may be transparent.
  private var hasAlpha = false

  init(_ background: BlurredBackground, in timeline: Timeline) {
    self.background = background
    output = timeline.resolved.outputSize
    // The blur leaves no details that a deviation of four small pixels could not show.
    let factor = min(32, max(1, Self.sigma(of: background, in: output) / 4))
    func side(_ length: Int) -> Int { max(2, Int((Double(length) / factor / 2).rounded()) * 2) }
    small = PixelSize(width: side(output.width), height: side(output.height))
  }

  /// The standard deviation in pixels.
  private static func sigma(of background: BlurredBackground, in size: PixelSize) -> Double {
    background.blur * Double(min(size.width, size.height))
  }

  /// Adds the part of a segment; `range` is in the time of the output.
  mutating func add(
    _ layer: Layer, hasEffects: Bool, showing video: MediaDescription.Video,
    during range: TimeRange,
    in timeline: Timeline
  ) {
    hasAlpha = hasAlpha || video.hasAlpha || hasEffects
    let crop =
      layer.crop.entries.count == 1 ? timeline.moved(layer.crop).span(during: range) : nil
    let whole = Rectangle(
      x: 0, y: 0, width: Double(video.size.width), height: Double(video.size.height))
    // A crop that changes would move the background.
    let area = crop.flatMap { $0.isConstant ? $0.from.intersection(whole) : nil } ?? whole
    fill.add(AnimatedValue(matrix(filling: area, of: video)), during: range)
    visible.add(area == whole ? AnimatedValue() : AnimatedValue(area), during: range)
  }

  /// Scales an area of the upright frame so that it covers the small frame, and centres it.
  private func matrix(
    filling area: Rectangle, of video: MediaDescription.Video
  ) -> TransformMatrix {
    let upright = video.preferredTransform, box = upright.boundingBox(of: area)
    if area.isEmpty { return upright }
    let (width, height) = (Double(output.width), Double(output.height))
    let scale = max(width / box.width, height / box.height)
    return upright.concatenating(.translation(x: -box.x, y: -box.y))
      .concatenating(.scale(x: scale, y: scale))
      .concatenating(
        .translation(x: (width - box.width * scale) / 2, y: (height - box.height * scale) / 2)
      )
      .concatenating(
        .scale(x: Double(small.width) / width, y: Double(small.height) / height))
  }

  /// Adds the elements after a port.
  ///
  /// - Parameters:
  ///   - port: The element that outputs the frames of the layer.
  ///   - pad: The properties of the pad that places the layer.
  ///   - graph: The graph.
  ///   - timeline: The part of the composition that is rendered.
  ///   - name: The prefix of the names.
  /// - Returns: An element that outputs frames of the output's size.
  func build(
    after port: PipelineGraph.Port, placing pad: [PipelineGraph.Property],
    in graph: inout PipelineGraph, timeline: Timeline, name: String
  ) -> PipelineGraph.Port {
    let picture = timeline.picture
    let alpha = picture.bitDepth == 8 ? "AYUV" : "AYUV64"
    let format = hasAlpha ? alpha : picture.formatName
    func caps(_ size: PixelSize) -> String {
      "video/x-raw,format=\(format),width=\(size.width),height=\(size.height),"
        + "pixel-aspect-ratio=1/1,colorimetry=\(picture.colorimetry)"
    }
    let transparent: [PipelineGraph.Property] = [.init("background", .string("transparent"))]
    let fork = graph.link(port, graph.add("tee", name: "\(name)-both"))
    let both = graph.add("layermixer", name: "\(name)-on-background", transparent)
    let reduced = graph.add("layermixer", name: "\(name)-background", transparent)
    var properties: [PipelineGraph.Property] = [.init("transform", .shared(fill.simplified))]
    if !visible.isDefault { properties.append(.init("crop", .shared(visible.simplified))) }
    graph.link(fork, graph.pad("sink_0", of: reduced, properties))
    let converter = graph.add("pixelconvert", name: "\(name)-background-convert")
    graph.link(reduced.restricted(to: caps(small)), converter)
    let ratio = Double(small.height) / Double(output.height)
    let sigma = (Self.sigma(of: background, in: output) * ratio * 1_000).rounded() / 1_000
    let blur = graph.link(
      converter,
      graph.add("blur", name: "\(name)-background-blur", [.init("sigma", .double(sigma))]))
    let back = graph.link(blur, graph.add("pixelconvert", name: "\(name)-background-convert"))
    var enlarged = KeyframeWindows<TransformMatrix>()
    enlarged.add(
      AnimatedValue(.scale(from: small, to: output)),
      during: TimeRange(start: .zero, duration: timeline.duration))
    graph.link(
      back.restricted(to: caps(small)),
      graph.pad("sink_0", of: both, [.init("transform", .shared(enlarged.simplified))]))
    graph.link(fork, graph.pad("sink_1", of: both, pad))
    return graph.link(
      both, graph.add("capsfilter", name: "\(name)-caps", [.init("caps", .string(caps(output)))]))
  }
}
