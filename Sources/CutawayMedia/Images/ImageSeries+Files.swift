import CCutawayGStreamer
import CutawayElementBridge
package import CutawayElementKit
package import CutawaySources
import CutawaySystem
import CutawayTime
import Glibc

extension ImageSeries {
  /// The numbers of the images, from the first file to the last.
  ///
  /// - Throws: `ElementError` if there is none, if a number between them is missing, or if a file is empty.
  package func numbers() throws(ElementError) -> ClosedRange<Int> {
    let found = FileSystem.names(in: folder.isEmpty ? "." : folder).compactMap(number).sorted()
    guard let first = found.first, let last = found.last else {
      throw ElementError("there is no image \(path(0)), \(path(1)) …", code: .notFound)
    }
    if found.count < last - first + 1,
      let gap = zip(found, found.dropFirst()).first(where: { $1 > $0 + 1 })
    {
      throw ElementError(
        "the image \(path(gap.0 + 1)) is missing, between \(path(first)) and \(path(last))",
        code: .notFound)
    }
    // GStreamer would repeat the image before it. A file that is gone is reported when it is read.
    if let empty = found.first(where: {
      (try? FileStatus(of: path($0), followingLink: true))?.size == 0
    }) {
      throw ElementError("the image \(path(empty)) is empty", code: .unreadable)
    }
    return first...last
  }

  /// The element that reads the images, and the caps of its output.
  ///
  /// - Throws: `ElementError` if an image is missing, or cannot be read.
  func makeSource() throws(ElementError) -> (
    element: UnsafeMutablePointer<GstElement>, caps: String
  ) {
    let numbers = try numbers(), first = path(numbers.lowerBound)
    guard let kind = imageKind(ofFile: first) else {
      throw ElementError(
        "\(first) is not an image that a series may consist of: PNG, JPEG, WebP, BMP or TIFF",
        code: .unsupportedFormat)
    }
    guard let source = gst_element_factory_make("imagesequencesrc", nil) else {
      throw ElementError(
        "the GStreamer element 'imagesequencesrc' is missing (gstreamer1.0-plugins-good)",
        code: .missingElement)
    }
    gst_swift_set_string(source, "location", format)
    gst_swift_set_int(source, "start-index", Int32(clamping: numbers.lowerBound))
    gst_swift_set_int(source, "stop-index", Int32(clamping: numbers.upperBound))
    let rate = MediaTime(1) / frameDuration
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self), "framerate",
      "\(rate.numerator)/\(rate.denominator)")
    return (source, "\(kind), framerate=(fraction)\(rate.numerator)/\(rate.denominator)")
  }
}

/// The media type of an image by its first bytes; `nil` for what no series may consist of.
private func imageKind(ofFile path: String) -> String? {
  guard let file = fopen(path, "rbe") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 12)
  guard fread(&bytes, 1, bytes.count, file) == bytes.count else { return nil }
  func starts(with marks: [UInt8]) -> Bool { bytes.starts(with: marks) }
  if starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
  if starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
  if starts(with: Array("RIFF".utf8)), bytes[8...].elementsEqual("WEBP".utf8) {
    return "image/webp"
  }
  if starts(with: Array("BM".utf8)) { return "image/bmp" }
  return starts(with: [0x49, 0x49, 42, 0]) || starts(with: [0x4D, 0x4D, 0, 42]) ? "image/tiff" : nil
}
