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
    let mixer = graph.add(
      "layermixer", name: "picture",
      self.picture.hasAlpha ? [.init("background", .string("transparent"))] : [])
    // The background is the lowest layer, and covers the whole duration.
    let background = graph.add(
      "tracksrc", name: "background", sourceProperties(.video, backgroundSegments()))
    graph.link(background, graph.pad("sink_0", of: mixer))
    var timeline = self
    timeline.readingSizes = ReadingSizes(for: self)
    timeline.addLayers(to: mixer, in: &graph)
    graph.shareSources(resolved.elements)
    let (size, frame) = (resolved.outputSize, resolved.frameDuration)
    let caps = """
      video/x-raw,format=\(self.picture.formatName),width=\(size.width),height=\(size.height),\
      framerate=\(frame.denominator)/\(frame.numerator),pixel-aspect-ratio=1/1,\
      colorimetry=\(self.picture.colorimetry)
      """
    var picture = mixer.restricted(to: caps)
    for stage in EffectStage.stages(of: resolved.composition.effects.map(moved)) {
      let converter = graph.link(picture, graph.add("pixelconvert", name: "picture-convert"))
      let element = graph.add(stage, after: converter, name: "picture", scale: outputScale.a)
      let back = graph.link(element, graph.add("pixelconvert", name: "picture-convert"))
      picture = back.restricted(to: caps)
    }
    if let overlays = overlayProperties {
      picture = graph.link(picture, graph.add("layertree", name: "overlays", overlays))
        .restricted(to: caps)
    }
    return picture
  }

  /// Adds the branches of all layers, and the compositors above those that they combine.
  private func addLayers(to mixer: PipelineGraph.Port, in graph: inout PipelineGraph) {
    let stack = resolved.stack(onMissing: onMissing)
    let compositors = stack.compactMap(\.compositor).compactMap {
      CompositorBranch($0, in: self)
    }
    func users(of number: Int) -> [String] {
      compositors.map(\.slot.key).filter { key in
        key.inputs.contains { $0.slot == number }
      }.map(\.constants.element)
    }
    // The slots that have a pad, with its number.
    let branches = Dictionary(
      uniqueKeysWithValues: stack.compactMap { slot in
        slot.layer.flatMap { VideoBranch($0, in: self) }.map { (slot.number, $0) }
      })
    let pads = stack.filter { slot in
      branches[slot.number] != nil
        || compositors.contains { $0.slot.key == slot.compositor?.key }
    }.enumerated().map { (pad: $0.offset + 1, slot: $0.element) }
    // A mixer sends seeks to its inputs in the order in which they were linked, and compositors must
    // get one before their sources do.
    var elements: [CompositorSlot.Key: PipelineGraph.Port] = [:]
    for compositor in compositors {
      guard let pad = pads.first(where: { $0.slot.compositor?.key == compositor.slot.key })?.pad
      else { continue }
      elements[compositor.slot.key] = compositor.build(in: &graph, to: mixer, pad: pad, in: self)
    }
    /// The elements that compositors link to, by the numbers of their slots.
    var forks: [Int: PipelineGraph.Port] = [:]
    let shares = DecodingLoad.shares(of: Set(branches.values.map(\.load)))
    for (pad, slot) in pads {
      guard let branch = branches[slot.number] else { continue }
      forks[slot.number] = branch.build(
        in: &graph, to: mixer, pad: pad, in: self, share: shares[branch.load] ?? 1,
        compositors: users(of: slot.number))
    }
    let layers = Dictionary(
      uniqueKeysWithValues: stack.compactMap { slot in slot.layer.map { (slot.number, $0) } })
    for compositor in compositors {
      guard let element = elements[compositor.slot.key] else { continue }
      compositor.addInputs(to: element, from: forks, layers, in: &graph, timeline: self)
    }
  }

  /// The time ranges whose background is not that of the mixer: opaque black, or nothing in a picture with alpha.
  private func backgroundSegments() -> [SourceSegment] {
    let size = resolved.outputSize
    let hasAlpha = picture.hasAlpha
    return resolved.tiledInstructions().compactMap { instruction in
      let color = resolved.composition.background(of: instruction)
      let isThere = hasAlpha ? color.alpha > 0 : color != .black
      guard isThere, let range = instruction.range.intersection(range) else { return nil }
      let target = range.moved(by: -self.range.start)
      return SourceSegment(
        mapping: TimeMapping(source: target, target: target),
        source: .generated(GeneratedFrames(.color(color), size: size)))
    }
  }
}
