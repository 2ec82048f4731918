import CCutawayGStreamer
import CutawayElementKit

extension PropertyDescription {
  /// The GObject description of this property, which keeps its strings as long as the class exists.
  func makeSpec(
    default value: UnsafeRawPointer, read use: PropertyUse
  ) -> UnsafeMutablePointer<GParamSpec> {
    let name = g_strdup(name), blurb = g_strdup(summary)
    let flags = gst_swift_property_flags(
      kind.isControllable && use == .eachFrame ? 1 : 0, use == .start ? 0 : 1)
    switch kind {
    case .double(let range):
      return g_param_spec_double(
        name, name, blurb, range.lowerBound, range.upperBound, value.load(as: Double.self), flags)
    case .int(let range):
      return g_param_spec_int64(
        name, name, blurb, gint64(range.lowerBound), gint64(range.upperBound),
        gint64(value.load(as: Int.self)), flags)
    case .int32(let range):
      return g_param_spec_int(
        name, name, blurb, range.lowerBound, range.upperBound, value.load(as: Int32.self), flags)
    case .uint32, .color:
      return g_param_spec_uint(name, name, blurb, 0, .max, value.load(as: UInt32.self), flags)
    case .uint64:
      return g_param_spec_uint64(
        name, name, blurb, 0, .max, guint64(value.load(as: UInt64.self)), flags)
    case .fraction:
      let value = value.load(as: Fraction.self)
      return gst_param_spec_fraction(
        name, name, blurb, 0, 1, .max, 1, value.numerator, value.denominator, flags)
    case .enumeration(let kind):
      return g_param_spec_enum(
        name, name, blurb, kind.enumType, Int32(kind.index(at: value)), flags)
    case .bool:
      return g_param_spec_boolean(name, name, blurb, value.load(as: Bool.self) ? 1 : 0, flags)
    case .string:
      let text = value.assumingMemoryBound(to: String.self).pointee
      return text.withCString { g_param_spec_string(name, name, blurb, $0, flags) }
    case .shared(let kind):
      return g_param_spec_string(name, name, blurb, kind.text(at: value), flags)
    }
  }

  func store(_ value: UnsafePointer<GValue>, at field: UnsafeMutableRawPointer) {
    switch kind {
    case .double: field.storeBytes(of: g_value_get_double(value), as: Double.self)
    case .int: field.storeBytes(of: Int(g_value_get_int64(value)), as: Int.self)
    case .int32: field.storeBytes(of: g_value_get_int(value), as: Int32.self)
    case .uint32, .color: field.storeBytes(of: g_value_get_uint(value), as: UInt32.self)
    case .uint64: field.storeBytes(of: UInt64(g_value_get_uint64(value)), as: UInt64.self)
    case .fraction:
      let fraction = Fraction(
        gst_value_get_fraction_numerator(value), over: gst_value_get_fraction_denominator(value))
      field.storeBytes(of: fraction, as: Fraction.self)
    case .enumeration(let kind): kind.store(Int(g_value_get_enum(value)), at: field)
    case .bool: field.storeBytes(of: g_value_get_boolean(value) != 0, as: Bool.self)
    case .string:
      let text = g_value_get_string(value).map { String(cString: $0) } ?? ""
      field.assumingMemoryBound(to: String.self).pointee = text
    case .shared(let kind):
      kind.store(g_value_get_string(value).map { String(cString: $0) } ?? "", at: field)
    }
  }

  func load(_ value: UnsafeMutablePointer<GValue>, from field: UnsafeMutableRawPointer) {
    switch kind {
    case .double: g_value_set_double(value, field.load(as: Double.self))
    case .int: g_value_set_int64(value, gint64(field.load(as: Int.self)))
    case .int32: g_value_set_int(value, field.load(as: Int32.self))
    case .uint32, .color: g_value_set_uint(value, field.load(as: UInt32.self))
    case .uint64: g_value_set_uint64(value, guint64(field.load(as: UInt64.self)))
    case .fraction:
      let fraction = field.load(as: Fraction.self)
      gst_value_set_fraction(value, fraction.numerator, fraction.denominator)
    case .enumeration(let kind): g_value_set_enum(value, Int32(kind.index(at: field)))
    case .bool: g_value_set_boolean(value, field.load(as: Bool.self) ? 1 : 0)
    case .string: g_value_set_string(value, field.assumingMemoryBound(to: String.self).pointee)
    case .shared(let kind): g_value_set_string(value, kind.text(at: field))
    }
  }
}

extension PropertyKind {
  /// Whether a control source can animate the property.
  fileprivate var isControllable: Bool {
    switch self {
    case .double, .int, .int32, .uint32, .uint64, .color, .bool, .enumeration: true
    case .fraction, .string, .shared: false
    }
  }
}

extension EnumerationKind {
  /// The type of the enumeration in the type system, which it keeps.
  fileprivate var enumType: GType {
    enumerationTypes.type(named: typeSystemName(typeName)) { name, _ in
      register(name)
    }
  }

  private func register(_ name: String) -> GType {
    let values = UnsafeMutablePointer<GEnumValue>.allocate(capacity: names.count + 1)
    for (index, name) in names.enumerated() {
      (values + index).initialize(
        to: GEnumValue(value: Int32(index), value_name: g_strdup(name), value_nick: g_strdup(name)))
    }
    (values + names.count).initialize(
      to: GEnumValue(value: 0, value_name: nil, value_nick: nil))
    return g_enum_register_static(name, values)
  }
}
