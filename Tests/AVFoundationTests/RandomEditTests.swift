import AVFoundation
import TestSupport
import Testing

/// Random edits through the classes against a list of single frames, which is slow and obvious.
struct RandomEditTests {
  /// One frame of the track: the number of the source's frame, or nil for a gap.
  typealias Reference = [Int?]

  static func reference(of track: AVMutableCompositionTrack) -> Reference {
    track.segments.flatMap { segment -> Reference in
      let mapping = segment.timeMapping
      let count = Int((mapping.target.duration.seconds * 30).rounded())
      if segment.isEmpty { return Reference(repeating: nil, count: count) }
      let start = Int((mapping.source.start.seconds * 30).rounded())
      return (0..<count).map { start + $0 }
    }
  }

  static func edit(
    _ track: AVMutableCompositionTrack, _ list: inout Reference, from source: AVAssetTrack,
    _ random: inout SeededGenerator
  ) throws -> String {
    let end = list.count
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let from = Int.random(in: 0..<60, using: &random)
      let to = Int.random(in: from...80, using: &random),
        at = Int.random(in: 0...end, using: &random)
      try track.insertTimeRange(f(from, to), of: source, at: f(at))
      list.insert(contentsOf: (from..<max(from, min(to, 60))).map { $0 }, at: at)
      return "insert \(from)..<\(to) at \(at)"
    case 2:
      let from = Int.random(in: 0..<50, using: &random),
        at = end + Int.random(in: 0...8, using: &random)
      try track.insertTimeRange(f(from, from + 10), of: source, at: f(at))
      list += Reference(repeating: nil, count: at - end) + (from..<from + 10).map { $0 }
      return "insert \(from)..<\(from + 10) at \(at), beyond the end"
    case 3 where end > 0:
      let at = Int.random(in: 0..<end, using: &random),
        count = Int.random(in: 1...9, using: &random)
      track.insertEmptyTimeRange(f(at, at + count))
      list.insert(contentsOf: Reference(repeating: nil, count: count), at: at)
      return "empty \(count) at \(at)"
    case 4 where end > 0:
      let at = Int.random(in: 0..<end, using: &random),
        to = Int.random(in: at...end + 5, using: &random)
      track.removeTimeRange(f(at, to))
      list.removeSubrange(at..<min(to, end))
      // Nothing ends with a gap.
      while let last = list.last, last == nil { list.removeLast() }
      return "remove \(at)..<\(to)"
    default:
      let from = Int.random(in: 0..<50, using: &random)
      try track.insertTimeRange(f(from, from + 5), of: source, at: .invalid)
      list += (from..<from + 5).map { $0 }
      return "append \(from)"
    }
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `R41 to R47: random edits play the frames of the reference`(seed: UInt64) async throws {
    let source = try await Clips.silent(1).video()
    var random = SeededGenerator(seed: seed)
    let track = try AVMutableComposition().add()
    var list: Reference = [], steps: [String] = []
    for _ in 0..<15 {
      steps.append(try Self.edit(track, &list, from: source, &random))
      #expect(Self.reference(of: track) == list, "\(seed): \(steps)")
      if Self.reference(of: track) != list { return }
      #expect(track.timeRange.duration == f(list.count))
      #expect(throws: Never.self) { try track.validateSegments(track.segments) }
    }
  }

  @Test(arguments: [3, 5, 8] as [UInt64])
  func `R41 to R47: rendered frames of random edits are those of the reference`(
    seed: UInt64
  ) async throws {
    let asset = try await Clips.silent(1), source = try asset.video()
    var random = SeededGenerator(seed: seed)
    let composition = AVMutableComposition(), track = try composition.add()
    var list: Reference = []
    for _ in 0..<10 { _ = try Self.edit(track, &list, from: source, &random) }
    try #require(!list.isEmpty)
    let file = try await Exported(composition)
    defer { file.remove() }
    let frames = try await file.frames()
    #expect(frames.count == list.count)
    let expected = list.map { $0.map { Shown(1, $0) } }
    #expect(frames == expected)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `R48: random scalings keep segments in a row and the total of durations`(
    seed: UInt64
  ) async throws {
    let source = try await Clips.silent(1).video()
    var random = SeededGenerator(seed: seed)
    let track = try AVMutableComposition().add()
    for _ in 0..<3 { try track.insertTimeRange(f(0, 30), of: source, at: .invalid) }
    var length = 90
    for _ in 0..<8 {
      let from = Int.random(in: 0..<length, using: &random)
      let to = Int.random(in: from + 1...length, using: &random)
      let new = Int.random(in: 1...40, using: &random)
      track.scaleTimeRange(f(from, to), toDuration: f(new))
      length += new - (to - from)
      #expect(track.timeRange.duration == f(length), "seed \(seed)")
      var end = CMTime.zero
      for segment in track.segments {
        #expect(segment.timeMapping.target.start == end, "seed \(seed)")
        end = segment.timeMapping.target.end
      }
    }
    // The first and the last frame of the source still begin and end the track.
    #expect(track.segments.first?.timeMapping.source.start == .zero)
    #expect(track.segments.last?.timeMapping.source.end == f(30))
  }
}
