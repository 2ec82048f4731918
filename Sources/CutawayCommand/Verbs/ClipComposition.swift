import ArgumentParser
import Cutaway
import CutawayFile
import CutawayModel
import CutawayTime
import Foundation

/// A composition that plays media one after another, as a composition file.
struct ClipComposition {
  /// A media file, and the part of it that plays.
  struct Clip {
    var path: String
    /// The source range in the notation of the file format; `nil` is the whole clip.
    var source: String?
  }

  /// The text of the file, in which paths are relative to the working directory.
  let text: String

  /// Opens the media, and writes the file.
  ///
  /// Clips of one size become a track with their sound, which may be copied without encoding. Others
  /// become a sequence, in which they fit the largest one.
  ///
  /// - Parameters:
  ///   - clips: The media, in their order.
  ///   - rendition: The options that are keys of the file: the frame rate and the decoder.
  ///   - policy: What the media may be; `nil` allows everything.
  ///   - tell: Receives the messages.
  /// - Throws: `ExitCode` after a message if media are refused, cannot be read, or are neither video nor
  ///   sound.
  init(
    _ clips: [Clip], _ rendition: RenditionArguments? = nil, policy: RenderPolicy? = nil,
    telling tell: (String) -> Void = tell
  ) async throws {
    let refused = clips.compactMap { clip in
      policy?.refusal(of: clip.path).map { "error: cannot use '\(clip.path)': \($0)" }
    }
    refused.forEach(tell)
    if !refused.isEmpty { throw Exit.refused }
    let catalog = await MediaCatalog(
      of: Set(clips.map(\.path)).map { Asset(id: Asset.ID($0), location: $0) })
    try Task.checkCancellation()
    var sizes: Set<PixelSize> = [], lacksPicture = false, isFaulty = false
    for clip in clips {
      guard let media = catalog.descriptions[Asset.ID(clip.path)] else {
        let reason = catalog.failures[Asset.ID(clip.path)]?.message ?? "it cannot be read"
        tell("error: cannot use '\(clip.path)': \(reason)")
        isFaulty = true
        continue
      }
      if media.duration == nil {
        tell(
          "error: '\(clip.path)' has no end, like a still: use it in a composition, with a 'duration'"
        )
        isFaulty = true
      }
      if let video = media.videoTracks.first {
        sizes.insert(video.uprightSize)
      } else {
        lacksPicture = true
      }
      if media.videoTracks.isEmpty, media.audioTracks.isEmpty {
        tell("error: '\(clip.path)' contains neither video nor sound")
        isFaulty = true
      }
    }
    if isFaulty { throw Exit.unreadableInput }
    if lacksPicture, !sizes.isEmpty {
      tell("error: some of these files have a picture, and others have only sound")
      throw Exit.invalidComposition
    }
    let (head, names) = Self.head(clips.map(\.path), rendition)
    let entries = zip(clips, names).map { clip, name in
      let source = clip.source.map { ", source: [\($0)]" } ?? ""
      return "{asset: \(name)\(source)}"
    }
    if let clip = clips.first, clips.count == 1, clip.source == nil,
      let media = catalog.descriptions[Asset.ID(clip.path)], let tail = Self.tail(of: media)
    {
      // As long as the sound: the last frame stays.
      text = """
        \(head)
        tracks:
          - id: picture
            type: video
            segments:
              - \(entries[0])
              - {asset: \(names[0]), freeze: \(tail.start), duration: \(tail.duration)}
          - id: sound
            type: audio
            segments:
              - \(entries[0])

        """
    } else if sizes.count > 1 {
      text =
        head + "\nsequence:\n" + entries.map { "  - \($0)\n" }.joined()
    } else {
      let track = sizes.isEmpty ? "id: sound\n    type: audio" : "id: clips\n    type: av"
      text =
        head + "\ntracks:\n  - \(track)\n    segments:\n"
        + entries.map { "      - \($0)\n" }.joined()
    }
  }

