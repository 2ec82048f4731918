import CCutawayGStreamer
import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import Dispatch
import Synchronization
import Testing

/// Numbers, split by spaces.
private struct Numbers: SharedValue {
  var list: [Int]

  init(list: [Int]) { self.list = list }

  init(text: String) throws(CompositionError) {
    list = []
    for word in text.split(separator: " ") {
      guard let number = Int(word) else {
        throw CompositionError(.invalidValue, "'\(word)' is not a number")
      }
      list.append(number)
    }
  }

  var text: String { list.map { "\($0)" }.joined(separator: " ") }
}

/// A value that no element has, and no text is.
private struct Nothing: SharedValue {
  init() {}
  init(text: String) throws(CompositionError) {
    throw CompositionError(.invalidValue, "'\(text)' is something")
  }
  var text: String { "5" }
}

/// An effect with a property of each type.
private struct Choices: VideoFilter {
  static let name = "testchoices"
  static let summary = "Has properties of all types"

  enum Direction: String, PropertyEnumeration { case left, right, upAndDown = "up-and-down" }

  @Property(in: 0...1, "A number") var number = 0.25
  @Property(in: -5...5, "An integer") var integer = 3
  @Property(in: -7...7, "A 32-bit integer") var column: Int32 = -1
  @Property("A colour") var color: UInt32 = 0xFF00_8000
  @Property("Nanoseconds") var time = UInt64.max
  @Property("A switch") var flag = true
  @Property("A direction") var direction = Direction.right
  @Property("A rate") var rate = Fraction(30000, over: 1001)
  @Property("A text") var label = "none"
  @Property("Numbers") var numbers = Shared(Numbers(list: [1, 2]))

  func apply(to frame: inout VideoFrame) {}
}

/// Two effects of equal names, as two vendors might write them.
private enum First {
  struct Sepia: VideoFilter {
    static let name = "testsepia"
    static let summary = "One sepia"
    @Property(in: 0...1, "Its own property") var warmth = 0.5
    func apply(to frame: inout VideoFrame) {}
  }
}

private enum Second {
  struct Sepia: VideoFilter {
    static let name = "testsepia"
    static let summary = "Another sepia"
    @Property(in: 0...9, "Its own property") var brown = 3
    func apply(to frame: inout VideoFrame) {}
  }
}

/// An effect that only one test registers.
private struct Contested: VideoFilter {
  static let name = "testcontested"
  static let summary = "Is registered by many threads"
  func apply(to frame: inout VideoFrame) {}
}

/// A mixer that only one test registers; each tag makes another class.
private struct Crowded<Tag>: Compositor {
  static var name: String { "testcrowded" }
  static var summary: String { "Is registered by many threads" }
  func compose<Component: PixelComponent>(
    _ sources: borrowing MixerFrames, into output: inout PackedBand<Component>,
    at time: FrameInstant
  ) { output.clear() }
}

/// Plugins with one mixer each, as many as `count`.
private func crowdedPlugins<Tag>(_: Tag.Type, count: Int) -> [Plugin] {
  if count == 0 { return [] }
  return [Plugin("crowdedtest\(count)", "Tests", elements: .mixer(Crowded<Tag>.self))]
    + crowdedPlugins([Tag].self, count: count - 1)
}

