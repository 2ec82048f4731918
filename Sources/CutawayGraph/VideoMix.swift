import CutawayModel
import CutawayTime

extension Timeline {
  /// Adds all elements that produce the video; `nil` if the composition has no video track.
  ///
  /// The returned end provides frames of the output's size and rate in the format of
  /// ``picture``.
  func buildVideo(in graph: inout PipelineGraph) -> PipelineGraph.Restricted? {
    guard resolved.composition.tracks.contains(where: { $0.mediaType == .video }) else {
      return nil
    }
    let mixer = graph.add("layermixer", name: "picture")
    // The background is the lowest layer, and covers the whole duration.
    let background = graph.add(
      "tracksrc", name: "background", sourceProperties(.video, backgroundSegments()))
    graph.link(background, graph.pad("sink_0", of: mixer))
    let slots = resolved.layerSlots(onMissing: onMissing)
    let branches = slots.compactMap { VideoBranch($0, in: self) }
    for (index, branch) in branches.enumerated() {
      branch.build(in: &graph, to: mixer, pad: index + 1, in: self)
    }
    graph.shareSources()
    let (size, frame) = (resolved.outputSize, resolved.frameDuration)
    let caps = """
      video/x-raw,format=\(self.picture.formatName),width=\(size.width),height=\(size.height),\
      framerate=\(frame.denominator)/\(frame.numerator),pixel-aspect-ratio=1/1,\
      colorimetry=\(self.picture.colorimetry)
      """
    var picture = mixer.restricted(to: caps)
    for effect in resolved.composition.effects {
      let converter = graph.link(picture, graph.add("pixelconvert", name: "picture-convert"))
      let element = graph.add(moved(effect), after: converter, name: "picture")
      let back = graph.link(element, graph.add("pixelconvert", name: "picture-convert"))
      picture = back.restricted(to: caps)
    }
    return picture
  }

  /// The time ranges whose background is not opaque black, which is the mixer's default.
  private func backgroundSegments() -> [SourceSegment] {
    let size = resolved.outputSize
    return resolved.tiledInstructions().compactMap { instruction in
      let color = instruction.background ?? resolved.composition.render.background
      guard color != .black, let range = instruction.range.intersection(range) else { return nil }
      let target = range.moved(by: -self.range.start)
      return SourceSegment(
        mapping: TimeMapping(source: target, target: target),
        location: "color:\(color.hexadecimal)@\(size.width)x\(size.height)")
    }
  }
}

extension Color {
  /// The components as `rrggbbaa`.
  fileprivate var hexadecimal: String {
    [red, green, blue, alpha].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
