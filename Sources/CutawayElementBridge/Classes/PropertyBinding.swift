package import CCutawayGStreamer
import CutawayElementKit

/// The properties of an element that one plan sets.
struct PropertyBinding {
  private let plan: PropertyPlan
  private let slots: [PropertySlot]
  /// The components that the properties have now; `nil` if they have their original values.
  private var current: SIMD4<Double>?

  /// Finds the properties.
  ///
  /// - Throws: `ElementError` if the element does not have them, or they cannot be animated.
  init(_ plan: PropertyPlan, of element: UnsafeMutablePointer<GstElement>) throws(ElementError) {
    self.plan = plan
    let object = UnsafeMutableRawPointer(element)
    let names = plan.targets.first { names in
      names.allSatisfy { gst_swift_find_property(object, $0) != nil }
    }
    guard let names else {
      let names = plan.targets.map { $0.joined(separator: " and ") }.joined(separator: ", or ")
      throw ElementError("\(kind(of: element)) has no property \(names)")
    }
    var slots: [PropertySlot] = []
    for name in names { slots.append(try PropertySlot(name, of: element)) }
    self.slots = slots
  }

  func changes(at time: PlanTime) -> Bool { plan.components(time) != current }

  /// Sets the properties to their values at a time.
  mutating func set(at time: PlanTime) {
    let components = plan.components(time)
    if components == current { return }
    current = components
    guard let components else { return restore() }
    if plan.kind == .color, slots.count == 1 {
      // 0xAARRGGBB, as in stock elements; exact in a Double.
      slots[0].set(
        ((components.w * 256 + components.x) * 256 + components.y) * 256 + components.z)
      return
    }
    for (index, slot) in slots.enumerated() {
      // Some elements have colours from 0 to 1.
      let isFraction = plan.kind == .color && slot.range.upperBound <= 1
      slot.set(isFraction ? components[index] / 255 : components[index])
    }
  }

  /// Gives the properties their values from before the first keyframe.
  func restore() { slots.forEach { $0.restore() } }
}

/// A numeric property of an element.
private final class PropertySlot {
  private let object: UnsafeMutablePointer<GObject>
  private let spec: UnsafeMutablePointer<GParamSpec>
  /// The fundamental type.
  private let type: GType
  /// The values that the property accepts.
  let range: ClosedRange<Double>
  private var original = GValue()

  /// The property must not outlive the element.
  init(_ name: String, of element: UnsafeMutablePointer<GstElement>) throws(ElementError) {
    object = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self)
    let factory = kind(of: element)
    guard let spec = gst_swift_find_property(object, name) else {
      throw ElementError("\(factory) has no property \(name)")
    }
    guard let range = numbers(of: spec) else {
      throw ElementError("\(name) of \(factory) is not a number, and cannot be animated")
    }
    guard gst_swift_is_controllable(spec) != 0 else {
      throw ElementError("\(name) of \(factory) is not controllable, and cannot be animated")
    }
    self.spec = spec
    self.range = range
    type = gst_swift_fundamental(gst_swift_value_type(spec))
    g_value_init(&original, gst_swift_value_type(spec))
    g_object_get_property(object, spec.pointee.name, &original)
  }

  deinit { g_value_unset(&original) }

  func restore() { g_object_set_property(object, spec.pointee.name, &original) }

  /// Sets a value within the range of the property; integers get the nearest one.
  func set(_ value: Double) {
    let value = min(max(value, range.lowerBound), range.upperBound)
    var converted = GValue()
    g_value_init(&converted, gst_swift_value_type(spec))
    switch type {
    case NumericType.int: g_value_set_int(&converted, gint(value.rounded()))
    case NumericType.uint: g_value_set_uint(&converted, guint(value.rounded()))
    case NumericType.int64: g_value_set_int64(&converted, gint64(clamped: value.rounded()))
    case NumericType.uint64: g_value_set_uint64(&converted, guint64(clamped: value.rounded()))
    case NumericType.float: g_value_set_float(&converted, Float(value))
    default: g_value_set_double(&converted, value)
    }
    g_object_set_property(object, spec.pointee.name, &converted)
    g_value_unset(&converted)
  }
}

/// Fundamental types, which are macros in C: `G_TYPE_INT` and so on.
private enum NumericType {
  static let int = GType(6 << 2), uint = GType(7 << 2)
  static let int64 = GType(10 << 2), uint64 = GType(11 << 2)
  static let float = GType(14 << 2), double = GType(15 << 2)
}

/// The range of a numeric property; `nil` for any other.
private func numbers(of spec: UnsafeMutablePointer<GParamSpec>) -> ClosedRange<Double>? {
  let raw = UnsafeMutableRawPointer(spec)
  func read<Spec>(_: Spec.Type) -> Spec { raw.assumingMemoryBound(to: Spec.self).pointee }
  switch gst_swift_fundamental(gst_swift_value_type(spec)) {
  case NumericType.int:
    let spec = read(GParamSpecInt.self)
    return Double(spec.minimum)...Double(spec.maximum)
  case NumericType.uint:
    let spec = read(GParamSpecUInt.self)
    return Double(spec.minimum)...Double(spec.maximum)
  case NumericType.int64:
    let spec = read(GParamSpecInt64.self)
    return Double(spec.minimum)...Double(spec.maximum)
  case NumericType.uint64:
    let spec = read(GParamSpecUInt64.self)
    return Double(spec.minimum)...Double(spec.maximum)
  case NumericType.float:
    let spec = read(GParamSpecFloat.self)
    return Double(spec.minimum)...Double(spec.maximum)
  case NumericType.double:
    let spec = read(GParamSpecDouble.self)
    return spec.minimum...spec.maximum
  default: return nil
  }
}

extension FixedWidthInteger {
  /// The nearest representable number; the ends of a range of 64 bits are not exact in a `Double`.
  fileprivate init(clamped value: Double) {
    self = Self(exactly: value) ?? (value < 0 ? .min : .max)
  }
}

/// The name of the kind of an element in messages.
private func kind(of element: UnsafeMutablePointer<GstElement>) -> String {
  factoryName(of: element).map { "'\($0)'" } ?? "the next element"
}

/// The name of an element's factory.
package func factoryName(of element: UnsafeMutablePointer<GstElement>) -> String? {
  guard let factory = gst_element_get_factory(element),
    let name = gst_swift_object_name(UnsafeMutableRawPointer(factory))
  else { return nil }
  return String(cString: name)
}
