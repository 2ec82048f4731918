import CutawayContainers
import CutawayTime
import TestSupport
import Testing

/// Records of packets that a demuxer has read.
@Suite struct ScannedTrackTests {
  /// A track with any values that a file may state.
  private func track(_ number: Int, using random: inout SeededGenerator) -> ScannedTrack {
    func time() -> MediaTime? {
      Bool.random(using: &random)
        ? MediaTime(
          Int64.random(in: -1_000_000...10_000_000, using: &random),
          over: Int64.random(in: 1...90_000, using: &random)) : nil
    }
    let media: PacketList.Media = Bool.random(using: &random) ? .video : .audio
    var list = PacketList(trackNumber: number, media: media, tick: MediaTime(1, over: 90_000))
    let limit: Int64 = 1 << 48
    for _ in 0..<Int.random(in: 0...200, using: &random) {
      var packet = PacketList.Packet(
        time: Int64.random(in: -limit...limit, using: &random), isKey: Bool.random(using: &random))
      packet.duration = Int64.random(in: 0...10_000, using: &random)
      if Bool.random(using: &random) {
        packet.decoding = Int64.random(in: -limit...limit, using: &random)
      }
      if Bool.random(using: &random) {
        packet.identity = PacketList.Identity(
          digest: Bool.random(using: &random) ? UInt32.random(in: 0...(.max), using: &random) : nil,
          size: UInt32.random(in: 0...(.max), using: &random))
      }
      list.packets.append(packet)
    }
    return ScannedTrack(
      list: list, isComplete: Bool.random(using: &random), hasAllTimes: Bool.random(using: &random),
      first: time(), end: time(), sum: time())
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func `a record contains all of its tracks`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    let tracks = (0..<Int(seed % 4)).map { track($0, using: &random) }
    #expect([ScannedTrack](record: tracks.record) == tracks)
  }

  @Test func `a damaged record is refused, or gives limited numbers`() {
    var random = SeededGenerator(seed: 7)
    let record = [track(0, using: &random), track(1, using: &random)].record
    for length in 0..<record.count {
      #expect([ScannedTrack](record: Array(record.prefix(length))) == nil)
    }
    for _ in 0..<2_000 {
      var bytes = record
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      for track in [ScannedTrack](record: bytes) ?? [] {
        #expect(track.list.packets.allSatisfy { PacketList.believable($0.time) == $0.time })
        guard track.isPlausible(in: .transportStream) else { continue }
        let times = PictureTimes(track.list)
        #expect(times.length >= .zero)
      }
    }
  }

  @Test func `a packet of a film takes about ten bytes`() {
    var list = PacketList(trackNumber: 0, media: .video, tick: MediaTime(1, over: 90_000))
    for number in 0..<10_000 {
      let digest = UInt32(number) &* 2_654_435_761
      list.packets.append(
        PacketList.Packet(
          time: Int64(number) * 3_600 + 126_000, duration: 3_600, isKey: number % 25 == 0,
          identity: .init(digest: digest, size: UInt32(9_000 + number % 5_000))))
    }
    let track = ScannedTrack(
      list: list, isComplete: true, hasAllTimes: true, first: nil, end: nil, sum: nil)
    #expect([track].record.count <= 16 * list.packets.count)
  }
}
