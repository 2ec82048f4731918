import CutawayContainers
import CutawayGraph
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation

/// What a file needs when its streams are in it: all that muxers do not write, or not well.
struct ExportFinishing: Sendable {
  let fileType: ExportFileType
  let metadata: ExportMetadata
  let chapters: [Pipeline.Chapter]
  /// By the number of the track in the file.
  let languages: [Int: String]
  /// By the number of the track: what of it is to be seen or heard, where that is not all.
  let playedRanges: [Int: TimeRange]
  let subtitles: [Subtitles]
  let movesHeaderFirst: Bool
  /// How many samples the sound has that are to be heard; `nil` where that is not known.
  let sampleCount: Int64?
  /// Whether packets were copied, with the headers that they had.
  let isCopy: Bool
  /// Whether it ends before the composition does.
  let isCut: Bool
  /// When the film was made, as its headers say.
  let creationTime: Date

  /// Finishes a file that has no name yet.
  ///
  /// - Returns: What could not be written, in words.
  /// - Throws: ``ExportError``.
  func apply(to path: String) throws -> [String] {
    do throws(ContainerError) {
      return try finish(path)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      throw ExportError(error.code == .noSpaceLeft ? .noSpaceLeft : .failed, error.message)
    }
  }

  private func finish(_ path: String) throws(ContainerError) -> [String] {
    switch fileType {
    case .mp4, .m4v, .mov, .m4a, .fmp4: try finishMovie(path)
    case .mkv, .webm: try finishMatroska(path)
    case .mp3: try finishMP3(path)
    case .flac: try finishFLAC(path)
    case .wav: try finishWave(path)
    case .ogg: try finishOgg(path)
    case .ts, .png, .jpeg: unwritten
    }
  }

  private func finishMovie(_ path: String) throws(ContainerError) -> [String] {
    var finishing = MovieFinishing()
    finishing.movesHeaderFirst = movesHeaderFirst
    finishing.metadata = metadata.movieMetadata
    finishing.chapters = chapters.map { MovieChapter(time: $0.range.start, title: $0.title) }
    finishing.languages = languages
    finishing.playedRanges = playedRanges
    finishing.subtitles = subtitles.map { track in
      MovieSubtitles(
        track.cues.withoutOverlaps().map { .init($0.range, $0.text) }, language: track.language)
    }
    finishing.creationTime = creationTime
    let omissions = try finishing.apply(to: path)
    return omissions.compactMap { omission in
      switch omission {
      case .chapters(let count): "\(count) chapters lie outside the film"
      case .chapterTrack: nil
      case .subtitles: "the subtitles are left out: fragments have no place for them"
      }
    }
  }

  private func finishMatroska(_ path: String) throws(ContainerError) -> [String] {
    try MatroskaSound.mark(in: path)
    try MatroskaFile.rewrite(path) { file throws(ContainerError) in
      if !metadata.isEmpty { try file.setTags(metadata.matroskaEntries) }
      file.settleIdentifiers(creationTime: creationTime)
    }
    return []
  }

  private func finishWave(_ path: String) throws(ContainerError) -> [String] {
    try WaveCues.number(in: path)
    return unwritten
  }

  private func finishOgg(_ path: String) throws(ContainerError) -> [String] {
    try OggSerialNumber.settle(in: path)
    return unwritten
  }

  private func finishMP3(_ path: String) throws(ContainerError) -> [String] {
    // A cut file has packets only that are whole, and its encoder's own word on them.
    if let sampleCount, !isCut { try MP3Length(sampleCount: sampleCount).write(to: path) }
    return unwritten
  }

  private func finishFLAC(_ path: String) throws(ContainerError) -> [String] {
    if let sampleCount, isCut { try FLACLength(sampleCount: sampleCount).write(to: path) }
    return unwritten
  }

  /// What has no place in the type of file.
  private var unwritten: [String] {
    let written = isCopy ? [] : fileType.metadataKeys
    let lost = metadata.keys.filter { !written.contains($0) }
    let keys =
      lost.isEmpty
      ? [] : ["\(fileType.rawValue) has no place for the metadata \(lost.joined(separator: ", "))"]
    return keys
      + (chapters.isEmpty || fileType.hasChapters
        ? [] : ["\(fileType.rawValue) has no place for chapters"])
  }
}

extension ExportMetadata {
  /// The names are those of Matroska's own list where that has one.
  fileprivate var matroskaEntries: [(name: String, value: String)] {
    var entries = texts.map { (name: $0.key.uppercased(), value: $0.value) }
    if let date { entries.append(("DATE_RECORDED", date)) }
    if let location { entries.append(("LOCATION", location.text)) }
    entries += custom.map { (name: $0.key, value: $0.value) }
    return entries.sorted { $0.name < $1.name }
  }

  fileprivate var movieMetadata: [MovieMetadata] {
    let known: [(String, MovieMetadata.Key)] = [
      ("title", .title), ("artist", .artist), ("album", .album), ("composer", .composer),
      ("genre", .genre), ("comment", .comment), ("description", .description),
      ("copyright", .copyright), ("keywords", .keywords),
    ]
    var all = known.compactMap { key, kind in texts[key].map { MovieMetadata(kind, $0) } }
    if let date { all.append(MovieMetadata(.date, date)) }
    if let location {
      all.append(
        .location(
          latitude: location.latitude, longitude: location.longitude, altitude: location.altitude))
    }
    all.append(MovieMetadata(.software, "Cutaway"))
    return all + custom.sorted { $0.key < $1.key }.map { MovieMetadata(.custom($0.key), $0.value) }
  }
}
