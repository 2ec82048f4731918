import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawayRampsPlugin
import CutawayTransitionsPlugin
import Foundation
import Synchronization
import TestSupport
import Testing

/// An effect of an author.
private struct Signed: VideoFilter {
  static let name = "testsigned"
  static let summary = "Changes nothing"
  static let layouts: [PixelLayout] = [.bgra]

  @Property(in: 0...1, "No effect") var amount = 0.5

  func apply(to frame: inout VideoFrame) {}
}

private let signedPlugin = Plugin(
  "signedtest", "A plugin of an author",
  publisher: Publisher(
    author: "Jo Doe <jo@example.com>", license: "BSD", package: "Jo's effects",
    origin: "https://example.com/effects", version: "3.2.1"),
  elements: .filter(Signed.self))

/// What plugins change in the program that loads them, and what they say about themselves.
@Suite(.timeLimit(.minutes(3))) struct HostTests {
  /// A folder with copies of plugins, under names of their own.
  private func folder(_ files: [(plugin: String, name: String)]) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for (plugin, name) in files {
      try FileManager.default.copyItem(
        at: TestedPackage.products.appendingPathComponent("libgstcutaway\(plugin).so"),
        to: folder.url.appendingPathComponent("\(name).so"))
    }
    return folder
  }

  private func environment(_ folder: TemporaryDirectory) -> [String: String?] {
    [
      "GST_PLUGIN_PATH": folder.url.path,
      "GST_REGISTRY": folder.url.appendingPathComponent("registry").path,
      "LD_LIBRARY_PATH": TestedPackage.products.path,
    ]
  }

  /// The signals that a running pipeline handles, as Linux prints them.
  private func handledSignals(with element: String) async throws -> String {
    let folder = try folder([("effects", "libgstcutawayeffects")])
    defer { folder.remove() }
    let output = folder.url.appendingPathComponent("frames").path
    let status = Mutex("")
    let line = "videotestsrc ! videoconvert ! \(element) ! filesink location=\(output)"
    let process = ChildProcess(
      "gst-launch-1.0", ["-q"] + line.split(separator: " ").map(String.init),
      environment: environment(folder), timeout: .seconds(60),
      signal: .init(
        SIGKILL,
        once: { id in
          // The file exists from the start; it has bytes when the element has passed a frame.
          let size = (try? Data(contentsOf: URL(fileURLWithPath: output)).count) ?? 0
          guard size > 0,
            let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
          else { return false }
          status.withLock { $0 = text }
          return true
        }))
    _ = try await process.run()
    let text = status.withLock { $0 }
    return try #require(
      text.split(separator: "\n").first { $0.hasPrefix("SigCgt") }.map(String.init))
  }

  @Test func `a plugin leaves the signal handlers of its host as they are`() async throws {
    let alone = try await handledSignals(with: "identity")
    let guest = try await handledSignals(with: "vignette")
    #expect(guest == alone)
  }

  @Test func `a library that is no plugin harms none in the same folder`() async throws {
    // GStreamer reads the folder in the order of its entries, so the stray library is in a folder before.
    let stray = try folder([("effects", "libstray")])
    let plugins = try folder([("ramps", "libgstcutawayramps"), ("effects", "libgstcutawayeffects")])
    defer {
      stray.remove()
      plugins.remove()
    }
    // In a program whose registry is written in the process itself.
    let environment = environment(plugins).merging([
      "GST_PLUGIN_PATH": "\(stray.url.path):\(plugins.url.path)", "GST_REGISTRY_FORK": "no",
    ]) { $1 }
    for element in ["layermixer", "vignette"] {
      let outcome = try await ChildProcess("gst-inspect-1.0", [element], environment: environment)
        .run()
      #expect(outcome.status == .exited(0))
      #expect(outcome.outputText.contains("The Cutaway authors"))
    }
    let blacklist = try await ChildProcess("gst-inspect-1.0", ["-b"], environment: environment)
      .run()
    #expect(!blacklist.outputText.contains("libgstcutaway"))
  }

  @Test func `a plugin has the names and the terms of its publisher`() throws {
    try #require(signedPlugin.register())
    let description = signedPlugin.descriptor.assumingMemoryBound(to: GstPluginDesc.self).pointee
    #expect(String(cString: description.license) == "BSD")
    #expect(String(cString: description.package) == "Jo's effects")
    #expect(String(cString: description.origin) == "https://example.com/effects")
    #expect(String(cString: description.version) == "3.2.1")
    let factory = try #require(gst_element_factory_find("testsigned"))
    defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
    func metadata(_ key: String) -> String? {
      gst_element_factory_get_metadata(factory, key).map { String(cString: $0) }
    }
    #expect(metadata("author") == "Jo Doe <jo@example.com>")
    #expect(metadata("long-name") == "Signed")
  }

  @Test func `elements have names of several words`() throws {
    #expect(try longName(of: "layermixer") == "Layer mixer")
    #expect(try longName(of: "fadethroughcolortransition") == "Fade through color transition")
  }

  private func longName(of element: String) throws -> String? {
    try #require(rampsPlugin.register() && transitionsPlugin.register())
    let factory = try #require(gst_element_factory_find(element))
    defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
    return gst_element_factory_get_metadata(factory, "long-name").map { String(cString: $0) }
  }

  @Test func `a missing element is offered to installers`() throws {
    gst_init(nil, nil)
    var failure: ElementError?
    do throws(ElementError) {
      gst_object_unref(try makeBin("identity ! nosuchelement"))
    } catch {
      failure = error
    }
    let error = try #require(failure)
    #expect(error.code == .missingElement)
    #expect(error.missing == [.element("nosuchelement")])
    let element = try #require(gst_element_factory_make("identity", nil))
    let bus = gst_bus_new()!
    gst_element_set_bus(element, bus)
    defer {
      gst_object_unref(element)
      gst_object_unref(bus)
    }
    post(error, from: element)
    let offer = try #require(gst_bus_pop(bus))
    defer { gst_swift_message_unref(offer) }
    #expect(gst_is_missing_plugin_message(offer) != 0)
    let report = try #require(gst_bus_pop(bus))
    defer { gst_swift_message_unref(report) }
    #expect(gst_swift_message_type(report) == GST_MESSAGE_ERROR)
  }
}
