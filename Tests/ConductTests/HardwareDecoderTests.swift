import CCutawayGStreamer
import CutawayElementBridge
import CutawayMedia
import CutawaySources
import Foundation
import TestSupport
import Testing

/// Readers beside decoders that GStreamer takes for ones of hardware, each for pictures of a size of its own.
@Suite(.serialized) struct HardwareDecoderTests {
  private func frames(
    of file: URL, by decoder: SourceSegment.Decoder? = nil, from start: Int64 = 0,
    afterSeconds pause: Double = 0
  ) throws -> [Frame] {
    var request = MediaReader.Request(location: file.path, trackIndex: 0, output: .video)
    request.decoder = decoder
    let reader = MediaReader(request, from: start)
    Thread.sleep(forTimeInterval: pause)
    defer { MediaReader.close([reader], waiting: 1) }
    var frames: [Frame] = []
    while case .sample(let sample) = try reader.next() { frames.append(Frame(sample)) }
    return frames
  }

  /// A frame with its time.
  private struct Frame: Equatable {
    var start: Int64
    var bytes: [UInt8]

    init(_ sample: MediaSample) {
      start = sample.start
      var map = GstMapInfo()
      guard gst_buffer_map(sample.buffer, &map, GST_MAP_READ) != 0 else {
        bytes = []
        return
      }
      defer { gst_buffer_unmap(sample.buffer, &map) }
      bytes = Array(UnsafeBufferPointer(start: map.data, count: Int(map.size)))
    }
  }

  private func clip(width: Int) async throws -> URL {
    try await TestMedia(video: .init(width: width, height: 200, frameCount: 60)).file()
  }

  @Test func `the next decoder takes over where one fails`() async throws {
    let file = try await clip(width: 344)
    let expected = try frames(of: file, by: .software)
    try #require(expected.count == 60)
    // The first cannot be opened, the second fails at its first frame, the third in the middle.
    try register("fakedecopen", rank: 600, width: 344, opens: false, "avdec_h264 name=decoder")
    try register(
      "fakedecstart", rank: 590, width: 344,
      "avdec_h264 name=decoder ! identity error-after=1 name=end")
    try register(
      "fakedeclate", rank: 580, width: 344,
      "avdec_h264 name=decoder ! identity error-after=25 name=end")
    let found = try frames(of: file)
    #expect(found.map(\.start) == expected.map(\.start))
    let isEqual = found == expected
    #expect(isEqual)
    // They have failed once, and are not asked again.
    let again = try frames(of: file, from: 1_000_000_000)
    let isTail = again.count >= 30 && again == expected.suffix(again.count)
    #expect(isTail)
  }

  @Test func `frames after the one at which a decoder fails are not used`() async throws {
    let file = try await clip(width: 392)
    let expected = try frames(of: file, by: .software)
    // At the end of the stream, the decoder outputs the frames that it has decoded beside the failed one.
    try register(
      "fakedecdrain", rank: 600, width: 392,
      "avdec_h264 name=decoder ! identity error-after=1 name=end")
    let isEqual = try frames(of: file, afterSeconds: 0.5) == expected
    #expect(isEqual)
  }

  @Test func `a decoder that refuses the format is passed over`() async throws {
    let file = try await clip(width: 360)
    let expected = try frames(of: file, by: .software)
    try register(
      "fakedecformat", rank: 600, width: 360,
      "avdec_h264 name=decoder ! video/x-raw,width=32 ! identity name=end")
    let isEqual = try frames(of: file) == expected
    #expect(isEqual)
  }

  @Test func `an asset chooses between software and hardware`() async throws {
    let file = try await clip(width: 376)
    let expected = try frames(of: file, by: .software)
    // It ranks behind all others, and its pictures are black.
    try register(
      "fakedecblack", rank: 64, width: 376,
      "avdec_h264 name=decoder ! videobalance brightness=-1 contrast=0 name=end")
    for decoder in [nil, SourceSegment.Decoder.software] {
      let isUnchanged = try frames(of: file, by: decoder) == expected
      #expect(isUnchanged)
    }
    let black = try frames(of: file, by: .hardware)
    #expect(black.map(\.start) == expected.map(\.start))
    #expect(black.allSatisfy { Set($0.bytes.prefix(376 * 200)).count == 1 })
  }

  private func register(
    _ name: String, rank: UInt32, width: Int, opens: Bool = true, _ description: String
  ) throws {
    try FakeHardware(
      klass: "Codec/Decoder/Video/Hardware", input: "video/x-h264,width=\(width),height=200",
      output: "video/x-raw", opens: opens, description: description
    ).register(as: name, rank: rank)
  }
}
