import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The timeline over the lower part of the picture.
@Suite(.serialized) struct PlayerOverlayTests {
  private let studio = PlayerStudio()

  /// The rows that lie above the timeline.
  private static let free = 0..<90

  /// All frames of two seconds.
  private func frames(showingTimeline shows: Bool) async throws -> [RawFrame] {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edit = try await studio.composition([[(1, 0)]])
    try await studio.player(edit, in: folder, loops: false, inRealTime: false) {
      $0.showsTimeline = shows
    }.run()
    return try studio.frames(in: folder)
  }

  private func rows(_ frame: RawFrame, _ range: Range<Int>) -> ArraySlice<UInt8> {
    let luma = frame.planes[0]
    return luma.bytes[range.lowerBound * luma.stride..<range.upperBound * luma.stride]
  }

  /// The column of the lowest row that is white: the playhead.
  private func head(_ frame: RawFrame) -> Int? {
    let luma = frame.planes[0]
    let row = luma.bytes[(luma.height - 2) * luma.stride..<(luma.height - 1) * luma.stride]
    return row.firstIndex { $0 > 220 }.map { $0 - row.startIndex }
  }

  @Test func `the overlay covers the lower part, and its playhead runs from end to end`()
    async throws
  {
    let plain = try await frames(showingTimeline: false)
    let shown = try await frames(showingTimeline: true)
    try #require(plain.count == 60 && shown.count == 60)
    for (one, other) in zip(plain, shown) {
      #expect(rows(one, Self.free) == rows(other, Self.free))
      #expect(rows(one, 170..<180) != rows(other, 170..<180))
    }
    let heads = shown.map(head)
    // Each side has a margin of ten pixels. The last frame is a sixtieth before the end.
    for (frame, x) in heads.enumerated() {
      let place = 10 + 300 * Double(frame) / 60
      #expect(x.map { abs(Double($0) - place) <= 2.5 } == true, "frame \(frame): \(x ?? -1)")
    }
  }

  @Test func `the overlay can be toggled while playing and while paused`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // White in the picture would count as the playhead.
    let black = try await studio.composition([[(1, 0), (1, 2)]], opacity: 0)
    let player = studio.player(black, in: folder)
    let run = Task { try await player.run() }
    defer { player.stop() }
    func showsTimeline() throws -> Bool {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      // The newest file may be incomplete.
      guard let name = names.dropLast().last else { return false }
      let frames = try rawFrames(at: folder.file(name).path, width: 320, height: 180)
      return frames.last.flatMap(head) != nil
    }
    try await studio.wait { try folder.shownCount() > 3 }
    player.toggleTimeline()
    try await studio.wait { try showsTimeline() }
    player.toggleTimeline()
    try await studio.wait { try !showsTimeline() }
    player.pause()
    player.toggleTimeline()
    player.requestSeek(to: MediaTime(1))
    try await studio.wait { player.status.showsTimeline && player.time == MediaTime(1) }
    let before = try folder.shownCount()
    player.play()
    try await studio.wait { try folder.shownCount() > before + 2 }
    player.stop()
    try await run.value
    #expect(try head(studio.frames(in: folder)[before]) != nil)
  }
}
