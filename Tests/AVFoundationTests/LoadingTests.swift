import AVFoundation
import TestSupport
import Testing

/// Assets and their properties in three spellings.
struct LoadingTests {
  @Test func `asset(url:) gives an AVURLAsset`() async throws {
    let url = try await Clips.film(1).url
    let asset = AVAsset(url: url)
    #expect((asset as? AVURLAsset)?.url == url)
    #expect(AVURLAsset(url: url, options: nil).url == url)
    let precise = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    #expect(precise.duration == f(60))
    #expect(AVAsset().tracks.isEmpty)
  }

  @Test func `properties by load`() async throws {
    let asset = try await Clips.film(1)
    let (tracks, duration) = try await asset.load(.tracks, .duration)
    #expect(tracks.count == 2 && duration == f(60))
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (size, transform) = try await video.load(.naturalSize, .preferredTransform)
    #expect(size == CGSize(width: 320, height: 180) && transform == .identity)
    #expect(try await video.load(.nominalFrameRate) == 30)
    #expect(try await video.load(.timeRange) == f(0, 60))
    let formats = try await video.load(.formatDescriptions)
    #expect(formats.count == 1)
    if case .loaded(let value) = asset.status(of: .duration) {
      #expect(value == f(60))
    } else {
      Issue.record("not loaded")
    }
    let first = try? await asset.load(.tracks).first
    #expect(first?.trackID == 1)
  }

  @Test func `properties by keys`() async throws {
    let asset = AVURLAsset(url: try await Clips.film(1).url)
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { continuation.resume() }
    }
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .loaded)
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
    #expect(error == nil)
  }

  @Test func `the key loader does not call back on the thread that called it`() async throws {
    let asset = AVURLAsset(url: try await Clips.film(1).url)
    let done = await withCheckedContinuation { continuation in
      DispatchQueue(label: "blocked").async {
        let semaphore = DispatchSemaphore(value: 0)
        asset.loadValuesAsynchronously(forKeys: ["tracks"]) { semaphore.signal() }
        continuation.resume(returning: semaphore.wait(timeout: .now() + 60))
      }
    }
    #expect(done == .success)
  }

  @Test func `a missing file has no tracks, no duration, and an error`() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mov"))
    #expect(asset.tracks.isEmpty)
    #expect(asset.duration == .zero || !asset.duration.isNumeric)
    await #expect(throws: (any Error).self) { try await asset.load(.tracks) }
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["tracks"]) { continuation.resume() }
    }
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .failed)
    #expect(error != nil)
  }

  @Test func `tracks know their asset, media type and codec`() async throws {
    let asset = try await Clips.film(1), video = try asset.video()
    #expect(video.asset === asset)
    #expect(video.mediaType == .video && video.isEnabled)
    #expect(video.naturalTimeScale > 0)
    #expect(video.minFrameDuration == f(1))
    #expect(video.estimatedDataRate > 0)
    let format = try #require(video.formatDescriptions.first)
    // swift-format-ignore: NeverForceUnwrap
    let description = format as! CMFormatDescription
    #expect(CMFormatDescriptionGetMediaSubType(description) == kCMVideoCodecType_H264)
    #expect(CMVideoFormatDescriptionGetDimensions(description).width == 320)
    #expect(asset.track(withTrackID: video.trackID) === video)
    #expect(asset.tracks(withMediaCharacteristic: .audible).count == 1)
    #expect(asset.isPlayable && asset.isExportable && asset.isComposable && asset.isReadable)
    #expect(!asset.hasProtectedContent)
  }

  @Test func `R35: rotated tracks keep their natural size`() async throws {
    let asset = try await Clips.silent(1, orientation: .rotate270)
    let video = try asset.video()
    #expect(video.naturalSize == CGSize(width: 320, height: 180))
    #expect(video.preferredTransform == CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 320))
  }
}
