import CCutawayGStreamer
import CutawayElementKit
import Synchronization

/// Registers a class as an element of `plugin`, or of the process if that is `nil`.
func register(
  _ dispatcher: Dispatcher, name: String, rank: GstRank, in plugin: OpaquePointer?
) -> Bool {
  let type = registerType(dispatcher)
  return gst_element_register(plugin, name, guint(rank.rawValue), type) != 0
}

/// Registers a class with the type system.
///
/// The name of the type contains the module and the Swift type: elements of equal names in two modules
/// can be in one process. Other copies of this library in the process, which may be other builds, have
/// types of their own, whose names end with a number.
func registerType(_ dispatcher: Dispatcher, part: String = "") -> GType {
  dispatcher.registerParts()
  let settings = dispatcher.storage.settings
  let typeName = typeSystemName("\(String(reflecting: settings))\(part)")
  return classTypes.type(named: typeName) { name, copy in
    dispatcher.copy = copy
    return makeType(dispatcher, named: name)
  }
}

/// The types that this copy of the library has registered.
final class OwnTypes: Sendable {
  private let types = Mutex<Set<GType>>([])

  /// The type of a name; it is registered now if it is new.
  ///
  /// - Parameters:
  ///   - name: The name, to which a number is added if it belongs to another copy of the library.
  ///   - make: Registers the type, given its name and that number; returns 0 if the name is taken.
  /// - Returns: The type.
  func type(named name: String, _ make: (_ name: String, _ copy: Int) -> GType) -> GType {
    // Threads may register the same plugin at the same time.
    types.withLock { own in
      for copy in 1... {
        let candidate = copy == 1 ? name : "\(name)-\(copy)"
        var type = g_type_from_name(candidate)
        if own.contains(type) { return type }
        if type != 0 { continue }
        type = make(candidate, copy)
        // Another copy may have taken the name in between.
        if type == 0 { continue }
        own.insert(type)
        return type
      }
      return 0
    }
  }

  func contains(_ type: GType) -> Bool { types.withLock { $0.contains(type) } }
}

private let classTypes = OwnTypes()
/// The types of enumerations.
///
/// They are registered while GObject's lock for classes is held, which the registration of a class needs.
let enumerationTypes = OwnTypes()

/// Whether this copy of the library has registered a type.
func isRegisteredHere(_ type: GType) -> Bool { classTypes.contains(type) }

private func makeType(_ dispatcher: Dispatcher, named typeName: String) -> GType {
  let settings = dispatcher.storage.settings
  dispatcher.debug = DebugCategory(settings.name, settings.summary)
  var info = GTypeInfo()
  let word = MemoryLayout<Unmanaged<Dispatcher>>.size
  info.class_size = guint16(dispatcher.classOffset + word)
  info.instance_size = guint16(dispatcher.storage.size)
  // Classes are never unloaded, so neither is their dispatcher.
  info.class_data = UnsafeRawPointer(Unmanaged.passRetained(dispatcher).toOpaque())
  info.class_init = { gclass, data in initialize(gclass!, with: .fromOpaque(data!)) }
  info.instance_init = { instance, gclass in
    storedDispatcher(of: gclass!).initialize(Instance(instance!))
  }
  let type = g_type_register_static(
    dispatcher.parentType, typeName, &info, GTypeFlags(rawValue: 0))
  if type != 0 { dispatcher.addInterfaces(to: type) }
  return type
}

/// The version of Cutaway.
package let libraryVersion = "0.9.0"

/// A name with the characters that the type system allows.
func typeSystemName(_ name: String) -> String {
  String(name.map { ($0.isLetter || $0.isNumber) && $0.isASCII ? $0 : "-" })
}

/// The location of the dispatcher in the class structure.
///
/// It follows the parent's class structure, whose size the type system knows.
private func dispatcherSlot(
  of gclass: UnsafeMutableRawPointer
) -> UnsafeMutablePointer<Unmanaged<Dispatcher>> {
  let type = gclass.assumingMemoryBound(to: GTypeClass.self).pointee.g_type
  var parent = GTypeQuery()
  g_type_query(g_type_parent(type), &parent)
  return (gclass + Int(parent.class_size)).assumingMemoryBound(to: Unmanaged<Dispatcher>.self)
}

