import CutawayContainers
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

extension ExportSession {
  /// The graph that writes a file, and how to complete the file.
  struct Writing {
    var graph: PipelineGraph
    /// The plan of the packets that are copied; `nil` if everything is encoded.
    var copy: PassthroughPlan?
    /// The parts of the sound's packets that are heard; `nil` if the sound is encoded, or if the
    /// muxer states it.
    var heardSound: TimeRange?
    /// Whether nothing is encoded.
    var isCopy = false
    /// Whether the sound, if there is any, consists of copied packets.
    var copiesSound: Bool { copy != nil }
    /// The delay of the output relative to the composition.
    var delay = MediaTime.zero
  }

  /// The graph that `export(to:as:)` runs, without running it.
  ///
  /// It opens the media and reads packets, if it copies. An export with a loudness measures first,
  /// and then renders with another volume than this graph. Subtitles, metadata and chapters are not
  /// in the graph.
  ///
  /// - Parameters:
  ///   - path: The path of the file in the graph.
  ///   - fileType: The type of the file.
  /// - Returns: The graph.
  /// - Throws: ``ExportError``.
  public func graph(
    to path: String, as fileType: ExportFileType
  ) async throws(ExportError) -> PipelineGraph {
    do {
      return try await onBlockingThreads {
        try registerElements()
        let name = try OutputName(path, isSequence: fileType.isImageSequence)
        let plan = try plan(for: name, as: fileType)
        let translation = try await translation()
        let subtitles = try await subtitlePlan(translation, path: path, fileType)
        if !subtitles.muxed().isEmpty {
          onWarning(
            Warning(
              .unsupportedByFile,
              "the graph contains no subtitles, because an export sends them while it runs"))
        }
        return try await writing(plan, translation, path: path).graph
      }
    } catch {
      throw failure(error, writing: path)
    }
  }

  /// The graph that copies packets if that is requested and possible, else the graph that encodes.
  ///
  /// - Throws: ``ExportError`` with ``ExportErrorCode/needsEncoding`` if copying is impossible and
  ///   encoding is not allowed.
  func writing(
    _ plan: ExportPlan, _ translation: Translation, path: String
  ) async throws(ExportError) -> Writing {
    func encoding() throws(ExportError) -> Writing {
      try plan.checkSize(of: translation.resolved)
      if let warning = plan.pictureWarning(for: translation.resolved) { onWarning(warning) }
      return Writing(
        graph: translation.graph(to: plan.output(for: translation.resolved, path: path)))
    }
    guard preset == .passthrough || settings.copiesIfPossible else { return try encoding() }
    do throws(ExportError) {
      return try await copying(plan, translation, path: path)
    } catch {
      guard error.code == .needsEncoding, preset != .passthrough else { throw error }
      let reasons = error.faults.map(\.error.message)
      onWarning(
        Warning(
          .encoded, "encoded, because it cannot be copied: \(reasons.joined(separator: "; "))"))
      return try encoding()
    }
  }

  /// Writes the parts of a copied movie file that its muxer omits.
  ///
  /// - Throws: ``ExportError`` if this fails: the file would play rotated, or out of sync.
  func complete(
    _ temporaryPath: String, of writing: Writing, named path: String
  ) throws(ExportError) {
    do throws(ContainerError) {
      try writing.copy?.complete(temporaryPath)
    } catch {
      throw ExportError(.failed, "cannot complete '\(path)': \(error)")
    }
  }

  private func copying(
    _ plan: ExportPlan, _ translation: Translation, path: String
  ) async throws(ExportError) -> Writing {
    let fileType = plan.fileType
    guard let formats = fileType.container.copying, let muxer = plan.bareMuxer else {
      throw needsEncoding([
        Composition.Fault(
          path: ["export", "fileType"],
          error: CompositionError(
            .invalidValue, "packets cannot be copied into \(fileType.rawValue) files"))
      ])
    }
    guard settings.loudness == nil else {
      throw needsEncoding([
        Composition.Fault(
          path: ["export", "loudness"],
          error: CompositionError(.invalidValue, "a target loudness needs decoded samples"))
      ])
    }
    let copy = await PassthroughPlan.inspecting(
      translation.resolved, range: settings.timeRange,
      kinds: plan.hasVideo ? [.video, .audio] : [.audio])
    let unmet = CopyDemands(preset, settings).faults(
      picture: copy.format(of: .video), sound: copy.format(of: .audio))
    guard unmet.isEmpty else { throw needsEncoding(unmet + copy.faults) }
    if let warning = plan.timecodeWarning(for: translation) { onWarning(warning) }
    do throws(TranslationError) {
      return Writing(
        graph: try copy.graph(to: muxer, accepting: formats, path: path), copy: copy, isCopy: true,
        delay: copy.delay(in: formats))
    } catch {
      throw needsEncoding(error.faults)
    }
  }

  private func needsEncoding(_ faults: [Composition.Fault]) -> ExportError {
    ExportError(
      .needsEncoding,
      "it cannot be copied without encoding: "
        + faults.map(\.error.message).joined(separator: "; "), faults: faults)
  }
}
