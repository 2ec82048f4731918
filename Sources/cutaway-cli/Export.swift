import ArgumentParser
import Composition
import CompositionFile
import Cutaway
import Foundation
import GStreamer
import MediaTime
import Translation

struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Renders a composition to a file.",
    discussion: """
      Example:
        cutaway export edit.yaml -o film.mp4
        cutaway export edit.yaml -o check.mkv --preset lossless --range 10,20
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @Option(name: [.short, .long], help: "The file to write.", completion: .file())
  var output: String
  @Option(help: "\(ExportPreset.allCases.map(\.rawValue).joined(separator: ", ")).")
  var preset: String?
  @Option(
    help:
      "\(ExportFileType.allCases.map(\.rawValue).joined(separator: ", ")); by default that of the output's name."
  )
  var fileType: String?
  @Option(help: "The part to render: START,END.")
  var range: String?
  @Option(help: "A size such as 1280x720, into which the picture is scaled down.")
  var size: String?
  @Option(help: "Frames per second: 30, 29.97, 24000/1001.")
  var frameRate: String?
  @Option(help: "auto (a bar on a terminal, lines elsewhere), json, or none.")
  var progress = ProgressStyle.auto
  @Flag(help: "Replaces the output if it exists.")
  var force = false

  func run() async throws {
    let options = self
    try await reportingFailures { try await options.export() }
  }

  private func export() async throws {
    let document = try input.read()
    let settings = document.composition.export
    let preset = try chosenPreset(settings)
    var exporter = try Exporter(preset: preset, fileType: try chosenFileType(settings, preset))
    exporter.overwrites = force
    exporter.metadata = settings.metadata
    exporter.optimizesForNetworkUse = settings.optimizeForNetworkUse
    let rate = try frameRate.map(parseFrameRate)
    let limit = try size.map(parseSize) ?? preset.maximumSize
    // Before the media are opened: a name that cannot be used is the quickest thing to find out.
    try PendingFile.check(output, overwriting: force)
    let resolved = try await document.resolved(
      changing: { if let rate { $0.render.frameDuration = MediaTime(1) / rate } },
      maximumSize: limit, onMissing: missing.onMissing)
    let part = try range.map { try parseRange($0, frameDuration: resolved.frameDuration) }
    let translation = try translate(resolved, part)
    let display = ProgressDisplay(progress, output: output)
    defer { display.finish() }
    do {
      try await exporter.export(translation, to: output) { display.show($0) }
    } catch {
      display.fail()
      throw error
    }
    display.complete()
  }

  private func translate(
    _ resolved: ResolvedComposition, _ part: TimeRange?
  ) throws -> Translation {
    do throws(TranslationError) {
      return try Translation(resolved, range: part, onMissing: missing.onMissing)
    } catch {
      throw ValidationError("--range: \(error.faults.map(\.error.message).joined(separator: ", "))")
    }
  }

  private func chosenPreset(_ settings: ExportSettings) throws -> ExportPreset {
    guard let name = preset ?? settings.preset else { return .highestQuality }
    guard let preset = ExportPreset(rawValue: name) else {
      let names = ExportPreset.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--preset: '\(name)' is not available; there are \(names)")
    }
    return preset
  }

  /// What the option says, else the name of the output, else the composition.
  private func chosenFileType(
    _ settings: ExportSettings, _ preset: ExportPreset
  ) throws -> ExportFileType {
    let ending = fileEnding(of: output)
    if let fileType {
      guard let type = ExportFileType(rawValue: fileType) else {
        let names = ExportFileType.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--file-type: '\(fileType)' is not one of \(names)")
      }
      return type
    }
    if let type = ExportFileType(rawValue: ending) { return type }
    if let type = settings.fileType.flatMap(ExportFileType.init(rawValue:)) { return type }
    if ending.isEmpty { return preset.defaultFileType }
    let names = ExportFileType.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError(
      "--output: '.\(ending)' is not a type of file that can be made; there are \(names)")
  }

  private func parseSize(_ text: String) throws -> PixelSize {
    let parts = text.lowercased().split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts.allSatisfy({ (2...16_384).contains($0) }) else {
      throw ValidationError("--size: '\(text)' is not a size: expected WIDTHxHEIGHT")
    }
    return PixelSize(width: parts[0], height: parts[1])
  }

  private func parseFrameRate(_ text: String) throws -> MediaTime {
    let known = ["23.976": (24_000, 1001), "29.97": (30_000, 1001), "59.94": (60_000, 1001)]
    if let (numerator, denominator) = known[text] {
      return MediaTime(Int64(numerator), over: Int64(denominator))
    }
    guard let rate = MediaTime(text), rate > .zero, rate <= MediaTime(1000) else {
      throw ValidationError("--frame-rate: '\(text)' is not a frame rate")
    }
    return rate
  }
}

/// What follows the last dot of a file's name, in lower case; nothing where there is none.
private func fileEnding(of path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}
