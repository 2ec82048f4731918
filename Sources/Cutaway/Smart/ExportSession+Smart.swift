import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

extension ExportSession {
  /// The codecs whose packets ``Settings/copiesSpans`` copies, as a list.
  package static var smartCodecs: String { PictureCoding.list("and") }

  /// Finds which frames an export with ``Settings/copiesSpans`` copies, without rendering.
  ///
  /// It opens the media, and reads their packets. The export itself may encode more: frames whose copy
  /// a decoder does not show like the source.
  ///
  /// - Parameter fileType: The type of the file.
  /// - Returns: The runs of frames.
  /// - Throws: ``ExportError``.
  public func smartPlan(as fileType: ExportFileType) async throws(ExportError) -> SmartSummary {
    do {
      return try await onBlockingThreads {
        try registerElements()
        let plan = try ExportPlan(preset, fileType, settings)
        let translation = try await translation()
        let streams = try await openStreams(of: translation)
        return SmartSummary(smartPlan(plan, translation, streams))
      }
    } catch {
      throw failure(error, writing: "")
    }
  }

  private func smartPlan(
    _ plan: ExportPlan, _ translation: Translation, _ streams: [SmartPlan.Source: SourceStream]
  ) -> SmartPlan {
    let formats = plan.fileType.container.copying
    let tables = streams.mapValues { stream in
      guard let coding = stream.table.format?.coding,
        formats?.video.contains(coding.mediaType) != true
      else { return stream.table }
      return stream.table.refused("\(plan.fileType.rawValue) cannot contain \(coding.name)")
    }
    let smart = SmartPlan(translation, tables: tables)
    guard let film = smart.film, film.orientation != .identity, formats?.holdsOrientation != true
    else { return smart }
    return SmartPlan(
      translation,
      tables: tables.mapValues {
        $0.refused("\(plan.fileType.rawValue) cannot state that the picture is rotated")
      })
  }

  /// Reads the packets of all sources that may be copied.
  private func openStreams(
    of translation: Translation
  ) async throws -> [SmartPlan.Source: SourceStream] {
    let resolved = translation.resolved
    var streams: [SmartPlan.Source: SourceStream] = [:]
    for track in resolved.composition.tracks where track.mediaType == .video {
      for segment in track.segments(overlapping: translation.range) {
        guard let media = segment.media, let asset = resolved.composition.asset(media.asset),
          asset.isFile,
          let videos = resolved.media[media.asset]?.videoTracks,
          videos.indices.contains(media.trackIndex),
          videos[media.trackIndex].frameDuration != nil
        else { continue }
        let source = SmartPlan.Source(location: asset.location, trackIndex: media.trackIndex)
        guard streams[source] == nil else { continue }
        try Task.checkCancellation()
        let result = await onBlockingThread {
          Result { () throws(ElementError) in try SourceStream(scanning: source) }
        }
        switch result {
        case .success(let stream): streams[source] = stream
        // The export itself decides what happens to media that cannot be read.
        case .failure(let error):
          onWarning(
            Warning(.encoded, "'\(asset.location)' is not copied: \(error)"))
        }
      }
    }
    try Task.checkCancellation()
    return streams
  }

  /// Prepares to copy spans; `nil`, with a warning, if nothing can be copied.
  ///
  /// - Parameters:
  ///   - plan: The encoding.
  ///   - translation: The composition.
  ///   - name: The name of the file if it is one of several, for warnings.
  /// - Returns: What copies and encodes the picture.
  /// - Throws: ``ExportError``; `CancellationError`.
  func smartRenderer(
    _ plan: ExportPlan, _ translation: Translation, named name: String? = nil
  ) async throws -> SmartRenderer? {
    let streams = try await openStreams(of: translation)
    let smart = smartPlan(plan, translation, streams)
    do {
      if let film = smart.film, smart.copiedCount > 0, let leader = streams[film.leader] {
        return try await renderer(smart, film, leader, streams, translation)
      }
    } catch let error as SmartFailure {
      warnOfEncoding(error.reason, named: name)
      return nil
    } catch let error as ContainerError {
      warnOfEncoding(error.message, named: name)
      return nil
    } catch let error as ExportError where error.code == .incompatible {
      warnOfEncoding(error.message, named: name)
      return nil
    }
    var reasons: [String] = []
    for reason in smart.spans.flatMap(\.reasons).map(\.description)
    where !reasons.contains(reason) {
      reasons.append(reason)
    }
    let rest = reasons.count > 8 ? ["and \(reasons.count - 8) more reasons"] : []
    warnOfEncoding((reasons.prefix(8) + rest).joined(separator: "; "), named: name)
    return nil
  }

