import CutawayContainers
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation

/// The files of a stream.
struct StreamPlan {
  /// A size of the picture.
  struct Size {
    var width: Int
    var height: Int

    /// The name of its files: that of the shorter side.
    var name: String { "\(min(width, height))p" }
  }

  let plan: ExportPlan
  let translation: Translation
  let sizes: [Size]
  let hasSound: Bool
  let formats: [StreamFormat]

  init(
    _ plan: ExportPlan, _ translation: Translation, _ formats: Set<StreamFormat>
  ) throws(ExportError) {
    self.plan = plan
    self.formats = StreamFormat.allCases.filter(formats.contains)
    self.translation = translation
    let tracks = translation.resolved.composition.tracks
    guard tracks.contains(where: { $0.mediaType == .video }) else {
      throw ExportError(.invalidComposition, "a stream needs a picture")
    }
    hasSound = tracks.contains { $0.mediaType == .audio }
    let whole = translation.resolved.outputSize, side = min(whole.width, whole.height)
    sizes =
      [Size(width: whole.width, height: whole.height)]
      + StreamFormat.shorterSides.filter { $0 * 10 <= side * 9 }.map { shorter in
        func scaled(_ length: Int) -> Int { max(2, (length * shorter / side + 1) / 2 * 2) }
        return Size(width: scaled(whole.width), height: scaled(whole.height))
      }
    try plan.checkSize(of: translation.resolved)
  }

  /// The names of all files.
  var fileNames: [String] {
    let names = sizes.map(\.name) + (hasSound ? ["sound"] : [])
    return names.map { $0 + ".mp4" }
      + (formats.contains(.hls) ? names.map { $0 + ".m3u8" } : []) + formats.map(\.indexName)
  }

  /// The output that writes the files into a folder.
  func output(into folder: String) -> FilesOutput {
    let resolved = translation.resolved
    let task = plan.videoTask(for: resolved)
    func file(_ name: String) -> FileOutput {
      var file = plan.output(for: resolved, path: "\(folder)/\(name).mp4")
      file.prefix = "\(name)-"
      return file
    }
    // The largest one is the first, whose progress is shown.
    var files = sizes.enumerated().map { index, size in
      var own = task
      (own.width, own.height) = (size.width, size.height)
      var file = file(size.name)
      file.audio = nil
      file.video = plan.videoEncoder?.encoding(own)
      return FilesOutput.File(file, size: index == 0 ? nil : (size.width, size.height))
    }
    if hasSound {
      var sound = file("sound")
      sound.video = nil
      files.append(FilesOutput.File(sound))
    }
    return FilesOutput(files)
  }

  /// Completes the files, and writes the playlists.
  func finish(in folder: String, creationTime: Date) throws {
    let resolved = translation.resolved
    func playlist(_ name: String, _ playedRanges: [Int: TimeRange]) throws -> StreamPlaylist {
      let path = "\(folder)/\(name).mp4"
      var finishing = ExportFinishing(
        fileType: .fmp4, metadata: try ExportMetadata([:]), chapters: [], languages: [:],
        playedRanges: playedRanges, light: nil, subtitles: [], movesHeaderFirst: false,
        sampleCount: nil, isCopy: false, isCut: false, creationTime: creationTime)
      func list() throws(ExportError) -> StreamPlaylist {
        do throws(ContainerError) {
          return try StreamPlaylist(path: path, name: "\(name).mp4", duration: translation.duration)
        } catch {
          throw ExportError(.failed, error.message)
        }
      }
      if formats.contains(.dash) { finishing.segmentIndex = try list().index }
      _ = try finishing.apply(to: path)
      let finished = try list()
      if formats.contains(.hls) { try write(finished.text, to: "\(folder)/\(name).m3u8") }
      return finished
    }
    var index = StreamIndex(
      renditions: try sizes.map { size in
        StreamIndex.Rendition(
          width: size.width, height: size.height, playlist: try playlist(size.name, [:]),
          file: "\(size.name).m3u8")
      }, frameDuration: resolved.frameDuration, duration: translation.duration)
    if hasSound {
      let played = plan.priming(of: translation).map { priming in
        [0: TimeRange(start: priming, duration: translation.duration)]
      }
      index.sound = (
        try playlist("sound", played ?? [:]), "sound.m3u8", resolved.composition.render.channels,
        resolved.language(of: .audio)
      )
    }
    for format in formats {
      try write(format.text(of: index), to: "\(folder)/\(format.indexName)")
    }
  }

  private func write(_ text: String, to path: String) throws(ContainerError) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw ContainerError(.unwritable, "cannot write '\(path)': \(error.localizedDescription)")
    }
  }
}