@Suite struct PropertyTypeTests {
  private func make(_ plugin: Plugin, _ name: String) throws -> UnsafeMutablePointer<GObject> {
    try #require(plugin.register())
    let element = try #require(gst_element_factory_make(name, nil))
    return UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self)
  }

  /// The value of a property as text.
  private func text(_ name: String, of object: UnsafeMutablePointer<GObject>) throws -> String {
    let spec = try #require(gst_swift_find_property(object, name))
    var value = GValue()
    g_value_init(&value, gst_swift_value_type(spec))
    defer { g_value_unset(&value) }
    g_object_get_property(object, name, &value)
    let text = try #require(gst_value_serialize(&value))
    defer { g_free(text) }
    return String(cString: text)
  }

  @Test(
    arguments: [
      ("number", "0.25", "0.75", "gdouble", true), ("integer", "3", "-4", "gint64", true),
      ("column", "-1", "6", "gint", true), ("color", "4278222848", "255", "guint", true),
      ("time", "18446744073709551615", "40", "guint64", true),
      ("flag", "true", "false", "gboolean", true),
      ("direction", "right", "up-and-down", nil, true),
      ("rate", "30000/1001", "25/1", "GstFraction", false),
      ("label", "none", "some", "gchararray", false),
    ] as [(String, String, String, String?, Bool)])
  func `a property has a type of its own in GStreamer`(
    name: String, initial: String, other: String, type: String?, isControllable: Bool
  ) throws {
    let object = try make(
      Plugin("choicestest", "Tests", elements: .filter(Choices.self)), "testchoices")
    defer { gst_object_unref(object) }
    let spec = try #require(gst_swift_find_property(object, name))
    if let type {
      #expect(String(cString: g_type_name(gst_swift_value_type(spec))) == type)
    } else {
      #expect(gst_swift_fundamental(gst_swift_value_type(spec)) == GType(12 << 2))  // An enum.
    }
    #expect((spec.pointee.flags.rawValue & (1 << 9) != 0) == isControllable)
    #expect(try text(name, of: object) == initial)
    gst_util_set_object_arg(object, name, other)
    #expect(try text(name, of: object) == other)
  }

  @Test func `a structured value is set by reference, and is text for others`() throws {
    let object = try make(
      Plugin("choicestest", "Tests", elements: .filter(Choices.self)), "testchoices")
    defer { gst_object_unref(object) }
    let place = UnsafeMutableRawPointer(object)
    let element = place.assumingMemoryBound(to: GstElement.self)
    let spec = try #require(gst_swift_find_property(place, "numbers"))
    #expect(String(cString: g_type_name(gst_swift_value_type(spec))) == "gchararray")
    func value() throws -> String {
      try text("numbers", of: object).filter { !"\"\\".contains($0) }
    }
    #expect(try value() == "1 2")
    #expect(shareValue(spec, of: place, Numbers(list: [3, 4])))
    #expect(try value() == "3 4")
    gst_swift_set_string(element, "numbers", "6 7")
    #expect(try value() == "6 7")
    // An invalid text stays, and is an error when the element uses it.
    gst_swift_set_string(element, "numbers", "8 x")
    #expect(try value() == "8 x")
    // Values of other types, and elements of other libraries, get text.
    #expect(!shareValue(spec, of: place, Nothing()))
    setShared("numbers", of: element, Nothing())
    #expect(try value() == "5")
    let label = try #require(gst_swift_find_property(place, "label"))
    #expect(!shareValue(label, of: place, Numbers(list: [])))
    let foreign = try #require(gst_element_factory_make("filesrc", nil))
    defer { gst_object_unref(foreign) }
    let other = UnsafeMutableRawPointer(foreign)
    let location = try #require(gst_swift_find_property(other, "location"))
    #expect(!shareValue(location, of: other, Numbers(list: [])))
    setShared("location", of: foreign, Numbers(list: [9]))
    #expect(
      try text("location", of: other.assumingMemoryBound(to: GObject.self)).contains("9"))
  }

  @Test func `an invalid text is an error that quotes it`() {
    let error = #expect(throws: ElementError.self) {
      try Shared<Numbers>(text: "1 x").value(of: "numbers")
    }
    #expect(error?.description.contains("numbers: 'x' is not a number") == true)
    #expect(error?.code == .invalidSettings)
    #expect(Shared<Numbers>(text: "1 x").text == "1 x")
    #expect((try? Shared<Numbers>(text: "1 2").value(of: "numbers")) == Numbers(list: [1, 2]))
  }

  @Test func `a launch line has the names of cases, and fractions`() {
    let line = Choices {
      $0.direction = .upAndDown
      $0.rate = Fraction(25, over: 1)
    }
    .launchDescription
    #expect(line.contains("direction=up-and-down"))
    #expect(line.contains("rate=25/1"))
    #expect(line.contains("numbers=1 2"))
  }

  @Test func `many threads can register a plugin at the same time`() {
    let plugin = Plugin("contestedtest", "Tests", elements: .filter(Contested.self))
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      if !plugin.register() { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  @Test(.timeLimit(.minutes(3)))
  func `many threads can register mixers at the same time`() {
    // A mixer also registers a class for its pads, which GObject initialises under a lock.
    let plugins = crowdedPlugins(Int.self, count: 24), failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 240) { index in
      if !plugins[index % 24].register() { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  @Test func `two effects of equal names are two types`() throws {
    let one = try make(
      Plugin("firsttest", "Tests", elements: .filter(First.Sepia.self)), "testsepia")
    let two = try make(
      Plugin("secondtest", "Tests", elements: .filter(Second.Sepia.self)), "testsepia")
    defer { for object in [one, two] { gst_object_unref(object) } }
    #expect(gst_swift_type_of(one) != gst_swift_type_of(two))
    #expect(gst_swift_find_property(one, "warmth") != nil)
    #expect(gst_swift_find_property(two, "brown") != nil)
  }
}
