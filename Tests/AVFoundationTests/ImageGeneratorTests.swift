import AVFoundation
import TestSupport
import Testing

/// Rules 85 and 86: single images.
@Suite(.serialized) struct ImageGeneratorTests {
  @Test func `R85: defaults`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(1))
    #expect(generator.requestedTimeToleranceBefore.isPositiveInfinity)
    #expect(generator.requestedTimeToleranceAfter.isPositiveInfinity)
    #expect(generator.maximumSize == .zero)
    #expect(!generator.appliesPreferredTrackTransform)
    #expect(generator.videoComposition == nil)
  }

  @Test func `R85: without tolerance the exact frame, and its time`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(1))
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    let between = CMTime(value: 1225, timescale: 3000)
    let (image, time) = try await generator.image(at: between)
    #expect(try image.shown() == Shown(1, 12))
    // The actual time is that of the frame.
    #expect(abs(time.seconds - 0.4) < 0.02)
    var actual = CMTime.invalid
    let copy = try generator.copyCGImage(at: f(33), actualTime: &actual)
    #expect(try copy.shown() == Shown(1, 33))
    #expect(actual == f(33))
    #expect(try generator.copyCGImage(at: f(2), actualTime: nil).shown() == Shown(1, 2))
  }

  @Test func `R85: with tolerances the generator reports the time of its frame`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(1))
    let (image, time) = try await generator.image(at: f(37))
    let shown = try #require(try image.shown())
    #expect(shown.clip == 1)
    #expect(f(shown.frame) == time)
  }

  @Test func `R85: times outside of the film have the nearest image within the tolerances`()
    async throws
  {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(1))
    for (time, frame) in [(f(60), 59), (f(300), 59), (f(-30), 0)] {
      let actual = try await generator.image(at: time).actualTime
      // The last key frame, or the frame itself.
      #expect(frame == 0 ? actual == .zero : actual < f(60))
    }
    generator.requestedTimeToleranceBefore = f(2)
    generator.requestedTimeToleranceAfter = f(2)
    #expect(try await generator.image(at: f(60)).image.shown() == Shown(1, 59))
    #expect(try await generator.image(at: f(61)).image.shown() == Shown(1, 59))
    await #expect(throws: AVError.self) { try await generator.image(at: f(63)) }
    #expect(try await generator.image(at: f(-1)).image.shown() == Shown(1, 0))
    await #expect(throws: AVError.self) { try await generator.image(at: f(-3)) }
  }

  @Test func `R85: a maximum size fits the picture into it`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(3, width: 640, height: 360))
    generator.maximumSize = CGSize(width: 320, height: 320)
    let image = try await generator.image(at: .zero).image
    #expect(image.width == 320 && image.height == 180)
    generator.maximumSize = CGSize(width: 0, height: 90)
    let flat = try await generator.image(at: .zero).image
    #expect(flat.width == 160 && flat.height == 90)
    generator.maximumSize = CGSize(width: 4000, height: 4000)
    #expect(try await generator.image(at: .zero).image.width == 640)
  }

  @Test func `R85: the preferred transform is applied on request only`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(1, orientation: .rotate90))
    let stored = try await generator.image(at: .zero).image
    #expect(stored.width == 320 && stored.height == 180)
    generator.appliesPreferredTrackTransform = true
    let upright = try await generator.image(at: .zero).image
    #expect(upright.width == 180 && upright.height == 320)
    #expect(try upright.shown()?.clip == 1)
  }

  @Test func `R85: each time has one callback`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(1))
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    let times = [3, 40, 10].map { NSValue(time: f($0)) }
    let (stream, continuation) = AsyncStream.makeStream(of: (CMTime, Shown?, Bool).self)
    generator.generateCGImagesAsynchronously(forTimes: times) { requested, image, _, result, _ in
      continuation.yield((requested, try? image?.shown(), result == .succeeded))
    }
    var found: [CMTime: Shown?] = [:], count = 0
    for await (time, shown, isDone) in stream {
      #expect(isDone)
      found[time] = shown
      count += 1
      if count == 3 { break }
    }
    #expect(found == [f(3): Shown(1, 3), f(40): Shown(1, 40), f(10): Shown(1, 10)])
  }

  @Test func `R85: the generator reports cancelled images`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(1))
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    let times = (0..<60).map { NSValue(time: f($0)) }
    let (stream, continuation) = AsyncStream.makeStream(
      of: (AVAssetImageGenerator.Result, (any Error)?).self)
    generator.generateCGImagesAsynchronously(forTimes: times) { _, _, _, result, error in
      continuation.yield((result, error))
    }
    generator.cancelAllCGImageGeneration()
    var count = 0
    for await (result, error) in stream {
      #expect(result != .failed)
      if result == .cancelled { #expect((error as? AVError)?.code == .operationCancelled) }
      count += 1
      if count == 60 { break }
    }
  }

  @Test func `R85: an asset without video fails when an image is asked for`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.sound(1))
    await #expect(throws: (any Error).self) { try await generator.image(at: .zero) }
    for await element in generator.images(for: [f(1)]) {
      #expect(element.requestedTime == f(1))
      #expect(throws: (any Error).self) { try element.image }
    }
  }

  @Test func `R85: a time behind the end has no image`() async throws {
    let generator = AVAssetImageGenerator(asset: try await Clips.silent(1))
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    do {
      _ = try await generator.image(at: f(600))
      Issue.record("an image")
    } catch {
      #expect((error as? AVError)?.code.rawValue == -11_832)
    }
  }

  @Test func `R86: an invalid video composition is an error of each image`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 30), of: Clips.silent(1).video(), at: .zero)
    let video = videoComposition([instruction(f(0, 30), [layer(track)])])
    video.frameDuration = .zero
    await #expect(throws: (any Error).self) { try await image(of: composition, video) }
    video.frameDuration = f(1)
    video.renderScale = 0.5
    await #expect(throws: (any Error).self) { try await image(of: composition, video) }
  }

  @Test func `R54, R88: edits after the image was asked for do not count`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 30), of: Clips.silent(1).video(), at: .zero)
    let copy = try #require(composition.copy() as? AVComposition)
    composition.removeTimeRange(f(0, 30))
    #expect(try await shown(of: copy, at: [7]) == [Shown(1, 7)])
  }
}
