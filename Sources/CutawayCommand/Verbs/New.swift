import ArgumentParser
import Cutaway
import CutawayFile
import CutawayMedia
import CutawayRuntime
import Foundation

struct New: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a composition to start from.",
    discussion: """
      The files become the clips, the music, the voice or the captions, by what they are: of several \
      sound files, the longest is the music, and a single one is it beside films without words. Without files, generated pictures take their places, so that \
      the composition can be exported at once.

      Example:
        cutaway new slideshow holiday/*.jpg song.mp3 -o holiday.yaml
        cutaway new social intro.mp4 talk.mov voice.wav words.json -o clip.yaml
        cutaway new podcast episode.m4a words.srt | cutaway export - -o episode.mp4
      """)

  @Argument(help: "The kind of film: \(names(CompositionTemplate.self)).")
  var kind: CompositionTemplate
  @Argument(help: "Pictures, films, sound, and subtitles or words.", completion: .file())
  var files: [String] = []
  @Option(name: [.short, .long], help: "The file; without it, the text is printed.")
  var output: String?
  @Option(help: "The text of the title.")
  var title: String?
  @Flag(help: "Replaces an existing file.")
  var force = false

  func run() async throws {
    let options = self
    try await reportingFailures { try await options.work() }
  }

  private func work() async throws {
    if let output { try OutputName(output).check(overwriting: force) }
    var media = TemplateMedia()
    let folder = output.map(folder(of:)) ?? ""
    for file in files { try await media.add(file, writtenIn: folder) }
    media.sortSounds()
    try write(kind.text(media, title: title), to: output)
  }
}

/// The media that a template shows, by what they are.
struct TemplateMedia {
  /// A picture without a length, or a film.
  struct Clip {
    var name: String
    /// The seconds of a film that are shown; `nil` for a picture.
    var seconds: Double?
  }

  var clips: [Clip] = []
  var sounds: [(name: String, seconds: Double)] = []
  /// Subtitles, or words with times.
  var words: String?

  /// Adds a file by what it is.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - folder: The folder of the composition, to which names are relative; empty is the current one.
  /// - Throws: `ExitCode` after a message, if the file cannot be read.
  mutating func add(_ path: String, writtenIn folder: String) async throws {
    let name = quoted(AssetLocation(path).relative(to: folder))
    if ["json", "srt", "vtt", "ass"].contains((path as NSString).pathExtension.lowercased()) {
      words = words ?? name
      return
    }
    let media: MediaDescription
    do {
      media = try await MediaProbe.describe(path)
    } catch {
      tell("error: \(path): \(error.message)")
      throw Exit.unreadableInput
    }
    let seconds = media.duration?.seconds ?? 0
    if let video = media.videoTracks.first {
      clips.append(Clip(name: name, seconds: video.frameDuration == nil ? nil : seconds))
    } else {
      sounds.append((name, seconds))
    }
  }

  /// Sorts sounds by their lengths, the longest first.
  mutating func sortSounds() { sounds.sort { $0.seconds > $1.seconds } }
}

