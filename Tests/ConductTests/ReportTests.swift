import CCutawayGStreamer
import CutawayElementBridge
import CutawayTrackPlugin
import Foundation
import TestSupport
import Testing

/// What elements report to a foreign program: errors with codes, and the debug log.
@Suite(.timeLimit(.minutes(5)))
struct ReportTests {
  /// The domain and the code of the error that ends a pipeline; `nil` if none does.
  private func error(of line: String) throws -> (domain: GQuark, code: Int32)? {
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    mixer.set(GST_STATE_PLAYING)
    let bus = gst_element_get_bus(mixer.pipeline)
    defer { gst_object_unref(bus) }
    let kinds = GstMessageType(rawValue: GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_EOS.rawValue)
    let message = try #require(gst_bus_timed_pop_filtered(bus, LaunchedMixer.limit, kinds))
    defer { gst_swift_message_unref(message) }
    guard gst_swift_message_type(message) == GST_MESSAGE_ERROR else { return nil }
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    defer { g_clear_error(&error) }
    return error.map { ($0.pointee.domain, $0.pointee.code) }
  }

  @Test func `errors have the domain and the code of their cause`() throws {
    try #require(trackPlugin.register())
    let missing = try error(
      of: "tracksrc segments=\"0..1=/nowhere/a.mp4@0..1\" ! appsink name=sink")
    #expect(missing?.domain == gst_resource_error_quark())
    #expect(missing?.code == Int32(GST_RESOURCE_ERROR_NOT_FOUND.rawValue))
    let invalid = try error(of: "tracksrc segments=\"0..x=a@0..1\" ! appsink name=sink")
    #expect(invalid?.domain == gst_resource_error_quark())
    #expect(invalid?.code == Int32(GST_RESOURCE_ERROR_SETTINGS.rawValue))
  }

  @Test func `the debug log of a track names its files, seeks and frames`() async throws {
    let file = try await TestMedia(video: .init(frameCount: 30)).file().path
    let directory = try TemporaryDirectory()
    var environment = TestedPackage.pluginEnvironment(
      registry: directory.url.appendingPathComponent("registry"))
    environment["GST_DEBUG"] = "tracksrc:6"
    environment["GST_DEBUG_NO_COLOR"] = "1"
    let run = try await GStreamerLaunch.run(
      ["tracksrc", "segments=0..0.4=\(file)@0.2..0.6", "!", "fakesink"],
      environment: environment)
    #expect(run.errorText.contains("opens \(file)"))
    #expect(run.errorText.contains("shows frame 0:00:00.000000000"))
    #expect(run.errorText.contains("shows the end"))
  }
}
