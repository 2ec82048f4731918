import CutawayContainers
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Files without a table of packets, and how their packets are recognized.
@Suite struct StreamContainerTests {
  @Test(arguments: [
    ("ts", "-c:v mpeg2video -f mpegts", StreamContainer.transportStream),
    ("m2ts", "-c:v mpeg2video -f mpegts -mpegts_m2ts_mode 1", .transportStream),
    ("mpg", "-c:v mpeg2video -f vob", .programStream), ("flv", "-c:v flv1", .flash),
    ("avi", "-c:v mpeg4", .avi), ("mxf", "-c:v mpeg2video", .mxf), ("wmv", "-c:v wmv2", .asf),
    ("ivf", "-c:v libvpx", .ivf), ("mp4", "-c:v mpeg4", nil), ("mkv", "-c:v mpeg4", nil),
    ("m2v", "-c:v mpeg2video", .barePictures), ("m4v", "-c:v mpeg4 -f m4v", .barePictures),
    ("h264", "-c:v libx264", .barePictures),
    ("h264", "-c:v libx264 -x264-params aud=1", .barePictures),
    ("hevc", "-c:v libx265 -x265-params log-level=none", .barePictures),
    ("gif", "", nil), ("png", "-frames:v 1", nil),
  ])
  func `a container is recognized by its first bytes`(
    name: String, arguments: String, container: StreamContainer?
  ) async throws {
    let file = try await FFmpegMedia(
      name, arguments.split(separator: " ").map(String.init),
      video: .init(width: 64, height: 48, frameRate: .init(25), frameCount: 10)
    ).file()
    #expect(StreamContainer(path: file.path) == container)
  }

  @Test(arguments: [
    ("aac", "-c:a aac -f adts", true), ("ac3", "-c:a ac3", true),
    ("mp3", "-c:a libmp3lame -write_xing 0", true), ("mp3", "-c:a libmp3lame", false),
    ("flac", "-c:a flac", false), ("wav", "", false), ("ogg", "-c:a libvorbis", false),
  ])
  func `sound without a stated length is recognized`(
    name: String, arguments: String, isBare: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("sound.\(name)").path
    try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine=d=1"]
        + arguments.split(separator: " ").map(String.init) + [path]
    ).check()
    #expect((StreamContainer(path: path) == .bareSound) == isBare)
  }

  @Test func `arbitrary files are no containers, and do not stop the program`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("any")
    var random = SeededGenerator(seed: 3)
    #expect(StreamContainer(path: folder.url.path) == nil)
    for size in [0, 1, 3, 4, 8, 12, 25, 26, 188, 376, 752, 1_024, 4_000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 1...0x46, using: &random) }
      try Data(bytes).write(to: file)
      #expect(StreamContainer(path: file.path) == nil, "\(size) bytes")
      for start in ["RIFF", "fLaC", "ID3", "\u{FF}\u{FB}"] {
        try Data(Array(start.utf8.prefix(size)) + bytes.dropFirst(4)).write(to: file)
        _ = StreamContainer(path: file.path)
      }
    }
  }

  // MARK: Packets

  private static func list(_ times: [Int64], sizes: [Int] = [], digests: [UInt32] = [])
    -> PacketList
  {
    var list = PacketList(trackNumber: 1, media: .video, tick: MediaTime(1, over: 1_000))
    for (index, time) in times.enumerated() {
      let size = sizes.isEmpty ? nil : UInt32(sizes[index])
      list.packets.append(
        PacketList.Packet(
          time: time, isKey: index % 10 == 0,
          identity: size.map {
            PacketList.Identity(digest: digests.isEmpty ? nil : digests[index], size: $0)
          }))
    }
    return list
  }

  @Test func `times that jump back or occur twice are not those of frames`() {
    // B-frames.
    #expect(Self.list([0, 120, 40, 80, 240, 160, 200]).isOrderOfDecoding)
    // The two fields of a frame.
    #expect(!Self.list([0, 40, 40, 80]).isOrderOfDecoding)
    // Another recording is appended.
    #expect(!Self.list((0..<200).map { 40 * ($0 % 100) + $0 / 100 }).isOrderOfDecoding)
  }

  @Test func `frames before the first key frame in presentation order are removed`() {
    var list = Self.list([80, 0, 40, 200, 120, 160, 320, 240, 280, 330, 420, 360, 400])
    list.dropLeadingPackets()
    #expect(list.packets.map(\.time) == [80, 200, 120, 160, 320, 240, 280, 330, 420, 360, 400])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `packets are recognized by their data, wherever a demuxer starts and how it counts`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let hasDigests = Bool.random(using: &random)
    let count = 200, times = (0..<Int64(count)).map { 40 * $0 }
    // Some packets have the same data.
    let sizes = (0..<count).map { _ in
      Int.random(in: 20...(hasDigests ? 60 : 4_000), using: &random)
    }
    let digests = (0..<count).map { _ in UInt32.random(in: 1...300, using: &random) }
    let order = DecodingOrder(Self.list(times, sizes: sizes, digests: hasDigests ? digests : []))
    #expect(order.recognizesData == hasDigests)
    let shift = Int64.random(in: -15...15, using: &random)
    for _ in 0..<20 {
      let start = Int.random(in: 0..<count, using: &random)
      var expected = -1
      for place in start..<min(count, start + 30) {
        let identity = PacketList.Identity(
          digest: hasDigests ? digests[place] : nil,
          // A demuxer adds parameter sets to the first packet.
          size: UInt32(sizes[place] + (hasDigests && place == start ? 30 : 0)))
        let found = order.packet(
          at: (times[place] + shift) * 1_000_000, identity, expected: expected)
        #expect(found == place)
        expected = place + 1
      }
    }
    let other = PacketList.Identity(digest: hasDigests ? 999 : nil, size: 9_999)
    #expect(order.packet(at: 0, other, expected: 0) == nil)
  }
}
