import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Rules 33 and 87 to 89: items, and how they play without a display.
@Suite(.serialized) struct PlayerTests {
  func composition(_ frames: Int = 60) async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(
      f(0, frames), of: Clips.film(1, frames: frames), at: .zero)
    return composition
  }

  /// The composition drawn by a class that keeps what it saw.
  func watched(_ composition: AVComposition) -> AVMutableVideoComposition {
    Watcher.reset()
    let video = videoComposition([
      OwnInstruction(
        CMTimeRange(start: .zero, duration: composition.duration), sources: [1], shown: 1)
    ])
    video.customVideoCompositorClass = Watcher.self
    return video
  }

  /// A player that is ready, paused at the start.
  func ready(_ item: AVPlayerItem) async throws -> AVPlayer {
    let player = AVPlayer(playerItem: item)
    try await wait("not ready") { item.status != .unknown }
    try #require(item.status == .readyToPlay, "\(String(describing: item.error))")
    return player
  }

  /// Plays to the end.
  func finish(_ player: AVPlayer, _ item: AVPlayerItem) async throws {
    let ends = Notices(AVPlayerItem.didPlayToEndTimeNotification, of: item)
    player.play()
    try await wait("no end") { ends.all > 0 }
  }

  @Test func `R87: an item knows its state`() async throws {
    let composition = try await composition()
    let item = AVPlayerItem(asset: composition)
    #expect(item.status == .unknown && item.error == nil && item.asset === composition)
    #expect(item.presentationSize == .zero)
    let player = try await ready(item)
    #expect(item.duration == f(60) && item.presentationSize == CGSize(width: 320, height: 180))
    #expect(player.status == .readyToPlay && player.currentItem === item)
    #expect(player.rate == 0 && player.timeControlStatus == .paused)
    #expect(player.currentTime() == .zero && item.currentTime() == .zero)
    let range = try #require(item.seekableTimeRanges.first?.timeRangeValue)
    #expect(range == f(0, 60))
    #expect(item.canPlayReverse && item.canStepForward && item.canStepBackward)
  }

  @Test func `R87: defaults of players and items`() {
    let player = AVPlayer()
    #expect(player.currentItem == nil && player.rate == 0 && player.defaultRate == 1)
    #expect(player.actionAtItemEnd == .pause && player.volume == 1 && !player.isMuted)
    #expect(player.automaticallyWaitsToMinimizeStalling && player.error == nil)
    let item = AVPlayerItem(asset: AVMutableComposition())
    #expect(item.videoComposition == nil && item.audioMix == nil)
    #expect(item.audioTimePitchAlgorithm == .timeDomain)
    #expect(!item.seekingWaitsForVideoCompositionRendering)
    #expect(!item.forwardPlaybackEndTime.isValid && !item.reversePlaybackEndTime.isValid)
    item.seekingWaitsForVideoCompositionRendering = true
    #expect(item.seekingWaitsForVideoCompositionRendering)
  }

  @Test func `R87: a missing file fails its item`() async throws {
    let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere/film.mov"))
    let player = AVPlayer()
    // The item can fail before the next line of the test.
    player.play()
    player.replaceCurrentItem(with: item)
    try await wait("no status") { item.status == .failed }
    #expect(item.error != nil && player.rate == 0)
    #expect(player.timeControlStatus == .paused)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let spoil: @Sendable (AVMutableVideoComposition) -> Void
    init(_ name: String, _ spoil: @escaping @Sendable (AVMutableVideoComposition) -> Void) {
      (testDescription, self.spoil) = (name, spoil)
    }
  }

  @Test(arguments: [
    Wrong("no size") { $0.renderSize = .zero },
    Wrong("no duration") { $0.frameDuration = .zero },
    Wrong("invalid duration") { $0.frameDuration = .invalid },
    Wrong("negative scale") { $0.renderScale = -1 },
    Wrong("no scale") { $0.renderScale = 0 },
    Wrong("a gap") { $0.instructions = [] },
  ])
  func `R39, R87: a wrong video composition fails the item with -11841`(wrong: Wrong) async throws {
    let composition = try await composition()
    let video = videoComposition([instruction(f(0, 60), [layer(try composition.video())])])
    wrong.spoil(video)
    let item = AVPlayerItem(asset: composition)
    item.videoComposition = video
    let player = AVPlayer(playerItem: item)
    try await wait("no status") { item.status != .unknown }
    #expect(item.status == .failed)
    #expect((item.error as NSError?)?.code == -11_841)
    withExtendedLifetime(player) {}
  }

  @Test func `R67, R69: a tool is shown in previews, too`() async throws {
    let composition = try await composition()
    let video = videoComposition([instruction(f(0, 60), [layer(try composition.video())])])
    let (parent, picture) = (CALayer(), CALayer())
    parent.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
    picture.frame = parent.frame
    parent.addSublayer(picture)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: picture, in: parent)
    let item = AVPlayerItem(asset: composition)
    item.videoComposition = video
    let player = try await ready(item)
    try await finish(player, item)
    #expect(item.error == nil)
    // A synchronized layer keeps its item.
    let layer = AVSynchronizedLayer(playerItem: item)
    #expect(layer.playerItem === item)
    let screen = AVPlayerLayer(player: player)
    #expect(screen.player === player && screen.videoGravity == .resizeAspect)
  }

  @Test func `R60, R87: a mix for a track that is not there is ignored`() async throws {
    let composition = try await composition()
    let stray = AVMutableAudioMixInputParameters(), mix = AVMutableAudioMix()
    stray.trackID = 77
    stray.setVolume(0, at: .zero)
    mix.inputParameters = [stray]
    let item = AVPlayerItem(asset: composition)
    item.audioMix = mix
    try await finish(try await ready(item), item)
    #expect(item.error == nil)
  }

  @Test func `R7: an item keeps copies of its compositions`() async throws {
    let item = AVPlayerItem(asset: try await composition())
    let video = videoComposition([]), mix = AVMutableAudioMix()
    (item.videoComposition, item.audioMix) = (video, mix)
    video.renderSize = CGSize(width: 10, height: 10)
    mix.inputParameters = [AVMutableAudioMixInputParameters()]
    #expect(item.videoComposition?.renderSize == CGSize(width: 320, height: 180))
    #expect(item.audioMix?.inputParameters.isEmpty == true)
    #expect(item.videoComposition !== video)
  }

  @Test func `R33: the scale of a preview is in the render context`() async throws {
    let composition = try await composition(), video = watched(composition)
    video.renderScale = 0.5
    let item = AVPlayerItem(asset: composition)
    item.videoComposition = video
    let player = try await ready(item)
    try await finish(player, item)
    let entries = Watcher.all
    #expect(!entries.isEmpty)
    for entry in entries {
      #expect(entry.size == CGSize(width: 160, height: 90) && entry.scale == 0.5)
      #expect(entry.transform == CGAffineTransform(scaleX: 0.5, y: 0.5))
    }
  }

  @Test func `R89: a preview shows the frames of the export`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(10, 40), of: Clips.silent(1).video(), at: .zero)
    try await track.insertTimeRange(f(5, 25), of: Clips.silent(2).video(), at: f(12))
    let video = watched(composition)
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let exported = try await file.frames()
    Watcher.reset()
    let item = AVPlayerItem(asset: composition)
    item.videoComposition = video
    try await finish(try await ready(item), item)
    let entries = Watcher.all
    #expect(Set(entries.map(\.time)).count > 10)
    for entry in entries {
      let index = Int((entry.time.seconds * 30).rounded())
      #expect(f(index) == entry.time && exported.indices.contains(index))
      #expect(entry.shown == exported[index], "\(index)")
    }
  }

  @Test func `R88: another item replaces the first`() async throws {
    let (first, second) = (
      AVPlayerItem(asset: try await composition()),
      AVPlayerItem(asset: try await composition(30))
    )
    let player = try await ready(first)
    let ends = Notices(AVPlayerItem.didPlayToEndTimeNotification, of: first)
    #expect(await player.seek(to: f(30), toleranceBefore: .zero, toleranceAfter: .zero))
    player.replaceCurrentItem(with: second)
    #expect(player.currentItem === second && player.currentTime() == .zero)
    try await finish(player, second)
    #expect(second.currentTime() == f(30) && ends.all == 0)
    player.replaceCurrentItem(with: nil)
    #expect(player.currentItem == nil)
    player.play()
    #expect(player.reasonForWaitingToPlay == .noItemToPlay)
    #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
  }
}
