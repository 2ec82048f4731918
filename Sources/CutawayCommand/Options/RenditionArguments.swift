public import ArgumentParser
import Cutaway
public import CutawayModel
import CutawayTime
import CutawayTranslation

/// The options of an export that its graph depends on.
struct RenditionArguments: ParsableArguments {
  @Option(
    help: """
      The preset: \(names(ExportPreset.self)). Or the purpose: \(names(ExportPurpose.self)). The \
      default is the composition's preset, or highestQuality.
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
  @Option(
    help: """
      Another render size than that of the composition, such as 1080x1920. Clips and overlays keep \
      places that mean the same.
      """)
  var renderSize: String?
  @Flag(
    help: """
      With --render-size: whether all of the picture is visible (the default), or clips fill the \
      picture and lose their edges.
      """)
  var placement: PicturePlacement?
  @Option(help: "The frame rate in frames per second: 30, 29.97, 24000/1001.")
  var frameRate: String?
  @OptionGroup var decoding: DecodingArguments
  @OptionGroup(title: "Encoding") var encoding: EncodingArguments
  @Flag(help: "Copies the packets if all of them can be copied, and encodes with a warning if not.")
  var passthroughIfPossible = false

  /// Whether any option is given.
  func isGiven() throws -> Bool {
    try passthroughIfPossible || encoding.sampleRate != nil
      || encoding.options() != EncodingOptions()
      || [preset, fileType, range, size, renderSize, frameRate].contains { $0 != nil }
      || decoding.decoder != nil
  }

  /// The options as settings of a session, without the time range.
  func settings(_ export: ExportSettings) throws -> ExportSession.Settings {
    var settings = ExportSession.Settings()
    purpose(export)?.apply(to: &settings)
    if let renderSize {
      settings.renderSize = try parseSize(renderSize, option: "--render-size")
      settings.placement = .fit
    }
    if let placement {
      guard settings.renderSize != nil else {
        throw ValidationError("--\(placement.rawValue) needs --render-size")
      }
      settings.placement = placement
    }
    settings.maximumSize = try size.map { try parseSize($0, option: "--size") }
    settings.sampleRate = encoding.sampleRate
    settings.encoding = try encoding.options(over: settings.encoding)
    settings.copiesIfPossible = passthroughIfPossible
    return settings
  }

  /// The change of the composition before it is resolved.
  func change() throws -> (inout Composition) -> Void {
    let rate = try frameRate.map(parseFrameRate)
    return { [decoding] in
      if let rate { $0.render.frameDuration = MediaTime(1) / rate }
      decoding.apply(to: &$0)
    }
  }

  /// The range to render, in the time of the composition.
  func timeRange(in resolved: ResolvedComposition) throws -> TimeRange? {
    try range.map { try parseRange($0, frameDuration: resolved.frameDuration) }
  }

  /// The preset of the option, else of the composition.
  func chosenPreset(_ settings: ExportSettings) throws -> ExportPreset {
    if let purpose = purpose(settings) { return purpose.preset }
    guard let name = preset ?? settings.preset else { return .highestQuality }
    guard let preset = ExportPreset(rawValue: name) else {
      throw ValidationError(
        "--preset: '\(name)' is not one of \(names(ExportPreset.self)), "
          + names(ExportPurpose.self))
    }
    return preset
  }

  /// The purpose of the option, else of the composition, if the preset is one.
  private func purpose(_ settings: ExportSettings) -> ExportPurpose? {
    (preset ?? settings.preset).flatMap(ExportPurpose.init(rawValue:))
  }

  /// The file type of the option, else of the output's name, else of the composition.
  func chosenFileType(
    _ settings: ExportSettings, _ preset: ExportPreset, output: String?
  ) throws -> ExportFileType {
    if output == "-", fileType == nil, settings.fileType == nil {
      throw ValidationError(
        "--output: standard output has no extension: give --file-type, such as mkv or ts")
    }
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
        + names(ExportFileType.self)
        + (ending == "gif" ? ". docs/recipes.md shows how ffmpeg makes a GIF of an export" : ""))
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

extension PicturePlacement: EnumerableFlag {}

/// The part of a file name after its last dot, in lower case; empty without a dot.
private func fileEnding(of path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}
