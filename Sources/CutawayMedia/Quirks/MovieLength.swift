import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// qtdemux stops at the movie's duration.
  ///
  /// The duration counts what the edit lists show, but qtdemux compares it with time stamps, which
  /// count from a track's first packet, shown or not. If a file was cut without encoding, qtdemux
  /// drops as much at the end as its edit list skips at the start, and the last packets of AAC.
  ///
  /// 1.26.2 does not do it; a version between 1.22.6 and 1.24.0 is the first one without the fault.
  package static let movieLength = Quirk(
    "qtdemux compares the movie's duration with times of a track",
    versions: [.before(1, 26, 2)],
    upstream:
      "probably fixed by 8295b2ae5c (merge request 5724, in 1.24.0), after 5fd3c8a16c (merge "
      + "request 5021, issue 2771, in 1.22.6)",
    test: "cuts at any time show the specified frames")
}

/// Makes qtdemux read the tracks of an MP4 file to their ends.
///
/// It replaces the bytes of the movie's duration while they are read, by those of a longer one.
final class MovieLength: Sendable {
  /// The position of the duration in the file.
  private let place: Range<Int>
  private let bytes: [UInt8]

  /// Creates a replacement; `nil` if the file needs none, or is not an MP4 file with a duration.
  private init?(path: String) {
    guard let movie = MovieHeader(path: path), !movie.isFragmented,
      let header = movie.movie.box("mvhd")
    else { return nil }
    let isLong = header.byte(0) == 1
    let scale = header.word(isLong ? 20 : 12)
    let length = HeaderNumber(header, at: 16, long: 24).value
    let lead = movie.movie.boxes("trak").compactMap { $0.editStart?.seconds }.max() ?? 0
    guard scale > 0, lead > 0, lead < 1e6, length > 0, length < 1 << 62 else { return nil }
    let stretched = length + Int((lead * Double(scale)).rounded(.up))
    // All ones mean an unknown duration.
    guard isLong || stretched < UInt32.max else { return nil }
    let size = isLong ? 8 : 4
    let start = movie.place(of: header, isLong ? 24 : 16)
    place = start..<start + size
    bytes = (0..<size).map { UInt8(truncatingIfNeeded: stretched >> (8 * (size - 1 - $0))) }
  }

  /// Watches the output of the element that reads the file.
  static func stretch(at source: UnsafeMutablePointer<GstElement>, location: String) {
    guard Quirk.movieLength.applies, let path = localPath(location),
      let length = MovieLength(path: path),
      let pad = gst_element_get_static_pad(source, "src")
    else { return }
    defer { gst_object_unref(pad) }
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, length in
        Unmanaged<MovieLength>.fromOpaque(length!)._withUnsafeGuaranteedRef { $0.pass(info!) }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(length).toOpaque(),
      { Unmanaged<MovieLength>.fromOpaque($0!).release() })
  }

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    guard let buffer = gst_swift_probe_buffer(info) else { return }
    let start = Int(clamping: info.pointee.offset)
    let part = place.clamped(to: start..<start + Int(gst_buffer_get_size(buffer)))
    guard !part.isEmpty, let writable = gst_swift_buffer_make_writable(buffer) else { return }
    gst_swift_probe_set_buffer(info, writable)
    let first = part.lowerBound - place.lowerBound
    bytes.withUnsafeBytes {
      // The part lies in the buffer.
      _ = gst_buffer_fill(
        writable, gsize(part.lowerBound - start), $0.baseAddress! + first, gsize(part.count))
    }
  }
}
