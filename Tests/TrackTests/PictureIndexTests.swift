import CutawayContainers
import CutawayMedia
import CutawayTime
import Testing

/// Which frame of the index a decoded frame is.
@Suite struct PictureIndexTests {
  private func picture(_ times: [Int64]) -> MediaIndex.Picture {
    var list = PacketList(trackNumber: 1, media: .video, tick: MediaTime(1, over: 600))
    list.packets = times.map {
      PacketList.Packet(decoding: $0, time: $0, duration: 20, isKey: true)
    }
    list.mediaEnd = (times.last ?? 0) + 20
    return MediaIndex.Picture(list)
  }

  @Test(
    arguments: [
      [0, 0, 0, 0, 20, 40, 60], [0, 20, 40, 40, 40, 61, 80, 80], [0, 20, 41, 60, 80],
    ] as [[Int64]])
  func `frames with equal times have different nanoseconds, and the last one is shown`(
    times: [Int64]
  ) {
    let picture = picture(times)
    for frame in times.indices {
      #expect(picture.nearestFrame(to: picture.start(of: frame)) == frame)
      #expect(
        picture.isShown(frame) == (frame + 1 == times.count || times[frame + 1] > times[frame]))
      let found = picture.frame(at: picture.start(of: frame))
      #expect(times[found] == times[frame])
      #expect(picture.isShown(found))
    }
  }

  @Test func `a file with many frames of equal times is searched quickly`() {
    let picture = picture(Array(repeating: 0, count: 100_000) + [20])
    #expect(picture.start(of: 100_000) > 0)
    for frame in [0, 1, 50_000, 99_999] { #expect(picture.start(of: frame) < 1_000) }
    #expect(picture.isShown(picture.frame(at: 0)))
  }
}
