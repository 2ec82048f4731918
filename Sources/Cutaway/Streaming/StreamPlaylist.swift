import CutawayContainers
import CutawayTime
import Foundation

/// The playlist of one file of a stream (RFC 8216, 4.3.3): segments are ranges of its bytes.
struct StreamPlaylist: Sendable {
  /// A segment of about six seconds.
  struct Segment: Sendable, Hashable {
    var range: Range<Int>
    /// The duration in units of the track.
    var ticks: Int
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
    let movie = try FragmentedMovie(path: path)
    self.movie = movie
    let fragments = movie.fragments, scale = Double(movie.timescale)
    let times = fragments.map { $0.start - fragments[0].start }
    // The fragments with which segments start.
    var firsts = [0]
    for index in fragments.indices.dropFirst() {
      // A fragment of sound may start a little after a multiple.
      let next = Double(firsts.count) * Self.segmentLength
      if Double(times[index]) / scale >= next - 1e-6 { firsts.append(index) }
    }
    let end = Int(duration.rounded(in: MediaTime(1, over: Int64(movie.timescale))))
    segments = firsts.indices.map { number in
      let first = firsts[number]
      let next = number + 1 < firsts.count ? firsts[number + 1] : nil
      let last = fragments[(next ?? fragments.count) - 1]
      // The last packet of sound may start at the end of the film.
      let ticks = max(
        (next.map { times[$0] } ?? end) - times[first], max(1, movie.timescale / 1000))
      return Segment(
        range: fragments[first].range.lowerBound..<last.range.upperBound, ticks: ticks,
        duration: Double(ticks) / scale)
    }
  }

  /// The highest bit rate of a segment, and that of the whole, in bits per second.
  var bitrates: (peak: Double, average: Double) {
    let bytes = segments.reduce(0) { $0 + $1.range.count }
    let length = segments.reduce(0) { $0 + $1.duration }
    return (segments.map(\.bitrate).max() ?? 0, Double(bytes) * 8 / length)
  }

  /// The same segments for the file itself.
  var index: SegmentIndex {
    SegmentIndex(
      timescale: movie.timescale, start: movie.fragments[0].start,
      segments: segments.map { .init(byteCount: $0.range.count, duration: $0.ticks) })
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

/// A number with a fixed number of decimal places, independent of the locale.
func decimal(_ number: Double, digits: Int) -> String {
  String(format: "%.\(digits)f", number)
}
