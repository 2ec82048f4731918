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
  @Option(
    help: """
      The preset: \(names(ExportPreset.self)). The default is the composition's preset, or \
      highestQuality.
      """)
  var preset: String?
  @Option(
    help: """
      The file type: \(names(ExportFileType.self)). The default is that of the output's extension.
      """)
  var fileType: String?
  @Option(help: "The time range to render: START,END.")
  var range: String?
  @Option(help: "The maximum size, such as 1280x720. Larger frames are scaled down to fit.")
  var size: String?
  @Option(help: "The frame rate in frames per second: 30, 29.97, 24000/1001.")
  var frameRate: String?
  @OptionGroup(title: "Encoding") var encoding: EncodingArguments
  @Option(
    parsing: .unconditional,
    help: "The integrated loudness of the output in LUFS (EBU R 128), such as -16.",
    transform: Self.loudness)
  var loudness: Double?
  @Option(help: "The maximum file size in bytes, such as 25M. The output ends where it is reached.")
  var maxFileSize: String?
  @Flag(help: "Copies the packets if all of them can be copied, and encodes with a warning if not.")
  var passthroughIfPossible = false
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
    let preset = try chosenPreset(document.composition.export)
    let type = try chosenFileType(document.composition.export, preset)
    let rate = try frameRate.map(parseFrameRate)
    var settings = try sessionSettings(document.composition.export)
    let reserved = try saveToLibrary ? reserveName(settings.metadata["title"], type) : nil
    defer { withExtendedLifetime(reserved) {} }
    let output = reserved?.file.path ?? output ?? ""
    // Checked before the media are opened, because an unusable name is the fastest check.
    try ExportSession.check(output, type, preset, settings)
    let resolved = try await document.resolved(
      changing: { if let rate { $0.render.frameDuration = MediaTime(1) / rate } },
      onMissing: missing.onMissing)
    settings.timeRange = try range.map {
      try parseRange($0, frameDuration: resolved.frameDuration)
    }
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
    let follower = display.follow(session)
    do throws(ExportError) {
      try await session.export(to: output, as: type)
    } catch {
      await follower.value
      display.clear()
      if !error.faults.isEmpty, error.code != .emptyRange { document.report(error.faults) }
      throw error.code == .emptyRange ? ValidationError("--range: \(error)") as any Error : error
    }
    await follower.value
    display.complete()
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
    var settings = ExportSession.Settings()
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
    settings.maximumSize = try size.map { try parseSize($0, option: "--size") }
    settings.sampleRate = encoding.sampleRate
    settings.encoding = try encoding.options()
    settings.copiesIfPossible = passthroughIfPossible
    return settings
  }

  private func chosenPreset(_ settings: ExportSettings) throws -> ExportPreset {
    guard let name = preset ?? settings.preset else { return .highestQuality }
    guard let preset = ExportPreset(rawValue: name) else {
      throw ValidationError("--preset: '\(name)' is not one of \(names(ExportPreset.self))")
    }
    return preset
  }

  /// The file type of the option, else of the output's name, else of the composition.
  private func chosenFileType(
    _ settings: ExportSettings, _ preset: ExportPreset
  ) throws -> ExportFileType {
    let ending = output.map(fileEnding) ?? ""
    if let fileType {
      guard let type = ExportFileType(rawValue: fileType) else {
        throw ValidationError(
          "--file-type: '\(fileType)' is not one of \(names(ExportFileType.self))")
      }
      if !ending.isEmpty, !type.pathExtensions.contains(ending) {
        tell("warning: programs may not recognise a \(fileType) file by the extension '.\(ending)'")
      }
      return type
    }
    if let type = ExportFileType(pathExtension: ending) {
      let stated = settings.fileType.flatMap(ExportFileType.init(rawValue:))
      // Fragmented MP4 has the same extension as MP4.
      return stated.map { $0.pathExtensions.contains(ending) } == true ? stated ?? type : type
    }
    if ending.isEmpty {
      return settings.fileType.flatMap(ExportFileType.init(rawValue:)) ?? preset.defaultFileType
    }
    // This applies whatever the composition states, because another extension would mislead.
    throw ValidationError(
      "--output: cannot write files of type '.\(ending)'; the file types are "
        + names(ExportFileType.self))
  }

  private func parseFrameRate(_ text: String) throws -> MediaTime {
    let known = ["23.976": (24_000, 1001), "29.97": (30_000, 1001), "59.94": (60_000, 1001)]
    if let (numerator, denominator) = known[text] {
      return MediaTime(Int64(numerator), over: Int64(denominator))
    }
    guard let rate = MediaTime(text), rate >= MediaTime(1, over: 1000), rate <= MediaTime(1000)
    else {
      throw ValidationError("--frame-rate: '\(text)' is not a frame rate from 0.001 to 1000")
    }
    return rate
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

/// The part of a file name after its last dot, in lower case; empty without a dot.
private func fileEnding(of path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}
