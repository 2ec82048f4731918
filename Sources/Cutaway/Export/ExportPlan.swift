import CutawayDiagnostics
import CutawayGraph
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

/// The encoders and the muxer of an export.
struct ExportPlan: Sendable {
  let preset: ExportPreset
  var fileType: ExportFileType
  let options: EncodingOptions
  /// Whether the file has video, encoded or copied.
  var hasVideo: Bool
  /// The video encoder; `nil` if the file has no video, or nothing is encoded.
  var videoEncoder: VideoEncoder?
  /// The audio encoder; `nil` if the file has no sound, or nothing is encoded.
  var audioEncoder: AudioEncoder?
  /// Whether the streams of several encoders are joined into one.
  var isJoined = false
  /// The properties of the muxer for a pipe; none for a file.
  private var pipeProperties: [PipelineGraph.Property]?

  /// Chooses from the installed elements.
  ///
  /// - Throws: ``ExportError`` if the options contradict each other, or an element is not
  ///   installed.
  init(
    _ preset: ExportPreset, _ fileType: ExportFileType, _ settings: ExportSession.Settings
  ) throws(ExportError) {
    let options = settings.encoding
    let fault = options.fault ?? settings.fault ?? settings.obstacleToSpans(preset, fileType)
    if let fault { throw ExportError(.incompatible, fault) }
    guard preset.fileTypes.contains(fileType) else {
      throw ExportError(
        .incompatible,
        "the preset \(preset.rawValue) needs the file type \(list(preset.fileTypes)), not "
          + "\(fileType.rawValue)")
    }
    self.preset = preset
    self.fileType = fileType
    self.options = options
    hasVideo = fileType.hasVideo && preset != .appleM4A
    if preset == .passthrough {
      let rate = settings.sampleRate.map { "a sample rate of \($0)" }
      let decisions = options.decisions + [rate].compactMap(\.self)
      guard decisions.isEmpty else {
        throw ExportError(
          .incompatible,
          "passthrough encodes nothing; it cannot apply \(decisions.joined(separator: ", "))")
      }
      videoEncoder = nil
      audioEncoder = nil
      try checkMuxer()
      return
    }
    if !hasVideo, let codec = options.videoCodec {
      throw ExportError(
        .incompatible,
        "\(preset.rawValue) in \(fileType.rawValue) has no video to encode as \(codec.rawValue); "
          + "\(codec.rawValue) needs the file type \(list(ExportFileType.allCases.filter { $0.videoCodecs.contains(codec) }))"
      )
    }
    videoEncoder = hasVideo ? try chooseVideoEncoder(preset, fileType, options) : nil
    audioEncoder = try chooseAudioEncoder(preset, fileType, options)
    if let rate = settings.sampleRate { try audioEncoder?.check(sampleRate: rate) }
    try checkMuxer()
  }

  private func checkMuxer() throws(ExportError) {
    if let element = fileType.container.muxer.map(\.factory),
      !ElementInspection.isInstalled(element)
    {
      throw ExportError(
        .missingElement,
        "\(fileType.rawValue) files need the GStreamer element '\(element)', which is not installed"
      )
    }
  }

  /// Checks that the encoder and the muxer support the output size of the composition.
  ///
  /// - Throws: ``ExportError``, which states the minimum size.
  func checkSize(of resolved: ResolvedComposition) throws(ExportError) {
    guard let videoEncoder, resolved.composition.tracks.contains(where: { $0.mediaType == .video })
    else { return }
    let size = resolved.outputSize
    let takers =
      [(videoEncoder.factory, "video/x-raw")]
      + [fileType.container.muxer.map { ($0.factory, videoEncoder.codec.mediaType) }].compactMap(
        \.self)
    for (element, mediaType) in takers {
      let least = ElementInspection.smallestPicture(into: element, as: mediaType)
      if size.width >= least.width, size.height >= least.height { continue }
      throw ExportError(
        .invalidComposition,
        "the size \(size.width)×\(size.height) is too small for \(videoEncoder.codec.rawValue) in "
          + "\(fileType.rawValue): the minimum size of \(element) is "
          + "\(least.width)×\(least.height)")
    }
  }

  /// Makes the plan one for a pipe.
  ///
  /// - Throws: ``ExportError`` if the type needs a file, whose beginning is written last.
  mutating func writeIntoPipe() throws(ExportError) {
    guard let properties = fileType.container.pipeProperties else {
      let types = ExportFileType.allCases.filter { $0.container.pipeProperties != nil }
      throw ExportError(
        .incompatible,
        "\(fileType.container.name) needs a file, because its beginning is written last; a pipe takes "
          + types.map(\.rawValue).joined(separator: ", "))
    }
    pipeProperties = properties
  }

