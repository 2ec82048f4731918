import AVFoundation
import TestSupport
import Testing

/// Rules 75 to 84: exports and their errors.
@Suite(.serialized) struct ExportTests {
  func setting() async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(f(0, 30), of: Clips.film(1), at: .zero)
    return composition
  }

  func session(
    _ asset: AVAsset, _ preset: String = AVAssetExportPresetHighestQuality
  ) throws -> AVAssetExportSession {
    try #require(AVAssetExportSession(asset: asset, presetName: preset))
  }

  /// The code with which an export fails.
  func code(_ body: () async throws -> Void) async -> Int? {
    do { try await body() } catch { return (error as NSError).code }
    return nil
  }

  @Test func `R75: an export needs an address and a type`() async throws {
    let session = try session(await setting())
    await session.export()
    #expect(session.status == .failed)
    #expect((session.error as? AVError)?.code.rawValue == -11_875)
    #expect((session.error as NSError?)?.domain == AVFoundationErrorDomain)
    #expect((session.error as NSError?)?.code == -11_875)
  }

  @Test func `R75: an existing file is never overwritten`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.mp4")
    try Data("kept".utf8).write(to: url)
    let session = try session(await setting())
    #expect(await code { try await session.export(to: url, as: .mp4) } == -11_823)
    #expect(session.status == .failed)
    #expect(try Data(contentsOf: url) == Data("kept".utf8))
  }

  @Test func `R75: the extension must fit the type`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = try session(await setting())
    #expect(
      await code { try await session.export(to: folder.file("out.txt"), as: .mp4) } == -11_843)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func `R75: an MPEG-4 film may be named as iTunes does`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = folder.file("film.m4v")
    try await session(await setting()).export(to: film, as: .mp4)
    #expect(AVURLAsset(url: film).duration.seconds == 1)
    let other = try session(await setting())
    #expect(await code { try await other.export(to: folder.file("film.mov"), as: .mp4) } == -11_843)
  }

  @Test func `R76: callbacks come once, with a final status`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = try session(await setting())
    #expect(session.status == .unknown)
    session.outputURL = folder.file("out.mp4")
    session.outputFileType = .mp4
    await withCheckedContinuation { continuation in
      session.exportAsynchronously { continuation.resume() }
    }
    #expect([.completed, .failed, .cancelled].contains(session.status))
    #expect(session.status == .completed)
    #expect(session.error == nil)
    #expect(session.progress == 1)
    #expect(AVURLAsset(url: folder.file("out.mp4")).duration.seconds == 1)
  }

  @Test func `R76: a callback comes although preparation fails`() async throws {
    let session = try session(await setting())
    await withCheckedContinuation { continuation in
      session.exportAsynchronously(completionHandler: { continuation.resume() })
    }
    #expect(session.status == .failed && session.error != nil)
  }

  @Test func `R77: a session exports once`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = try session(await setting())
    try await session.export(to: folder.file("a.mp4"), as: .mp4)
    #expect(await code { try await session.export(to: folder.file("b.mp4"), as: .mp4) } != nil)
  }

  @Test func `R78: a time range is in composition time, and the output starts at 0`() async throws {
    let composition = try await setting()
    let track = try #require(composition.tracks(withMediaType: .video).first)
    let fading = layer(track)
    fading.setOpacity(0, at: f(20))
    let video = videoComposition([instruction(f(0, 30), [fading])])
    let mix = AVMutableAudioMix()
    let parameters = AVMutableAudioMixInputParameters(
      track: composition.tracks(withMediaType: .audio).first)
    parameters.setVolume(0, at: f(20))
    mix.inputParameters = [parameters]
    let file = try await Exported(composition, video, mix: mix, range: f(9, 27))
    defer { file.remove() }
    let frames = try await file.frames()
    #expect(frames.count == 18)
    #expect(frames.prefix(11) == (9..<20).map { Shown(1, $0) }[...])
    #expect(frames.dropFirst(11).allSatisfy { $0 == nil })
    let sound = try await file.sound()
    let seconds = Double(sound.count) / Double(sound.sampleRate)
    #expect(abs(seconds - 0.6) < 0.05)
    let ticks = ToneCode.read(sound.channels[0], sampleRate: sound.sampleRate)
    // The range begins at 0.3 s: tick 3 is at the start.
    #expect(ticks.map { Int($0.code.tick) }.first == 3)
    #expect(sound.level(from: 0.4, to: 0.58) < 0.005)
  }

  @Test func `R78: the default time range is everything`() async throws {
    let session = try session(await setting())
    #expect(session.timeRange.start == .zero)
    #expect(session.timeRange.duration.isPositiveInfinity)
    #expect(try await session.estimatedMaximumDuration.seconds == 1)
  }

  @Test func `R78: cancelling the task cancels the export`() async throws {
    let composition = AVMutableComposition()
    let track = try composition.add()
    // Twenty minutes, so that it does not end before it is cancelled.
    let source = try await Clips.silent(1).video()
    for _ in 0..<600 { try track.insertTimeRange(f(0, 60), of: source, at: .invalid) }
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = try session(composition), url = folder.file("out.mp4")
    let task = Task { try await session.export(to: url, as: .mp4) }
    // Other tests may block the threads of Swift's concurrency and of Dispatch for longer than the
    // export takes.
    Thread.detachNewThread {
      while session.status == .unknown || session.status == .waiting {
        Thread.sleep(forTimeInterval: 0.001)
      }
      task.cancel()
    }
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(session.status == .cancelled)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func `R78: an export that a cancelled task starts is cancelled`() async throws {
    let session = try session(await setting())
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.mp4")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await session.export(to: url, as: .mp4)
    }
    task.cancel()
    let error = await #expect(throws: AVError.self) { try await task.value }
    #expect(error?.code == .operationCancelled)
    #expect(session.status == .cancelled)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func `R76, error -11878: cancelExport ends with the status cancelled`() async throws {
    let composition = AVMutableComposition()
    let track = try composition.add()
    // Twenty minutes, so that it does not end before it is cancelled.
    let source = try await Clips.silent(1).video()
    for _ in 0..<600 { try track.insertTimeRange(f(0, 60), of: source, at: .invalid) }
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = try session(composition)
    (session.outputURL, session.outputFileType) = (folder.file("out.mp4"), .mp4)
    let states = session.states(updateInterval: 0.01)
    let end = Task { await session.export() }
    for await state in states { if case .exporting = state { break } }
    session.cancelExport()
    await end.value
    #expect(session.status == .cancelled)
    #expect((session.error as? AVError)?.code == .operationCancelled)
    #expect((session.error as NSError?)?.code == -11_878)
  }

  @Test func `R79: an unknown preset has no session`() async throws {
    let composition = try await setting()
    #expect(AVAssetExportSession(asset: composition, presetName: "NoSuchPreset") == nil)
    #expect(AVAssetExportSession.allExportPresets().contains(AVAssetExportPreset1280x720))
    #expect(
      AVAssetExportSession.exportPresets(compatibleWith: composition).contains(
        AVAssetExportPresetHighestQuality))
    #expect(try session(composition).supportedFileTypes.contains(.mp4))
    #expect(try session(composition).supportedFileTypes.contains(.mov))
    let types = try session(composition, AVAssetExportPresetAppleM4A).supportedFileTypes
    #expect(types.contains(.m4a) && !types.contains(.mov))
    #expect(
      await AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetHighestQuality, with: composition, outputFileType: .mp4))
  }

  @Test(arguments: [
    (AVAssetExportPreset640x480, CGSize(width: 1280, height: 720), CGSize(width: 640, height: 360)),
    (AVAssetExportPreset640x480, CGSize(width: 320, height: 180), CGSize(width: 320, height: 180)),
    (AVAssetExportPreset1280x720, CGSize(width: 640, height: 360), CGSize(width: 640, height: 360)),
    (
      AVAssetExportPresetHighestQuality, CGSize(width: 500, height: 300),
      CGSize(width: 500, height: 300)
    ),
  ])
  func `R80: fixed sizes scale down to fit, never up`(
    preset: String, size: CGSize, result: CGSize
  ) async throws {
    let composition = try await setting()
    let track = try #require(composition.tracks(withMediaType: .video).first)
    let video = videoComposition([instruction(f(0, 30), [layer(track)])], size: size)
    let file = try await Exported(composition, video, range: f(0, 5), preset: preset, as: .mp4)
    defer { file.remove() }
    #expect(try AVURLAsset(url: file.url).video().naturalSize == result)
  }

  @Test func `R80: a rotated file is upright after an export`() async throws {
    let asset = try await Clips.silent(1, orientation: .rotate90)
    let file = try await Exported(asset, range: f(0, 5), as: .mp4)
    defer { file.remove() }
    let result = AVURLAsset(url: file.url), video = try result.video()
    let box = CGRect(origin: .zero, size: video.naturalSize).applying(video.preferredTransform)
    #expect(box.size == CGSize(width: 180, height: 320))
  }

  @Test func `R80: passthrough copies a file and keeps its rotation`() async throws {
    let asset = try await Clips.silent(1, orientation: .rotate90)
    let file = try await Exported(asset, preset: AVAssetExportPresetPassthrough, as: .mp4)
    defer { file.remove() }
    let result = AVURLAsset(url: file.url)
    #expect(try result.video().naturalSize == CGSize(width: 320, height: 180))
    #expect(try result.video().preferredTransform == (try asset.video().preferredTransform))
    #expect(result.duration == f(60))
  }

  @Test func `R80: passthrough with a video composition is refused, not ignored`() async throws {
    let composition = try await setting()
    let track = try #require(composition.tracks(withMediaType: .video).first)
    let video = videoComposition([instruction(f(0, 30), [layer(track)])])
    #expect(
      await code {
        try await Exported(composition, video, preset: AVAssetExportPresetPassthrough, as: .mp4)
          .remove()
      } != nil)
  }

  @Test func `R81: optimizing for network use puts the index first`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = try session(await setting())
    session.shouldOptimizeForNetworkUse = true
    try await session.export(to: folder.file("out.mp4"), as: .mp4)
    let data = try Data(contentsOf: folder.file("out.mp4"))
    let (index, media) = (
      try #require(data.range(of: Data("moov".utf8))),
      try #require(data.range(of: Data("mdat".utf8)))
    )
    #expect(index.lowerBound < media.lowerBound)
  }

  @Test func `R55: a composition without media cannot be exported`() async throws {
    let composition = AVMutableComposition()
    let code = await code { try await Exported(composition, as: .mp4).remove() }
    #expect(code == -11_838 || code == -11_869)
  }

  @Test func `R55: an empty audio track is ignored`() async throws {
    let composition = AVMutableComposition()
    try await composition.add().insertTimeRange(f(0, 10), of: Clips.silent(1).video(), at: .zero)
    try composition.add(.audio)
    let file = try await Exported(composition, as: .mp4)
    defer { file.remove() }
    #expect(try await file.frames() == (0..<10).map { Shown(1, $0) })
  }

  @Test func `R84: sixteen tracks at once export`() async throws {
    let composition = AVMutableComposition()
    var layers: [AVMutableVideoCompositionLayerInstruction] = []
    let asset = try await Clips.silent(1)
    for index in 0..<16 {
      let track = try composition.add()
      try track.insertTimeRange(f(index, index + 5), of: asset.video(), at: .zero)
      layers.append(
        layer(
          track,
          CGAffineTransform(scaleX: 0.5, y: 0.5).concatenating(
            CGAffineTransform(
              translationX: CGFloat(index % 4) * 160, y: CGFloat(index / 4) * 90))))
    }
    let video = videoComposition(
      [instruction(f(0, 5), layers)], size: CGSize(width: 640, height: 360))
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let frame = try await RawVideo.read(file.url)[4]
    for index in 0..<16 {
      let region = PictureRegion(
        x: Double(index % 4) * 160, y: Double(index / 4) * 90, width: 160, height: 90)
      #expect(Shown(frame.code(in: region)) == Shown(1, index + 4))
    }
  }

  @Test func `R83: parallel exports all end`() async throws {
    let composition = try await setting()
    let copy = try #require(composition.copy() as? AVComposition)
    let lengths = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let file = try await Exported(copy, as: .mp4)
          defer { file.remove() }
          return try await file.frames().count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(lengths == [30, 30, 30, 30])
  }

  @Test func `error -11822 or -11849: a missing source file is named`() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mp4"))
    do {
      try await Exported(asset, as: .mp4).remove()
      Issue.record("no error")
    } catch let error as AVError {
      #expect([-11_822, -11_838, -11_849, -11_828, -11_829, -11_848].contains(error.code.rawValue))
    } catch {
      // As with Apple's, a file that is not there may be an error of the file system.
      #expect("\(error)".contains("film.mp4"))
    }
  }
}
