import CCutawayGStreamer
import CutawayColorProfiles
import CutawayContainers
import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes

/// The elements between a decoder and the converter, for frames that the converter cannot handle
/// alone.
///
/// These are a deinterlacer, a conversion from an ICC profile, a tone map from or to HDR, a conversion through 16-bit
/// R′G′B′ for other matrices, ranges and primaries, and a conversion to the reader's format that rounds. Only the decoder's caps
/// determine which are needed, so the adapter builds them when the caps pass.
final class FrameAdapter: @unchecked Sendable {
  // Only the thread that pushes caps uses these; the elements live as long as the pipeline.
  private let converter: UnsafeMutablePointer<GstElement>
  private let filter: UnsafeMutablePointer<GstElement>
  private let pipeline: UnsafeMutablePointer<GstElement>
  private let request: MediaReader.Request
  private let stated: String?
  private let chromaSite: ChromaSite
  /// The code points that a picture states; `nil` without any.
  private let coding: PictureMetadata.Coding?
  /// The ICC profile of a picture; `nil` without one, and if it states code points.
  private let profile: ICCProfile?
  private let encoding: ICCProfile.Encoding?
  /// The size of the first frames of the file; `nil` if it is not known.
  private let firstSize: StoredSize?
  private var steps = Steps()
  private var elements: [UnsafeMutablePointer<GstElement>] = []

  private struct Steps: Hashable {
    var way = SourceColor.Way.none
    /// The format of the frames; empty if nothing converts them.
    var output = ""
    /// The format before a conversion that rounds; `nil` if it accepts every format.
    var exactInput: String?
    var dropsPadding = false
    var deinterlaces = false
    /// R′G′B′ in the colorimetry of the frames, if an ICC profile says what it means.
    var profiled: String?
    /// The size to which frames are scaled: that of the request, or that of the first ones.
    var size: PixelSize?
    /// The format of planes that are scaled and converted; `nil` if R′G′B′ is.
    var mappedPlanes: String?
  }