  /// Whether the film goes into a pipe.
  var writesIntoPipe: Bool { pipeProperties != nil }

  /// The file output for a composition.
  func output(
    for resolved: ResolvedComposition, path: String
  ) -> FileOutput {
    let task = videoTask(for: resolved)
    return FileOutput(
      video: videoEncoder?.encoding(task)
        .lit(
          by: fileType.container.finishing == .matroska ? task.light?.forMatroska : nil,
          videoEncoder
        )
        .tagged(language: resolved.language(of: .video) ?? fileType.container.unknownLanguage),
      audio: audioEncoder?.encoding(audioTask(for: resolved))
        .tagged(language: resolved.language(of: .audio) ?? fileType.container.unknownLanguage),
      muxer: muxer(for: resolved), tagWriter: fileType.container.tagWriter,
      sink: fileType.isImageSequence
        ? .init("multifilesink", [.init("location", .string(path))])
        : .file(path),
      picture: task.picture)
  }

  /// The muxer of the file type.
  var bareMuxer: FileOutput.Stage? {
    fileType.container.muxer.map { .init($0.factory, $0.properties + (pipeProperties ?? [])) }
  }

  /// The muxer; movie files have a time scale of samples, so that an edit list can end sound at any
  /// sample.
  private func muxer(for resolved: ResolvedComposition) -> FileOutput.Stage? {
    guard var muxer = bareMuxer, fileType.isMovie else { return bareMuxer }
    if fileType.container.isFragmented {
      // The muxer ends a fragment before each key frame, and also if it would exceed this length.
      let frames = videoTask(for: resolved).keyFrameInterval + 1
      let length = (resolved.frameDuration * frames).ceiled(in: MediaTime(1, over: 1000))
      muxer.properties.append(.init("fragment-duration", .int(Int(length))))
    }
    guard let audioEncoder else { return muxer }
    let rate = audioEncoder.sampleRate(for: resolved.composition.render.sampleRate)
    muxer.properties.append(.init("movie-timescale", .int(rate)))
    return muxer
  }

  func videoTask(for resolved: ResolvedComposition) -> VideoTask {
    let size = resolved.outputSize, frame = resolved.frameDuration
    // Seeking in the output decodes two seconds at most.
    let keyFrames = options.fixedKeyFrames ?? MediaTime(2)
    let keyFrameInterval = Int(max(1, keyFrames.rounded(in: frame)))
    let picture = picture(for: resolved)
    return VideoTask(
      width: size.width, height: size.height, picture: picture,
      light: light(for: resolved, in: picture), framesPerSecond: 1 / frame.seconds,
      quality: options.videoQuality ?? preset.videoQuality, bitrate: options.videoBitrate,
      keyFrameInterval: options.keyFrameInterval ?? keyFrameInterval,
      // A fragment starts with a key frame and lasts to the next one.
      hasFixedKeyFrames: options.keyFrameInterval != nil || options.fixedKeyFrames != nil
        || fileType.container.isFragmented,
      speed: options.speed ?? .fast, isJoined: isJoined,
      // Fragments have no edit list to remove the delay of reordered frames.
      reordersFrames: !fileType.container.isFragmented)
  }

  func audioTask(for resolved: ResolvedComposition) -> AudioTask {
    let render = resolved.composition.render
    return AudioTask(
      bitrate: options.audioBitrate ?? preset.audioBitrate * max(2, render.channels) / 2,
      sampleRate: render.sampleRate)
  }
}

extension FileOutput.Encoding {
  /// The same encoding with metadata of light for the muxer.
  fileprivate func lit(by light: PictureLight?, _ encoder: VideoEncoder?) -> Self {
    guard let light, let encoder else { return self }
    var result = self
    result.stages.append(light.stage(on: encoder.codec.mediaType))
    return result
  }

  /// The same encoding with a language tag for the muxer.
  fileprivate func tagged(language: String?) -> Self {
    guard let language else { return self }
    var result = self
    // GStreamer's tag has no regions.
    let code = language.prefix { $0 != "-" }.lowercased()
    result.stages.append(.init("taginject", [.init("tags", .string("language-code=\(code)"))]))
    return result
  }
}

