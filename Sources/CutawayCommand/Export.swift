import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayGraph
import CutawayModel
import CutawayTime
import Foundation

struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Renders a composition to a file.",
    discussion: """
      Example:
        cutaway export edit.yaml -o film.mp4
        cutaway export edit.yaml -o check.mkv --preset lossless --range 10,20
        cutaway export edit.yaml -o small.webm --video-codec av1 --video-bitrate 800k
        cutaway export edit.yaml -o 'frame-%05d.png'

      An existing output file is replaced only when the new one is complete.
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @Option(
    name: [.short, .long],
    help: "The output file. For png and jpeg, a name such as frame-%05d.png.",
    completion: .file())
  var output: String?
  @Flag(help: "Writes to your videos folder, with a name made of the title and the date.")
  var saveToLibrary = false
  @OptionGroup var rendition: RenditionArguments
  @Option(
    parsing: .unconditional,
    help: "The integrated loudness of the output in LUFS (EBU R 128), such as -16.",
    transform: Self.loudness)
  var loudness: Double?
  @Option(help: "The maximum file size in bytes, such as 25M. The output ends where it is reached.")
  var maxFileSize: String?
  @Flag(help: "Writes the header first, so that a player can start during the download.")
  var optimizeForNetworkUse = false
  @Option(
    help: ArgumentHelp(
      "A metadata entry of the output, such as title=Summer.", valueName: "key=value"))
  var metadata: [String] = []
  @Option(help: "The progress report: auto (a bar on a terminal, else lines), json, or none.")
  var progress = ProgressStyle.auto
  @Flag(name: [.short, .long], help: "Prints only warnings and errors.")
  var quiet = false
  @Flag(help: "Replaces an existing output.")
  var force = false

  /// Parses a number, with or without the unit of the file format.
  @Sendable private static func loudness(_ text: String) throws -> Double {
    let number =
      text.hasSuffix("LUFS") ? text.dropLast(4).trimmingCharacters(in: .whitespaces) : text
    guard let loudness = Double(number) else {
      throw ValidationError("'\(text)' is not a loudness in LUFS, such as -16")
    }
    return loudness
  }

  func validate() throws {
    if (output == nil) != saveToLibrary {
      throw ValidationError("give either --output or --save-to-library")
    }
    if let loudness, !ExportSession.Settings.loudnessRange.contains(loudness) {
      throw ValidationError("--loudness: expected -70 to -5 LUFS, found \(loudness)")
    }
  }

  func run() async throws {
    let options = self
    outliveReaders()
    let name = output.map { "'\($0)'" } ?? "the file"
    try await reportingFailures(
      cancellation: "the export was cancelled; \(name) has not been written"
    ) { try await options.export() }
  }

  private func export() async throws {
    let document = try input.read()
    let preset = try rendition.chosenPreset(document.composition.export)
    let type = try rendition.chosenFileType(document.composition.export, preset, output: output)
    let change = try rendition.change()
    var settings = try sessionSettings(document.composition.export)
    let reserved = try saveToLibrary ? reserveName(settings.metadata["title"], type) : nil
    defer { withExtendedLifetime(reserved) {} }
    let output = reserved?.file.path ?? output ?? ""
    // Checked before the media are opened, because an unusable name is the fastest check.
    try ExportSession.check(output, type, preset, settings)
    let resolved = try await document.resolved(changing: change, onMissing: missing.onMissing)
    settings.timeRange = try rendition.timeRange(in: resolved)
    let range = settings.timeRange
    document.warn(
      media: resolved.media,
      where: { warning in
        type.concerns(warning)
          && warning.range.flatMap { range?.overlaps($0) } != false
      })
    let display = ProgressDisplay(quiet ? .none : progress, output: output)
    let session = ExportSession(
      resolved, preset: preset, settings: settings, onWarning: display.show)
    do throws(ExportError) {
      try await display.export(session, to: output, as: type)
    } catch {
      if !error.faults.isEmpty, error.code != .emptyRange { document.report(error.faults) }
      throw error.code == .emptyRange ? ValidationError("--range: \(error)") as any Error : error
    }
    if saveToLibrary { VideoLibrary.announce(URL(fileURLWithPath: output)) }
  }

  /// Reserves an unused name in the user's video folder.
  private func reserveName(
    _ title: String?, _ type: ExportFileType
  ) throws -> ReservedName {
    let folder = VideoLibrary.folder()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw ExportError(.outputUnavailable, "cannot create the folder '\(folder.path)': \(error)")
    }
    let file = URL(fileURLWithPath: input.file).deletingPathExtension().lastPathComponent
    let name = input.file == "-" ? "Untitled" : file
    return try VideoLibrary.reserveName(
      title: title ?? name, date: Date(), pathExtension: type.pathExtensions[0], in: folder)
  }

  private func sessionSettings(_ file: ExportSettings) throws -> ExportSession.Settings {
    var settings = try rendition.settings()
    settings.metadata = file.metadata
    for text in metadata {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw ValidationError("--metadata: '\(text)' is not of the form key=value")
      }
      settings.metadata[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    settings.shouldOptimizeForNetworkUse = optimizeForNetworkUse || file.optimizeForNetworkUse
    settings.fileLengthLimit = try maxFileSize.map {
      Int64(try parseQuantity($0, option: "--max-file-size"))
    }
    settings.loudness = loudness ?? file.loudness
    settings.overwrites = force
    settings.onMissing = missing.onMissing
    return settings
  }

}

/// The names of all cases, for help and errors.
func names<Kind: CaseIterable & RawRepresentable<String>>(_: Kind.Type) -> String {
  Kind.allCases.map(\.rawValue).joined(separator: ", ")
}

extension ExportFileType {
  /// Whether a warning applies to files of this type.
  fileprivate func concerns(_ warning: Warning) -> Bool {
    switch warning.kind {
    case .unheardSound: !audioCodecs.isEmpty
    case .beyondSource: true
    default: hasVideo
    }
  }
}
