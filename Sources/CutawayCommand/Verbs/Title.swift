import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayMedia
import CutawayModel
import CutawayTime
import Foundation

struct Title: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Puts a title over a film.",
    discussion: """
      The first line of the text is large, further ones are small; \\n starts a line.

      Example:
        cutaway title 'Ada Lovelace\\nMathematician' interview.mp4 -o titled.mp4
        cutaway title Summer beach.mp4 --style center --at 1 --duration 4 -o titled.mp4
        cutaway title Summer beach.mp4 --print >summer.yaml
      """)

  @Argument(help: "The text.")
  var text: String
  @Argument(help: "The film.", completion: .file())
  var film: String
  @Option(name: [.short, .long], help: "The output file.", completion: .file())
  var output: String?
  @Flag(help: "Prints the composition instead, as a file to change and export.")
  var print = false
  @Option(help: "The style: \(names(TitleStyle.self)).")
  var style = TitleStyle.lowerThird
  @Option(help: "When the title appears, in the film: 0.5, 15f, 00:01:02.")
  var at = "0.5"
  @Option(help: "How long it is visible.")
  var duration = "5"
  @Option(help: "The family of the font.")
  var font = "sans-serif"
  @OptionGroup var rendition: RenditionArguments
  @OptionGroup var policy: PolicyOption
  @Flag(name: [.short, .long], help: "Prints only warnings and errors.")
  var quiet = false
  @Flag(help: "Replaces an existing output.")
  var force = false

  var opening: Opening {
    Opening(policy: policy, inputs: [film], outputs: [output].compactMap(\.self))
  }

  func validate() throws {
    if (output == nil) != print { throw ValidationError("give either --output or --print") }
    if lines.isEmpty { throw ValidationError("the text is empty") }
  }

  /// The lines of the text; a backslash and an n count as a line break, for shells.
  private var lines: [String] {
    text.replacing("\\n", with: "\n").split(separator: "\n").map(String.init)
  }

  func run() async throws {
    let options = self
    outliveReaders()
    try await reportingFailures(
      cancellation: "the export was cancelled; '\(output ?? "")' has not been written"
    ) { try await options.work() }
  }

  private func work() async throws {
    let policy = try policy.policy(forFiles: [film])
    if let reason = policy?.refusal(of: film) {
      tell("error: cannot use '\(film)': \(reason)")
      throw Exit.refused
    }
    var composition = try await composition()
    try rendition.change()(&composition)
    if print {
      return try printResult(String(composition.yaml().dropLast()))
    }
    let output = output ?? ""
    let preset = try rendition.chosenPreset(composition.export)
    let type = try rendition.chosenFileType(composition.export, preset, output: output)
    var settings = try rendition.settings(composition.export)
    settings.overwrites = force
    settings.policy = policy
    try ExportSession.check(output, type, preset, settings)
    let display = ProgressDisplay(quiet ? .none : .auto, output: output)
    let resolved = try await prepared(composition, policy, onWarning: display.show)
    settings.timeRange = try rendition.timeRange(in: resolved)
    let session = ExportSession(
      resolved, preset: preset, settings: settings, onWarning: display.show)
    try await display.export(session, to: output, as: type)
  }

  /// - Throws: `ExitCode` after the messages.
  private func prepared(
    _ composition: Composition, _ policy: RenderPolicy?, onWarning: (Warning) -> Void
  ) async throws -> ResolvedComposition {
    do throws(PreparationError) {
      return try await composition.prepared(policy: policy, onWarning: onWarning)
    } catch {
      for fault in error.faults { tell("error: \(fault.error.message)") }
      switch error.code {
      case .unreadableMedia: throw Exit.unreadableInput
      case .refused: throw Exit.refused
      default: throw Exit.invalidComposition
      }
    }
  }

  /// The whole film with its first sound, and the title.
  private func composition() async throws -> Composition {
    let media: MediaDescription
    do throws(PipelineError) {
      media = try await MediaProbe.describe(film)
    } catch {
      tell("error: \(film): \(error.message)")
      throw Exit.unreadableInput
    }
    guard let video = media.videoTracks.first, let frame = video.frameDuration,
      let length = media.duration
    else {
      tell("error: \(film) is not a film")
      throw Exit.unreadableInput
    }
    let start = try parseTime(at, frameDuration: frame, option: "--at")
    let time = try parseTime(duration, frameDuration: frame, option: "--duration")
    if time <= .zero { throw ValidationError("--duration: a title needs more than 0 seconds") }
    guard start >= .zero, start < length else {
      throw ValidationError("--at: \(at) does not lie in the film, which lasts \(length.text) s")
    }
    let shown = TimeRange(start: start, end: min(start + time, length))
    func track(_ id: Track.ID, _ type: Track.MediaType) throws -> Track {
      let end = (type == .audio ? media.audioTracks.first?.duration : video.duration) ?? length
      let whole = TimeRange(start: .zero, duration: end)
      return try Track(
        id: id, mediaType: type,
        segments: [Segment(target: whole, media: .init(asset: "film", source: whole))])
    }
    var composition = Composition(assets: [Asset(id: "film", location: film)])
    composition.tracks = [try track("picture", .video)]
    if !media.audioTracks.isEmpty { composition.tracks.append(try track("sound", .audio)) }
    composition.overlays = style.layers(lines, font: font, size: video.uprightSize, range: shown)
    return composition
  }
}

