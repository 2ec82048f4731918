import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Compares the pixels of in-points in all kinds of video files.
///
/// `scripts/check-formats` tests each of the first 150 frames. Without `CUTAWAY_IN_POINTS`, a
/// sample of them is tested.
@Suite(.serialized) struct InPointTests {
  private static let count =
    ProcessInfo.processInfo.environment["CUTAWAY_IN_POINTS"].flatMap { Int($0) } ?? 20

  @Test(arguments: VideoFormats.all)
  func `an in-point shows the same frames as a decode from the start of the file`(
    format: VideoFormat
  ) async throws {
    try await expecting(format.name, ofInPoints: true) {
      let reference = try await reference(of: format)
      let points = inPoints(in: format)
      let composition = try composition(
        of: try await format.file(), points.map { $0..<$0 + 2 }, in: format)
      let shown = try await Rendering(composition).frames
      try #require(shown.count == 2 * points.count)
      var wrong: [String] = []
      for (index, frame) in shown.enumerated() {
        let place = points[index / 2] + index % 2
        let number = format.frame(at: format.video.frameRate.frameDuration * place)
        let expected = try #require(reference[number], "frame \(number) of the linear decode")
        let difference = largestDifference(frame, expected)
        if difference > format.tolerance {
          wrong.append("in-point \(points[index / 2]), frame \(place): \(difference)")
        }
      }
      #expect(wrong.isEmpty, "\(wrong.count) of \(shown.count)")
    }
  }

  /// The frames of the file by number, decoded in order by ffmpeg and converted by Cutaway.
  private func reference(of format: VideoFormat) async throws -> [Int: RawFrame] {
    let copy = try await LosslessCopy(
      of: format.file(), decoding: format.decoding, codec: format.copyCodec
    ).file()
    let length = try #require(try await MediaProbe.describe(copy.path).duration)
    let count = Int(length.floored(in: format.video.frameRate.frameDuration))
    let frames = try await Rendering(composition(of: copy, [0..<count], in: format)).frames
    var numbered: [Int: RawFrame] = [:]
    for frame in frames {
      // A copy without the times of B-frames has no last frames.
      if let code = frame.code() { numbered[Int(code.frame)] = frame }
    }
    return numbered
  }

  /// Latest first, so that each needs a seek.
  private func inPoints(in format: VideoFormat) -> [Int] {
    let last = Int(format.duration.floored(in: format.video.frameRate.frameDuration)) - 2
    let all = Array(0...min(last, 149))
    guard Self.count < all.count else { return all.reversed() }
    var random = SeededGenerator(seed: format.name.utf8.reduce(11) { $0 &* 31 &+ UInt64($1) })
    // Some in sequence, for faults around key frames, and some at random.
    let first = Int.random(in: 0...all.count - Self.count / 2, using: &random)
    let run = Set(first..<first + Self.count / 2)
    let others = all.filter { !run.contains($0) }.shuffled(using: &random)
    return (run + others.prefix(Self.count - run.count)).sorted(by: >)
  }

  private func composition(
    of file: URL, _ ranges: [Range<Int>], in format: VideoFormat
  ) throws -> Composition {
    let unit = format.video.frameRate.frameDuration
    var place = MediaTime.zero, segments: [Segment] = []
    for range in ranges {
      let length = unit * range.count
      segments.append(
        Segment(
          target: TimeRange(start: place, duration: length),
          media: .init(
            asset: "a", source: TimeRange(start: unit * range.lowerBound, duration: length))))
      place = place + length
    }
    return Composition(
      render: RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: unit),
      assets: [Asset(id: "a", location: file.path)],
      tracks: [try Track(id: "v", mediaType: .video, segments: segments)])
  }
}

/// The largest difference of a sample in any plane.
private func largestDifference(_ a: RawFrame, _ b: RawFrame) -> Int {
  if a.bytes == b.bytes { return 0 }
  return zip(a.planes, b.planes).map { left, right in
    zip(left.rows, right.rows).map { x, y in
      zip(x, y).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }.max() ?? 0
  }.max() ?? 0
}
