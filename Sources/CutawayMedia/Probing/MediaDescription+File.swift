import CutawayContainers
import CutawayElementBridge
import CutawaySources
import CutawayTime

extension MediaDescription {
  /// Adds facts of the file that GStreamer's discoverer does not report.
  mutating func complete(from location: String) {
    if duration == nil, videoTracks.count == 1, let picture = PictureMetadata(location: location) {
      if let orientation = picture.orientationOfFrames { videoTracks[0].orientation = orientation }
      if let coding = picture.coding { videoTracks[0].colorimetry = SourceColor.text(of: coding) }
    }
    guard let path = localPath(location) else { return }
    if let header = MovieHeader(path: path) { complete(from: header) }
    if audioTracks.count == 1, videoTracks.isEmpty, let header = MP3Header(path: path) {
      duration = header.duration
      isDurationEstimated = false
    }
  }

  private mutating func complete(from header: MovieHeader) {
    let tracks = header.tracks
    let videos = tracks.filter { $0.handler == "vide" }
    // The discoverer does not always wait for the language of a sparse track.
    let texts = tracks.filter { (["sbtl", "subt", "text"] as Set<FourCC>).contains($0.handler) }
    if texts.count == textTracks.count {
      for (index, track) in texts.enumerated() { textTracks[index].language = track.language }
    }
    completeMetadata(from: header.keyedTexts)
    // If GStreamer omits a track, it is unclear which one.
    if videos.count == videoTracks.count {
      for (index, track) in videos.enumerated() {
        videoTracks[index].completeOrientation(from: track)
        videoTracks[index].completeLight(from: track)
      }
    }
  }

  /// Takes QuickTime's metadata, which count before the user data and the date of the header.
  private mutating func completeMetadata(from texts: [String: String]) {
    let space = "com.apple.quicktime."
    for (name, text) in texts {
      switch name {
      case space + "creationdate": metadata["date"] = text
      case space + "location.ISO6709":
        if let place = GeographicLocation(text) { metadata["location"] = place.text }
      default:
        let key = name.hasPrefix(space) ? String(name.dropFirst(space.count)) : name
        metadata[Self.textKeys.contains(key) ? key : name] = text
      }
    }
  }

  /// A shorter stated duration of frames is taken for an error.
  private static let shortestFrame = MediaTime(1, over: 300)

  /// Sets lengths and rates to those of the packets.
  mutating func complete(from index: MediaIndex) {
    // If GStreamer omits a track, it is unclear which one.
    if index.pictures.count == videoTracks.count {
      for (position, picture) in index.pictures.enumerated() {
        guard let length = index.pictureLengths[position] else { continue }
        videoTracks[position].duration = length
        let frames = picture.times.frames
        // Several frames without a stated rate are a film, too.
        guard let stated = videoTracks[position].frameDuration ?? frames.meanDuration else {
          continue
        }
        videoTracks[position].frameDuration = stated
        if let usual = frames.usualDuration {
          videoTracks[position].frameDuration = usual
        } else if stated < Self.shortestFrame, let mean = frames.meanDuration {
          // Some encoders state ticks instead of frames.
          videoTracks[position].frameDuration = mean
        }
      }
    }
    if index.soundLengths.count == audioTracks.count {
      for (position, length) in index.soundLengths.enumerated() {
        audioTracks[position].duration = length
      }
    }
    // Subtitles and data of other kinds do not count.
    let lengths = index.pictureLengths + index.soundLengths.map { $0 }
    guard !lengths.contains(nil), let length = lengths.compactMap(\.self).max(), length > .zero
    else { return }
    duration = length
    isDurationEstimated = false
  }
}
