import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import CutawaySources
import CutawayTime
import CutawayTrack
import Testing

/// A track that plays fake files.
struct FakeTrack {
  let files: FakeFiles
  private(set) var player: any Player<FakeReader>
  private let unit: MediaTime

  /// What a track shows at an output frame, or plays at an output sample.
  enum Shown: Hashable {
    case frame(clip: Int, Int64)
    case sample(clip: Int, Int64)
    /// A computed sample, in the first channel.
    case value(Float)
    case nothing
    case interruption
  }

  /// Makes a player of segments; `change` changes the settings of the source.
  init(
    _ segments: [SourceSegment], in files: FakeFiles,
    frameDuration: MediaTime = MediaTime(1, over: 25),
    media: TrackMedia = .video, _ change: (inout TrackSource) -> Void = { _ in }
  ) throws {
    var source = TrackSource()
    source.media = media
    source.segments = Shared(SharedSegments(segments))
    source.frameDuration = Fraction(
      Int32(frameDuration.numerator), over: Int32(frameDuration.denominator))
    source.sampleRate = Int(FakeSource.sampleRate)
    change(&source)
    self.files = files
    player = try source.makePlayer(in: files.makePool())
    unit = media == .video ? frameDuration : MediaTime(1, over: Int64(source.sampleRate))
    player.seek(to: Passage())
  }

  mutating func seek(_ start: Int64, _ end: Int64?, rate: Double = 1, skips: Bool = false) {
    player.seek(
      to: Passage(
        start: (unit * Int(start)).nanoseconds, end: end.map { (unit * Int($0)).nanoseconds },
        rate: rate, skips: skips))
  }

  mutating func takeWarnings() -> [String] {
    defer { player.warnings = [] }
    return player.warnings
  }

  /// Plays the rest of the passage.
  ///
  /// - Parameter limit: The maximum number of outputs, each of which may be several frames.
  /// - Returns: An element for each output frame or sample, with its number.
  /// - Throws: The `ElementError` of a source that fails.
  mutating func play(atMost limit: Int = .max) throws -> [(position: Int64, shown: Shown)] {
    var result: [(position: Int64, shown: Shown)] = []
    for _ in 0..<limit {
      switch try player.next() {
      case .end: return result
      case .interrupted: return result + [(-1, .interruption)]
      case .frame(let sample, let start, let end):
        // A frame that stands for several counts once.
        let first = positions(start, end).lowerBound
        result.append((first, .frame(clip: sample.clip, sample.number)))
      case .gap(let start, let end):
        result += positions(start, end).map { ($0, .nothing) }
      case .samples(let sample, let part, let order, let start, let end):
        let positions = positions(start, end)
        #expect(part.count == positions.count)
        result += zip(positions, order == .forward ? Array(part) : part.reversed()).map {
          ($0, .sample(clip: sample.clip, sample.number + Int64($1)))
        }
      case .computed(let samples, let order, let start, let end):
        let positions = positions(start, end)
        #expect(samples.count == positions.count * 2)
        let indices = Array(0..<positions.count)
        result += zip(positions, order == .forward ? indices : indices.reversed()).map {
          ($0, .value(samples[$1 * 2]))
        }
      case .silence(let count, let start, let end):
        let positions = positions(start, end)
        #expect(count == positions.count)
        result += positions.map { ($0, .nothing) }
      case .packet: Issue.record("a packet")
      }
    }
    return result
  }

  /// The output frames or samples of a time range; an end is the start of the next one.
  private func positions(_ start: Int64, _ end: Int64) -> Range<Int64> {
    let first = MediaTime(nanoseconds: start).rounded(in: unit)
    let last = MediaTime(nanoseconds: end).rounded(in: unit)
    #expect((unit * Int(first)).nanoseconds == start && (unit * Int(last)).nanoseconds == end)
    #expect(first < last)
    return first..<max(first + 1, last)
  }
}
