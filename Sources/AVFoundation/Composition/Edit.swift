import Cutaway
import CutawayApple
import CutawayDiagnostics
import CutawayElementBridge
import CutawayKeyframes
package import CutawayModel
import CutawayOverlays
import CutawayTime

/// An edit as a value of the model, made of AVFoundation's classes when work starts.
///
/// The same edit by a file, by values and by classes gives equal compositions, but for the names of
/// assets and tracks.
package struct Edit {
  package var composition: Composition
  /// The custom compositor, which must exist as long as the composition is rendered.
  var compositing: CompositingSession?
  /// The taps of tracks, which must exist as long as the composition is rendered.
  private var taps: [MTAudioProcessingTap] = []
  private let keepsAlpha: Bool

  /// How the frames of a single track are turned without a video composition.
  package enum Orientation {
    /// As the track's preferred transform states.
    case preferred
    /// Not at all.
    case stored
  }

  /// Translates an asset with its video composition and its mix.
  ///
  /// - Parameters:
  ///   - asset: A file or a composition.
  ///   - video: The video composition; without one, only the first enabled video track is shown.
  ///   - mix: The audio mix; all enabled audio tracks are heard.
  ///   - pitch: The algorithm for tracks that have none of their own.
  ///   - orientation: How frames are turned without a video composition.
  ///   - only: The tracks to take; `nil` is all.
  ///   - keepsAlpha: Whether the result has alpha. Otherwise the alpha of background colours is ignored, as Apple
  ///     documents.
  /// - Throws: ``AVError`` with the precise reason.
  package init(
    _ asset: AVAsset, _ video: AVVideoComposition?, _ mix: AVAudioMix?,
    pitch: AVAudioTimePitchAlgorithm? = nil, orientation: Orientation = .preferred,
    only: Set<CMPersistentTrackID>? = nil, keepsAlpha: Bool = false
  ) throws(AVError) {
    self.keepsAlpha = keepsAlpha
    composition = Composition()
    var sources: [(track: AVAssetTrack, content: Track)] = []
    for track in asset.currentTracks where track.isEnabled && only?.contains(track.trackID) != false
    {
      guard let (content, assets) = track.modelTrack(), !content.segments.isEmpty else { continue }
      sources.append((track, content))
      for asset in assets where composition.asset(asset.id) == nil {
        composition.assets.append(asset)
      }
    }
    let parameters = mix?.inputParameters ?? []
    for (track, content) in sources {
      var content = content
      let own = parameters.last { $0.trackID == track.trackID }?.audioTimePitchAlgorithm
      if track.mediaType == .audio, own ?? pitch == .varispeed { content.setPitch(.varispeed) }
      if track.mediaType == .video, video == nil,
        composition.tracks.contains(where: { $0.mediaType == .video })
      {
        Log.warnOnce(
          "without a video composition, only the first video track is shown; track "
            + "\(track.trackID) is not")
        continue
      }
      composition.tracks.append(content)
    }
    if let video {
      try add(video, to: asset)
    } else {
      addPicture(of: asset, orientation)
    }
    try add(parameters)
  }

  /// The picture without a video composition: one track, turned and whole.
  private mutating func addPicture(of asset: AVAsset, _ orientation: Orientation) {
    let track = asset.currentTracks.first { track in
      composition.tracks.first { $0.mediaType == .video }?.id == Track.ID("\(track.trackID)")
    }
    guard let track else { return }
    let isComposition = asset is AVComposition
    // The model's own rule for a single track: its preferred transform, in its upright size.
    if !isComposition, orientation == .preferred { return }
    let transform = orientation == .stored ? .identity : track.preferredTransform
    let natural = (asset as? AVComposition)?.sizeOfVideo ?? track.naturalSize
    let box = CGRect(origin: .zero, size: natural).applying(transform)
    composition.render.size = PixelSize(box.size)
    var layer = Layer(track: Track.ID("\(track.trackID)"))
    if !transform.isIdentity {
      layer.transform = AnimatedValue(LayerTransform(transform.matrix))
    }
    composition.instructions = [
      Instruction(
        range: TimeRange(start: .zero, end: composition.duration), layers: [layer])
    ]
  }

  private mutating func add(
    _ video: AVVideoComposition, to asset: AVAsset
  ) throws(AVError) {
    let trackIDs = Set(
      asset.currentTracks.filter { $0.mediaType == .video }.map(\.trackID))
    let faults = video.faults(
      trackIDs: trackIDs, end: CMTime(composition.duration),
      timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))
    if let first = faults.first {
      throw AVError(
        .invalidVideoComposition,
        ([first] + faults.dropFirst()).map(\.reason).joined(separator: "; "))
    }
    composition.render.size = PixelSize(video.renderSize)
    // Frames have a constant duration: that of the track, if one determines it.
    let timing = asset.currentTracks.first { $0.trackID == video.sourceTrackIDForFrameTiming }
    let ofTrack = timing?.minFrameDuration.mediaTime.flatMap { $0 > .zero ? $0 : nil }
    composition.render.frameDuration = ofTrack ?? video.frameDuration.mediaTime
    composition.render.scale = MediaTime(Int64((video.renderScale * 1_000).rounded()), over: 1_000)
    composition.render.setColors(of: video)
    // A film of overlays alone needs a picture for them to lie on.
    if video.animationTool != nil, !composition.tracks.contains(where: { $0.mediaType == .video }) {
      var canvas = Track(id: "canvas", mediaType: .video)
      // A range that starts at 0 can always be empty.
      try? canvas.setSegments([
        Segment(target: TimeRange(start: .zero, duration: composition.duration))
      ])
      composition.tracks.append(canvas)
    }
    if let tool = video.animationTool { add(tool) }
    if let instance = try video.compositor() {
      try addCompositor(instance, video, of: asset)
    } else {
      composition.instructions = video.instructions.compactMap { instruction in
        guard let range = span(of: instruction.timeRange) else { return nil }
        let own = instruction as? AVVideoCompositionInstruction
        return Instruction(
          range: range,
          background: own?.backgroundColor.map { background(Color($0)) },
          layers: (own?.layerInstructions ?? []).compactMap { layer(for: $0) },
          showsOverlays: instruction.enablePostProcessing)
      }
    }
  }

  private func background(_ color: Color) -> Color {
    keepsAlpha
      ? color : Color(red: color.red, green: color.green, blue: color.blue)
  }

  /// The part of an instruction's range that the composition has; `nil` if it has none.
  ///
  /// Ranges may end after the composition, or never.
  private func span(of range: CMTimeRange) -> TimeRange? {
    guard let start = range.start.mediaTime, start < composition.duration else {
      // An invalid range is an empty one, which is an error of the instruction.
      return range.exact ?? TimeRange(start: .zero, duration: .zero)
    }
    let whole = CMTime(composition.duration)
    let end = range.end >= whole ? composition.duration : range.end.mediaTime
    return TimeRange(start: start, duration: (end ?? start) - start)
  }

  /// The layer of the model; `nil` if the track has nothing.
  private func layer(for instruction: AVVideoCompositionLayerInstruction) -> Layer? {
    let id = Track.ID("\(instruction.trackID)"), content = instruction.content
    guard composition.track(id) != nil else { return nil }
    return Layer(
      track: id, transform: content.transform.value.map { LayerTransform($0) },
      opacity: content.opacity.value, crop: content.crop.value)
  }

  /// The track whose frames an instruction shows unchanged, without the compositor.
  ///
  /// Instructions of AVFoundation's own class always go to the compositor.
  private func passthroughTrack(
    of instruction: any AVVideoCompositionInstructionProtocol
  ) -> Track.ID? {
    guard !(instruction is AVVideoCompositionInstruction),
      instruction.passthroughTrackID != kCMPersistentTrackID_Invalid
    else { return nil }
    return Track.ID("\(instruction.passthroughTrackID)")
  }

  /// The layer of a track whose frames pass, scaled to the render size.
  private func passingLayer(
    _ track: Track.ID, in video: AVVideoComposition, of asset: AVAsset
  ) -> Layer {
    var layer = Layer(track: track)
    let source = asset.currentTracks.first { Track.ID("\($0.trackID)") == track }
    let size = source?.naturalSize ?? .zero
    if size.width > 0, size.height > 0, size != video.renderSize {
      let scale = CGAffineTransform(
        scaleX: video.renderSize.width / size.width, y: video.renderSize.height / size.height)
      layer.transform = AnimatedValue(LayerTransform(scale.matrix))
    }
    return layer
  }

  /// Instructions that a class of the program draws.
  private mutating func addCompositor(
    _ instance: CompositorInstance, _ video: AVVideoComposition, of asset: AVAsset
  ) throws(AVError) {
    let all = composition.tracks.filter { $0.mediaType == .video }.map(\.id)
    var entries: [CompositingSession.Entry] = [], instructions: [Instruction] = []
    for instruction in video.instructions {
      guard let range = span(of: instruction.timeRange) else { continue }
      if let track = passthroughTrack(of: instruction), all.contains(track) {
        instructions.append(
          Instruction(
            range: range, layers: [passingLayer(track, in: video, of: asset)],
            showsOverlays: instruction.enablePostProcessing))
        continue
      }
      let wanted = instruction.requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value }
      let named = wanted?.map { Track.ID("\($0)") }.filter { all.contains($0) }
      // A compositor without inputs gets those of all tracks, and no frames.
      let tracks = named.map { $0.isEmpty ? all : $0 } ?? all
      entries.append(
        CompositingSession.Entry(
          range: range, instruction: instruction,
          tracks: tracks.compactMap { CMPersistentTrackID($0.description) },
          hidesFrames: named?.isEmpty == true))
      instructions.append(
        Instruction(
          range: range, layers: tracks.map { Layer(track: $0) },
          compositor: tracks.isEmpty
            ? nil : Compositor(element: "", tracks: tracks, frames: .source),
          showsOverlays: instruction.enablePostProcessing))
    }
    guard compositingPlugin.register() else {
      throw AVError(.videoCompositorFailed, "GStreamer refuses the elements for compositors")
    }
    let session = try CompositingSession(instance, for: video, entries: entries)
    if !session.compositor.supportsHDRSourceFrames {
      if let wanted = composition.render.transferFunction, wanted.isHDR {
        Log.warnOnce(
          "the compositor \(type(of: session.compositor)) does not support HDR (supportsHDRSourceFrames), so the output is SDR "
            + "instead of \(wanted.rawValue)")
      }
      composition.render.transferFunction = .bt709
    }
    let drawn = instructions.indices.filter { instructions[$0].compositor != nil }
    for (index, entry) in zip(drawn, entries.filter { !$0.tracks.isEmpty }) {
      instructions[index].compositor?.element = session.elementName
      instructions[index].compositor?.properties = [
        "session": .int(session.id), "tracks": .string(entry.trackText),
        "time": .animated(.number(Self.clock(over: entry.range))),
      ]
    }
    composition.instructions = instructions
    compositing = session
  }

  /// The time of the composition during an instruction: one second a second.
  ///
  /// Instructions with the same tracks then share an element, whose ramps follow each other.
  private static func clock(over range: TimeRange) -> AnimatedValue<Double> {
    var time = AnimatedValue<Double>()
    time.replaceEntries(
      with: [.ramp(.init(over: range, from: range.start.seconds, to: range.end.seconds))])
    return time
  }

  /// The layers of Core Animation.
  private mutating func add(_ tool: AVVideoCompositionCoreAnimationTool) {
    let size = composition.render.size ?? PixelSize(width: 0, height: 0)
    switch tool.form {
    case .post(let videoLayers, let root):
      composition.overlays = root.overlays(
        width: size.width, height: size.height, pictures: videoLayers, &composition)
    case .track(let layer, let id):
      let layers = layer.overlays(
        width: size.width, height: size.height, pictures: [], &composition)
      var group = OverlayLayer(.box)
      group.layers = layers
      composition.tracks.append(Track(id: Track.ID("\(id)"), layer: group))
    }
  }

  private mutating func add(_ parameters: [AVAudioMixInputParameters]) throws(AVError) {
    for parameter in parameters {
      let id = Track.ID("\(parameter.trackID)")
      guard let track = composition.track(id), track.mediaType == .audio else {
        Log.warnOnce(
          "the audio mix has parameters for track \(parameter.trackID), which is no audio track")
        continue
      }
      if let fault = parameter.volume.faults.first {
        throw AVError(.operationNotAllowed, fault, trackID: parameter.trackID)
      }
      if let tap = parameter.audioTapProcessor { try add(tap, parameter) }
      guard let index = composition.audioMix.firstIndex(where: { $0.track == id }) else {
        composition.audioMix.append(
          AudioMixParameters(track: id, volume: parameter.volume.value))
        continue
      }
      let entries = composition.audioMix[index].volume.entries + parameter.volume.value.entries
      composition.audioMix[index].volume = AnimatedValue(entries: entries) { _, error in
        Log.warnOnce("of several parameters for track \(parameter.trackID): \(error.message)")
      }
    }
  }
}

