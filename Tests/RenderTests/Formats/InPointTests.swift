import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Compares the pixels of in-points in all kinds of video files.
///
/// `scripts/check-formats` tests each of the first 150 frames, and all rates of the output. Without
/// `CUTAWAY_IN_POINTS`, a sample of them is tested.
@Suite(.serialized) struct InPointTests {
  private static let count =
    ProcessInfo.processInfo.environment["CUTAWAY_IN_POINTS"].flatMap { Int($0) } ?? 20
  /// Whether the tests take samples, as in the suite.
  static let isSample = count <= 20

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

  /// How a film is shown: the frame duration of the output, and whether another film is decoded beside it,
  /// so that each decoder has half of the threads.
  struct Output: Sendable, CustomTestStringConvertible {
    var frame: MediaTime
    var isBeside: Bool
    var testDescription: String { "\(MediaTime(1) / frame) fps\(isBeside ? ", two films" : "")" }
  }

  private static let outputs =
    ([24, 25, 30, 50, 60].map { MediaTime(1, over: $0) } + [MediaTime(1_001, over: 30_000)])
    .flatMap { [Output(frame: $0, isBeside: false), Output(frame: $0, isBeside: true)] }

  /// All outputs for all formats, or one for each third format.
  private static let shown: [(place: Int, output: Output)] = VideoFormats.all.indices.flatMap {
    place in
    isSample
      ? (place % 3 == 0 ? [(place, outputs[place / 3 % outputs.count])] : [])
      : outputs.map { (place, $0) }
  }

  @Test(arguments: shown)
  func `each frame of an output of another rate is the last one that has started`(
    place: Int, output: Output
  ) async throws {
    let format = VideoFormats.all[place]
    // A lower rate need not show the last frame.
    try await expecting(format.name, mayMiss: true) {
      let reference = try await reference(of: format)
      var random = SeededGenerator(seed: UInt64(place))
      let length = output.frame * 3
      let latest = (format.duration - length).floored(in: MediaTime(1, over: 1_000))
      // The whole film, and parts from any time on.
      let whole = TimeRange(start: .zero, duration: format.duration)
      let parts = (0..<12).map { _ in
        TimeRange(
          start: MediaTime(Int64.random(in: 0...latest, using: &random), over: 1_000),
          duration: length)
      }
      var composition = try Composition(
        of: try await format.file().path, Self.isSample ? parts : [whole] + parts,
        render: .film(output.frame))
      let (segments, end) = (composition.tracks[0].segments, composition.duration)
      if output.isBeside {
        composition.render.size = PixelSize(width: 640, height: 180)
        let other = VideoFormats.all[(place + 1) % VideoFormats.all.count]
        composition.assets.append(Asset(id: "b", location: try await other.file().path))
        let part = TimeRange(start: .zero, duration: min(end, other.duration))
        composition.tracks.append(
          try Track(
            id: "w", mediaType: .video,
            segments: [Segment(target: part, media: .init(asset: "b", source: part))]))
        let beside = TransformMatrix(a: 1, b: 0, c: 0, d: 1, tx: 320, ty: 0)
        composition.instructions = [
          Instruction(
            range: TimeRange(start: .zero, duration: end),
            layers: [
              Layer(track: "video"),
              Layer(track: "w", transform: AnimatedValue(LayerTransform(beside))),
            ])
        ]
      }
      let frames = try await Rendering(composition).frames
      #expect(frames.count == Int(end.ceiled(in: output.frame)))
      var wrong: [String] = []
      for (index, frame) in frames.enumerated() {
        let time = output.frame * index
        guard let segment = segments.first(where: { $0.target.contains(time) }),
          let mapping = segment.mapping
        else { continue }
        let number = format.frame(at: mapping.sourceTime(at: time))
        let expected = try #require(reference[number], "frame \(number) of the linear decode")
        let difference = largestDifference(frame, expected)
        if difference > format.tolerance {
          wrong.append("frame \(index), \(number) of the film: \(difference)")
        }
      }
      #expect(wrong.isEmpty, "\(wrong.count) of \(frames.count)")
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
    let parts = ranges.map { TimeRange(start: unit * $0.lowerBound, duration: unit * $0.count) }
    return try Composition(of: file.path, parts, render: .film(unit))
  }
}

/// The largest difference of a sample in any plane, where both frames have one.
private func largestDifference(_ a: RawFrame, _ b: RawFrame) -> Int {
  if a.bytes == b.bytes { return 0 }
  return zip(a.planes, b.planes).map { left, right in
    zip(left.rows, right.rows).map { x, y in
      zip(x, y).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }.max() ?? 0
  }.max() ?? 0
}
