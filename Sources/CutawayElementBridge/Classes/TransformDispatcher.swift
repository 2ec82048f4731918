package import CCutawayGStreamer
import CutawayElementKit

package typealias Caps = UnsafeMutablePointer<GstCaps>
package typealias Buffer = UnsafeMutablePointer<GstBuffer>

/// The common part of all classes built on GstBaseTransform.
protocol TransformDispatcher: Dispatcher {
  /// Whether the element draws into a separate output buffer instead of changing its input.
  var rendersIntoOutput: Bool { get }

  /// The caps at one pad for caps at the other, which belong to the caller: with any size, or the same.
  func transformed(_ caps: Caps, of instance: Instance) -> Caps

  /// Called once per format.
  func start(_ instance: Instance, input: Caps, output: Caps) throws(ElementError)

  /// Prepares for a buffer at a stream time; `true` if it passes unchanged.
  func prepare(_ instance: Instance, time: GstClockTime, buffer: Buffer) throws(ElementError)
    -> Bool

  /// Processes the prepared buffer, unless it passes unchanged.
  func process(_ instance: Instance, input: Buffer, output: Buffer) throws(ElementError)
}

extension TransformDispatcher {
  /// Whether the element draws into a separate output buffer: it changes its input.
  var rendersIntoOutput: Bool { false }

  /// Any size.
  func transformed(_ caps: Caps, of instance: Instance) -> Caps { anySize(of: caps) }

  /// Sets the functions of GstBaseTransform.
  func describeFunctions(_ gclass: UnsafeMutableRawPointer) {
    answer(as: self as any TransformDispatcher)
    let transform = gclass.assumingMemoryBound(to: GstBaseTransformClass.self)
    transform.pointee.passthrough_on_same_caps = 0
    transform.pointee.set_caps = { instance, input, output in
      let instance = Instance(instance!)
      return posting(from: instance, onError: 0) { () throws(ElementError) in
        try find(instance).start(instance, input: input!, output: output!)
        return 1
      }
    }
    transform.pointee.prepare_output_buffer = prepareOutput
    if rendersIntoOutput {
      transform.pointee.transform = { run($0!, $1!, $2!) }
      transform.pointee.transform_caps = { transform, _, caps, filter in
        let instance = Instance(transform!)
        let result = find(instance).transformed(caps!, of: instance)
        guard let filter else { return result }
        defer { gst_caps_unref(result) }
        return gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST)
      }
      transform.pointee.fixate_caps = { _, direction, caps, other in
        fixate(other!, direction: direction, like: caps!)
      }
      transform.pointee.get_unit_size = { _, caps, size in
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0 else { return 0 }
        size!.pointee = info.size
        return 1
      }
    } else {
      transform.pointee.transform_ip = { run($0!, $1!, $1!) }
    }
  }
}

private func find(_ instance: Instance) -> any TransformDispatcher {
  dispatcher(
    of: instance, as: (any TransformDispatcher).self,
    classOffset: MemoryLayout<GstBaseTransformClass>.size)
}

private func run(
  _ transform: UnsafeMutablePointer<GstBaseTransform>, _ input: Buffer, _ output: Buffer
) -> GstFlowReturn {
  let instance = Instance(transform)
  return posting(from: instance, onError: GST_FLOW_ERROR) { () throws(ElementError) in
    try find(instance).process(instance, input: input, output: output)
    return GST_FLOW_OK
  }
}

/// Outputs the input if nothing is to be done, else allocates a buffer as usual.
private func prepareOutput(
  _ transform: UnsafeMutablePointer<GstBaseTransform>?, _ input: Buffer?,
  _ output: UnsafeMutablePointer<Buffer?>?
) -> GstFlowReturn {
  let instance = Instance(transform!), dispatcher = find(instance)
  return posting(from: instance, onError: GST_FLOW_ERROR) { () throws(ElementError) in
    let time = gst_swift_sync_controllers(instance, input)
    if try dispatcher.prepare(instance, time: time, buffer: input!) {
      output!.pointee = input
      return GST_FLOW_OK
    }
    let parent = dispatcher.parentClass!.assumingMemoryBound(to: GstBaseTransformClass.self)
    return parent.pointee.prepare_output_buffer(transform, input, output)
  }
}

/// `caps` with every width and height.
private func anySize(of caps: Caps) -> Caps {
  let result = gst_caps_copy(caps)!
  for index in 0..<gst_caps_get_size(result) {
    let structure = gst_caps_get_structure(result, index)
    for name in ["width", "height"] {
      var range = GValue()
      g_value_init(&range, gst_int_range_get_type())
      gst_value_set_int_range(&range, 1, Int32.max)
      gst_structure_set_value(structure, name, &range)
      g_value_unset(&range)
    }
  }
  return result
}

/// Fixates the size of the other side: the same, if it is open.
private func fixate(_ other: Caps, direction: GstPadDirection, like caps: Caps) -> Caps? {
  var info = GstVideoInfo()
  let result = gst_caps_truncate(other)!
  if gst_video_info_from_caps(&info, caps) != 0 {
    let structure = gst_caps_get_structure(result, 0)
    gst_structure_fixate_field_nearest_int(structure, "width", info.width)
    gst_structure_fixate_field_nearest_int(structure, "height", info.height)
  }
  return gst_caps_fixate(result)
}

extension VideoFormat {
  init(_ info: GstVideoInfo) throws(ElementError) {
    let name = String(cString: info.finfo.pointee.name)
    guard let layout = PixelLayout(rawValue: name) else {
      throw ElementError("format \(name) is not supported", code: .unsupportedFormat)
    }
    self.init(width: Int(info.width), height: Int(info.height), layout: layout)
  }

  init(_ caps: Caps, info: inout GstVideoInfo) throws(ElementError) {
    info = try videoInfo(of: caps)
    try self.init(info)
  }
}

/// Reads the format of a stream.
func videoInfo(of caps: Caps) throws(ElementError) -> GstVideoInfo {
  var info = GstVideoInfo()
  guard gst_video_info_from_caps(&info, caps) != 0 else {
    throw ElementError("cannot read the format of the stream", code: .unsupportedFormat)
  }
  return info
}

extension Duration {
  /// A stream time; an unknown one counts as 0.
  init(_ time: GstClockTime) {
    self = time == gst_swift_unknown_time() ? .zero : .nanoseconds(Int64(clamping: time))
  }
}

/// A class on GstBaseTransform whose instances have settings and a stream state.
class TransformClass<Settings: Element, Stream>: Dispatcher {
  final let layout: InstanceLayout<Settings, Stream>

  init() {
    layout = InstanceLayout(after: MemoryLayout<GstBaseTransform>.size)
    super.init(
      parent: gst_base_transform_get_type(), classSize: MemoryLayout<GstBaseTransformClass>.size,
      storage: layout)
  }

  /// Adds the properties and the metadata of an element whose two pads have the same caps template.
  final func addParts(to gclass: UnsafeMutableRawPointer, klass: String, caps: String) {
    layout.installProperties(in: gclass, read: .eachFrame)
    addMetadata(klass: klass, pads: [(GST_PAD_SINK, caps), (GST_PAD_SRC, caps)], to: gclass)
  }
}

/// Caps of raw video in any size, in formats with GStreamer's names.
func rawVideoCaps(_ formats: [String]) -> String {
  "video/x-raw, format = (string) { \(formats.joined(separator: ", ")) }"
}