extension Edit {
  private mutating func add(
    _ tap: MTAudioProcessingTap, _ parameter: AVAudioMixInputParameters
  ) throws(AVError) {
    guard compositingPlugin.register() else {
      throw AVError(.operationNotAllowed, "GStreamer refuses the element for audio taps")
    }
    guard
      let index = composition.tracks.firstIndex(where: {
        $0.id.description == "\(parameter.trackID)"
      })
    else { return }
    if tap.followsEffects, !parameter.volume.value.isAlways(1) {
      Log.warnOnce(
        "the audio tap of track \(parameter.trackID) gets the sound before the volume of the mix, also with "
          + "kMTAudioProcessingTapCreationFlag_PostEffects")
    }
    composition.tracks[index].effects.append(
      Effect(element: AudioTap.name, properties: ["tap": .int(tap.number)]))
    taps.append(tap)
  }

  /// States the time of the asset at which the work begins.
  func begin(at time: MediaTime) {
    for tap in taps { tap.begin(at: CMTime(time)) }
  }
}

extension AVAssetTrack {
  /// The track and its assets as the model has them; `nil` for kinds that it does not have.
  func modelTrack() -> (Track, [Asset])? {
    if let track = self as? AVCompositionTrack {
      let used = Set(track.content.segments.compactMap(\.media?.asset))
      let assets = track.sources.filter { used.contains($0.key) }.sorted {
        $0.key.description < $1.key.description
      }
      .map(\.value.modelAsset)
      return (track.content, assets)
    }
    guard let facts, let type = Track.MediaType(mediaType), facts.duration > .zero else {
      return nil
    }
    let asset =
      (self.asset as? AVURLAsset)?.modelAsset
      ?? Asset(fileAt: Asset(id: "asset", location: facts.location).url)
    let whole = TimeRange(start: .zero, duration: facts.duration)
    var track = Track(id: Track.ID("\(trackID)"), mediaType: type)
    // A range that starts at 0 and is not empty can be inserted.
    try? track.insert(
      Segment.Media(asset: asset.id, trackIndex: facts.index, source: whole), at: .zero)
    return (track, [asset])
  }
}

