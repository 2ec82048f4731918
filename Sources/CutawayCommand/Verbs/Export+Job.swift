import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayModel
import CutawayTranslation

extension Export {
  /// An export of one composition, with the options of the command.
  struct Job {
    let document: CompositionDocument
    let command: Export
    let preset: ExportPreset
    let type: ExportFileType
    var settings: ExportSession.Settings

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - document: The composition.
    ///   - command: The options.
    ///   - output: The output file, whose extension is that of its type.
    /// - Throws: `ValidationError` if an option does not fit.
    init(of document: CompositionDocument, _ command: Export, output: String?) throws {
      let defaults = document.composition.export
      self.document = document
      self.command = command
      preset = try command.rendition.chosenPreset(defaults)
      type = try command.rendition.chosenFileType(defaults, preset, output: output)
      settings = try command.sessionSettings(defaults)
    }

    /// Checks the name of the output, without opening media.
    func check(_ output: String) throws(ExportError) {
      try check(ExportSession.File(output, as: type))
    }

    /// Checks the name of one of several outputs, without opening media.
    func check(_ file: ExportSession.File) throws(ExportError) {
      try ExportSession.check(file.path, file.fileType, preset, settings)
      let name = try OutputName(file.path, isSequence: file.fileType.isImageSequence)
      if name.isSameFile(as: command.input.file) {
        throw ExportError(
          .outputUnavailable, "'\(file.path)' is the composition; choose another output")
      }
    }

    /// Opens the media.
    ///
    /// - Parameters:
    ///   - warnings: Whether to report likely mistakes.
    ///   - tell: Receives the lines about the composition.
    ///   - onWarning: Receives the warnings of the export.
    /// - Returns: A session.
    /// - Throws: `ExitCode` after the messages; `ValidationError`.
    mutating func session(
      warnings: Bool, telling tell: (String) -> Void = tell,
      onWarning: @escaping @Sendable (Warning) -> Void
    ) async throws -> ExportSession {
      let rendition = command.rendition
      let resolved = try await document.resolved(
        changing: rendition.change(), renderSize: settings.renderSize,
        onMissing: command.missing.onMissing, policy: settings.policy,
        showing: { try rendition.timeRange(in: $0).map { [$0] } }, telling: tell)
      settings.timeRange = try rendition.timeRange(in: resolved)
      let range = settings.timeRange
      if warnings {
        document.warn(
          media: resolved.media,
          where: { warning in
            type.concerns(warning)
              && resolved.composition.concerns(warning, in: range.map { [$0] })
          }, telling: tell)
      }
      return ExportSession(resolved, preset: preset, settings: settings, onWarning: onWarning)
    }

    /// Exports, and reports faults with their places in the file.
    func reportingFaults(_ export: () async throws(ExportError) -> Void) async throws {
      do {
        try await document.locatingFailures(export)
      } catch let error as ExportError {
        if error.code == .emptyRange { throw ValidationError("--range: \(error)") }
        if error.faults.isEmpty { throw error }
        document.report(error.faults)
        // The message of these errors is that of their faults.
        switch error.code {
        case .unreadableMedia: throw Exit.unreadableInput
        case .invalidComposition: throw Exit.invalidComposition
        case .refused: throw Exit.refused
        default: throw error
        }
      }
    }
  }
}

extension ExportFileType {
  /// Whether a warning applies to files of this type.
  func concerns(_ warning: Warning) -> Bool {
    switch warning.kind {
    case .unheardSound, .cutSound: !audioCodecs.isEmpty
    case .beyondSource: true
    default: hasVideo
    }
  }
}
