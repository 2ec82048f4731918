import CutawayContainers
import CutawayTime
import Foundation

/// The playlist of one file of a stream (RFC 8216, 4.3.3): segments are ranges of its bytes.
struct StreamPlaylist: Sendable {
  /// A segment of about six seconds.
  struct Segment: Sendable, Hashable {
    var range: Range<Int>
    var duration: Double

    var bitrate: Double { Double(range.count) * 8 / duration }
  }

  /// The name of the file.
  let name: String
  let movie: FragmentedMovie
  let segments: [Segment]

  /// The target length of segments in seconds, which Apple recommends.
  static let segmentLength = 6.0

  /// Joins fragments to segments.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: Its name in the playlist.
  ///   - duration: The duration of the film.
  /// - Throws: `ContainerError` if the file is not a fragmented movie.
  init(path: String, name: String, duration: MediaTime) throws(ContainerError) {
    self.name = name
    movie = try FragmentedMovie(path: path)
    let origin = movie.fragments[0].start, scale = Double(movie.timescale)
    let starts = movie.fragments.map { Double($0.start - origin) / scale }
    var segments: [Segment] = [], first = 0
    for index in movie.fragments.indices.dropFirst() {
      // A fragment of sound may start a little after a multiple.
      let next = Double(segments.count + 1) * Self.segmentLength
      if starts[index] < next - 1e-6 { continue }
      segments.append(
        Segment(
          range: movie.fragments[first].range.lowerBound..<movie.fragments[index].range.lowerBound,
          duration: starts[index] - starts[first]))
      first = index
    }
    let end = movie.fragments[movie.fragments.count - 1].range.upperBound
    segments.append(
      Segment(
        range: movie.fragments[first].range.lowerBound..<end,
        duration: max(0.001, duration.seconds - starts[first])))
    self.segments = segments
  }

  /// The highest bit rate of a segment, and that of the whole, in bits per second.
  var bitrates: (peak: Double, average: Double) {
    let bytes = segments.reduce(0) { $0 + $1.range.count }
    let length = segments.reduce(0) { $0 + $1.duration }
    return (segments.map(\.bitrate).max() ?? 0, Double(bytes) * 8 / length)
  }

  /// The text of the playlist.
  var text: String {
    let target = segments.map { Int($0.duration.rounded()) }.max() ?? 1
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(max(1, target))",
      "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXT-X-MAP:URI=\"\(name)\",BYTERANGE=\"\(movie.header.count)@0\"",
    ]
    for segment in segments {
      lines += [
        "#EXTINF:\(decimal(segment.duration, digits: 6)),",
        "#EXT-X-BYTERANGE:\(segment.range.count)@\(segment.range.lowerBound)", name,
      ]
    }
    return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
  }
}

/// The playlist of all files of a stream (RFC 8216, 4.3.4).
struct StreamIndex: Sendable {
  /// A size of the picture.
  struct Rendition: Sendable {
    var width: Int
    var height: Int
    var playlist: StreamPlaylist
    /// The name of its playlist.
    var file: String
  }

  var renditions: [Rendition]
  /// The sound, and the name of its playlist.
  var sound: (playlist: StreamPlaylist, file: String, channels: Int, language: String?)?
  var framesPerSecond: Double

  /// The text of the playlist.
  var text: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
    if let sound {
      let language = sound.language.map { ",LANGUAGE=\"\($0)\"" } ?? ""
      lines.append(
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"Sound\"\(language),DEFAULT=YES,"
          + "AUTOSELECT=YES,CHANNELS=\"\(sound.channels)\",URI=\"\(sound.file)\"")
    }
    for rendition in renditions {
      var (peak, average) = rendition.playlist.bitrates
      if let more = sound?.playlist.bitrates {
        peak += more.peak
        average += more.average
      }
      let codecs = [rendition.playlist.movie.codec, sound?.playlist.movie.codec]
      let attributes =
        [
          "BANDWIDTH=\(Int(peak.rounded(.up)))", "AVERAGE-BANDWIDTH=\(Int(average.rounded(.up)))",
          "CODECS=\"\(codecs.compactMap(\.self).joined(separator: ","))\"",
          "RESOLUTION=\(rendition.width)x\(rendition.height)",
          "FRAME-RATE=\(decimal(framesPerSecond, digits: 3))", "VIDEO-RANGE=SDR",
        ] + (sound == nil ? [] : ["AUDIO=\"sound\""])
      lines += ["#EXT-X-STREAM-INF:" + attributes.joined(separator: ","), rendition.file]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A number with a fixed number of decimal places, independent of the locale.
private func decimal(_ number: Double, digits: Int) -> String {
  String(format: "%.\(digits)f", number)
}