/// A text as a scalar of YAML in double quotes.
private func quoted(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

/// A composition that is written for a kind of film.
enum CompositionTemplate: String, ExpressibleByArgument, CaseIterable {
  /// An upright film with a hook, captions by words, and an end card.
  case social
  /// Photos and films with moves and dissolves over music.
  case slideshow
  /// A voice with its waveform, a title and captions.
  case podcast

  /// The composition file.
  ///
  /// - Parameters:
  ///   - media: What it shows; what is missing is generated or left out.
  ///   - title: The text of the title; `nil` is one to replace.
  /// - Returns: The text, which ends with a line break.
  func text(_ media: TemplateMedia, title: String?) -> String {
    let lines =
      switch self {
      case .social: social(media, title ?? "Your hook in five words")
      case .slideshow: slideshow(media, title ?? "Our holiday")
      case .podcast: podcast(media, title ?? "The name of the show")
      }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The clips of a sequence: films at most some seconds long, and pictures.
  private func clips(_ media: TemplateMedia, atMost limit: Double, pictures: Double) -> [String] {
    if media.clips.isEmpty {
      return [
        "    - {asset: first, duration: \(pictures)}   # e.g. beach.mp4, or {asset: beach.mp4, source: [2, 8]}",
        "    - {asset: second, duration: \(pictures)}",
        "    - {asset: third, duration: \(pictures)}",
      ]
    }
    return media.clips.map { clip in
      guard let seconds = clip.seconds else {
        return "    - {asset: \(clip.name), duration: \(pictures)}"
      }
      let end = min(limit, seconds)
      return seconds > limit
        ? "    - {asset: \(clip.name), source: [0, \(end)]}" : "    - \(clip.name)"
    }
  }

  /// The generated pictures that stand for clips.
  private func standIns(_ media: TemplateMedia) -> [String] {
    media.clips.isEmpty
      ? [
        ##"  first: {gradient: {colors: ["#0f766e", "#164e63"]}}"##,
        ##"  second: {gradient: {colors: ["#9a3412", "#7c2d12"]}}"##,
        ##"  third: {gradient: {colors: ["#3730a3", "#581c87"]}}"##,
      ] : []
  }

  /// The loudness of the export, of films with sound.
  private func loudness(_ level: Int, where hasSound: Bool) -> [String] {
    hasSound ? ["export: {loudness: \(level)}"] : []
  }

  private func social(_ media: TemplateMedia, _ title: String) -> [String] {
    // One sound without words beside films, which have sound of their own, is the music.
    let hasFilms = media.clips.contains { $0.seconds != nil }
    let isVoice = media.sounds.count == 1 && (media.words != nil || !hasFilms)
    let music = isVoice ? nil : media.sounds.first?.name
    let voice = isVoice || media.sounds.count > 1 ? media.sounds.last?.name : nil
    let isSpoken = voice != nil || hasFilms
    var lines = [
      "# An upright film with a hook and an end card: cutaway play FILE, cutaway export FILE -o film.mp4.",
      "# Wide: cutaway export FILE --set 'size=[1920, 1080]' -o wide.mp4", "cutaway: 1",
      "vars: {size: [1080, 1920], hook: \(quoted(title)), handle: \"@you\"}",
      #"render: {size: "${size}", frameRate: 30}"#, "assets:",
      ##"  card: {gradient: {colors: ["#1b1b3a", "#693668"]}}"##,
    ]
    lines += standIns(media)
    lines += [
      "sequence:",
      "  each: {\(voice == nil ? "" : "sound: false, ")transition: {type: push, direction: left, duration: 0.4}}",
    ]
    if let music {
      lines.append("  music: {asset: \(music), volume: 0.8\(isSpoken ? ", duck: true" : "")}")
    }
    lines += ["  clips:"] + clips(media, atMost: 6, pictures: 4)
    lines += [
      "    - asset: card", "      duration: 4", "      overlays:",
      #"        - {text: "Follow ${handle}", font: {size: 84, weight: bold}, place: center}"#,
    ]
    if let voice {
      lines += ["tracks:", "  - {id: voice, type: audio, segments: [{asset: \(voice)}]}"]
    }
    lines += [
      "overlays:", #"  - text: "${hook}""#, "    font: {size: 96, weight: bold}",
      "    alignment: center", ##"    textBackground: {color: "#e11d48", perLine: true}"##,
      "    place: center", "    maxWidth: 80%", "    range: [0, 3]",
      "    enter: {slide: up, by: 80, fade: true}", "    exit: fade",
    ]
    if let words = media.words { lines.append("  - captions: {asset: \(words), style: social}") }
    return lines + loudness(-14, where: isSpoken || music != nil)
  }

  private func slideshow(_ media: TemplateMedia, _ title: String) -> [String] {
    var lines = [
      "# Photos and films one after another: cutaway play FILE, cutaway export FILE -o film.mp4.",
      "cutaway: 1", "vars: {title: \(quoted(title))}",
      "render: {size: [1920, 1080], frameRate: 30}",
    ]
    let generated = standIns(media)
    if !generated.isEmpty { lines += ["assets:"] + generated }
    lines += ["sequence:", "  each: {transition: 1, kenBurns: true, background: blur}"]
    if let music = media.sounds.first {
      lines.append("  music: {asset: \(music.name), volume: 0.7, duck: true}")
    }
    lines += ["  clips:"] + clips(media, atMost: 10, pictures: 4)
    lines += [
      "overlays:",
      #"  - {text: "${title}", font: {size: 96, weight: bold}, place: center, shadow: {}, range: [0, 4], exit: fade}"#,
    ]
    if let words = media.words { lines.append("  - captions: {asset: \(words)}") }
    return lines
  }

  private func podcast(_ media: TemplateMedia, _ title: String) -> [String] {
    let voice = media.sounds.first, seconds = voice?.seconds ?? 10
    let cover = media.clips.first { $0.seconds == nil }
    var lines = [
      "# A voice with its waveform: cutaway play FILE, cutaway export FILE -o film.mp4.",
      "cutaway: 1", "vars: {title: \(quoted(title))}",
      "render: {size: [1080, 1080], frameRate: 30}", "assets:",
      ##"  sky: {gradient: {colors: ["#1b1b3a", "#693668"]}}"##,
    ]
    if let voice { lines.append("  voice: \(voice.name)") }
    lines += [
      "tracks:",
      "  - {id: picture, type: video, segments: [{asset: sky, duration: \(seconds)}]}",
    ]
    if voice != nil { lines.append("  - {id: talk, type: audio, segments: [{asset: voice}]}") }
    lines += [
      "overlays:",
      #"  - {text: "${title}", font: {size: 72, weight: bold}, alignment: center, place: top, margin: 90, maxWidth: 80%}"#,
    ]
    if let cover {
      lines.append("  - {image: \(cover.name), size: [380, 380], position: [50%, 38%]}")
    }
    if voice != nil {
      lines.append(
        ##"  - {waveform: voice, color: "#ffd166", position: [50%, 66%], size: [80%, 16%]}"##)
    }
    if let words = media.words { lines.append("  - captions: {asset: \(words), style: karaoke}") }
    return lines + loudness(-16, where: voice != nil)
  }
}
