package import CCutawayGStreamer
package import CutawayDiagnostics
import CutawayElementBridge
package import CutawayGraph

extension PipelineGraph {
  /// Adds the elements to a bin.
  ///
  /// - Throws: ``PipelineErrorCode/invalidDescription`` with the element, property or link that cannot be
  ///   made; the bin then holds some of the graph.
  package func add(to bin: UnsafeMutablePointer<GstBin>) throws(PipelineError) {
    try GraphConstruction.add(self, to: bin)
  }

  /// Makes a bin of the elements, whose pad `src` is the graph's unlinked source pad.
  ///
  /// - Throws: ``PipelineErrorCode/invalidDescription``.
  package func makeBin() throws(PipelineError) -> UnsafeMutablePointer<GstElement> {
    let made = gst_bin_new(nil)!
    let bin = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstBin.self)
    do throws(PipelineError) {
      try add(to: bin)
    } catch {
      gst_object_unref(made)
      throw error
    }
    if let end = gst_bin_find_unlinked_pad(bin, GST_PAD_SRC) {
      // A new bin has no other pad of that name.
      gst_element_add_pad(made, gst_ghost_pad_new("src", end))
      gst_object_unref(end)
    }
    return made
  }
}

/// Creates the elements of a graph in a bin, sets their properties and links them, in the graph's
/// order.
///
/// The order of links determines the order of a mixer's pads, and thereby of its inputs.
private struct GraphConstruction {
  private let graph: PipelineGraph
  private let bin: UnsafeMutablePointer<GstBin>
  // By their names in the graph; the bin owns them.
  private var made: [String: UnsafeMutablePointer<GstElement>] = [:]

  static func add(
    _ graph: PipelineGraph, to bin: UnsafeMutablePointer<GstBin>
  ) throws(PipelineError) {
    if graph.elements.isEmpty { throw PipelineError(.invalidDescription, "the graph is empty") }
    var construction = GraphConstruction(graph, bin)
    for element in graph.elements { try construction.make(element) }
    for link in graph.links { try construction.makeLink(link) }
  }

  private init(_ graph: PipelineGraph, _ bin: UnsafeMutablePointer<GstBin>) {
    self.graph = graph
    self.bin = bin
  }

  private func invalid(_ message: String) -> PipelineError {
    PipelineError(.invalidDescription, message, details: graph.launchText)
  }

  // MARK: Elements

  private mutating func make(_ element: PipelineGraph.Element) throws(PipelineError) {
    let new =
      element.isDescription
      ? try parsed(element) : gst_element_factory_make(element.factory, element.name)
    guard let new else {
      throw invalid("there is no GStreamer element called '\(element.factory)'")
    }
    gst_bin_add(bin, new)
    made[element.name] = new
    if element.factory == "x265enc" { removePaddedHeaders(of: new) }
    for property in element.properties {
      try set(property, on: UnsafeMutableRawPointer(new), of: element.factory)
    }
  }

