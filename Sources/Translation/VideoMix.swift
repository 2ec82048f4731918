import Composition
import MediaTime
import PipelineGraph

extension Timeline {
  /// Adds everything that makes the picture; `nil` if the composition has no video track.
  ///
  /// What leaves the returned end are frames of the output's size and rate in BT.709.
  func buildVideo(in graph: inout PipelineGraph) -> PipelineGraph.Restricted? {
    guard resolved.composition.tracks.contains(where: { $0.mediaType == .video }) else {
      return nil
    }
    let branches = resolved.layerSlots().compactMap { VideoBranch($0, in: self) }
    let background = backgroundSegments()
    // One layer that is not opaque, and every frame is mixed with alpha.
    let isTranslucent =
      branches.contains(where: \.isTranslucent) || background.contains { $0.color.alpha < 255 }
    let format = isTranslucent ? "AYUV" : "I420"
    let mixer = graph.add("compositor", name: "picture", [.init("background", "black")])
    var pads = 0
    func nextPad(of graph: inout PipelineGraph) -> PipelineGraph.Port {
      defer { pads += 1 }
      return graph.pad("sink_\(pads)", of: mixer, [.init("zorder", .int(pads))])
    }
    // The background lasts as long as the picture, so that the mixer does.
    let ground = graph.add(
      "tracksrc", name: "background", sourceProperties(.video, background.map(\.segment)))
    let converter = graph.link(ground, graph.add("videoconvert", name: "background-convert"))
    graph.link(converter.restricted(to: "video/x-raw,format=\(format)"), nextPad(of: &graph))
    for branch in branches {
      branch.build(in: &graph, to: nextPad(of: &graph), in: self, format: format)
    }
    let (size, frame) = (resolved.outputSize, resolved.frameDuration)
    let caps = """
      video/x-raw,format=\(format),width=\(size.width),height=\(size.height),\
      framerate=\(frame.denominator)/\(frame.numerator),pixel-aspect-ratio=1/1,\
      colorimetry=bt709
      """
    var picture = mixer.restricted(to: caps)
    for effect in resolved.composition.effects {
      let converter = graph.link(picture, graph.add("videoconvert", name: "picture-convert"))
      let element = graph.link(converter, graph.add(effect, name: "picture"))
      let back = graph.link(element, graph.add("videoconvert", name: "picture-convert"))
      picture = back.restricted(to: caps)
    }
    return picture
  }

  /// The spans whose background is not opaque black, which is the mixer's own.
  private func backgroundSegments() -> [(segment: SourceSegment, color: Color)] {
    let size = resolved.outputSize
    return resolved.tiledInstructions().compactMap { instruction in
      let color = instruction.background ?? resolved.composition.render.background
      guard color != .black, let range = instruction.range.intersection(range) else { return nil }
      let target = range.moved(by: -self.range.start)
      let segment = SourceSegment(
        mapping: TimeMapping(source: target, target: target),
        location: "color:\(color.hexadecimal)@\(size.width)x\(size.height)")
      return (segment, color)
    }
  }
}

extension Color {
  /// `rrggbbaa`.
  fileprivate var hexadecimal: String {
    [red, green, blue, alpha].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
