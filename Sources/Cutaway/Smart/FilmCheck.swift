import CutawayElementBridge
import CutawayMedia
import CutawayRuntime
import Synchronization

/// Decodes packets of the film as a player does, and compares the frames with what they must show.
///
/// Encoded frames are compared with what was rendered, copied ones with the source's own decode.
final class FilmCheck: Sendable {
  private struct State {
    /// Rendered frames whose decoded form has not been compared, by their numbers in the film.
    var waiting: [Int64: MediaSample] = [:]
    /// The digests of copied frames in the source's own decode, by their numbers in the film.
    var expected: [Int64: UInt64]
    /// The numbers of the decoded frames, in the decoder's order.
    var numbers: [Int64] = []
    /// The digests of the decoded frames that were not rendered.
    var digests: [Int64: UInt64] = [:]
    var quality = Double.infinity
    var hasFailed = false
  }

  private let state: Mutex<State>

  /// The number of frames that wait to be compared: more than an encoder and a decoder hold back.
  private static let room = 48

  /// Creates a check.
  ///
  /// - Parameter expected: Digests that are already known, by their numbers in the film.
  init(expected: [Int64: UInt64] = [:]) { state = Mutex(State(expected: expected)) }

  /// The lowest signal-to-noise ratio of an encoded frame in dB.
  var quality: Double { state.withLock { $0.quality } }

  /// The digests of the copied frames in the source's own decode.
  var expected: [Int64: UInt64] { state.withLock { $0.expected } }

  /// Keeps a frame that is encoded until its decoded form is compared.
  ///
  /// It waits while too many frames are kept.
  ///
  /// - Throws: `CancellationError`.
  func render(_ sample: MediaSample, as number: Int64) async throws {
    while state.withLock({ !$0.hasFailed && $0.waiting.count > Self.room }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    state.withLock { if !$0.hasFailed { $0.waiting[number] = sample } }
  }

  /// Takes note of a copied frame in the source's own decode.
  func expect(_ sample: MediaSample, as number: Int64) {
    let digest = sample.pixelDigest
    state.withLock { $0.expected[number] = digest }
  }

  /// Decodes packets; a decoder that fails shows nothing.
  ///
  /// - Parameters:
  ///   - caps: The caps of the packets.
  ///   - first: The lowest number of their frames.
  ///   - packets: Gives the packets in decode order.
  /// - Throws: ``ExportError`` if no decoder is installed; the error of `packets`.
  func decode(
    _ caps: String, from first: Int64,
    _ packets:
      @escaping @Sendable (_ push: @Sendable (FilmPacket) async throws -> Void) async throws -> Void
  ) async throws {
    do {
      try await PacketDecoder(caps: caps).decode { push in
        try await packets { try await push($0.bytes, $0.frame - first) }
      } take: { [self] frame in
        compare(frame.sample, frame.number + first)
      }
    } catch let error as PipelineError where error.code != .missingElement {
      fail()
    } catch {
      // Nothing waits for a decoder that has stopped.
      fail()
      throw error
    }
  }

  /// Whether the decoder has shown these frames, in order, and all of them as expected.
  func hasShown(_ numbers: [Int64]) -> Bool {
    state.withLock { state in
      !state.hasFailed && state.numbers == numbers
        && state.expected.allSatisfy { state.digests[$0.key] == $0.value }
    }
  }

  private func compare(_ sample: MediaSample, _ number: Int64) {
    let rendered = state.withLock { state in
      state.numbers.append(number)
      return state.waiting.removeValue(forKey: number)
    }
    guard let rendered else {
      let digest = sample.pixelDigest
      state.withLock { $0.digests[number] = digest }
      return
    }
    guard let ratio = sample.signalToNoise(against: rendered) else { return fail() }
    state.withLock { $0.quality = min($0.quality, ratio) }
  }

  private func fail() {
    state.withLock { state in
      state.hasFailed = true
      state.waiting = [:]
    }
  }
}