  /// Watches the caps of a decoder.
  ///
  /// - Parameters:
  ///   - pad: The pad that delivers decoded frames, unlinked or linked to `converter`.
  ///   - converter: The converter to the reader's format.
  ///   - filter: The caps filter after it.
  ///   - request: The requested output.
  ///   - stated: The colorimetry from the user, or from the container if the stream states none.
  ///   - encoded: The caps of the first packets of the file.
  ///   - pipeline: The pipeline of these elements.
  static func watch(
    _ pad: UnsafeMutablePointer<GstPad>, converter: UnsafeMutablePointer<GstElement>,
    filter: UnsafeMutablePointer<GstElement>, request: MediaReader.Request, stated: String?,
    encoded: Caps, in pipeline: UnsafeMutablePointer<GstElement>
  ) {
    let adapter = FrameAdapter(
      converter: converter, filter: filter, request: request, stated: stated,
      encoded: encoded, in: pipeline)
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      { pad, info, adapter in
        guard let caps = announcedCaps(info), let pad else { return GST_PAD_PROBE_OK }
        let completed = Unmanaged<FrameAdapter>.fromOpaque(adapter!)._withUnsafeGuaranteedRef {
          $0.adapt(pad, caps)
        }
        if let completed {
          gst_swift_probe_replace_event(info, gst_event_new_caps(completed))
          gst_caps_unref(completed)
        }
        return GST_PAD_PROBE_OK
      },
      Unmanaged.passRetained(adapter).toOpaque(),
      { Unmanaged<FrameAdapter>.fromOpaque($0!).release() })
  }

  private init(
    converter: UnsafeMutablePointer<GstElement>, filter: UnsafeMutablePointer<GstElement>,
    request: MediaReader.Request, stated: String?, encoded: Caps,
    in pipeline: UnsafeMutablePointer<GstElement>
  ) {
    self.request = request
    self.stated = stated
    chromaSite = ChromaSite(of: encoded)
    let metadata =
      request.colorimetry == nil && request.isStill(encoded) && encoded.kind.hasPrefix("image/")
      ? PictureMetadata(location: request.location) : nil
    coding = metadata?.coding
    profile = coding == nil ? metadata?.profile.flatMap { ICCProfile($0) } : nil
    encoding = profile?.encoding
    firstSize = StoredSize(encoded)
    self.converter = converter
    self.filter = filter
    self.pipeline = pipeline
  }

  /// Inserts the elements that frames of these caps need.
  ///
  /// - Returns: The caps with a complete colorimetry and chroma siting, owned by the caller; `nil`
  ///   if they do not describe frames in memory.
  private func adapt(_ pad: UnsafeMutablePointer<GstPad>, _ caps: Caps) -> Caps? {
    guard let stored = SourceColor(caps, stated: stated, coding: coding, profile: encoding) else {
      return nil
    }
    let color = encoding == .other ? stored.afterProfile : stored
    let mode = gst_structure_get_string(gst_caps_get_structure(caps, 0), "interlace-mode")
      .map { String(cString: $0) }
    let way = color.way(to: request.frames), size = StoredSize(caps)
    let mappedPlanes =
      stored.isYUV && !stored.hasAlpha && way.worksOnPlanes ? stored.exactFormat : nil
    let new = Steps(
      way: way, output: way == .none ? "" : color.outputFormat(of: request.frames),
      exactInput: request.frames.isDeep && color.isYUV && mappedPlanes == nil
        ? color.exactFormat : nil,
      dropsPadding: stored.hasPadding && way != .rounded,
      deinterlaces: mode != nil && mode != "progressive",
      profiled: encoding == .other ? stored.asRGB : nil,
      // The picture keeps its place. The first frames have the size that the layer is placed by.
      size: request.size
        ?? (request.layout == nil && size?.isFar(from: firstSize) == true ? firstSize?.shown : nil),
      mappedPlanes: mappedPlanes)
    let completed = stored.completing(caps)
    chromaSite.complete(completed)
    guard new != steps else { return completed }
    steps = new
    remove()
    elements = makeElements()
    setCaps(
      filter,
      request.videoCaps(
        format: way == .none ? request.frames.formats : new.output, size: new.size))
    insert(after: pad)
    return completed
  }

  private func makeElements() -> [UnsafeMutablePointer<GstElement>] {
    var made: [UnsafeMutablePointer<GstElement>] = []
    func add(_ factory: String) -> UnsafeMutablePointer<GstElement>? {
      guard let element = gst_element_factory_make(factory, nil) else {
        // Otherwise frames would pass unchanged: interlaced, or in incorrect colours.
        post(.missingElement(factory), from: pipeline)
        return nil
      }
      made.append(element)
      return element
    }
    func restrict(to caps: String) {
      if let filter = add("capsfilter") { setCaps(filter, caps) }
    }
    if steps.dropsPadding {
      // `videoconvert` is among the required elements, like each of these.
      _ = add("videoconvert")
      restrict(to: "video/x-raw, format=(string)GBR")
    }
    if steps.deinterlaces {
      // deinterlace passes formats of more than 8 bits through unchanged.
      _ = add("videoconvert")
      restrict(to: "video/x-raw, format=(string){ I420, Y42B, Y444, AYUV, ARGB }")
      // One output frame per input frame: compositions have no fields.
      if let element = add("deinterlace") { FirstField.choose(of: element) }
    }
    if let color = steps.profiled, let profile {
      _ = add("videoconvert")
      restrict(to: "video/x-raw, format=(string)ARGB64, colorimetry=(string)\(color)")
      if let element = add("iccconvert") {
        setShared("profile", of: element, profile)
        relabel(element, as: "1:1:7:11")
      }
    }
    if steps.way == .none { return made }
    if let exact = steps.exactInput {
      _ = add("videoconvert")
      restrict(to: "video/x-raw, format=(string)\(exact)")
    }
    /// Undoes the matrix and the range, and in linear light the transfer function and the primaries.
    func open(as color: String, isLinear: Bool = false) {
      if !isLinear, steps.exactInput != nil, let converter = makePixelConverter() {
        made.append(converter)
      } else if let opening = add("videoconvert"), isLinear {
        set(opening, "gamma-mode", "remap")
        set(opening, "primaries-mode", "merge-only")
      }
      restrict(to: "video/x-raw, format=(string)ARGB64, colorimetry=(string)\(color)")
      if isLinear, color == SourceColor.sRGB, let last = made.last {
        relabel(last, as: SourceColor.bt709)
      }
    }
    func openPlanes() {
      guard let planes = steps.mappedPlanes else { return }
      if let converter = makePixelConverter() { made.append(converter) }
      restrict(to: "video/x-raw, format=(string)\(planes)")
      // Fewer pixels cost less: frames are scaled first, with their own transfer function.
      if let size = steps.size, let scaler = makePixelConverter(changingSize: true) {
        made.append(scaler)
        restrict(
          to: "video/x-raw, format=(string)\(planes), pixel-aspect-ratio=(fraction)1/1, "
            + "width=(int)\(size.width), height=(int)\(size.height)")
      }
    }
    switch steps.way {
    case .none, .widened, .rounded: break
    case .throughRGB(_, isLinear: false) where steps.mappedPlanes != nil:
      openPlanes()
      if let converter = makePixelConverter() { made.append(converter) }
      restrict(
        to: "video/x-raw, format=(string)\(steps.mappedPlanes ?? ""), chroma-site=(string)mpeg2, "
          + "colorimetry=(string)\(request.frames.colorimetry.rawValue)")
    case .throughRGB(let color, let isLinear): open(as: color, isLinear: isLinear)
    case .toneMapped(_, let transfer) where steps.mappedPlanes != nil:
      openPlanes()
      if let map = add("tonemap") {
        set(map, "transfer", transfer)
        relabel(map, as: "bt709")
      }
    case .toneMapped(let color, let transfer):
      open(as: color)
      if let map = add("tonemap") {
        set(map, "transfer", transfer)
        relabel(map, as: SourceColor.bt709)
      }
    case .brightened(let color, let isLinear, let transfer):
      open(as: color, isLinear: isLinear)
      if let map = add("tonemap") {
        let isHLG = request.frames.colorimetry == .hlg
        set(map, "transfer", transfer)
        set(map, "output-transfer", isHLG ? "hlg" : "pq")
        relabel(map, as: isHLG ? "1:1:15:7" : "1:1:14:7")
      }
    }
    if let converter = makePixelConverter() { made.append(converter) }
    restrict(
      to: "video/x-raw, format=(string)\(steps.output), "
        + "colorimetry=(string)\(request.frames.colorimetry.rawValue)")
    return made
  }

  /// Labels the output of the tone map with its colorimetry.
  private func relabel(_ element: UnsafeMutablePointer<GstElement>, as color: String) {
    let pad = gst_element_get_static_pad(element, "src")
    defer { gst_object_unref(pad) }
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      { _, info, color in
        guard let caps = announcedCaps(info), let color else { return GST_PAD_PROBE_OK }
        let own = relabelled(caps, String(cString: color.assumingMemoryBound(to: CChar.self)))
        defer { gst_caps_unref(own) }
        gst_swift_probe_replace_event(info, gst_event_new_caps(own))
        return GST_PAD_PROBE_OK
      }, g_strdup(color), g_free)
  }

  /// Removes the elements between decoder and converter.
  private func remove() {
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    for element in elements {
      gst_element_set_state(element, GST_STATE_NULL)
      gst_bin_remove(bin, element)
    }
    elements = []
  }

  private func insert(after pad: UnsafeMutablePointer<GstPad>) {
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    if let peer = gst_pad_get_peer(pad) {
      gst_pad_unlink(pad, peer)
      gst_object_unref(peer)
    }
    for element in elements { gst_bin_add(bin, element) }
    // If formats do not match, frames are refused here, and the reader reports the error.
    for (from, to) in zip(elements, elements.dropFirst() + [converter]) {
      gst_element_link(from, to)
    }
    for element in elements.reversed() { gst_element_sync_state_with_parent(element) }
    let first = gst_element_get_static_pad(elements.first ?? converter, "sink")
    defer { gst_object_unref(first) }
    gst_pad_link(pad, first)
  }

  private func set(_ element: UnsafeMutablePointer<GstElement>, _ name: String, _ value: String) {
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self), name, value)
  }

  private func setCaps(_ filter: UnsafeMutablePointer<GstElement>, _ text: String) {
    let caps = gst_caps_from_string(text)
    gst_swift_set_caps(filter, "caps", caps)
    gst_caps_unref(caps)
  }
}
