import CCutawayGStreamer
import CutawayElementKit
import CutawayKeyframes
import Synchronization

/// A GObject instance, as the C callbacks get it.
typealias Instance = UnsafeMutableRawPointer

// How an element's settings become a GObject instance.
//
// GObject allocates one block per instance. We ask for a block with room for
//
//     parent instance │ settings: Settings │ state: State?
//
// and let the settings live there: no second allocation, no reference counting, nothing to look up
// while frames flow. The class structure carries one more word behind the parent's, the dispatcher.
// C callbacks cannot be generic: each finds the dispatcher of its class, as the protocol of its kind
// (transform, aggregator, source …), and calls one of its functions.

/// The common part of all classes: everything about an element except its type.
///
/// A subclass for one kind of element conforms to the protocol of the kind, and calls its
/// `describeFunctions(_:)` when it describes its class.
class Dispatcher {
  final let parentType: GType
  /// The size of the parent's class structure; the dispatcher follows it.
  final let classOffset: Int
  /// The location of an instance's settings and state.
  final let storage: any InstanceStorage
  /// The dispatcher as the protocol of its kind; `nil` for a class without functions of its own.
  private final var kind: AnyObject?
  final var finalizeParent: (@convention(c) (UnsafeMutablePointer<GObject>?) -> Void)?
  final var constructParent: (@convention(c) (UnsafeMutablePointer<GObject>?) -> Void)?
  /// The class structure of the parent, for calls to its functions.
  final var parentClass: UnsafeMutableRawPointer?

  /// The debug category, which has the name of the element; set before there are instances.
  final var debug: DebugCategory?

  /// The author of the element.
  final var author = Publisher.unknown.author

  /// The number of this copy of the library among those that have registered the class.
  final var copy = 1
  private final let count = Atomic(0)

  init(parent: GType, classSize: Int, storage: any InstanceStorage) {
    parentType = parent
    classOffset = classSize
    self.storage = storage
  }

  /// Registers the types that ``describe(_:)`` needs.
  ///
  /// `describe` must not register types itself: it runs under GObject's lock for classes, for which
  /// another thread may wait while it registers a type.
  func registerParts() {}

  /// Adds interfaces to the type.
  func addInterfaces(to type: GType) {}

  /// Sets up the class: properties, pad templates, virtual functions.
  func describe(_ gclass: UnsafeMutableRawPointer) {}

  func initialize(_ instance: Instance) { storage.initialize(instance) }

  /// Distinguishes the names of elements from those of another class with the same settings: a bin adds no second element of
  /// a name.
  var label = ""

  /// Replaces a default name, which begins with that of the type, by one of the element's name.
  ///
  /// Pads have the names of their templates.
  final func shortenName(of instance: Instance) {
    let object = instance.assumingMemoryBound(to: GstObject.self)
    guard let type = g_type_name(gst_swift_type_of(instance)),
      let name = gst_object_get_name(object)
    else { return }
    defer { g_free(name) }
    guard String(cString: name).hasPrefix(String(cString: type).lowercased()) else { return }
    let number = count.add(1, ordering: .relaxed).oldValue
    let base = storage.settings.name + label + (copy == 1 ? "" : "-\(copy)-")
    // A new object has no parent, so the name can change.
    gst_object_set_name(object, "\(base)\(number)")
  }

  /// Sets the protocol by which C callbacks call this dispatcher.
  ///
  /// Both are never freed, like the class itself.
  final func answer<Kind>(as kind: Kind) { self.kind = DispatcherKind(kind) }

  /// The dispatcher as the protocol that ``answer(as:)`` has set.
  @inline(__always)
  final func answering<Kind>(as _: Kind.Type) -> Kind {
    unsafeDowncast(kind!, to: DispatcherKind<Kind>.self).value
  }
}

/// A dispatcher as a protocol.
private final class DispatcherKind<Kind> {
  let value: Kind

  init(_ value: Kind) { self.value = value }
}

/// When an element reads its properties.
enum PropertyUse {
  /// For each frame, at which control sources are read, too.
  case eachFrame
  /// For each frame; control sources are not read.
  case playing
  /// At the start, and at a flushing seek.
  case start
}

