import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Compositions of distinguishable clips, and players that write frames to files.
struct PlayerStudio {
  /// Clips of four seconds by their number in the picture.
  static func clip(_ number: UInt8) -> TestMedia {
    TestMedia(.mov, video: .init(codec: .h264Intra, frameCount: 120, clip: number))
  }

  /// Consecutive clips on each of several layers, topmost first.
  func composition(
    _ layers: [[(clip: UInt8, start: Int64)]], opacity: Double = 1
  ) async throws -> ResolvedComposition {
    var composition = Composition()
    for clip in Set(layers.joined().map(\.clip)).sorted() {
      composition.assets.append(
        Asset(id: "\(clip)", location: try await Self.clip(clip).file().path))
    }
    for (number, parts) in layers.enumerated() {
      var track = Track(id: "\(number)", mediaType: .video)
      for (index, part) in parts.enumerated() {
        let source = TimeRange(start: MediaTime(part.start), duration: MediaTime(2))
        try track.setSegments(
          track.segments + [
            Segment(
              target: TimeRange(start: MediaTime(Int64(2 * index)), duration: MediaTime(2)),
              media: .init(asset: "\(part.clip)", source: source))
          ])
      }
      composition.tracks.append(track)
    }
    composition.instructions = [
      Instruction(
        range: TimeRange(start: .zero, duration: composition.duration),
        layers: layers.indices.map { Layer(track: "\($0)", opacity: .init(opacity)) })
    ]
    return try await composition.prepared()
  }

  /// A player that writes frames to files, and its shown frames.
  func player(
    _ composition: ResolvedComposition, in folder: TemporaryDirectory, loops: Bool = true,
    inRealTime: Bool = true, changing change: (inout Player.Settings) -> Void = { _ in }
  ) -> Player {
    var settings = Player.Settings()
    settings.loops = loops
    change(&settings)
    return Player(
      composition,
      output: SinkOutput(
        videoSink: "video/x-raw,format=I420 ! multifilesink sync=\(inRealTime) location="
          + folder.file("%06d.raw").path,
        audioSink: nil), settings: settings)
  }

  func frames(in folder: TemporaryDirectory) throws -> [RawFrame] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted().flatMap {
      try rawFrames(at: folder.file($0).path, width: 320, height: 180)
    }
  }

  /// Plays a composition, then replaces it.
  ///
  /// The change comes after ten frames, and the end `count` frames after it. The result has all frames
  /// shown, and how many of them came before the change.
  func frames(
    playing first: ResolvedComposition, then second: ResolvedComposition, atLeast count: Int = 30
  ) async throws -> (frames: [RawFrame], before: Int) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let player = self.player(first, in: folder)
    let isReplaced = Mutex(false)
    let run = Task {
      try await player.run { event in
        if event == .replaced { isReplaced.withLock { $0 = true } }
      }
    }
    defer { player.stop() }
    try await wait { try folder.shownCount() >= 10 }
    player.replace(with: second)
    try await wait { isReplaced.withLock { $0 } }
    let before = try folder.shownCount()
    try await wait { try folder.shownCount() >= before + count }
    player.stop()
    try await run.value
    return (try frames(in: folder), before)
  }

  /// Waits until a condition holds, for at most two minutes.
  func wait(until condition: () throws -> Bool) async throws {
    try await waitUntil("the player has done what it should", condition)
  }
}

extension TemporaryDirectory {
  func shownCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: url.path).count
  }
}
