import AVFoundation
import TestSupport
import Testing

/// Rule 73: requests that wait when playback jumps or an export ends.
@Suite(.serialized) struct CancellationTests {
  func setting(_ frames: Int = 600) async throws -> (
    AVMutableComposition, AVMutableVideoComposition
  ) {
    Holder.reset()
    let composition = AVMutableComposition(), track = try composition.add()
    let source = try await Clips.silent(1).video()
    for _ in 0..<frames / 60 { try track.insertTimeRange(f(0, 60), of: source, at: .invalid) }
    let video = videoComposition([OwnInstruction(f(0, frames), sources: [1], shown: 1)])
    video.customVideoCompositorClass = Holder.self
    return (composition, video)
  }

  @Test func `R73: cancelling an export cancels the requests that wait`() async throws {
    let (composition, video) = try await setting()
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPreset640x480))
    session.videoComposition = video
    (session.outputURL, session.outputFileType) = (folder.file("out.mp4"), .mp4)
    let end = Task { await session.export() }
    try await wait("no request") { Holder.waiting == 1 }
    session.cancelExport()
    // The compositor knows it at once, not when its frame is overdue: that is another error.
    #expect(Holder.calls >= 1 && Holder.cancelled == 1 && Holder.waiting == 0)
    #expect(await within(300) { await end.value } != nil, "the export waits for the compositor")
    #expect(session.status == .cancelled)
    #expect((session.error as NSError?)?.code == -11_878)
    #expect(try folder.names().isEmpty)
  }

  @Test func `R73: an item that is replaced cancels the requests that wait`() async throws {
    let (composition, video) = try await setting()
    let item = AVPlayerItem(asset: composition)
    item.videoComposition = video
    let player = AVPlayer(playerItem: item)
    player.play()
    try await wait("no request") { Holder.waiting == 1 }
    player.replaceCurrentItem(with: nil)
    try await wait("the compositor got no cancellation") { Holder.calls >= 1 }
    #expect(Holder.cancelled == 1)
  }

  /// The compositors of the twenty exports: as slow as a real one.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `R73, R83: twenty exports, cancelled at random moments, end`(seed: UInt64) async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    let source = try await Clips.silent(1).video()
    for _ in 0..<3 { try track.insertTimeRange(f(0, 60), of: source, at: .invalid) }
    let copy = try #require(composition.copy() as? AVComposition)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var generator = SeededGenerator(seed: seed)
    // Every fourth is left alone; the others are cancelled when so many states have come, or at once.
    let plans = (0..<20).map { index in
      (index, index % 4 == 0 ? nil : Int.random(in: 0...12, using: &generator))
    }
    struct End: Sendable {
      var index: Int
      var status: AVAssetExportSession.Status
      var code: Int?
      var wasCancelled: Bool
    }
    let ends = await within(300) {
      await withTaskGroup(of: End?.self) { group in
        for (index, moment) in plans {
          group.addTask {
            guard
              let session = AVAssetExportSession(
                asset: copy, presetName: AVAssetExportPreset640x480)
            else { return nil }
            session.outputURL = folder.file("\(index).mp4")
            session.outputFileType = .mp4
            let states = session.states(updateInterval: 0.02)
            let end = Task { await session.export() }
            if let moment {
              var count = 0
              if moment > 0 {
                for await _ in states {
                  count += 1
                  if count >= moment { break }
                }
              }
              session.cancelExport()
            }
            await end.value
            return End(
              index: index, status: session.status, code: (session.error as NSError?)?.code,
              wasCancelled: moment != nil)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
      }
    }
    let all = try #require(ends, "the exports hang")
    #expect(all.count == 20)
    for end in all {
      #expect([.completed, .cancelled].contains(end.status), "\(end)")
      #expect(end.wasCancelled || end.status == .completed, "\(end)")
      #expect(end.status != .cancelled || end.code == -11_878, "\(end)")
    }
    // A file for each export that was completed, and nothing else: no half file, no temporary one.
    let whole = all.filter { $0.status == .completed }.map { "\($0.index).mp4" }
    #expect(try folder.names().sorted() == whole.sorted())
    for name in whole {
      let frames = try await RawVideo.read(folder.file(name)).map { Shown($0.code()) }
      #expect(frames == (0..<180).map { Shown(1, $0 % 60) }, "\(name)")
    }
    #expect(all.contains { $0.status == .cancelled })
  }
}
