import AVFoundation
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Files that writers make.
@Suite(.serialized) struct WriterTests {
  /// Copies a film through decoded samples, as third-party exporters do.
  @Test func `a film is read and written again`() async throws {
    let film = try await Clips.film(6)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.mov")
    let reader = try AVAssetReader(asset: film)
    let frames = AVAssetReaderTrackOutput(
      track: try film.video(),
      outputSettings: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
      ])
    let sound = AVAssetReaderTrackOutput(
      track: try film.audio(), outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.add(frames)
    reader.add(sound)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
        AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 2_000_000],
      ])
    let audio = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        AVEncoderBitRateKey: 128_000,
      ])
    #expect(writer.canAdd(video))
    writer.add(video)
    #expect(!writer.canAdd(video))
    writer.add(audio)
    #expect(!video.isReadyForMoreMediaData)
    #expect(writer.startWriting())
    #expect(!FileManager.default.fileExists(atPath: url.path))
    #expect(reader.startReading())
    writer.startSession(atSourceTime: .zero)
    await withTaskGroup(of: Void.self) { group in
      for (input, output) in [(video, frames), (audio, sound)] {
        group.addTask { await feed(input, from: output) }
      }
    }
    #expect(reader.status == .completed)
    await writer.finishWriting()
    #expect(writer.status == .completed)
    #expect(writer.error == nil)
    let written = try await RawVideo.read(url).map { Shown($0.code()) }
    #expect(written == (0..<60).map { Shown(6, $0) })
    let (before, after) = (try await RawAudio.read(film.url), try await RawAudio.read(url))
    let (a, b) = (try #require(before.channels.first), try #require(after.channels.first))
    // GStreamer's decoder of AAC leaves out the last packet; with 1.26, the end is rounded up by a sample.
    #expect((a.count - 1024...a.count + 1).contains(b.count))
    // Ticks stay where they are.
    let peaks = (0..<min(a.count, b.count)).filter { abs(a[$0]) > 0.5 }
    #expect(!peaks.isEmpty)
    #expect(
      peaks.allSatisfy { place in
        b[max(0, place - 24)..<min(b.count, place + 24)].contains { abs($0) > 0.2 }
      })
    let made = AVURLAsset(url: url)
    #expect(abs(made.duration.seconds - 2) < 0.001)
    #expect(try made.video().minFrameDuration == f(1))
  }

  @Test func `a pool takes sizes of a CGSize and memory that holds nothing`() throws {
    let size = CGSize(width: 64, height: 48)
    let attributes =
      [
        kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA),
        kCVPixelBufferWidthKey as String: size.width,
        kCVPixelBufferHeightKey as String: size.height,
      ] as CFDictionary
    let pools = UnsafeMutablePointer<CVPixelBufferPool?>.allocate(capacity: 1)
    let frames = UnsafeMutablePointer<CVPixelBuffer?>.allocate(capacity: 1)
    defer {
      pools.deallocate()
      frames.deallocate()
    }
    memset(pools, 0xA5, MemoryLayout<CVPixelBufferPool?>.size)
    memset(frames, 0xA5, MemoryLayout<CVPixelBuffer?>.size)
    #expect(CVPixelBufferPoolCreate(nil, nil, attributes, pools) == kCVReturnSuccess)
    let pool = try #require(pools.move())
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, frames) == kCVReturnSuccess)
    let frame = try #require(frames.move())
    #expect(CVPixelBufferGetWidth(frame) == 64 && CVPixelBufferGetHeight(frame) == 48)
    memset(frames, 0xA5, MemoryLayout<CVPixelBuffer?>.size)
    let result = CVPixelBufferCreate(nil, 8, 8, kCVPixelFormatType_32BGRA, nil, frames)
    #expect(result == kCVReturnSuccess)
    #expect(CVPixelBufferGetWidth(try #require(frames.move())) == 8)
  }

  /// An encoder puts samples of its own before the first one, which players must leave out.
  @Test(arguments: [44_100, 48_000], [1, 2])
  func `AAC of a writer has its samples in place for every decoder`(
    rate: Int, channels: Int
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let source = try await TestMedia(
      .wav, video: nil,
      audio: .init(
        codec: .pcm, sampleRate: rate, channelCount: channels, duration: MediaTime(2))
    ).file()
    let asset = AVURLAsset(url: source), url = folder.file("out.m4a")
    _ = try await asset.load(.tracks)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try asset.audio(), outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: url, fileType: .m4a)
    let input = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
        AVEncoderBitRateKey: 128_000,
      ])
    writer.add(input)
    #expect(writer.startWriting() && reader.startReading())
    writer.startSession(atSourceTime: .zero)
    await feed(input, from: output)
    await writer.finishWriting()
    #expect(writer.status == .completed)
    let plain = try #require(try await RawAudio.read(source).channels.first)
    let raw = folder.file("ffmpeg.wav")
    _ = try await ChildProcess(
      "ffmpeg", ["-v", "error", "-i", url.path, "-c:a", "pcm_s16le", raw.path]
    ).check()
    for (decoder, file) in [("GStreamer", url), ("ffmpeg", raw)] {
      let sound = try #require(try await RawAudio.read(file).channels.first)
      // GStreamer's decoder leaves out the last packet.
      #expect(sound.count >= plain.count - 1024, "\(decoder)")
      // The shift at which the sounds are most alike.
      let loud = plain.indices.filter { abs(plain[$0]) > 0.1 }
      try #require(loud.count > 100)
      func likeness(_ shift: Int) -> Float {
        loud.reduce(0) { sum, place in
          sound.indices.contains(place + shift) ? sum + plain[place] * sound[place + shift] : sum
        }
      }
      let shift = (-2_200...2_200).max { likeness($0) < likeness($1) }
      #expect(shift.map { abs($0) <= 1 } == true, "\(decoder): \(shift ?? 0)")
    }
  }

  @Test func `frames of an adaptor keep their times, also if those are uneven`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("grey.mp4")
    let writer = try AVAssetWriter(url: url, fileType: .mp4)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
      ])
    #expect(adaptor.pixelBufferPool == nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: f(100))
    let times = [0, 1, 4, 5, 9, 10]
    for (index, time) in times.enumerated() {
      try await wait("the input takes no frame") { input.isReadyForMoreMediaData }
      var buffer: CVPixelBuffer?
      let pool = try #require(adaptor.pixelBufferPool)
      #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
      let frame = try #require(buffer)
      let base = try #require(CVPixelBufferGetBaseAddress(frame))
      memset(base, Int32(index * 40), CVPixelBufferGetBytesPerRow(frame) * 48)
      #expect(adaptor.append(frame, withPresentationTime: f(100 + time)))
    }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed)
    let made = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: made)
    let output = AVAssetReaderTrackOutput(
      track: try made.video(),
      outputSettings: [
        kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
      ])
    reader.add(output)
    #expect(reader.startReading())
    let samples = output.all()
    #expect(samples.count == times.count)
    for (index, sample) in samples.enumerated() {
      #expect(abs(sample.presentationTimeStamp.seconds - Double(times[index]) / 30) < 0.0005)
      let image = try #require(sample.imageBuffer)
      let level = try #require(CVPixelBufferGetBaseAddress(image)).load(as: UInt8.self)
      #expect(abs(Int(level) - index * 40) <= 4)
    }
  }

  @Test(arguments: [
    (AVVideoCodecType.hevc, "hevc", 4), (.proRes422, "prores", 3),
  ])
  func `HEVC and ProRes`(codec: AVVideoCodecType, name: String, tolerance: Int) async throws {
    let film = try await Clips.silent(9)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("film.mov")
    let reader = try AVAssetReader(asset: film)
    let output = AVAssetReaderTrackOutput(track: try film.video(), outputSettings: [:])
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [AVVideoCodecKey: codec, AVVideoWidthKey: 320, AVVideoHeightKey: 180])
    writer.add(input)
    try #require(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    await feed(input, from: output)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    // The codec and the pixels are those that ffmpeg finds.
    let probe = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "stream=codec_name", "-of",
        "csv=p=0", url.path,
      ]
    ).check()
    #expect(probe.outputText.split(separator: "\n") == [Substring(name)])
    let (before, after) = (try await RawVideo.read(film.url), try await RawVideo.read(url))
    #expect(after.count == before.count)
    #expect(after.map { Shown($0.code()) } == before.map { Shown($0.code()) })
    for (a, b) in zip(before, after) {
      var sum = 0
      for y in 0..<180 { for x in 0..<320 { sum += abs(Int(a.luma[x, y]) - Int(b.luma[x, y])) } }
      #expect(sum <= tolerance * 320 * 180)
    }
  }

  @Test func `packets are copied bit for bit`() async throws {
    let film = try await Clips.film(7)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("copy.mp4")
    let reader = try AVAssetReader(asset: film)
    let output = AVAssetReaderTrackOutput(track: try film.video(), outputSettings: nil)
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    writer.add(input)
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    await feed(input, from: output)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let (before, after) = (try await RawVideo.read(film.url), try await RawVideo.read(url))
    #expect(before.map(\.bytes) == after.map(\.bytes))
    let made = AVURLAsset(url: url)
    #expect(made.duration == film.tracks(withMediaType: .video).first?.timeRange.duration)
  }

  @Test func `odd sides become even as in exports, with a warning`() async throws {
    let film = try await Clips.silent(8, frames: 10)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("odd.mp4")
    let reader = try AVAssetReader(asset: film)
    let output = AVAssetReaderTrackOutput(track: try film.video(), outputSettings: [:])
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 319, AVVideoHeightKey: 181,
      ])
    writer.add(input)
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    await feed(input, from: output)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try AVURLAsset(url: url).video().naturalSize == CGSize(width: 320, height: 182))
    #expect(Log.given.contains { $0.contains("320×182") && $0.contains("319×181") })
  }

  @Test func `a transform turns the written film`() async throws {
    let film = try await Clips.silent(8)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("turned.mov")
    let reader = try AVAssetReader(asset: film)
    let output = AVAssetReaderTrackOutput(track: try film.video(), outputSettings: [:])
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
      ])
    input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0)
    writer.add(input)
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    await feed(input, from: output)
    await writer.finishWriting()
    let made = AVURLAsset(url: url)
    #expect(try made.video().preferredTransform == input.transform)
    #expect(try made.video().naturalSize == CGSize(width: 320, height: 180))
  }

  @Test func `sound alone, in a file of its own, and the session's bounds`() async throws {
    let asset = try await Clips.sound(3)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.wav")
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try asset.audio(),
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32,
        AVLinearPCMIsFloatKey: true, AVLinearPCMIsNonInterleaved: true,
      ])
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
    let input = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
      ])
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: nil)))
    writer.add(input)
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: CMTime(value: 1, timescale: 2))
    writer.endSession(atSourceTime: CMTime(value: 3, timescale: 2))
    await feed(input, from: output)
    await writer.finishWriting()
    #expect(writer.status == .completed)
    let (before, after) = (try await RawAudio.read(asset.url), try await RawAudio.read(url))
    let (a, b) = (try #require(before.channels.first), try #require(after.channels.first))
    #expect(b.count == 48_000)
    #expect(zip(a[24_000..<72_000], b).allSatisfy { abs($0 - $1) < 0.0001 })
  }

  @Test func `one input after the other`() async throws {
    let film = try await Clips.film(9)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("serial.mp4")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
      ])
    let audio = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
      ])
    writer.add(video)
    writer.add(audio)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (input, track, settings) in [
      (video, try film.video(), [String: Any]()),
      (audio, try film.audio(), [AVFormatIDKey: kAudioFormatLinearPCM]),
    ] {
      let reader = try AVAssetReader(asset: film)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      reader.add(output)
      #expect(reader.startReading())
      while let sample = output.copyNextSampleBuffer() { #expect(input.append(sample)) }
      input.markAsFinished()
      let empty = try CMSampleBuffer(
        dataBuffer: nil, formatDescription: nil, numSamples: 0, sampleTimings: [], sampleSizes: [])
      #expect(!input.append(empty))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let frames = try await RawVideo.read(url).map { Shown($0.code()) }
    #expect(frames == (0..<60).map { Shown(9, $0) })
  }

  @Test(arguments: [false, true]) func `a writer that is cancelled leaves no file`(
    colorsAreKnown: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("none.mp4")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    var settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
    ]
    if colorsAreKnown {
      settings[AVVideoColorPropertiesKey] = [
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2
      ]
    }
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    // Its hidden file is there, and is the only one that can remain. Else the first frame creates it.
    #expect(try folder.names().count == (colorsAreKnown ? 1 : 0))
    writer.cancelWriting()
    #expect(writer.status == .cancelled)
    await writer.finishWriting()
    #expect(writer.status == .cancelled)
    try await wait("a file remains") { try folder.names().isEmpty }
  }

  @Test func `what cannot be written fails with Apple's codes`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    #expect(throws: AVError.self) {
      try AVAssetWriter(outputURL: folder.file("x.mp3"), fileType: .mp3)
    }
    let existing = folder.file("there.mp4")
    try Data([1]).write(to: existing)
    func start(_ url: URL, _ settings: [String: Any]) throws -> AVError? {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: settings))
      #expect(!writer.startWriting())
      #expect(writer.status == .failed)
      return writer.error as? AVError
    }
    let good: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
    ]
    #expect(try start(existing, good)?.code == .fileAlreadyExists)
    #expect(try Data(contentsOf: existing) == Data([1]))
    var bad = good
    bad[AVVideoCodecKey] = "xxxx"
    #expect(try start(folder.file("a.mp4"), bad)?.code == .unsupportedOutputSettings)
    bad = good
    bad[AVVideoWidthKey] = 0
    #expect(try start(folder.file("b.mp4"), bad)?.code == .unsupportedOutputSettings)
    let writer = try AVAssetWriter(outputURL: folder.file("c.mp4"), fileType: .mp4)
    #expect(writer.canApply(outputSettings: good, forMediaType: .video))
    #expect(!writer.canApply(outputSettings: bad, forMediaType: .video))
    #expect(!writer.startWriting())
    #expect((writer.error as? AVError)?.code == .incorrectlyConfigured)
  }
}

/// Appends all samples of an output as the writer has room, as Apple's documentation shows.
private func feed(_ input: AVAssetWriterInput, from output: AVAssetReaderOutput) async {
  await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
    let queue = DispatchQueue(label: "writer")
    input.requestMediaDataWhenReady(on: queue) {
      while input.isReadyForMoreMediaData {
        guard let sample = output.copyNextSampleBuffer(), input.append(sample) else {
          input.markAsFinished()
          done.resume()
          return
        }
      }
    }
  }
}
