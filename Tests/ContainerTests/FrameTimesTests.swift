import CutawayContainers
import CutawayTime
import TestSupport
import Testing

/// Times that a container has rounded, compared with those before.
@Suite struct FrameTimesTests {
  static let rates = [24, 25, 30, 48, 50, 60, 120].flatMap { rate in
    [MediaTime(1, over: rate)]
      + ([25, 50].contains(rate) ? [] : [MediaTime(1_001, over: rate * 1_000)])
  }

  /// A track without frame durations.
  private func list(
    _ times: [MediaTime], tick: MediaTime, stated: MediaTime? = nil
  ) -> PacketList {
    var list = PacketList(trackNumber: 1, media: .video, tick: tick)
    list.packets = times.map { PacketList.Packet(time: $0.rounded(in: tick), isKey: true) }
    list.frameDuration = stated
    return list
  }

  @Test(arguments: rates) func `times of a rate are exact, however they are rounded`(
    rate: MediaTime
  ) {
    var random = SeededGenerator(seed: UInt64(rate.denominator))
    for ticks in [1_000, 600, 90_000, 10_000, 44_100] {
      let tick = MediaTime(1, over: Int64(ticks))
      // The stated rate decides where a short film could have two.
      for isStated in [true, false] where isStated || rate / tick >= MediaTime(3) {
        var number = 0
        let numbers = (0..<500).map { _ in
          // Encoders leave out single frames.
          number += Int.random(in: 0..<10, using: &random) == 0 ? 2 : 1
          return number
        }
        let offset = MediaTime(Int64.random(in: 0..<1_000_000, using: &random), over: 1_000_000)
        let track = list(
          numbers.map { offset + rate * $0 }, tick: tick, stated: isStated ? rate : nil)
        let times = FrameTimes(track)
        let first = times.start(of: 0)
        for (index, number) in numbers.enumerated() {
          #expect(times.start(of: index) - first == rate * (number - numbers[0]), "\(ticks)")
        }
      }
    }
  }

  @Test func `a single long frame does not end the rate`() {
    // A phone: 30 frames per second in ticks of 1/600, and one frame that lasts a tick longer.
    let tick = MediaTime(1, over: 600)
    let track = list(
      (0..<200).map { tick * (20 * $0 + ($0 >= 35 ? 1 : 0)) }, tick: tick,
      stated: MediaTime(1_001, over: 30_000))
    let times = FrameTimes(track)
    for index in 0..<200 {
      #expect(times.start(of: index) == tick * (20 * index + (index >= 35 ? 1 : 0)))
    }
    #expect(times.usualDuration == MediaTime(1, over: 30))
  }

  @Test(arguments: [60, 75, 100, 1_000]) func `one odd tick is no other rate`(count: Int) {
    // 29.97 frames per second, rounded from an unknown start, would also fit 75 frames.
    let tick = MediaTime(1, over: 600)
    let odd = list(
      (0..<count).map { tick * (20 * $0 + ($0 >= 35 ? 1 : 0)) }, tick: tick)
    #expect(FrameTimes(odd).start(of: 50) == tick * 1_001)
    let film = list((0..<count).map { MediaTime(1_001, over: 30_000) * $0 }, tick: tick)
    #expect(FrameTimes(film).start(of: 50) == MediaTime(1_001, over: 600))
  }

  @Test func `a rate that changes keeps both rates exact`() {
    let tick = MediaTime(1, over: 1_000)
    var time = MediaTime.zero
    let exact = (0..<300).map { index in
      defer { time = time + MediaTime(1, over: index < 150 ? 24 : 60) }
      return time
    }
    let times = FrameTimes(list(exact, tick: tick))
    for index in 0..<300 {
      // The rounding of the first frame of a run is not known.
      let difference = (times.start(of: index) - exact[index]).seconds
      #expect(abs(difference) < 0.000_5)
    }
    for index in 160..<299 {
      #expect(times.start(of: index + 1) - times.start(of: index) == MediaTime(1, over: 60))
    }
  }

