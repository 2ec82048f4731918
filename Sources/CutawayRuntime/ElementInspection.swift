import CCutawayGStreamer
package import CutawayGraph
import CutawayKeyframes

/// The description of an installed element.
package struct ElementInspection: Sendable {
  /// The name of the factory, as on a launch line.
  package let name: String
  /// The description of the factory; it may have several lines.
  package let summary: String
  /// The properties that can be set, in the order of the class.
  package let properties: [Property]
  /// The reasons why its pads are not those of an effect for video and for audio, in the order of
  /// ``Medium``.
  private let obstacles: [String?]
  /// The reason why its pads are not those of a mixer of video; `nil` if they are.
  package let compositingObstacle: String?
  /// What is known about its frames.
  package let traits: ElementTraits
  /// Whether its base class keeps the number and the times of frames, or of samples.
  package let keepsTime: Bool
  /// The file of its plugin; `nil` if this process has registered it itself.
  package let pluginPath: String?

  /// A kind of raw media.
  package enum Medium: String, Sendable, Hashable, CaseIterable {
    /// `video/x-raw`, or `audio/x-raw`.
    case video, audio
  }

  /// A property that can be set.
  package struct Property: Sendable, Hashable {
    /// The name as on a launch line.
    package let name: String
    /// GStreamer's one-line description.
    package let summary: String
    /// The type and the range of values.
    package let kind: Kind
    /// The default, as text.
    package let defaultText: String
    /// Whether the element lets GStreamer change the property over time.
    package let isControllable: Bool
  }

  /// The values that a property accepts.
  package enum Kind: Sendable, Hashable {
    /// True or false.
    case bool
    /// A whole number in a range.
    case int(ClosedRange<Int>)
    /// A number in a range.
    case double(ClosedRange<Double>)
    /// One of an enumeration.
    case choice([Choice])
    /// Any text.
    case string
    /// A type that a composition cannot express.
    case other(String)
  }

  /// A value of an enumeration.
  ///
  /// GStreamer accepts its nick, its full name or its number.
  package struct Choice: Sendable, Hashable {
    /// The short name, such as `vertical-flip`.
    package let nick: String
    /// The full name, such as `Flip vertically`.
    package let name: String
    /// The value in C.
    package let number: Int
  }

  /// Looks up an element; `nil` if none has that name.
  package init?(_ name: String) {
    gst_init(nil, nil)
    guard let factory = gst_element_factory_find(name) else { return nil }
    defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
    guard let element = gst_element_factory_create(factory, nil) else { return nil }
    gst_object_ref_sink(element)
    defer { gst_object_unref(element) }
    self.name = name
    summary =
      gst_element_factory_get_metadata(factory, "description")
      .map { String(cString: $0) } ?? ""
    traits = ElementCatalog.installed[name]
    properties = listProperties(of: element)
    obstacles = Medium.allCases.map { padObstacle(to: "\($0)/x-raw", factory) }
    compositingObstacle = mixerObstacle(to: "video/x-raw", factory)
    let type = gst_swift_type_of(element)
    keepsTime = ["GstVideoFilter", "GstAudioFilter"].contains {
      let base = g_type_from_name($0)
      return base != 0 && g_type_is_a(type, base) != 0
    }
    pluginPath = path(ofPluginOf: factory)
  }

  /// The reason why its pads are not those of an effect; `nil` if they are.
  ///
  /// An effect has one always pad for input and one for output of its medium. Sink pads of other
  /// media, such as captions, may stay unlinked.
  package func obstacle(toFiltering medium: Medium) -> String? {
    zip(Medium.allCases, obstacles).first { $0.0 == medium }?.1
  }

  /// Whether an element with a name is installed.
  package static func isInstalled(_ name: String) -> Bool {
    gst_init(nil, nil)
    guard let factory = gst_element_factory_find(name) else { return false }
    gst_object_unref(UnsafeMutableRawPointer(factory))
    return true
  }
}

private func listProperties(
  of element: UnsafeMutablePointer<GstElement>
) -> [ElementInspection.Property] {
  var count: guint = 0
  guard let specs = gst_swift_list_properties(element, &count) else { return [] }
  defer { g_free(specs) }
  return (0..<Int(count)).compactMap { index in
    guard let spec = specs[index] else { return nil }
    let name = String(cString: g_param_spec_get_name(spec))
    let isWritable = spec.pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0
    guard isWritable, name != "name", name != "parent", name != "qos" else { return nil }
    return ElementInspection.Property(
      name: name, summary: g_param_spec_get_blurb(spec).map { String(cString: $0) } ?? "",
      kind: kind(of: spec), defaultText: defaultText(of: spec),
      isControllable: gst_swift_is_controllable(spec) != 0)
  }
}

private func defaultText(of spec: UnsafeMutablePointer<GParamSpec>) -> String {
  guard let value = g_param_spec_get_default_value(spec),
    // GStreamer crashes if it serialises a missing time code.
    g_type_check_value_holds(value, boxedType) == 0 || g_value_get_boxed(value) != nil,
    let text = gst_value_serialize(value)
  else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}

private func kind(of spec: UnsafeMutablePointer<GParamSpec>) -> ElementInspection.Kind {
  let type = gst_swift_value_type(spec), raw = UnsafeMutableRawPointer(spec)
  func number<Spec>(_: Spec.Type) -> Spec { raw.assumingMemoryBound(to: Spec.self).pointee }
  // G_TYPE_BOOLEAN and similar types are macros: a fundamental type is its index times 4.
  switch Int(gst_swift_fundamental(type)) >> 2 {
  case 5: return .bool
  case 6:
    let spec = number(GParamSpecInt.self)
    return .int(Int(spec.minimum)...Int(spec.maximum))
  case 7:
    let spec = number(GParamSpecUInt.self)
    return .int(Int(spec.minimum)...Int(spec.maximum))
  case 10:
    let spec = number(GParamSpecInt64.self)
    return .int(Int(spec.minimum)...Int(spec.maximum))
  case 11:
    let spec = number(GParamSpecUInt64.self)
    return .int(Int(clamping: spec.minimum)...Int(clamping: spec.maximum))
  case 12: return .choice(choices(of: type))
  case 14:
    let spec = number(GParamSpecFloat.self)
    return .double(Double(spec.minimum)...Double(spec.maximum))
  case 15:
    let spec = number(GParamSpecDouble.self)
    return .double(spec.minimum...spec.maximum)
  case 16: return .string
  default: return .other(g_type_name(type).map { String(cString: $0) } ?? "unknown")
  }
}

/// `G_TYPE_BOXED`, a macro.
private let boxedType = GType(18 << 2)

private func choices(of type: GType) -> [ElementInspection.Choice] {
  guard let raw = g_type_class_ref(type) else { return [] }
  defer { g_type_class_unref(raw) }
  let values = raw.assumingMemoryBound(to: GEnumClass.self).pointee
  return (0..<Int(values.n_values)).map { index in
    let value = values.values[index]
    return ElementInspection.Choice(
      nick: String(cString: value.value_nick), name: String(cString: value.value_name),
      number: Int(value.value))
  }
}