extension ExportPreset {
  /// The codec for a file type.
  func videoCodec(
    in fileType: ExportFileType, _ options: EncodingOptions
  ) throws(ExportError) -> VideoCodec {
    let wanted = options.videoCodec ?? videoCodec ?? fileType.videoCodecs[0]
    if fileType.videoCodecs.contains(wanted) { return wanted }
    throw misfit(
      wanted.rawValue, fileType, fileType.videoCodecs.map(\.rawValue),
      others: ExportFileType.allCases.filter { $0.videoCodecs.contains(wanted) })
  }

  func audioCodec(
    in fileType: ExportFileType, _ options: EncodingOptions
  ) throws(ExportError) -> AudioCodec {
    let wanted = options.audioCodec ?? audioCodec ?? fileType.audioCodecs[0]
    if fileType.audioCodecs.contains(wanted) { return wanted }
    throw misfit(
      wanted.rawValue, fileType, fileType.audioCodecs.map(\.rawValue),
      others: ExportFileType.allCases.filter { $0.audioCodecs.contains(wanted) })
  }
}

private func misfit(
  _ codec: String, _ fileType: ExportFileType, _ fitting: [String], others: [ExportFileType]
) -> ExportError {
  ExportError(
    .incompatible,
    "\(fileType.rawValue) cannot contain \(codec), only \(list(fitting)); "
      + "\(codec) needs the file type \(list(others.map(\.rawValue)))")
}

private func chooseVideoEncoder(
  _ preset: ExportPreset, _ fileType: ExportFileType, _ options: EncodingOptions
) throws(ExportError) -> VideoEncoder {
  var options = options
  if let name = options.videoEncoder {
    guard let encoder = VideoEncoder.all.first(where: { $0.factory == name }) else {
      throw ExportError(
        .incompatible,
        "'\(name)' is not a known encoder; the encoders are \(list(VideoEncoder.all.map(\.factory)))"
      )
    }
    options.videoCodec = encoder.codec
    // Called for its errors only: the codec is the encoder's.
    _ = try preset.videoCodec(in: fileType, options)
    guard encoder.isInstalled else {
      throw ExportError(
        .incompatible,
        encoder.isHardware
          ? "the encoder \(name) is not available: GStreamer finds no hardware for it, or the package "
            + "\(encoder.package) is not installed"
          : "the encoder \(name) is not installed; the package \(encoder.package) provides it")
    }
    return encoder
  }
  return try VideoEncoder.installed(try preset.videoCodec(in: fileType, options))
}

extension VideoEncoder {
  /// The preferred encoder for a codec.
  ///
  /// - Throws: ``ExportError`` if none is installed.
  static func installed(_ codec: VideoCodec) throws(ExportError) -> VideoEncoder {
    let fitting = all.filter { $0.codec == codec }
    guard let encoder = fitting.first(where: \.isInstalled) else {
      throw missing(codec.rawValue, fitting.map { ($0.factory, $0.package) })
    }
    return encoder
  }
}

extension AudioEncoder {
  /// The preferred encoder for a codec.
  ///
  /// - Throws: ``ExportError`` if none is installed.
  static func installed(_ codec: AudioCodec) throws(ExportError) -> AudioEncoder {
    let fitting = all.filter { $0.codec == codec }
    guard let encoder = fitting.first(where: \.isInstalled) else {
      throw missing(codec.rawValue, fitting.map { ($0.factory, $0.package) })
    }
    return encoder
  }
}

private func chooseAudioEncoder(
  _ preset: ExportPreset, _ fileType: ExportFileType, _ options: EncodingOptions
) throws(ExportError) -> AudioEncoder? {
  if fileType.audioCodecs.isEmpty { return nil }
  return try AudioEncoder.installed(try preset.audioCodec(in: fileType, options))
}

private func missing(_ codec: String, _ encoders: [(name: String, package: String)]) -> ExportError
{
  let ways = encoders.map { "\($0.name) (\($0.package))" }
  return ExportError(.missingElement, "no encoder for \(codec) is installed: needs \(list(ways))")
}

private func list(_ fileTypes: [ExportFileType]) -> String { list(fileTypes.map(\.rawValue)) }

/// The names as alternatives in a sentence.
func list(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}

extension ExportSession.Settings {
  /// The value that is out of range, in words; `nil` if there is none.
  fileprivate var fault: String? {
    if let sampleRate, !RenderSettings.sampleRateRange.contains(sampleRate) {
      return "a sample rate of \(sampleRate) is not between 8000 and 192000"
    }
    if let loudness, !Self.loudnessRange.contains(loudness) {
      return "a loudness of \(loudness) is not between -70 and -5 LUFS"
    }
    if let fileLengthLimit, fileLengthLimit <= 0 {
      return "a size limit of \(fileLengthLimit) bytes leaves no room for media"
    }
    return nil
  }
}
