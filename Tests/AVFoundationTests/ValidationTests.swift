import AVFoundation
import Testing

/// Rules 1 to 7: instructions and their validation.
struct ValidationTests {
  static let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)

  /// Two clips of a second on one track.
  static func composition() async throws -> (
    AVMutableComposition, AVMutableCompositionTrack, [AVURLAsset]
  ) {
    let composition = AVMutableComposition(), track = try composition.add()
    let assets = [try await Clips.silent(1), try await Clips.silent(2)]
    for asset in assets { try track.insertTimeRange(f(0, 30), of: asset.video(), at: .invalid) }
    return (composition, track, assets)
  }

  /// What a validation finds.
  final class Finder: NSObject, AVVideoCompositionValidationHandling {
    var found: [String] = []
    var limit = Int.max
    private func note(_ text: String) -> Bool {
      found.append(text)
      return found.count < limit
    }
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidValueForKey key: String
    ) -> Bool { note("value \(key)") }
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool {
      note("gap \(Int(timeRange.start.seconds * 30))-\(Int(timeRange.end.seconds * 30))")
    }
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
        any AVVideoCompositionInstructionProtocol
    ) -> Bool { note("range") }
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
        any AVVideoCompositionInstructionProtocol,
      layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
    ) -> Bool { note("track \(layerInstruction.trackID)") }
  }

  func check(
    _ ranges: [CMTimeRange], size: CGSize = CGSize(width: 320, height: 180),
    timeRange: CMTimeRange = whole, limit: Int = .max
  ) async throws -> (valid: Bool, found: [String], code: AVError.Code?) {
    let (composition, track, assets) = try await Self.composition()
    defer { withExtendedLifetime(assets) {} }
    let video = videoComposition(ranges.map { instruction($0, [layer(track)]) }, size: size)
    let finder = Finder()
    finder.limit = limit
    func isValid() -> Bool {
      video.isValid(for: composition, timeRange: timeRange, validationDelegate: finder)
    }
    let valid = isValid()
    var code: AVError.Code?
    if !valid, timeRange == Self.whole {
      do { try await Exported(composition, video).remove() } catch let error as AVError {
        code = error.code
        #expect(error.localizedFailureReason?.isEmpty == false)
      }
    }
    return (valid, finder.found, code)
  }

  @Test func `R1: instructions in a row are valid`() async throws {
    #expect(try await check([f(0, 60)]).valid)
    #expect(try await check([f(0, 30), f(30, 60)]).valid)
  }

  @Test func `R1, R2: an overrun at the end is legal`() async throws {
    #expect(try await check([f(0, 30), f(30, 90)]).valid)
    #expect(try await check([CMTimeRange(start: .zero, duration: .positiveInfinity)]).valid)
  }

  @Test func `R1, R3: an instruction that starts late is a gap, and -11841 on export`() async throws
  {
    let result = try await check([f(1, 60)])
    #expect(result.found == ["gap 0-1"])
    #expect(result.code?.rawValue == -11_841)
  }

  @Test func `R1, R3: a gap between instructions is a fault`() async throws {
    let result = try await check([f(0, 29), f(30, 60)])
    #expect(result.found == ["gap 29-30"])
    #expect(result.code == .invalidVideoComposition)
  }

  @Test func `R1, R3: instructions that end before the composition are a fault`() async throws {
    let result = try await check([f(0, 59)])
    #expect(result.found == ["gap 59-60"])
    #expect(result.code == .invalidVideoComposition)
  }

  @Test func `R1, R3: an overlap is a fault`() async throws {
    let result = try await check([f(0, 31), f(30, 60)])
    #expect(result.found == ["range"])
    #expect(result.code == .invalidVideoComposition)
  }

  @Test func `R5: instructions out of order are a fault`() async throws {
    let result = try await check([f(30, 60), f(0, 30)])
    #expect(!result.valid)
    #expect(result.found.contains("range"))
  }

  @Test func `R4: a start that was rounded breaks the row`() async throws {
    let rounded = CMTimeRange(
      start: CMTime(seconds: 1.0001, preferredTimescale: 90_000), end: f(60))
    let result = try await check([f(0, 30), rounded])
    #expect(!result.valid)
    // Equality is by value: 30/30 is 600/600.
    let same = CMTimeRange(start: CMTime(value: 600, timescale: 600), end: f(60))
    #expect(try await check([f(0, 30), same]).valid)
  }

  @Test func `R5: a malformed range is a fault`() async throws {
    #expect(try await check([.invalid]).found.contains("range"))
  }

  @Test func `R5, R39: sizes and frame durations must be positive`() async throws {
    #expect(try await check([f(0, 60)], size: .zero).found == ["value renderSize"])
    let (composition, track, assets) = try await Self.composition()
    defer { withExtendedLifetime(assets) {} }
    let video = videoComposition([instruction(f(0, 60), [layer(track)])])
    video.frameDuration = .zero
    await #expect(throws: AVError.self) { try await Exported(composition, video).remove() }
    do { try await Exported(composition, video).remove() } catch let error as AVError {
      #expect(error.code == .invalidVideoComposition)
    }
  }

  @Test func `R5, R14: a layer of an unknown track is a fault, but not without an asset`()
    async throws
  {
    let (composition, _, assets) = try await Self.composition()
    defer { withExtendedLifetime(assets) {} }
    let stray = AVMutableVideoCompositionLayerInstruction()
    stray.trackID = 99
    let video = videoComposition([instruction(f(0, 60), [stray])]), finder = Finder()
    func isValid(_ asset: AVAsset?, _ range: CMTimeRange) -> Bool {
      video.isValid(for: asset, timeRange: range, validationDelegate: finder)
    }
    #expect(!isValid(composition, Self.whole))
    #expect(finder.found == ["track 99"])
    #expect(isValid(nil, f(0, 60)))
    do { try await Exported(composition, video).remove() } catch let error as AVError {
      #expect(error.code == .invalidVideoComposition)
      #expect(error.localizedFailureReason?.contains("99") == true)
    }
  }

  @Test func `R5: the time range limits what is looked at`() async throws {
    #expect(try await check([f(0, 30)], timeRange: f(0, 30)).valid)
    #expect(try await check([f(0, 30)], timeRange: f(10, 40)).found == ["gap 30-40"])
  }

  @Test func `R5: a delegate can stop the validation`() async throws {
    let result = try await check([f(5, 10), f(20, 30)], limit: 1)
    #expect(result.found.count == 1)
    #expect(!result.valid)
  }

  @Test func `R5: validity by tracks, asynchronously, and by callback`() async throws {
    let (composition, track, assets) = try await Self.composition()
    defer { withExtendedLifetime(assets) {} }
    let video = videoComposition([instruction(f(0, 60), [layer(track)])])
    #expect(
      video.isValid(
        for: composition.tracks, assetDuration: f(60), timeRange: Self.whole,
        validationDelegate: nil))
    #expect(
      try await video.isValid(for: composition, timeRange: Self.whole, validationDelegate: nil))
    let answer = await withCheckedContinuation { continuation in
      video.determineValidity(
        for: composition, timeRange: Self.whole, validationDelegate: nil
      ) { isValid, _ in continuation.resume(returning: isValid) }
    }
    #expect(answer)
  }
}