/// The operations on the settings and the state of an instance, independent of their types.
protocol InstanceStorage {
  /// The type of the settings.
  var settings: any Element.Type { get }
  /// The size of an instance in bytes.
  var size: Int { get }
  func initialize(_ instance: Instance)
  func finalize(_ instance: Instance)
  func set(_ index: Int, of instance: Instance, to value: UnsafePointer<GValue>)
  func get(_ index: Int, of instance: Instance, into value: UnsafeMutablePointer<GValue>)
  /// Sets a property by reference, and returns whether it has the type of the value.
  func share(_ index: Int, of instance: Instance, _ value: any SharedValue) -> Bool
}

/// The location of an element's settings and state inside its instance.
///
/// It is a class because a structure of this size would be copied to the heap for each access to a
/// property, which goes through `any InstanceStorage`.
final class InstanceLayout<Settings: Element, State>: InstanceStorage {
  private let properties = Settings.properties
  private let settingsOffset: Int
  private let stateOffset: Int
  let size: Int

  init(after parentSize: Int) {
    settingsOffset = offset(of: Settings.self, after: parentSize)
    stateOffset = offset(of: State?.self, after: settingsOffset + MemoryLayout<Settings>.size)
    size = stateOffset + MemoryLayout<State?>.size
  }

  var settings: any Element.Type { Settings.self }

  /// The settings; access them only under the object's lock.
  private func settings(of instance: Instance) -> UnsafeMutablePointer<Settings> {
    (instance + settingsOffset).assumingMemoryBound(to: Settings.self)
  }

  /// The state, which belongs to the streaming thread.
  func state(of instance: Instance) -> UnsafeMutablePointer<State?> {
    (instance + stateOffset).assumingMemoryBound(to: State?.self)
  }

  /// A copy of the settings.
  func current(of instance: Instance) -> Settings {
    withLock(on: instance) { settings(of: instance).pointee }
  }

  /// Changes the settings.
  func change(of instance: Instance, _ body: (inout Settings) -> Void) {
    withLock(on: instance) { body(&settings(of: instance).pointee) }
  }

  func initialize(_ instance: Instance) {
    settings(of: instance).initialize(to: Settings())
    state(of: instance).initialize(to: nil)
  }

  func finalize(_ instance: Instance) {
    settings(of: instance).deinitialize(count: 1)
    state(of: instance).deinitialize(count: 1)
  }

  /// The number of properties.
  var count: Int { properties.count }

  /// Installs the properties.
  ///
  /// - Parameters:
  ///   - gclass: The class.
  ///   - others: The number of properties that are already installed.
  ///   - use: When the element reads them.
  func installProperties(
    in gclass: UnsafeMutableRawPointer, after others: Int = 0, read use: PropertyUse
  ) {
    let defaults = UnsafeMutablePointer<Settings>.allocate(capacity: 1)
    defaults.initialize(to: Settings())
    for (index, property) in properties.enumerated() {
      let spec = property.makeSpec(
        default: UnsafeRawPointer(defaults) + property.offset, read: use)
      g_object_class_install_property(
        gclass.assumingMemoryBound(to: GObjectClass.self), guint(others + index + 1), spec)
    }
    defaults.deinitialize(count: 1)
    defaults.deallocate()
  }

  func set(_ index: Int, of instance: Instance, to value: UnsafePointer<GValue>) {
    let property = properties[index]
    withLock(on: instance) {
      property.store(value, at: instance + settingsOffset + property.offset)
    }
  }

  func get(_ index: Int, of instance: Instance, into value: UnsafeMutablePointer<GValue>) {
    let property = properties[index]
    withLock(on: instance) {
      property.load(value, from: instance + settingsOffset + property.offset)
    }
  }

  func share(_ index: Int, of instance: Instance, _ value: any SharedValue) -> Bool {
    let property = properties[index]
    guard case .shared(let kind) = property.kind else { return false }
    return withLock(on: instance) {
      kind.store(value, at: instance + settingsOffset + property.offset)
    }
  }
}

/// The first offset from `end` on with the alignment of `Value`.
private func offset<Value>(of _: Value.Type, after end: Int) -> Int {
  let alignment = MemoryLayout<Value>.alignment
  precondition(alignment <= 16, "\(Value.self) needs more alignment than GObject gives")
  return (end + alignment - 1) & ~(alignment - 1)
}

private func withLock<Result>(on instance: Instance, _ body: () -> Result) -> Result {
  gst_swift_lock(instance)
  defer { gst_swift_unlock(instance) }
  return body()
}
