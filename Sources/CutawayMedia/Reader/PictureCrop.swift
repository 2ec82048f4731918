import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge

/// Crops decoded frames to the clean aperture that a MOV or MP4 file states, which qtdemux does not read.
struct PictureCrop {
  let aperture: CleanAperture
  /// The caps of the packets, with the size of the cropped frames; owned by the caller of ``init(_:_:)``.
  let encoded: Caps

  /// Creates a crop; `nil` if the packets state another size than the sample entry.
  init?(_ aperture: CleanAperture, _ caps: Caps) {
    var width: Int32 = 0, height: Int32 = 0
    let fields = gst_caps_get_structure(caps, 0)
    guard gst_structure_get_int(fields, "width", &width) != 0,
      gst_structure_get_int(fields, "height", &height) != 0, Int(width) == aperture.storedWidth,
      Int(height) == aperture.storedHeight, let own = gst_caps_copy(caps)
    else { return nil }
    let changed = gst_caps_get_structure(own, 0)!
    gst_swift_set_int_field(changed, "width", Int32(clamping: aperture.width))
    gst_swift_set_int_field(changed, "height", Int32(clamping: aperture.height))
    self.aperture = aperture
    encoded = own
  }

  /// The element; `nil` if it is not installed.
  func makeElement() -> UnsafeMutablePointer<GstElement>? {
    guard let element = gst_element_factory_make("videocrop", nil) else { return nil }
    let sides = [
      ("left", aperture.left), ("top", aperture.top),
      ("right", aperture.storedWidth - aperture.left - aperture.width),
      ("bottom", aperture.storedHeight - aperture.top - aperture.height),
    ]
    for (name, pixels) in sides { gst_swift_set_int(element, name, Int32(clamping: pixels)) }
    return element
  }
}

/// A video track in the header of a local MOV or MP4 file; `nil` if there is none.
func movieTrack(of location: String, trackIndex: Int) -> MovieHeader.Track? {
  guard let path = localPath(location), let header = MovieHeader(path: path) else { return nil }
  let tracks = header.tracks.filter { $0.handler == "vide" }
  return tracks.indices.contains(trackIndex) ? tracks[trackIndex] : nil
}
