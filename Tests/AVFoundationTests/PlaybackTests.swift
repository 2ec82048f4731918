import AVFoundation
import TestSupport
import Testing

extension PlayerTests {
  /// Rule 88 and part 1.7: seeks, rates, ends and observers of a player.
  ///
  /// They share what a compositor keeps with the other tests of players, so they run after them.
  @Suite(.serialized) struct PlaybackTests {
    func item(_ frames: Int = 60, watched: Bool = false) async throws -> AVPlayerItem {
      let composition = AVMutableComposition()
      try await composition.insertTimeRange(
        f(0, frames), of: Clips.film(1, frames: frames), at: .zero)
      let item = AVPlayerItem(asset: composition)
      if watched {
        let video = videoComposition([OwnInstruction(f(0, frames), sources: [1], shown: 1)])
        video.customVideoCompositorClass = Watcher.self
        item.videoComposition = video
        Watcher.reset()
      }
      return item
    }

    /// An item of a minute, which does not end while a test examines its player.
    func longItem() async throws -> AVPlayerItem {
      let composition = AVMutableComposition(), film = try await Clips.film(1)
      for index in 0..<30 {
        try await composition.insertTimeRange(f(0, 60), of: film, at: f(60 * index))
      }
      return AVPlayerItem(asset: composition)
    }

    func ready(_ item: AVPlayerItem) async throws -> AVPlayer {
      let player = AVPlayer(playerItem: item)
      try await wait("not ready") { item.status == .readyToPlay }
      return player
    }

    func finish(_ player: AVPlayer, _ item: AVPlayerItem) async throws {
      let ends = Notices(AVPlayerItem.didPlayToEndTimeNotification, of: item)
      player.play()
      try await wait("no end") { ends.all > 0 }
    }

    func seek(_ player: AVPlayer, _ frame: Int) async -> Bool? {
      await within(300) {
        await player.seek(to: f(frame), toleranceBefore: .zero, toleranceAfter: .zero)
      }
    }

    // MARK: Seeks

    @Test func `R88: a seek without tolerance shows its frame`() async throws {
      let item = try await item(watched: true), player = try await ready(item)
      for frame in [37, 3, 59, 0, 31] {
        let before = Watcher.all.count
        #expect(await seek(player, frame) == true)
        #expect(player.currentTime() == f(frame) && item.currentTime() == f(frame))
        // The next frames may be drawn ahead.
        let shown = Watcher.all.dropFirst(before)
        #expect(
          shown.contains { $0.time == f(frame) && $0.shown == Shown(1, frame) },
          "\(frame): \(shown.map { "\($0.time.seconds * 30) \($0.shown?.frame ?? -1)" })")
      }
    }

    @Test func `R88: a seek before the item is ready counts`() async throws {
      let item = try await item(), player = AVPlayer(playerItem: item)
      #expect(await seek(player, 40) == true)
      try await wait("not ready") { item.status == .readyToPlay }
      #expect(player.currentTime() == f(40))
    }

