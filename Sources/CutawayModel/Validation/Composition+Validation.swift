import CutawayTime

extension Composition {
  /// Every fault in the composition that can be found without opening its media.
  ///
  /// The faults of one part (settings, assets, tracks, instructions, sound, overlays, markers) are in the
  /// order of the composition. If the list is empty, the composition can be translated once its
  /// media are known.
  public func faults() -> [Fault] {
    renderFaults() + colorFaults() + backgroundFaults() + assetFaults() + trackFaults()
      + instructionFaults()
      + soundFaults()
      + audioMixFaults()
      + overlayFaults()
      + markerFaults()
  }

  private func renderFaults() -> [Fault] {
    func check<Value: Comparable>(
      _ value: Value?, _ limits: ClosedRange<Value>, _ key: String, _ what: String
    ) -> [Fault] {
      guard let value, !limits.contains(value) else { return [] }
      return [
        fault(
          ["render", key], .outOfRange,
          "\(what) lies between \(text(limits.lowerBound)) and \(text(limits.upperBound)), "
            + "not \(text(value))")
      ]
    }
    func text(_ value: some Comparable) -> String {
      (value as? MediaTime)?.text ?? "\(value)"
    }
    let times = MediaTime(1, over: 1_000)...MediaTime(1_000)
    let sides = RenderSettings.sideRange
    return check(render.size?.width, sides, "size", "a width in pixels")
      + check(render.size?.height, sides, "size", "a height in pixels")
      + check(render.frameDuration, times, "frameDuration", "the duration of a frame in seconds")
      + check(render.scale, MediaTime(1, over: 1_000)...MediaTime(8), "scale", "a scale")
      + check(
        render.sampleRate, RenderSettings.sampleRateRange, "sampleRate",
        "a number of samples a second")
      + check(render.channels, RenderSettings.channelRange, "channels", "a number of channels")
  }

  /// The faults of the picture's depth and colours.
  private func colorFaults() -> [Fault] {
    func check(_ isFault: Bool, _ key: String, _ message: String) -> [Fault] {
      isFault ? [fault(["render", key], .outOfRange, message)] : []
    }
    let transfer = render.transferFunction ?? .bt709, name = transfer.rawValue
    let depth = render.bitDepth ?? 10
    func mismatch(_ given: String, _ usual: String) -> String {
      transfer.isHDR
        ? "the transferFunction \(name) needs \(usual), not \(given)"
        : "\(given) needs the transferFunction hlg or pq"
    }
    let primaries = render.colorPrimaries ?? transfer.primaries
    let matrix = render.matrix ?? transfer.matrix
    return check(
      !RenderSettings.bitDepths.contains(depth), "bitDepth",
      "a sample of video has 8 or 10 bits, not \(depth)")
      + check(
        transfer.isHDR && depth == 8, "bitDepth",
        "the transferFunction \(name) needs 10 bits, not 8")
      + check(
        primaries != transfer.primaries, "colorPrimaries",
        mismatch(primaries.rawValue, transfer.primaries.rawValue))
      + check(
        matrix != transfer.matrix, "matrix", mismatch(matrix.rawValue, transfer.matrix.rawValue))
  }

  private func markerFaults() -> [Fault] {
    markers.indices.compactMap { index in
      let path = ["markers", "\(index)"]
      if markers[index].time < .zero {
        return fault(path, .outOfRange, "the marker comes before 0")
      }
      guard index > 0, markers[index].time <= markers[index - 1].time else { return nil }
      return fault(path, .overlap, "the marker does not come after the one before it")
    }
  }

  /// The latest time allowed, in seconds: about thirty years, so that counts of samples do not
  /// overflow.
  static let latestTime = MediaTime(1_000_000_000)

  /// An error, and the place in the composition where it occurs.
  public typealias Fault = CutawayDiagnostics.Fault

  private func assetFaults() -> [Fault] {
    duplicates(assets.map(\.id)).map { index in
      fault(["assets", "\(index)"], .overlap, "another asset is called '\(assets[index].id)'")
    }
  }

