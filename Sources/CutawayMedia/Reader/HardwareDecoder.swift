import CCutawayGStreamer
import CutawayElementBridge
import Synchronization

/// A decoder of dedicated hardware.
///
/// It may fail where software does not: the number of sessions, the size, the profile and the memory are limited. The
/// next decoder by rank then takes over.
package struct HardwareDecoder: @unchecked Sendable {
  // The pipeline of the decoder owns it, and lives longer.
  private let element: UnsafeMutablePointer<GstElement>
  private let key: String

  /// The decoders that have failed, with the streams.
  private static let refused = Mutex<Set<String>>([])
  private static let log = DebugCategory("cutawaydecoder", "The choice of decoders")

  init(_ element: UnsafeMutablePointer<GstElement>, for caps: Caps) {
    self.element = element
    key = Self.key(of: gst_element_get_factory(element), caps)
  }

  /// The decoder, if it is one of hardware.
  init?(ifHardware element: UnsafeMutablePointer<GstElement>, for caps: Caps) {
    guard let factory = gst_element_get_factory(element), Self.isHardware(factory) else {
      return nil
    }
    self.init(element, for: caps)
  }

  static func isHardware(_ factory: OpaquePointer) -> Bool {
    guard let klass = gst_element_factory_get_metadata(factory, "klass") else { return false }
    return String(cString: klass).split(separator: "/").contains("Hardware")
  }

  /// The names of the installed ones of video, by rank.
  package static var installed: [String] {
    gst_init(nil, nil)
    let type = GstElementFactoryListType(bitPattern: 1 << 0)  // GST_ELEMENT_FACTORY_TYPE_DECODER
    let all = gst_element_factory_list_get_elements(type, GST_RANK_NONE)
    defer { gst_plugin_feature_list_free(all) }
    var names: [String] = [], entry = all
    while let current = entry {
      if let factory = current.pointee.data, isHardware(OpaquePointer(factory)),
        let name = gst_swift_object_name(factory)
      {
        names.append(String(cString: name))
      }
      entry = current.pointee.next
    }
    return names
  }

  /// Whether a decoder has failed for streams like one.
  static func isRefused(_ factory: OpaquePointer, for caps: Caps) -> Bool {
    let key = key(of: factory, caps)
    return refused.withLock { $0.contains(key) }
  }

  /// The name of a decoder, with what its limits depend on.
  private static func key(of factory: OpaquePointer?, _ caps: Caps) -> String {
    let fields = gst_caps_get_structure(caps, 0)
    var width: Int32 = 0, height: Int32 = 0
    gst_structure_get_int(fields, "width", &width)
    gst_structure_get_int(fields, "height", &height)
    let profile = gst_structure_get_string(fields, "profile").map { String(cString: $0) } ?? ""
    let name = factory.flatMap { gst_swift_object_name(UnsafeMutableRawPointer($0)) }
    return "\(name.map { String(cString: $0) } ?? "") \(width)×\(height) \(profile)"
  }

  /// Opens the device; releases the decoder if that fails.
  func opens() -> Bool {
    if gst_element_set_state(element, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE { return true }
    refuse()
    gst_element_set_state(element, GST_STATE_NULL)
    gst_object_unref(element)
    return false
  }

  /// Whether an object is the decoder or a part of it.
  func contains(_ object: UnsafeMutablePointer<GstObject>) -> Bool {
    let own = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self)
    return object == own || gst_object_has_as_ancestor(object, own) != 0
  }

  /// Whether the decoder has begun to output frames.
  var hasDecoded: Bool {
    guard let pad = gst_element_get_static_pad(element, "src") else { return false }
    defer { gst_object_unref(pad) }
    return gst_pad_has_current_caps(pad) != 0
  }

  /// Passes the decoder over for such streams from now on.
  func refuse() {
    if Self.refused.withLock({ $0.insert(key).inserted }) {
      Self.log.log(.warning, "\(key) has failed: the next decoder takes over")
    }
  }
}
