import Cutaway
import CutawayModel
import CutawayTime
import Testing

/// Encoders of hardware, by elements of their names: the caps and the properties that they get.
@Suite(.serialized) struct HardwareEncoderTests {
  /// An encoder with the properties that GStreamer's documentation lists for it.
  struct Encoder: Sendable, CustomTestStringConvertible {
    var name: String
    var media: String
    var properties: Set<String>
    var isDeep = false
    var testDescription: String { name }
  }

  private static let va: Set<String> = [
    "rate-control", "bitrate", "qpi", "qpp", "qpb", "key-int-max", "b-frames",
  ]
  private static let nvcuda: Set<String> = [
    "rate-control", "bitrate", "qp-i", "qp-p", "qp-b", "gop-size", "b-frames",
  ]
  private static let encoders = [
    Encoder(name: "vah264enc", media: "h264", properties: va),
    Encoder(name: "vah264lpenc", media: "h264", properties: va),
    Encoder(name: "vah265enc", media: "h265", properties: va, isDeep: true),
    Encoder(name: "vah265lpenc", media: "h265", properties: va, isDeep: true),
    Encoder(
      name: "vaav1enc", media: "av1",
      properties: ["rate-control", "bitrate", "qp", "key-int-max"], isDeep: true),
    Encoder(
      name: "nvh264enc", media: "h264", properties: ["rc-mode", "bitrate", "qp-const", "gop-size"]),
    Encoder(
      name: "nvh265enc", media: "h265", properties: ["rc-mode", "bitrate", "qp-const", "gop-size"],
      isDeep: true),
    Encoder(name: "nvcudah264enc", media: "h264", properties: nvcuda),
    Encoder(name: "nvcudah265enc", media: "h265", properties: nvcuda, isDeep: true),
    Encoder(name: "nvav1enc", media: "av1", properties: nvcuda, isDeep: true),
    Encoder(name: "qsvh264enc", media: "h264", properties: nvcuda),
    Encoder(name: "qsvh265enc", media: "h265", properties: nvcuda, isDeep: true),
    Encoder(
      name: "qsvav1enc", media: "av1",
      properties: ["rate-control", "bitrate", "qp-i", "qp-p", "gop-size"], isDeep: true),
    Encoder(name: "v4l2h264enc", media: "h264", properties: ["extra-controls"]),
    Encoder(name: "v4l2h265enc", media: "h265", properties: ["extra-controls"]),
  ]

  private func graph(
    _ encoder: Encoder, bitDepth: Int, bitrate: Int?
  ) async throws -> PipelineGraph {
    let second = TimeRange(start: .zero, duration: MediaTime(1))
    var composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30)))
    composition.render.bitDepth = bitDepth
    composition.assets = [Asset(id: "c", generator: .color(.black))]
    composition.tracks = [
      try Track(
        id: "v", mediaType: .video,
        segments: [
          Segment(target: second, media: .init(asset: "c", source: second))
        ])
    ]
    var settings = ExportSession.Settings()
    settings.encoding.videoEncoder = encoder.name
    settings.encoding.videoBitrate = bitrate
    return try await ExportSession(composition, settings: settings).graph(
      to: "film.mkv", as: .mkv)
  }

  @Test(arguments: encoders)
  func `an encoder gets shared chroma and its own properties`(encoder: Encoder) async throws {
    // Only the real element encodes. It ranks last, so that no other test meets it.
    try FakeHardware(
      klass: "Codec/Encoder/Video/Hardware",
      input: "video/x-raw,format={ NV12\(encoder.isDeep ? ", P010_10LE" : "") }",
      output: "video/x-\(encoder.media)", description: "identity"
    ).register(as: encoder.name, rank: 0)
    for bitrate in [nil, 1_000_000] {
      let graph = try await graph(encoder, bitDepth: 8, bitrate: bitrate)
      #expect(graph.launchText.contains("video/x-raw,format=NV12 ! \(encoder.name)"))
      let element = graph.elements.first { $0.factory == encoder.name }
      let names = Set(element?.properties.map(\.name) ?? [])
      #expect(!names.isEmpty && names.isSubset(of: encoder.properties), "\(names)")
    }
    guard encoder.isDeep else { return }
    let deep = try await graph(encoder, bitDepth: 10, bitrate: nil)
    #expect(
      deep.launchText.contains("video/x-raw,format=P010_10LE,colorimetry=bt709 ! \(encoder.name)"))
  }
}