extension Track {
  /// Sets how changes of speed affect the pitch of all segments.
  fileprivate mutating func setPitch(_ pitch: Segment.Pitch) {
    var segments = segments
    for index in segments.indices { segments[index].media?.pitch = pitch }
    // Their ranges are unchanged, and therefore valid.
    try? setSegments(segments)
  }
}

extension PixelSize {
  /// A size in whole pixels.
  init(_ size: CGSize) {
    self.init(width: Int(abs(size.width).rounded()), height: Int(abs(size.height).rounded()))
  }
}

extension AnimatedValue {
  /// The same instants and ramps with other values.
  func map<Other>(_ change: (Value) -> Other) -> AnimatedValue<Other> {
    var result = AnimatedValue<Other>()
    result.replaceEntries(
      with: entries.map { entry in
        switch entry {
        case .instant(let time, let value): .instant(at: time, value: change(value))
        case .ramp(let ramp):
          .ramp(
            .init(
              over: ramp.range, from: change(ramp.from), to: change(ramp.to), easing: ramp.easing,
              interpolation: ramp.interpolation))
        }
      })
    return result
  }
}

extension RenderSettings {
  /// Takes the colours of a video composition.
  fileprivate mutating func setColors(of video: AVVideoComposition) {
    switch video.colorTransferFunction {
    case nil: break
    case AVVideoTransferFunction_ITU_R_709_2?: transferFunction = .bt709
    case AVVideoTransferFunction_ITU_R_2100_HLG?: transferFunction = .hlg
    case AVVideoTransferFunction_SMPTE_ST_2084_PQ?: transferFunction = .pq
    case let other?: Log.warnOnce("the transfer function \(other) is not supported and ignored")
    }
    if transferFunction != nil || video.colorPrimaries == nil { return }
    if video.colorPrimaries != AVVideoColorPrimaries_ITU_R_709_2 {
      Log.warnOnce("primaries without a transfer function of HDR are ignored")
    }
  }
}