  private func trackFaults() -> [Fault] {
    var faults: [Fault] = []
    if tracks.allSatisfy({ $0.duration == .zero }) {
      faults.append(fault(["tracks"], .emptyRange, "the composition is empty: no track has media"))
    }
    for index in duplicates(tracks.map(\.id)) {
      faults.append(
        fault(
          ["tracks", "\(index)", "id"], .overlap, "another track is called '\(tracks[index].id)'"))
    }
    let known = Set(assets.map(\.id))
    for (index, track) in tracks.enumerated() {
      if track.mediaType == .subtitle, !track.effects.isEmpty {
        faults.append(
          fault(
            ["tracks", "\(index)", "effects"], .invalidValue,
            "'\(track.id)' is a subtitle track, which cannot have effects"))
      }
      for (number, segment) in track.segments.enumerated() {
        let end = max(segment.target.end, segment.media?.source.end ?? .zero)
        if end > Self.latestTime {
          faults.append(
            fault(
              ["tracks", "\(index)", "segments", "\(number)"], .outOfRange,
              "times lie before \(Self.latestTime.text) s, not at \(end.text) s"))
        }
        guard let id = segment.media?.asset, !known.contains(id) else { continue }
        faults.append(
          fault(
            ["tracks", "\(index)", "segments", "\(number)", "asset"], .danglingReference,
            "there is no asset called '\(id)'"))
      }
    }
    return faults
  }

  private func instructionFaults() -> [Fault] {
    let types = trackTypes
    var faults: [Fault] = []
    for (index, instruction) in instructions.enumerated() {
      let path = ["instructions", "\(index)"]
      if instruction.range.isEmpty || instruction.range.start < .zero {
        faults.append(
          fault(
            path + ["range"], .emptyRange,
            "the range \(instruction.range.text) s must start at 0 or later, and end after it starts"
          ))
      }
      if index > 0, instruction.range.start < instructions[index - 1].range.end {
        faults.append(
          fault(
            path + ["range"], .overlap,
            "\(instruction.range.text) s starts before the instruction before it ends, "
              + "\(instructions[index - 1].range.text) s"))
      }
      faults += layerFaults(
        instruction.layers, of: types, combined: instruction.compositorTracks,
        path: path + ["layers"])
      faults += compositorFaults(of: instruction, path: path + ["compositor"])
    }
    return faults
  }

  /// The faults of layers; a track may have several, but not if a compositor combines it.
  private func layerFaults(
    _ layers: [Layer], of types: [Track.ID: Track.MediaType], combined: [Track.ID], path: [String]
  ) -> [Fault] {
    let repeated = Set(duplicates(layers.map(\.track)))
    return layers.enumerated().flatMap { index, layer in
      let path = path + ["\(index)"]
      var faults = referenceFaults(
        layer.track, to: .video, of: types, path: path + ["track"])
      if repeated.contains(index), combined.contains(layer.track) {
        faults.append(
          fault(
            path + ["track"], .overlap,
            "the instruction shows the track '\(layer.track)' twice, but its compositor gets it once"
          ))
      }
      if layer.blending != .normal,
        combined.contains(layer.track) || layer.blurredBackground != nil
      {
        faults.append(
          fault(
            path + ["blend"], .invalidValue,
            layer.blurredBackground == nil
              ? "a compositor combines the layer, so that it cannot be blended"
              : "a layer with a background covers the picture, so that it cannot be blended"))
      }
      for value in layer.opacity.allValues where !(0...1).contains(value) {
        faults.append(
          fault(path + ["opacity"], .invalidValue, "an opacity lies between 0 and 1, not \(value)"))
      }
      return faults
    }
  }

  /// The media types of all tracks by name.
  ///
  /// A dictionary, because files have thousands of references.
  var trackTypes: [Track.ID: Track.MediaType] {
    Dictionary(tracks.map { ($0.id, $0.mediaType) }) { first, _ in first }
  }

  func referenceFaults(
    _ id: Track.ID, to type: Track.MediaType, of types: [Track.ID: Track.MediaType], path: [String]
  ) -> [Fault] {
    switch types[id] {
    case type?: []
    case nil: [fault(path, .danglingReference, "there is no track called '\(id)'")]
    case let other?:
      [
        fault(
          path, .danglingReference,
          "the track '\(id)' is of type \(other.rawValue), not \(type.rawValue)")
      ]
    }
  }

  func fault(_ path: [String], _ code: CompositionError.Code, _ message: String) -> Fault {
    Fault(path: path, error: CompositionError(code, message))
  }
}

/// The indices of elements that equal an earlier one.
func duplicates(_ list: [some Hashable]) -> [Int] {
  var seen: Set<AnyHashable> = []
  return list.indices.filter { !seen.insert(AnyHashable(list[$0])).inserted }
}