  func warnOfEncoding(_ reason: String, named name: String?) {
    let place = name.map { " into '\($0)'" } ?? ""
    onWarning(Warning(.encoded, "nothing is copied\(place): \(reason)"))
  }

  private func renderer(
    _ smart: SmartPlan, _ film: SmartPlan.Film, _ leader: SourceStream,
    _ streams: [SmartPlan.Source: SourceStream], _ translation: Translation
  ) async throws -> SmartRenderer {
    let frame = translation.resolved.frameDuration
    let encoder = try SpanEncoder(film.format, frameDuration: frame)
    let rate = MediaTime(1) / frame
    let frameRate = "\(rate.numerator)/\(rate.denominator)"
    let first = try await encoder.firstPacket()
    let packets: any FilmPackets
    switch (film.format.coding, leader.form) {
    case (.frames(let coding), .frames(let header, _, _)?):
      packets = try FramePackets(
        header, coding, encoder: first, frameRate: frameRate, fields: leader.labels)
    default:
      let copied = Set(
        smart.spans.compactMap { span in
          if case .copied(let source, _, _) = span.content { source } else { nil }
        })
      packets = try UnitPackets(
        leader: leader,
        sources: streams.values.filter { copied.contains($0.source) }.sorted {
          ($0.source.location, $0.source.trackIndex) < ($1.source.location, $1.source.trackIndex)
        }, film: film.format, encoder: first, frameRate: frameRate, fields: leader.labels)
    }
    let video = translation.resolved.shownFilm.first { $0.uprightSize == film.uprightSize }
    let height = film.format.height
    let colorimetry = video?.colorimetry ?? (height < 720 ? "bt601" : "bt709")
    let chroma: ChromaSubsampling = [2: .halvedColumns, 3: .full][film.format.chroma] ?? .halved
    let frames = FilmFrames(
      translation: translation, onMissing: settings.onMissing, streams: streams,
      fetchers: streams.mapValues { PacketFetcher($0) },
      picture: film.format.lumaDepth > 8
        ? PictureFormat(bitDepth: 10, chroma: chroma) : PictureFormat(),
      caps: "video/x-raw,format=\(encoder.memoryFormat),colorimetry=\(colorimetry)",
      memoryFormat: encoder.memoryFormat)
    return SmartRenderer(smart, frames: frames, encoder: encoder, packets: packets) {
      [onWarning] in onWarning($0)
    }
  }

  /// The graph of a file whose picture the program provides.
  func smartWriting(
    _ plan: ExportPlan, _ translation: Translation, _ renderer: SmartRenderer, path: String
  ) async -> Writing {
    var output = plan.output(for: translation.resolved, path: path)
    output.video = nil
    output.feed = plan.fileType.smartFeed(
      of: renderer.encoder.coding, frameDuration: translation.resolved.frameDuration)
    let sound = output.audio == nil ? nil : await soundCopy(plan, translation)
    if let sound, let formats = plan.fileType.container.copying {
      (output.audio, output.soundCopy) = (nil, sound.plan.packets(of: .audio, in: formats))
    }
    return Writing(
      graph: translation.graph(to: output), copy: sound?.plan, heardSound: sound?.heard)
  }
}

extension ExportFileType {
  /// The way of a film's packets into a file of this type.
  func smartFeed(of coding: PictureCoding, frameDuration: MediaTime) -> FileOutput.Feed {
    if isMovie {
      let rate = MediaTime(1) / frameDuration
      // A tick of a whole frame would show the wrong frame after a seek in Chromium.
      let ticks = rate.numerator * 1_000
      return FileOutput.Feed(pad: [.init("trak-timescale", .int(Int(ticks)))])
    }
    let parser = container.copying?.parsers[coding.mediaType]
    return FileOutput.Feed(stages: [parser].compactMap(\.self))
  }
}

extension SmartPlan.Film {
  /// The size of upright frames.
  fileprivate var uprightSize: PixelSize {
    MediaDescription.Video(
      size: PixelSize(width: format.width, height: format.height), frameDuration: nil,
      orientation: orientation
    ).uprightSize
  }
}

extension SourceStream {
  /// The properties of the picture that the caps of its packets state.
  fileprivate var labels: [String: String] {
    let kept: Set<String> = [
      "width", "height", "pixel-aspect-ratio", "colorimetry", "chroma-format", "chroma-site",
      "bit-depth-luma", "bit-depth-chroma", "mastering-display-info", "content-light-level",
    ]
    return format.fields.filter { kept.contains($0.key) }
  }
}
