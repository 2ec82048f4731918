import Cutaway
import CutawayFile
import CutawayModel
import Foundation
import TestSupport
import Testing

/// Clips whose speed changes, frame by frame.
@Suite struct SpeedCurveTests {
  private static let media = TestMedia(
    video: .init(width: 320, height: 180, frameCount: 90, clip: 62), audio: .init(clip: 62))

  /// Renders three seconds of 30 frames each with a speed, and returns the numbers in the frames.
  private func numbers(_ speed: String, _ rest: String = "") async throws -> [Int] {
    let film = try await Self.media.file().path
    let text = try CompositionText(
      """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {a: \(film)}
      tracks: [{id: v, type: av, segments: [{asset: a, source: [0, 3], speed: \(speed)\(rest)}]}]
      """, file: "f", directory: "")
    let rendering = try await Rendering(try await text.openingMedia().composition)
    // 1,600 samples a frame.
    #expect(rendering.sound.channels[0].count == rendering.frames.count * 1_600)
    return rendering.frames.map { $0.code().map { Int($0.frame) } ?? -1 }
  }

  /// Frames of a second in which the speed rises from 1 to 3, and of those after it.
  ///
  /// Piece i starts with frame 3i + 0.3i² of the film, and advances it by 1.1 + 0.2i per frame.
  private let rising = (0..<40).map { frame in
    let piece = frame / 3
    return frame < 30
      ? (30 * piece + 3 * piece * piece + (11 + 2 * piece) * (frame - 3 * piece)) / 10
      : 60 + 3 * (frame - 30)
  }

  @Test func `frames follow from the integral of the speed`() async throws {
    #expect(try await numbers("[{range: [0, 1], from: 1, to: 3}]") == rising)
  }

  @Test func `steps take place at their frames`() async throws {
    let steps = try await numbers("[{at: 0, value: 1}, {at: 1, value: 2}, {at: 1.5, value: 0.5}]")
    #expect(
      steps == Array(0..<30) + (0..<15).map { 30 + 2 * $0 } + (0..<60).map { 60 + $0 / 2 })
  }

  @Test func `a reversed clip shows the same frames in the opposite order`() async throws {
    let reversed = try await numbers(
      "[{range: [0, 1], from: 3, to: 1}, {at: 1, value: 1}]", ", reverse: true")
    let forward = try await numbers("[{range: [1, 2], from: 1, to: 3}]")
    #expect(reversed == forward.reversed())
  }
}