  /// The lines before the clips, and how the clips name their files.
  private static func head(
    _ paths: [String], _ rendition: RenditionArguments?
  ) -> (text: String, names: [String]) {
    var lines = ["cutaway: 1"]
    if let rate = rendition?.frameRate { lines.append("render: {frameRate: \(rate)}") }
    guard let decoder = rendition?.decoding.decoder else {
      return (lines.joined(separator: "\n"), paths.map(quoted))
    }
    lines.append("assets:")
    var known: [String] = []
    let names = paths.map { path in
      if let index = known.firstIndex(of: path) { return "file-\(index + 1)" }
      known.append(path)
      let name = "file-\(known.count)"
      lines.append("  \(name): {uri: \(quoted(path)), decoder: \(decoder.rawValue)}")
      return name
    }
    return (lines.joined(separator: "\n"), names)
  }

  /// How much longer the sound of a file is than its picture: the start of the last frame, and how long
  /// it stays; `nil` if the difference is common.
  private static func tail(of media: MediaDescription) -> TimeRange? {
    guard let video = media.videoTracks.first, let length = video.duration,
      let sound = media.audioTracks.first?.duration, sound > length + raggedness
    else { return nil }
    let frame = min(video.frameDuration ?? length, length)
    return TimeRange(start: length - frame, duration: sound - length)
  }

  /// How much the ends of the tracks of a file commonly differ.
  private static let raggedness = MediaTime(1, over: 10)

  /// A path as a scalar that names a file, not an asset.
  private static func quoted(_ path: String) -> String {
    let plain = path.contains { $0 == "/" || $0 == "." } ? path : "./\(path)"
    let escaped = plain.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("${", with: "$${")
    return "\"\(escaped)\""
  }

  /// The parsed file.
  ///
  /// - Throws: `CompositionFileError`.
  func document(
    named name: String, policy: RenderPolicy?
  ) async throws -> CompositionDocument {
    try await CompositionText(text, file: name, directory: "").openingMedia(policy: policy)
  }
}

/// The options of verbs that make a composition and export it.
struct ClipExportArguments: ParsableArguments {
  @Option(name: [.short, .long], help: "The output file.", completion: .file())
  var output: String?
  @Flag(help: "Prints the composition instead, as a file to change and export.")
  var print = false
  @OptionGroup var rendition: RenditionArguments
  @OptionGroup var policy: PolicyOption
  @Option(help: "The progress report: auto (a bar on a terminal, else lines), json, or none.")
  var progress = ProgressStyle.auto
  @Flag(name: [.short, .long], help: "Prints only warnings and errors.")
  var quiet = false
  @Flag(help: "Replaces an existing output.")
  var force = false

  func check() throws {
    if (output == nil) != print { throw ValidationError("give either --output or --print") }
  }

  /// Prints or exports clips.
  func run(_ clips: [ClipComposition.Clip]) async throws {
    let policy = try policy.policy(forFiles: clips.map(\.path))
    // Called only for its errors.
    _ = try rendition.change()
    let composition = try await ClipComposition(clips, rendition, policy: policy)
    if print { return try printResult(String(composition.text.dropLast())) }
    let output = output ?? ""
    let document = try await composition.document(named: "the clips", policy: policy)
    let preset = try rendition.chosenPreset(document.composition.export)
    let type = try rendition.chosenFileType(document.composition.export, preset, output: output)
    var settings = try rendition.settings(document.composition.export)
    settings.overwrites = force
    settings.policy = policy
    try ExportSession.check(output, type, preset, settings)
    let display = ProgressDisplay(quiet ? .none : progress, output: output)
    let resolved = try await document.resolved(changing: rendition.change(), policy: policy)
    settings.timeRange = try rendition.timeRange(in: resolved)
    // Other likely mistakes are those of a file, and here Cutaway has written it.
    for warning in document.composition.warnings(media: resolved.media)
    where warning.kind == .cutSound && type.concerns(warning) { display.show(warning) }
    let session = ExportSession(
      resolved, preset: preset, settings: settings, onWarning: display.show)
    do throws(ExportError) {
      try await display.export(session, to: output, as: type)
    } catch {
      document.report(error.faults)
      throw error
    }
  }
}