func storedDispatcher(of gclass: UnsafeMutableRawPointer) -> Dispatcher {
  dispatcherSlot(of: gclass).pointee._withUnsafeGuaranteedRef { $0 }
}

private func initialize(
  _ gclass: UnsafeMutableRawPointer, with stored: Unmanaged<Dispatcher>
) {
  dispatcherSlot(of: gclass).initialize(to: stored)
  let dispatcher = stored._withUnsafeGuaranteedRef { $0 }
  dispatcher.parentClass = UnsafeMutableRawPointer(g_type_class_peek_parent(gclass))

  let object = gclass.assumingMemoryBound(to: GObjectClass.self)
  dispatcher.finalizeParent = object.pointee.finalize
  object.pointee.finalize = { object in
    let dispatcher = storedDispatcher(of: gst_swift_class_of(object!)!)
    dispatcher.storage.finalize(Instance(object!))
    dispatcher.finalizeParent?(object)
  }
  dispatcher.constructParent = object.pointee.constructed
  object.pointee.constructed = { object in
    let dispatcher = storedDispatcher(of: gst_swift_class_of(object!)!)
    dispatcher.constructParent?(object)
    dispatcher.shortenName(of: Instance(object!))
  }
  object.pointee.set_property = { object, id, value, _ in
    storedDispatcher(of: gst_swift_class_of(object!)!)
      .storage.set(Int(id) - 1, of: Instance(object!), to: value!)
  }
  object.pointee.get_property = { object, id, value, _ in
    storedDispatcher(of: gst_swift_class_of(object!)!)
      .storage.get(Int(id) - 1, of: Instance(object!), into: value!)
  }
  dispatcher.describe(gclass)
}

/// The dispatcher of an instance as the protocol of its kind, which follows the parent's class structure.
@inline(__always)
func dispatcher<Kind>(of instance: Instance, as kind: Kind.Type, classOffset: Int) -> Kind {
  let slot = (UnsafeMutableRawPointer(gst_swift_class_of(instance)!) + classOffset)
    .assumingMemoryBound(to: Unmanaged<Dispatcher>.self)
  return slot.pointee._withUnsafeGuaranteedRef { $0.answering(as: kind) }
}

/// Runs `body`; if it throws, posts the error on the bus and returns `failure`.
@inline(__always)
func posting<Result>(
  from instance: Instance, onError failure: Result, _ body: () throws(ElementError) -> Result
) -> Result {
  do throws(ElementError) {
    return try body()
  } catch {
    storedDispatcher(of: gst_swift_class_of(instance)!).debug?.log(
      .error, instance, error.description, line: error.line)
    post(error, from: instance)
    return failure
  }
}

extension Dispatcher {
  /// Adds the metadata for `gst-inspect-1.0`, and the templates of static pads.
  final func addMetadata(
    klass: String, pads: [(GstPadDirection, String)], to gclass: UnsafeMutableRawPointer
  ) {
    let gclass = gclass.assumingMemoryBound(to: GstElementClass.self)
    let type = storage.settings
    gst_element_class_set_metadata(gclass, type.longName, klass, type.summary, author)
    if !type.traits.isEmpty {
      gst_element_class_add_metadata(gclass, ElementTraits.metadataKey, type.traits.text)
    }
    for (direction, description) in pads {
      let caps = gst_caps_from_string(description)
      let padName = direction == GST_PAD_SINK ? "sink" : "src"
      gst_element_class_add_pad_template(
        gclass, gst_pad_template_new(padName, direction, GST_PAD_ALWAYS, caps))
      gst_caps_unref(caps)
    }
  }
}

/// The template of a pad in the class of an element.
func template(
  _ name: String, of instance: Instance
) -> UnsafeMutablePointer<GstPadTemplate>? {
  gst_element_class_get_pad_template(
    UnsafeMutableRawPointer(gst_swift_class_of(instance)!)
      .assumingMemoryBound(to: GstElementClass.self), name)
}