    @Test(arguments: [(30, 6), (37, 10), (52, 3)])
    func `R88: a seek with tolerances stays within them`(frame: Int, tolerance: Int) async throws {
      let item = try await item(), player = try await ready(item)
      #expect(
        await within(300) {
          await player.seek(
            to: f(frame), toleranceBefore: f(tolerance), toleranceAfter: .zero)
        } == true)
      #expect(player.currentTime() <= f(frame) && player.currentTime() >= f(frame - tolerance))
      #expect(await seek(player, 0) == true)
      #expect(
        await within(300) {
          await player.seek(to: f(frame), toleranceBefore: .zero, toleranceAfter: f(tolerance))
        } == true)
      #expect(player.currentTime() >= f(frame) && player.currentTime() <= f(frame + tolerance))
    }

    @Test func `R88: a seek outside of the item goes to its end or its start`() async throws {
      let item = try await item(), player = try await ready(item)
      #expect(await seek(player, 500) == true)
      #expect(player.currentTime() >= f(59) && player.currentTime() <= f(60))
      #expect(await seek(player, -20) == true)
      #expect(player.currentTime() == .zero)
    }

    @Test func `1.7: a seek is a jump`() async throws {
      let item = try await item(), player = try await ready(item)
      let jumps = Notices(AVPlayerItem.timeJumpedNotification, of: item)
      #expect(await seek(player, 20) == true)
      #expect(jumps.all > 0)
      #expect(AVPlayerItem.timeJumpedNotification == .AVPlayerItemTimeJumped)
    }

    @Test func `1.7: steps are frames`() async throws {
      let item = try await item(watched: true), player = try await ready(item)
      #expect(await seek(player, 10) == true)
      item.step(byCount: 1)
      try await wait("no step") { player.currentTime() == f(11) }
      item.step(byCount: -3)
      try await wait("no step back") { player.currentTime() == f(8) }
      #expect(player.rate == 0)
    }

    // MARK: Ends and rates

    @Test func `1.7: at the end the player pauses there`() async throws {
      let item = try await item(30), player = try await ready(item)
      try await finish(player, item)
      #expect(player.rate == 0 && player.timeControlStatus == .paused)
      #expect(player.currentTime() == f(30) && item.currentTime() == f(30))
      #expect(AVPlayerItem.didPlayToEndTimeNotification == .AVPlayerItemDidPlayToEndTime)
      // From the start it plays again.
      #expect(await seek(player, 0) == true)
      #expect(player.currentTime() == .zero)
      try await finish(player, item)
      #expect(player.currentTime() == f(30))
    }

    @Test func `1.7: with the action none the rate stays`() async throws {
      let item = try await item(30), player = try await ready(item)
      player.actionAtItemEnd = .none
      try await finish(player, item)
      #expect(player.rate == 1 && player.currentTime() == f(30))
    }

    @Test func `1.7: rates are those that were set`() async throws {
      let item = try await longItem(), player = try await ready(item)
      let changes = Notices(AVPlayer.rateDidChangeNotification, of: player)
      player.defaultRate = 2
      player.play()
      #expect(player.rate == 2 && player.timeControlStatus != .paused)
      player.pause()
      #expect(player.rate == 0 && player.timeControlStatus == .paused)
      player.playImmediately(atRate: 0.5)
      #expect(player.rate == 0.5)
      player.rate = 0
      #expect(player.rate == 0)
      #expect(changes.all == 4)
    }

    @Test func `1.7: a negative rate plays to the start`() async throws {
      let item = try await item(watched: true), player = try await ready(item)
      #expect(await seek(player, 30) == true)
      let count = Watcher.all.count
      player.rate = -1
      try await wait("not at the start") { player.currentTime() == .zero }
      let frames = Watcher.all.dropFirst(count).compactMap { $0.shown?.frame }
      // Frames behind it may have been drawn ahead, while it was paused.
      #expect(frames.contains(0))
      #expect(Set(frames.filter { $0 < 30 }).count > 5)
    }

    // MARK: Observers

    /// A serial queue and a way to wait for what is on it.
    let queue = DispatchQueue(label: "observers")
    func flush() { queue.sync {} }

    @Test func `1.7: a periodic observer sees the time grow, until it is removed`() async throws {
      let item = try await longItem(), player = try await ready(item)
      let times = Kept<CMTime>()
      let observer = player.addPeriodicTimeObserver(forInterval: f(3), queue: queue) {
        times.add($0)
      }
      player.play()
      try await wait("the observer is not called") { times.all.count >= 3 }
      player.removeTimeObserver(observer)
      flush()
      let seen = times.all
      #expect(seen == seen.sorted())
      #expect(seen.allSatisfy { $0 >= .zero && $0 <= item.duration })
      // Several intervals more.
      let later = player.currentTime() + f(12)
      try await wait("it does not play on") { player.currentTime() >= later }
      flush()
      #expect(times.all.count == seen.count)
      player.pause()
    }

    @Test func `1.7: a boundary observer is called once as playback passes`() async throws {
      let item = try await item(), player = try await ready(item)
      let times = Kept<CMTime>()
      let observer = player.addBoundaryTimeObserver(
        forTimes: [NSValue(time: f(15)), NSValue(time: f(40))], queue: queue
      ) { times.add(player.currentTime()) }
      try await finish(player, item)
      // The timer of the observer may fire later.
      try await wait("a boundary is missing") { times.all.count >= 2 }
      flush()
      #expect(times.all.count == 2)
      #expect(times.all.first.map { $0 >= f(15) } == true)
      #expect(times.all.last.map { $0 >= f(40) } == true)
      player.removeTimeObserver(observer)
      #expect(await seek(player, 0) == true)
      try await finish(player, item)
      flush()
      #expect(times.all.count == 2)
    }
  }
}