  /// A user's launch line as a bin, with ghost pads for unlinked pads that the graph links.
  private func parsed(
    _ element: PipelineGraph.Element
  ) throws(PipelineError) -> UnsafeMutablePointer<GstElement> {
    var error: UnsafeMutablePointer<GError>?
    let made = gst_parse_bin_from_description_full(
      withFilter(element.factory), 0, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
    if let error {
      defer { g_error_free(error) }
      made.map { gst_object_unref($0) }
      throw PipelineError(.invalidDescription, String(cString: error.pointee.message))
    }
    guard let made else { throw invalid("'\(element.factory)' does not describe an element") }
    let bin = UnsafeMutableRawPointer(made)
    // Not pads that the graph does not link: that would take the muxer of a sink that is a bin, such as hlssink2.
    let elements = bin.assumingMemoryBound(to: GstBin.self)
    if graph.links.contains(where: { $0.sink.element == element.name && $0.sink.pad == nil }) {
      addOpenEnd("sink", GST_PAD_SINK, to: elements)
    }
    if graph.links.contains(where: { $0.source.element == element.name }) {
      addOpenEnd("src", GST_PAD_SRC, to: elements)
    } else if let end = looseEnd(of: bin) {
      gst_object_unref(bin)
      throw PipelineError(
        .invalidDescription, "'\(end)' leads nowhere: its output needs a sink")
    }
    return bin.assumingMemoryBound(to: GstElement.self)
  }

  /// An element of a bin, not of bins in it, with an unlinked source pad: what it makes would never end.
  private func looseEnd(of bin: UnsafeMutableRawPointer) -> String? {
    var end: String?
    forEach(gst_bin_iterate_elements(bin.assumingMemoryBound(to: GstBin.self)), as: GstElement.self)
    {
      element in
      forEach(gst_element_iterate_src_pads(element), as: GstPad.self) { pad in
        if gst_pad_is_linked(pad) == 0 { end = String(cString: gst_swift_object_name(element)) }
      }
    }
    return end
  }

  /// A launch line whose leading caps are replaced by a capsfilter, because caps can only follow an
  /// element.
  private func withFilter(_ description: String) -> String {
    let first = description.prefix { $0 != "!" }
    let name = first.prefix { !" ,;=(".contains($0) }
    guard name.contains("/"), first.endIndex < description.endIndex else { return description }
    var caps = ""
    for character in first {
      if character == "\"" || character == "\\" { caps.append("\\") }
      caps.append(character)
    }
    return "capsfilter caps=\"\(caps)\" \(description[first.endIndex...])"
  }

  // MARK: Properties

  private func set(
    _ property: PipelineGraph.Property, on object: UnsafeMutableRawPointer, of owner: String
  ) throws(PipelineError) {
    guard let spec = gst_swift_find_property(object, property.name) else {
      throw invalid("'\(owner)' has no property '\(property.name)'")
    }
    guard setProperty(spec, of: object, to: property.value) else {
      throw invalid(
        "the property '\(property.name)' of '\(owner)' cannot be \(property.value.description)")
    }
  }

  // MARK: Links

  private func makeLink(_ link: PipelineGraph.Link) throws(PipelineError) {
    guard let source = made[link.source.element], let sink = made[link.sink.element] else {
      throw invalid("'\(link.source.element)' or '\(link.sink.element)' is not in the graph")
    }
    try request(link.source, of: source)
    try request(link.sink, of: sink)
    let caps = link.caps.map { gst_caps_from_string($0) }
    if case .some(nil) = caps {
      throw invalid("'\(link.caps ?? "")' are not valid caps")
    }
    defer { caps?.map { gst_caps_unref($0) } }
    let isLinked = gst_element_link_pads_filtered(
      source, link.source.pad, sink, link.sink.pad, caps ?? nil)
    guard isLinked == 0 else { return }
    guard let owner = graph.elements.first(where: { $0.name == link.sink.element }),
      owner.isDescription
    else {
      throw invalid("'\(link.source.element)' cannot be linked to '\(link.sink.element)'")
    }
    let place = link.sink.pad.map { "behind '\($0).'" } ?? "of '\(owner.factory)'"
    let type = offer(of: source, link.source.pad) ?? "the stream"
    throw PipelineError(.invalidDescription, "the elements \(place) do not take \(type)")
  }

  /// The media type that a pad offers.
  private func offer(of element: UnsafeMutablePointer<GstElement>, _ pad: String?) -> String? {
    guard let pad = gst_element_get_static_pad(element, pad ?? "src") else { return nil }
    defer { gst_object_unref(pad) }
    guard let caps = gst_pad_query_caps(pad, nil) else { return nil }
    defer { gst_caps_unref(caps) }
    guard gst_caps_get_size(caps) > 0, let structure = gst_caps_get_structure(caps, 0) else {
      return nil
    }
    return String(cString: gst_structure_get_name(structure))
  }

  /// Creates the pad of a link, with its settings.
  private func request(
    _ port: PipelineGraph.Port, of element: UnsafeMutablePointer<GstElement>
  ) throws(PipelineError) {
    guard let name = port.pad else { return }
    let owner = graph.elements.first { $0.name == port.element }
    if owner?.isDescription == true { return try addInput(name, to: element) }
    guard
      let pad = gst_element_get_static_pad(element, name)
        ?? gst_element_request_pad_simple(element, name)
    else { throw invalid("'\(port.element)' has no pad '\(name)'") }
    defer { gst_object_unref(pad) }
    for property in owner?.pads.first(where: { $0.name == name })?.properties ?? [] {
      try set(property, on: UnsafeMutableRawPointer(pad), of: "\(port.element).\(name)")
    }
  }

  /// Adds a pad to the bin of a launch line: the input of its element of that name.
  private func addInput(
    _ name: String, to element: UnsafeMutablePointer<GstElement>
  ) throws(PipelineError) {
    let bin = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self)
    guard let inner = gst_bin_get_by_name(bin, name) else { throw invalid("there is no '\(name)'") }
    defer { gst_object_unref(inner) }
    guard let target = gst_element_get_static_pad(inner, "sink") else {
      throw invalid("'\(name)' has no pad 'sink'")
    }
    defer { gst_object_unref(target) }
    // The launch line has only the pads that the graph adds, each once.
    gst_element_add_pad(element, gst_ghost_pad_new(name, target))
  }
}

/// Sets a property of a GObject.
///
/// GObject converts numbers and booleans. GStreamer parses text as in a launch line unless the
/// property is a string. Structured values pass by reference, or as text if the element is from a plugin.
///
/// - Returns: Whether the property accepts the value.
package func setProperty(
  _ spec: UnsafeMutablePointer<GParamSpec>, of object: UnsafeMutableRawPointer, to value: Value
) -> Bool {
  if case .shared(let reference) = value, shareValue(spec, of: object, reference.value) {
    return true
  }
  var converted = GValue()
  g_value_init(&converted, spec.pointee.value_type)
  defer { g_value_unset(&converted) }
  guard convert(value, to: &converted, for: spec) else { return false }
  g_object_set_property(
    object.assumingMemoryBound(to: GObject.self), spec.pointee.name, &converted)
  return true
}

private func convert(
  _ value: Value, to converted: inout GValue, for spec: UnsafeMutablePointer<GParamSpec>
) -> Bool {
  var given = GValue()
  switch value {
  case .shared(let reference): return convert(.string(reference.text), to: &converted, for: spec)
  case .string(let text):
    if spec.pointee.value_type == stringType {
      g_value_set_string(&converted, text)
      return true
    }
    return gst_value_deserialize_with_pspec(&converted, text, spec) != 0
  case .int(let number):
    g_value_init(&given, int64Type)
    g_value_set_int64(&given, gint64(number))
  case .double(let number):
    g_value_init(&given, doubleType)
    g_value_set_double(&given, number)
  case .bool(let isTrue):
    g_value_init(&given, booleanType)
    g_value_set_boolean(&given, isTrue ? 1 : 0)
  }
  defer { g_value_unset(&given) }
  if g_value_transform(&given, &converted) != 0 { return true }
  // Conversions such as from a number to a fraction.
  return gst_value_deserialize_with_pspec(&converted, "\(value)", spec) != 0
}

/// Fundamental types, which are macros in C: `G_TYPE_BOOLEAN` and so on.
private let (booleanType, int64Type) = (GType(5 << 2), GType(10 << 2))
private let (doubleType, stringType) = (GType(15 << 2), GType(16 << 2))
