import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayModel
import CutawaySystem
import CutawayTime
import CutawayTranslation
import Foundation

struct Export: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Renders a composition to a file.",
    discussion: """
      Example:
        cutaway export edit.yaml -o film.mp4
        cutaway export edit.yaml -o check.mkv --preset lossless --range 10,20
        cutaway export edit.yaml -o small.webm --video-codec av1 --video-bitrate 800k
        cutaway export edit.yaml -o 'frame-%05d.png'
        cutaway export edit.yaml -o film.mp4 --smart
        cutaway export edit.yaml -o square.mp4 --render-size 1080x1080 --fill
        cutaway export edit.yaml -o film.mp4 -o film.webm -o sound.wav
        cutaway export edit.yaml -o - --file-type ts | srt-live-transmit file://con srt://:7001
        cutaway export edit.yaml --hls stream --dash stream
        cutaway export edit.yaml --part 3/8 -o parts
        cutaway export edit.yaml -o film.mp4 --jobs auto
        cutaway export card.yaml -o card.mp4 --set title=Summer
        cutaway export card.yaml -o 'cards/{name}.mp4' --each people.csv --jobs 4

      An existing output file is replaced only when the new one is complete.

      With --smart, frames that show one source unchanged are copied as packets, and all others are \
      encoded in the format of the source.

      With --each, the columns of a table are variables of the composition, and each row makes a \
      file. In the output's name, {name} is the text in the column 'name', and {row} the number of \
      the row, from 1. All rows are checked before the first one is exported.

      With --part, many machines render parts of the film into a folder, and 'cutaway join' makes a \
      file of them. Part 0 is the sound, parts 1 to N are the picture. A part that is complete is \
      not rendered again, unless --force is given.
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @Option(
    name: [.short, .customLong("output")],
    help: """
      The output file. For png and jpeg, a name such as frame-%05d.png. With --part, the folder of \
      the parts. A dash is standard output, which takes mkv, webm, ts, fmp4 and ogg, as named pipes \
      do. May be given several times: files that are encoded share one rendering.
      """,
    completion: .file())
  var outputs: [String] = []
  @Option(
    help: """
      A table of comma-separated values. Exports the composition once for each row, --jobs of them \
      at once.
      """,
    completion: .file(extensions: ["csv"]))
  var each: String?
  @Option(
    help: """
      Instead of an output file, a folder for HTTP Live Streaming: renditions with aligned key frames, \
      and index.m3u8, which players open.
      """,
    completion: .directory)
  var hls: String?
  @Option(
    help: "The same for MPEG-DASH, with index.mpd. Give --hls the same folder for both.",
    completion: .directory)
  var dash: String?
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
  @OptionGroup(title: "Copied spans") var smart: SmartArguments
  @Flag(name: [.short, .long], help: "Prints only warnings and errors.")
  var quiet = false
  @Flag(help: "Replaces an existing output.")
  var force = false
  @OptionGroup(title: "Many machines") var division: PartArguments

  /// Parses a number, with or without the unit of the file format.
  @Sendable private static func loudness(_ text: String) throws -> Double {
    let number =
      text.hasSuffix("LUFS") ? text.dropLast(4).trimmingCharacters(in: .whitespaces) : text
    guard let loudness = Double(number) else {
      throw ValidationError("'\(text)' is not a loudness in LUFS, such as -16")
    }
    return loudness
  }

  var opening: Opening {
    var opening = Opening(
      input, files: [each].compactMap(\.self),
      outputs: outputs + (saveToLibrary ? [VideoLibrary.folder().path + "/"] : [])
        + [hls, dash, division.part == nil ? nil : output].compactMap { $0.map { $0 + "/" } })
    opening.startsProcesses = division.jobs != nil && each == nil
    return opening
  }

  func validate() throws {
    let places = [output != nil, saveToLibrary, stream != nil].count(where: \.self)
    if places != 1, !smart.showPlan || places > 1 {
      throw ValidationError("give either --output, --hls, --dash or --save-to-library")
    }
    try checkSharedRendering()
    if each != nil, saveToLibrary || division.part != nil || division.chunk != nil {
      throw ValidationError("--each cannot be used with --save-to-library, --part or --chunk")
    }
    try division.check(
      against: each != nil
        ? []
        : [
          rendition.range == nil ? nil : "--range", maxFileSize == nil ? nil : "--max-file-size",
          rendition.encoding.videoBitrate == nil ? nil : "--video-bitrate",
          saveToLibrary ? "--save-to-library" : nil,
          rendition.passthroughIfPossible ? "--passthrough-if-possible" : nil,
        ])
    try checkStandardOutput()
    try smart.check()
    if each != nil, smart.showPlan {
      throw ValidationError("--each cannot be used with --show-plan")
    }
    if let loudness, !ExportSession.Settings.loudnessRange.contains(loudness) {
      throw ValidationError("--loudness: expected -70 to -5 LUFS, found \(loudness)")
    }
  }

  private func checkStandardOutput() throws {
    guard outputs.contains("-") else { return }
    let others = [
      each == nil ? nil : "--each", division.part == nil ? nil : "--part",
      division.jobs == nil ? nil : "--jobs", progress == .json ? "--progress json" : nil,
    ]
    if let other = others.compactMap(\.self).first {
      throw ValidationError("--output: standard output cannot be used with \(other)")
    }
    if StandardStream.output.isTerminal {
      throw ValidationError("--output: standard output is a terminal; './-' is a file of that name")
    }
  }

  /// The output, or the first one of several.
  var output: String? { outputs.first }

  func run() async throws {
    let options = self
    outliveReaders()
    if division.endWithInput { endWhenInputEnds() }
    let names = outputs.map { "'\($0)'" }.joined(separator: " and ")
    try await reportingFailures(
      cancellation: "the export was cancelled; \(names.isEmpty ? "the file" : names) "
        + "\(outputs.count > 1 ? "have" : "has") not been written"
    ) { try await options.export() }
  }

  private func export() async throws {
    if let each { return try await exportRows(of: each) }
    let part = try division.chosenPart()
    let document = try await input.read()
    var job = try Job(of: document, self, output: part == nil ? output : nil)
    if let stream { return try await exportStream(&job, stream) }
    if outputs.count > 1 { return try await exportFiles(&job) }
    let reserved =
      try saveToLibrary && !smart.showPlan
      ? reserveName(job.settings.metadata["title"], job.type) : nil
    defer { withExtendedLifetime(reserved) {} }
    let output = reserved?.file.path ?? output ?? ""
    // Checked before the media are opened, because an unusable name is the fastest check.
    if part == nil, !smart.showPlan { try job.check(output) }
    let display = ProgressDisplay(quiet ? .none : progress, output: output)
    // Of all parts, the one that is not divided reports likely mistakes.
    let session = try await job.session(
      warnings: part.map { $0.number == 0 } != false, onWarning: display.show)
    if smart.showPlan {
      let plan = try await session.smartPlan(as: job.type)
      try printResult(progress == .json ? plan.json : plan.table)
      return
    }
    if let jobs = division.jobCount {
      guard input.file != "-" else {
        throw ValidationError("--jobs needs a file: standard input can be read only once")
      }
      if input.policy.isStream {
        throw ValidationError("--jobs needs a policy in a file: a pipe can be read only once")
      }
      return try await PartJobs(
        session: session, fileType: job.type, jobs: jobs, chunkLength: division.chunkLength,
        output: output, overwrites: force, display: display
      ).run()
    }
    try await job.reportingFaults { () throws(ExportError) in
      if let part {
        try await render(part, with: session, as: job.type, into: output, display)
      } else {
        try await display.export(session, to: output, as: job.type)
      }
    }
    if saveToLibrary { VideoLibrary.announce(URL(fileURLWithPath: output)) }
  }

  private func render(
    _ part: ExportPart, with session: ExportSession, as type: ExportFileType, into folder: String,
    _ display: ProgressDisplay
  ) async throws(ExportError) {
    let isNew = try await display.follow(session) { () throws(ExportError) in
      try await session.renderPart(part, into: URL(fileURLWithPath: folder), as: type)
    }
    if let summary = session.smartSummary { display.show(summary) }
    let name = "part \(part.number) of \(part.count) in \(folder)"
    display.end(with: isNew ? "wrote \(name)" : "\(name) is complete; --force renders it again")
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

  func sessionSettings(_ file: ExportSettings) throws -> ExportSession.Settings {
    var settings = try rendition.settings(file)
    settings.metadata = try file.metadata.merging(parseMetadata(metadata)) { $1 }
    settings.shouldOptimizeForNetworkUse =
      settings.shouldOptimizeForNetworkUse || optimizeForNetworkUse || file.optimizeForNetworkUse
    settings.fileLengthLimit = try maxFileSize.map {
      Int64(try parseQuantity($0, option: "--max-file-size"))
    }
    settings.loudness = loudness ?? file.loudness
    settings.overwrites = force
    settings.onMissing = missing.onMissing
    settings.policy = try input.policy.policy(for: input)
    settings.copiesSpans = smart.smart
    return settings
  }
}

/// Parses entries of the form `key=value`.
func parseMetadata(_ entries: [String]) throws -> [String: String] {
  var metadata: [String: String] = [:]
  for text in entries {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw ValidationError("--metadata: '\(text)' is not of the form key=value")
    }
    metadata[String(text[..<sign])] = String(text[text.index(after: sign)...])
  }
  return metadata
}

/// The names of all cases, for help and errors.
func names<Kind: CaseIterable & RawRepresentable<String>>(_: Kind.Type) -> String {
  Kind.allCases.map(\.rawValue).joined(separator: ", ")
}