  @Test func `times without a rate stay as they are stated`() {
    var random = SeededGenerator(seed: 7)
    let tick = MediaTime(1, over: 1_000)
    var time: Int64 = 0
    let stamps = (0..<400).map { _ in
      time += Int64.random(in: 5...70, using: &random)
      return time
    }
    let times = FrameTimes(list(stamps.map { tick * Int($0) }, tick: tick))
    #expect((0..<400).map { times.start(of: $0) } == stamps.map { tick * Int($0) })
  }

  @Test func `the frame at a time is the last one that does not start after it`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let rate = Self.rates.randomElement(using: &random) ?? MediaTime(1)
      let numbers = (0..<60).filter { _ in Bool.random(using: &random) } + [60]
      let times = FrameTimes(
        list(numbers.map { rate * $0 }, tick: MediaTime(1, over: 1_000), stated: rate))
      for _ in 0..<50 {
        let time = MediaTime(Int64.random(in: -100...3_000, using: &random), over: 1_200)
        let slow = (0..<times.count).last { times.start(of: $0) <= time } ?? 0
        #expect(times.frame(at: time) == slow)
      }
    }
  }

  // MARK: Ends and edits

  /// Frames at 30 per second in ticks of 1/15,360, as ffmpeg writes them.
  private func movie(_ count: Int, delay: Int64 = 0) -> PacketList {
    var list = PacketList(trackNumber: 1, media: .video, tick: MediaTime(1, over: 15_360))
    list.packets = (0..<Int64(count)).map {
      PacketList.Packet(decoding: $0 * 512, time: ($0 * 512) + delay, duration: 512, isKey: true)
    }
    list.mediaEnd = Int64(count) * 512
    list.editTick = MediaTime(1, over: 1_000)
    return list
  }

  @Test(arguments: [1_034, 1_033, 1_035, 900]) func `the length is exact, not that of the header`(
    milliseconds: Int
  ) {
    var track = movie(31, delay: 1_024)
    track.edits = [
      PacketList.Edit(
        duration: MediaTime(Int64(milliseconds), over: 1_000), media: MediaTime(1_024, over: 15_360)
      )
    ]
    let times = PictureTimes(track)
    // 1.034 is 31 frames, rounded; 0.9 is a cut.
    #expect(
      times.length == (milliseconds == 900 ? MediaTime(27, over: 30) : MediaTime(31, over: 30)))
    #expect(times.frame(at: MediaTime(5, over: 30)) == 5)
    #expect(times.frame(at: MediaTime(10)) == (milliseconds == 900 ? 26 : 30))
    #expect(times.lastFrame == (milliseconds == 900 ? 26 : 30))
  }

  @Test func `the last picture lasts as long as its packet states`() {
    var track = movie(31)
    track.packets[30].duration = 3 * 15_360
    track.mediaEnd += 3 * 15_360 - 512
    #expect(PictureTimes(track).length == MediaTime(4))
  }

  @Test func `several edits are followed in their order`() {
    var track = movie(120)
    track.edits = [
      PacketList.Edit(duration: MediaTime(1, over: 2), media: nil),
      PacketList.Edit(duration: MediaTime(1), media: MediaTime(2)),
      PacketList.Edit(duration: MediaTime(1), media: MediaTime(0), rate: MediaTime(1, over: 2)),
      PacketList.Edit(duration: MediaTime(1), media: MediaTime(3), rate: .zero),
      PacketList.Edit(duration: MediaTime(1, over: 2), media: nil),
      PacketList.Edit(duration: MediaTime(1), media: MediaTime(1)),
    ]
    let times = PictureTimes(track)
    #expect(times.length == MediaTime(5))
    let shown = (0..<150).map { times.frame(at: MediaTime(Int64($0), over: 30)) ?? -1 }
    let wanted =
      Array(repeating: 60, count: 15) + Array(60..<90) + (0..<30).map { $0 / 2 }
      + Array(repeating: 90, count: 45) + Array(30..<60)
    #expect(shown == wanted)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `changes of the picture are those that a search in small steps finds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var track = movie(40, delay: Int64.random(in: 0...2, using: &random) * 512)
    let unit = MediaTime(1, over: 240)
    track.edits = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      PacketList.Edit(
        duration: unit * Int.random(in: 1...90, using: &random),
        media: Int.random(in: 0..<4, using: &random) == 0
          ? nil : unit * Int.random(in: 0...300, using: &random),
        rate: MediaTime([0, 1, 1, 2].randomElement(using: &random) ?? 1, over: 2))
    }
    let times = PictureTimes(track)
    // All frames and edits start at multiples of the step.
    let step = MediaTime(1, over: 960)
    let count = Int(times.length.ceiled(in: step))
    var expected: [MediaTime] = []
    for index in 1..<max(1, count)
    where times.frame(at: step * index) != times.frame(at: step * (index - 1)) {
      expected.append(step * index)
    }
    var found: [MediaTime] = [], time = MediaTime.zero
    while let next = times.change(after: time), found.count <= count {
      found.append(next)
      time = next
    }
    #expect(found == expected)
    // Pauses at the start, and media before the first frame.
    var pause = MediaTime.zero
    for edit in track.edits {
      guard edit.media == nil, let duration = edit.duration else { break }
      pause = pause + duration
    }
    if !track.edits.isEmpty, pause < times.length {
      #expect(times.start >= pause)
      #expect(times.frame(at: times.start) == times.frame(at: .zero))
    }
  }

  @Test func `the first frame starts after a pause of the edit list`() {
    var track = movie(30)
    track.edits = [
      PacketList.Edit(duration: MediaTime(2, over: 5), media: nil),
      PacketList.Edit(duration: MediaTime(1), media: .zero),
    ]
    #expect(PictureTimes(track).start == MediaTime(2, over: 5))
    #expect(PictureTimes(track).change(after: .zero) == MediaTime(13, over: 30))
    track.edits = []
    #expect(PictureTimes(track).start == .zero)
    // Two pauses, and a held frame, which is none.
    track.edits = [
      PacketList.Edit(duration: MediaTime(1, over: 5), media: nil),
      PacketList.Edit(duration: MediaTime(3, over: 10), media: nil),
      PacketList.Edit(duration: MediaTime(1), media: MediaTime(1, over: 2)),
    ]
    #expect(PictureTimes(track).start == MediaTime(1, over: 2))
    #expect(PictureTimes(track).frame(at: .zero) == 15)
    track.edits = [
      PacketList.Edit(duration: MediaTime(1), media: MediaTime(1, over: 2), rate: .zero),
      PacketList.Edit(duration: MediaTime(1, over: 2), media: .zero),
    ]
    #expect(PictureTimes(track).start == .zero)
  }

  @Test func `an edit after the end of the media presents nothing`() {
    var track = movie(120)
    track.edits = [
      PacketList.Edit(duration: MediaTime(1), media: .zero),
      PacketList.Edit(duration: MediaTime(1), media: MediaTime(100)),
    ]
    #expect(PictureTimes(track).length == MediaTime(1))
    #expect(PictureTimes(track).lastFrame == 29)
  }

  @Test func `a frame after another one appears in the first part that reaches it`() {
    var track = movie(120)
    let edit = PacketList.Edit(duration: MediaTime(2), media: MediaTime(1))
    track.edits = [edit, PacketList.Edit(duration: MediaTime(1), media: .zero), edit]
    let times = PictureTimes(track)
    #expect(times.appearance(ofFrameAfter: 44) == MediaTime(1, over: 2))
    #expect(times.appearance(ofFrameAfter: 10) == .zero)
    #expect(times.appearance(ofFrameAfter: 89) == nil)
  }

  @Test func `without an edit list, the picture starts with its first frame`() {
    let times = PictureTimes(movie(31, delay: 1_024))
    #expect(times.length == MediaTime(31, over: 30))
    #expect(times.frame(at: .zero) == 0)
    #expect(times.frame(at: MediaTime(30, over: 30)) == 30)
  }
}
