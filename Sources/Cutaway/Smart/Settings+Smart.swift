extension ExportSession.Settings {
  /// Why spans cannot be copied with these settings, in words; `nil` if they can, or are not to be.
  func obstacleToSpans(_ preset: ExportPreset, _ fileType: ExportFileType) -> String? {
    guard copiesSpans else { return nil }
    if copiesIfPossible || preset == .passthrough {
      return "either all packets are copied, or those of spans"
    }
    let fitting: [ExportFileType] = [.mp4, .m4v, .mov, .mkv, .webm, .ts]
    guard fitting.contains(fileType) else {
      return "spans are copied into \(list(fitting.map(\.rawValue))) files, not into "
        + fileType.rawValue
    }
    if preset != .highestQuality {
      return "the copied frames decide the codec, the size and the quality, so the preset "
        + "\(preset.rawValue) cannot be applied"
    }
    let decisions =
      encoding.pictureDecisions
      + [maximumSize.map { "the size \($0.width)×\($0.height)" }]
      .compactMap(\.self)
    if !decisions.isEmpty {
      return "the copied frames decide the picture, so \(decisions.joined(separator: ", ")) cannot "
        + "be applied"
    }
    if fileLengthLimit != nil { return "a size limit needs an encoder for the whole film" }
    return nil
  }
}

extension EncodingOptions {
  /// The options that concern the picture, in words.
  fileprivate var pictureDecisions: [String] {
    var picture = self
    picture.audioCodec = nil
    picture.audioBitrate = nil
    return picture.decisions
  }
}
