public import CutawayDiagnostics
public import CutawayModel
public import CutawayTime

/// A composition with the descriptions of its media, and with all open settings determined.
public struct ResolvedComposition: Sendable {
  /// The composition as passed to the initializer, except that tracks of layers play a transparent still
  /// of the render size, over which the layer is drawn.
  public private(set) var composition: Composition
  /// The descriptions of the assets, by asset name.
  public let media: [Asset.ID: MediaDescription]
  /// What readers of the assets play, by asset name.
  let sources: [Asset.ID: MediaSource]
  /// What is known about elements.
  package var elements = ElementCatalog()
  /// The time ranges in which the trigger of a ducked track sounds, in the time of the composition,
  /// by the name of the ducked track.
  public var activity: [Track.ID: [TimeRange]] = [:]

  /// The duration of the output.
  public let duration: MediaTime
  /// Seconds per output frame; 1/30 if neither the composition nor its video states it.
  public let frameDuration: MediaTime
  /// The size in pixels of the coordinate system of transforms.
  public let renderSize: PixelSize
  /// The size of the output frames: the render size multiplied by the scale, made even.
  public private(set) var outputSize: PixelSize
  /// The size of the output frames without an upper bound.
  ///
  /// Elements that combine frames of sources draw in this size.
  let drawnSize: PixelSize

  /// Determines the settings that the composition leaves open, and checks it against its media.
  ///
  /// - Parameters:
  ///   - composition: The composition.
  ///   - media: The descriptions of all assets that segments play.
  ///   - maximumSize: The maximum size of the output, which is scaled down to fit.
  /// - Throws: ``TranslationError`` with all faults: those of the composition itself, segments that
  ///   play a kind of track that their asset does not have or a range past its end, and assets
  ///   without a description.
  public init(
    _ composition: Composition, media: [Asset.ID: MediaDescription],
    maximumSize: PixelSize? = nil
  ) throws(TranslationError) {
    let size = composition.renderSize(media)
    let frameDuration = composition.frameDuration(media)
    let media = composition.describingGenerators(
      media, size: size, frameDuration: frameDuration)
    let faults =
      composition.faults() + mediaFaults(of: composition, media)
      + imageFaults(of: composition, media) + editFaults(of: composition, media)
    if !faults.isEmpty { throw TranslationError(.invalidComposition, faults: faults) }
    duration = composition.duration
    self.frameDuration = frameDuration
    renderSize = size
    (self.composition, self.media) = composition.playingLayers(size: size, media)
    sources = self.composition.sources(self.media, size: size, frameDuration: frameDuration)
    drawnSize = CutawayTranslation.scaled(size, by: composition.render.scale)
    outputSize = maximumSize.map { [drawnSize] in fitted(drawnSize, into: $0) } ?? drawnSize
  }

  /// Decodes a composition of another process, in which what is known about elements is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    composition = try container.decode(Composition.self, forKey: .composition)
    media = try container.decode([Asset.ID: MediaDescription].self, forKey: .media)
    activity = try container.decode([Track.ID: [TimeRange]].self, forKey: .activity)
    duration = try container.decode(MediaTime.self, forKey: .duration)
    frameDuration = try container.decode(MediaTime.self, forKey: .frameDuration)
    renderSize = try container.decode(PixelSize.self, forKey: .renderSize)
    outputSize = try container.decode(PixelSize.self, forKey: .outputSize)
    drawnSize = try container.decode(PixelSize.self, forKey: .drawnSize)
    sources = composition.sources(media, size: renderSize, frameDuration: frameDuration)
  }

  /// The same composition with a smaller output.
  package func scaled(by factor: MediaTime) -> ResolvedComposition {
    var result = self
    result.outputSize = CutawayTranslation.scaled(outputSize, by: factor)
    return result
  }

  /// Replaces the contents of all layers.
  package mutating func mapContents(_ change: (LayerContent) -> LayerContent) {
    composition = composition.mappingContents(change)
  }

  /// The video track that a segment plays.
  func video(of segment: Segment.Media) -> MediaDescription.Video? {
    media[segment.asset]?.videoTracks.element(at: segment.trackIndex)
  }

  /// The number of output frames.
  public var frameCount: Int64 { duration.ceiled(in: frameDuration) }
}

private func scaled(_ size: PixelSize, by scale: MediaTime) -> PixelSize {
  func even(_ side: Int) -> Int { max(2, Int((scale * side).rounded(in: MediaTime(2))) * 2) }
  return PixelSize(width: even(size.width), height: even(size.height))
}

extension PixelSize {
  /// The nearest size with even sides, the larger one if two are as near.
  package var madeEven: PixelSize { scaled(self, by: MediaTime(1)) }
}