/// The look of a title.
enum TitleStyle: String, ExpressibleByArgument, CaseIterable {
  /// A name and a description at the lower left.
  case lowerThird
  /// Large in the middle.
  case center
  /// On a background at the bottom, as a subtitle.
  case caption

  /// The layers of a title.
  ///
  /// - Parameters:
  ///   - lines: The lines, of which the first is the largest.
  ///   - family: The family of the font.
  ///   - size: The size of the picture.
  ///   - range: When the title is visible.
  /// - Returns: The layers, from the bottom to the top.
  func layers(
    _ lines: [String], font family: String, size: PixelSize, range: TimeRange
  ) -> [OverlayLayer] {
    // Sizes are parts of the shorter side, so that a portrait film has the same title.
    let unit = Double(min(size.width, size.height)) / 100
    func text(_ string: String, _ size: Double, weight: Int = 400, _ color: Color = .white)
      -> LayerText
    {
      LayerText(
        string, font: LayerFont(families: [family], size: (size * unit).rounded(), weight: weight),
        color: color)
    }
    /// The movement at an end of the range, of which each has at most a third.
    func passage(_ seconds: MediaTime) -> LayerPassage {
      LayerPassage(fades: true, duration: min(seconds, range.duration / 3))
    }
    let rest = lines.dropFirst().joined(separator: "\n")
    var group = OverlayLayer(.box, range: range)
    group.exit = passage(MediaTime(1, over: 2))
    switch self {
    case .lowerThird:
      group.enter = passage(MediaTime(3, over: 5))
      group.enter?.slide = .right
      group.enter?.distance = .pixels((6 * unit).rounded())
      let margin = (7 * unit).rounded(), step = (4.6 * unit).rounded()
      let textMargin = LayerLength.pixels(margin + (2 * unit).rounded())
      var top = OverlayLayer(
        .text(text(lines[0], 6, weight: 700)),
        position: .place(
          .bottomLeft, marginX: textMargin,
          marginY: .pixels(margin + step * Double(max(0, lines.count - 1)))))
      top.shadow = LayerShadow(radius: (0.6 * unit).rounded(), opacity: 0.8)
      var bottom = OverlayLayer(
        .text(text(rest, 3.6, Color(red: 255, green: 215, blue: 0))),
        position: .place(.bottomLeft, marginX: textMargin, marginY: .pixels(margin)))
      bottom.shadow = top.shadow
      var bar = OverlayLayer(
        .box, width: .pixels((0.8 * unit).rounded()),
        height: .pixels((7.4 * unit + step * Double(max(0, lines.count - 1))).rounded()),
        position: .place(.bottomLeft, marginX: .pixels(margin), marginY: .pixels(margin)))
      bar.background = Color(red: 255, green: 215, blue: 0)
      group.layers = rest.isEmpty ? [bar, top] : [bar, top, bottom]
    case .center:
      group.enter = passage(MediaTime(4, over: 5))
      group.enter?.scale = 0.94
      var top = text(lines[0], 12, weight: 700), bottom = text(rest, 4.5)
      (top.alignment, bottom.alignment) = (.center, .center)
      (top.wraps, top.shrinksToFit, top.verticalAlignment) = (false, true, .bottom)
      var heading = OverlayLayer(
        .text(top), width: .percent(86), height: .pixels((18 * unit).rounded()),
        position: .point(x: .percent(50), y: .percent(48)))
      heading.anchorPoint = Point(x: 0.5, y: rest.isEmpty ? 0.6 : 1)
      var line = OverlayLayer(
        .text(bottom), width: .percent(80),
        position: .point(x: .percent(50), y: .percent(50)))
      line.anchorPoint = Point(x: 0.5, y: 0)
      group.shadow = LayerShadow(radius: (1.2 * unit).rounded(), opacity: 0.7)
      group.layers = rest.isEmpty ? [heading] : [heading, line]
    case .caption:
      group.enter = passage(MediaTime(1, over: 4))
      var all = text(lines.joined(separator: "\n"), 5)
      all.alignment = .center
      all.padding = Point(x: (2.4 * unit).rounded(), y: (1.2 * unit).rounded())
      var box = OverlayLayer(
        .text(all),
        position: .place(.bottom, marginX: 0, marginY: .pixels((7 * unit).rounded())))
      box.background = Color(red: 0, green: 0, blue: 0, alpha: 168)
      box.cornerRadius = (1.2 * unit).rounded()
      group.layers = [box]
    }
    return [group]
  }
}
