import AVFoundation
import TestSupport
import Testing

// Further rules, as an independent reader of the documentation tested them.

extension PlayerTests {
  @Test func `R88: edits after the player took an item are not seen`() async throws {
    let composition = try await composition(), video = watched(composition)
    let item = AVPlayerItem(asset: composition)
    item.videoComposition = video
    let player = try await ready(item)
    composition.removeTimeRange(f(0, 50))
    #expect(await player.seek(to: f(40), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(player.currentTime() == f(40))
    #expect(Watcher.all.contains { $0.shown == Shown(1, 40) })
    try await finish(player, item)
    #expect(Watcher.all.contains { $0.shown == Shown(1, 59) })
  }
}

extension PlayerTests.PlaybackTests {
  @Test func `R88: each seek has one callback, and the last is completed`() async throws {
    let item = try await item(watched: true), player = try await ready(item)
    let calls = Kept<(Int, Bool)>()
    for frame in [10, 20, 50, 5, 33] {
      player.seek(to: f(frame), toleranceBefore: .zero, toleranceAfter: .zero) {
        calls.add((frame, $0))
      }
    }
    try await wait("callbacks are missing") { calls.all.count >= 5 }
    #expect(calls.all.map(\.0).sorted() == [5, 10, 20, 33, 50])
    #expect(calls.all.first { $0.0 == 33 }?.1 == true)
    #expect(player.currentTime() == f(33))
  }

  @Test func `1.7: the end that pauses changes the rate, with a notification`() async throws {
    let item = try await item(30), player = try await ready(item)
    let changes = Notices(AVPlayer.rateDidChangeNotification, of: player)
    try await finish(player, item)
    try await wait("no notification") { changes.all == 2 }
  }

  @Test func `1.7: playback ends where the item says`() async throws {
    let item = try await item(watched: true)
    item.forwardPlaybackEndTime = f(20)
    let player = try await ready(item)
    try await finish(player, item)
    #expect(player.currentTime() == f(20))
    #expect(Watcher.all.allSatisfy { $0.time <= f(20) })
  }

  @Test func `1.7: a periodic observer is called at jumps, also while paused`() async throws {
    let item = try await item(), player = try await ready(item)
    let times = Kept<CMTime>()
    let observer = player.addPeriodicTimeObserver(forInterval: f(6), queue: queue) { times.add($0) }
    #expect(await seek(player, 40) == true)
    try await wait("no call at the jump") { times.all.contains(f(40)) }
    player.removeTimeObserver(observer)
  }

  @Test func `1.7: a boundary behind the position is not passed`() async throws {
    let item = try await item(), player = try await ready(item)
    #expect(await seek(player, 30) == true)
    let calls = Kept<CMTime>()
    let observer = player.addBoundaryTimeObserver(forTimes: [NSValue(time: f(10))], queue: queue) {
      calls.add(player.currentTime())
    }
    try await finish(player, item)
    flush()
    #expect(calls.all.isEmpty)
    player.removeTimeObserver(observer)
  }

  @Test func `1.7: a seek over a boundary does not pass it`() async throws {
    let item = try await item(), player = try await ready(item)
    let calls = Kept<CMTime>()
    let observer = player.addBoundaryTimeObserver(forTimes: [NSValue(time: f(20))], queue: queue) {
      calls.add(player.currentTime())
    }
    #expect(await seek(player, 45) == true)
    try await finish(player, item)
    flush()
    #expect(calls.all.isEmpty)
    player.removeTimeObserver(observer)
  }
}

extension CancellationTests {
  @Test func `R73: a seek cancels the requests that wait`() async throws {
    let (composition, video) = try await setting()
    let item = AVPlayerItem(asset: composition)
    item.videoComposition = video
    let player = AVPlayer(playerItem: item)
    player.play()
    try await wait("no request") { Holder.waiting == 1 }
    let results = Kept<Bool>()
    player.seek(to: f(300), toleranceBefore: .zero, toleranceAfter: .zero) { results.add($0) }
    // The compositor knows it at once, not when its frame is overdue.
    #expect(Holder.calls >= 1 && Holder.cancelled >= 1)
    try await wait("the seek waits for the compositor") { !results.all.isEmpty }
    #expect(results.all == [true])
    player.replaceCurrentItem(with: nil)
  }
}

extension ToolTreeTests {
  @Test func `Q70: a video layer outside of the tree is not shown`() async throws {
    let (composition, video) = try await setting(), root = CALayer()
    root.frame = whole
    _ = square(CGRect(x: 0, y: 0, width: 40, height: 40), in: root)
    let picture = CALayer()
    picture.frame = whole
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: picture, in: root)
    let image = try await image(of: composition, video, at: f(3))
    #expect(try image.color(20, 160).isNear(ground))
    for (x, y) in [(5, 5), (200, 30), (300, 100)] {
      #expect(try image.color(x, y).isNear(.black), "\(x), \(y)")
    }
  }

  @Test func `Q75: a composition without video exports with a tool`() async throws {
    let composition = AVMutableComposition()
    try await composition.add(.audio).insertTimeRange(
      f(0, 30), of: Clips.sound(1).audio(), at: .zero)
    let video = videoComposition([instruction(f(0, 30), [], background: Self.blue)])
    let tree = tree(whole)
    let mark = square(CGRect(x: 0, y: 0, width: 40, height: 40), in: tree.root)
    (mark.beginTime, mark.duration) = (0.5, 10)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: tree.picture, in: tree.root)
    let file = try await Exported(composition, video, as: .mp4)
    defer { file.remove() }
    let result = AVURLAsset(url: file.url)
    #expect(result.duration == f(30))
    let (early, late) = (
      try await image(of: result, at: f(10)), try await image(of: result, at: f(20))
    )
    let back = RGB(red: 0, green: 0, blue: 255)
    #expect(try early.color(20, 160).isNear(back, within: 30))
    #expect(try late.color(20, 160).isNear(ground, within: 30))
    #expect(try late.color(200, 90).isNear(back, within: 30))
  }
}

extension MustSymbolTests {
  @Test func `the folder for documents is a folder`() {
    #expect(URL.documentsDirectory.hasDirectoryPath)
  }
}