/// A size scaled down, if necessary, to fit another one, and made even.
private func fitted(_ size: PixelSize, into limit: PixelSize) -> PixelSize {
  // Portrait and landscape pictures get the same number of pixels.
  let isUpright = size.height > size.width && limit.width > limit.height
  let (width, height) = isUpright ? (limit.height, limit.width) : (limit.width, limit.height)
  let factor = min(
    MediaTime(1), MediaTime(Int64(width), over: Int64(size.width)),
    MediaTime(Int64(height), over: Int64(size.height)))
  return scaled(size, by: factor)
}

/// The faults in the way that segments use their assets.
private func mediaFaults(
  of composition: Composition, _ media: [Asset.ID: MediaDescription]
) -> [Composition.Fault] {
  composition.tracks.enumerated().flatMap { trackIndex, track in
    track.segments.enumerated().flatMap { index, segment -> [Composition.Fault] in
      guard let shown = segment.media, composition.asset(shown.asset) != nil else { return [] }
      let path = ["tracks", "\(trackIndex)", "segments", "\(index)"]
      guard let description = media[shown.asset] else {
        return [fault(path + ["asset"], .danglingReference, "'\(shown.asset)' could not be read")]
      }
      if description.container == MediaDescription.lottie {
        return [
          fault(
            path + ["asset"], .invalidValue,
            "'\(shown.asset)' is a Lottie animation: show it in a layer, or in a track of 'type: layer'"
          )
        ]
      }
      let count = description.trackCount(of: track.mediaType)
      if shown.trackIndex >= count {
        let kind = track.mediaType.rawValue
        let message =
          count == 0
          ? "'\(shown.asset)' has no \(kind)"
          : "'\(shown.asset)' has \(count) \(kind) track\(count == 1 ? "" : "s"), "
            + "so none of index \(shown.trackIndex)"
        return [fault(path + [count == 0 ? "asset" : "track"], .danglingReference, message)]
      }
      guard let length = description.length(of: shown.trackIndex, track.mediaType),
        !length.isEstimated, shown.source.end > length.duration + length.slack
      else { return [] }
      return [
        fault(
          path + ["source"], .outOfRange,
          "the source range ends at \(shown.source.end.text) s, but "
            + (length.isOwn ? "the \(track.mediaType.rawValue) of " : "")
            + "'\(shown.asset)' lasts \(length.duration.text) s")
      ]
    }
  }
}

/// The faults of overlays whose image has no picture, of captions without text, and of waveforms without sound.
private func imageFaults(
  of composition: Composition, _ media: [Asset.ID: MediaDescription]
) -> [Composition.Fault] {
  composition.placedLayers.flatMap { path, layer -> [Composition.Fault] in
    func faults(
      _ names: [String], _ lack: String, _ fits: (MediaDescription) -> Bool
    ) -> [Composition.Fault] {
      names.compactMap { name in
        guard let description = media[Asset.ID(name)], !fits(description) else { return nil }
        return fault(path, .invalidValue, "'\(name)' has no \(lack)")
      }
    }
    return faults(layer.images, "picture") { !$0.videoTracks.isEmpty }
      + faults(layer.captions, "subtitles") { !$0.textTracks.isEmpty }
      + faults(layer.waveforms.compactMap(\.asset), "sound") { !$0.audioTracks.isEmpty }
  }
}

/// The fault of a graph that would be too large when printed, because each use of a composition file
/// contains its graph.
private func editFaults(
  of composition: Composition, _ media: [Asset.ID: MediaDescription]
) -> [Composition.Fault] {
  let counts = media.compactMapValues { $0.edit?.trackCount }
  if counts.isEmpty { return [] }
  let total = composition.tracks.flatMap(\.segments).compactMap(\.media)
    .reduce(0) { $0 + (counts[$1.asset] ?? 0) }
  if total <= NestedEdit.trackLimit { return [] }
  return [
    fault(
      ["tracks"], .outOfRange,
      "all uses of composition files have \(total) tracks, and at most \(NestedEdit.trackLimit) are "
        + "possible")
  ]
}

private func fault(
  _ path: [String], _ code: CompositionError.Code, _ message: String
) -> Composition.Fault {
  Composition.Fault(path: path, error: CompositionError(code, message))
}

extension MediaDescription {
  fileprivate func trackCount(of type: Track.MediaType) -> Int {
    switch type {
    case .video: videoTracks.count
    case .audio: audioTracks.count
    case .subtitle: textTracks.count
    }
  }
}

extension Array {
  /// The element at an index, or `nil` if the index is out of range.
  func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
