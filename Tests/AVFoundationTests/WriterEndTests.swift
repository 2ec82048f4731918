import AVFoundation
import CutawayTime
import Synchronization
import TestSupport
import Testing

/// Where the files of a writer end, what becomes of packets, and samples that it cannot take.
@Suite(.timeLimit(.minutes(5))) struct WriterEndTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A writer with an encoder of frames.
  private func frameWriter(
    _ file: URL
  ) throws -> (AVAssetWriter, AVAssetWriterInputPixelBufferAdaptor) {
    let writer = try AVAssetWriter(outputURL: file, fileType: .mp4)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 48,
      ])
    writer.add(input)
    try #require(writer.startWriting(), "\(writer.error as Any)")
    writer.startSession(atSourceTime: .zero)
    return (writer, adaptor)
  }

  private func frame(_ adaptor: AVAssetWriterInputPixelBufferAdaptor) throws -> CVPixelBuffer {
    var frame: CVPixelBuffer?
    _ = CVPixelBufferPoolCreatePixelBuffer(nil, try #require(adaptor.pixelBufferPool), &frame)
    return try #require(frame)
  }

  /// The times of the picture's packets in order of presentation, and the end of the last one.
  private func times(_ file: URL) async throws -> (starts: [Double], end: Double) {
    let text = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,duration_time",
        "-of", "csv=p=0", file.path,
      ], timeout: .seconds(60)
    ).check().outputText
    let packets = text.split(separator: "\n").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    .filter { $0.count >= 2 }.sorted { $0[0] < $1[0] }
    return (packets.map { $0[0] }, packets.map { $0[0] + $0[1] }.max() ?? 0)
  }

  private func length(_ file: URL) async throws -> Double {
    try await AVURLAsset(url: file).load(.duration).seconds
  }

  /// Frames per second, their number, and the end that the program states, in seconds.
  @Test(arguments: [(10, 20, nil), (25, 50, nil), (60, 30, nil), (30, 30, 0.5), (30, 30, 2.5)])
  func `the last frame lasts as the one before, or until the end of the session`(
    rate: Int, count: Int, end: Double?
  ) async throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let (writer, adaptor) = try frameWriter(file)
    for index in 0..<count {
      let time = CMTime(value: CMTimeValue(index), timescale: CMTimeScale(rate))
      let isTaken = try adaptor.append(frame(adaptor), withPresentationTime: time)
      #expect(isTaken)
    }
    adaptor.assetWriterInput.markAsFinished()
    if let end { writer.endSession(atSourceTime: CMTime(seconds: end, preferredTimescale: 600)) }
    await writer.finishWriting()
    try #require(writer.status == .completed, "\(writer.error as Any)")
    let whole = Double(count) / Double(rate)
    #expect(try await abs(length(file) - (end ?? whole)) < 0.000_01)
    let times = try await times(file)
    for (index, start) in times.starts.enumerated() {
      #expect(abs(start - Double(index) / Double(rate)) < 0.000_01)
    }
    if end ?? whole >= whole { #expect(abs(times.end - (end ?? whole)) < 0.000_01) }
    let track = try AVURLAsset(url: file).video()
    if end == nil { #expect(abs(Double(track.nominalFrameRate) - Double(rate)) < 0.01) }
  }

  @Test func `frames of different durations in another order are all shown`() async throws {
    defer { folder.remove() }
    let source = try await FFmpegMedia(
      "mp4", ["-c:v", "libx264", "-bf", "2", "-vsync", "vfr"], video: .init(frameCount: 60),
      leavesOutEveryThird: true
    ).file()
    let target = folder.file("copy.mp4")
    try await copy(source, .video, to: target, as: .mp4)
    let (old, new) = (try await times(source), try await times(target))
    #expect(old.starts.count == 40 && new.starts.count == 40)
    #expect(zip(old.starts, new.starts).allSatisfy { abs($0 - $1) < 0.001 })
    #expect(try await abs(length(source) - length(target)) < 0.001)
    let asset = AVURLAsset(url: target), reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try asset.video(),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    reader.add(output)
    try #require(reader.startReading())
    #expect(output.all().count == 40)
  }

  /// Copies the packets of a track.
  private func copy(
    _ source: URL, _ type: AVMediaType, to target: URL, as fileType: AVFileType
  ) async throws {
    let asset = AVURLAsset(url: source)
    let track = try #require(asset.tracks(withMediaType: type).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: target, fileType: fileType)
    let input = AVAssetWriterInput(
      mediaType: type, outputSettings: nil,
      sourceFormatHint: track.formatDescriptions.first as? CMFormatDescription)
    writer.add(input)
    try #require(reader.startReading() && writer.startWriting(), "\(writer.error as Any)")
    writer.startSession(atSourceTime: .zero)
    while let sample = output.copyNextSampleBuffer() {
      guard input.append(sample) else { break }
    }
    input.markAsFinished()
    await writer.finishWriting()
    if let error = writer.error { throw error }
  }

  @Test(arguments: [44_100, 48_000], [1, 2])
  func `copied packets of AAC decode to the same samples`(rate: Int, channels: Int) async throws {
    defer { folder.remove() }
    let source = try await FFmpegMedia(
      "m4a", ["-c:a", "aac", "-ar", "\(rate)", "-ac", "\(channels)"],
      audio: .init(sound: .sine(hertz: 440), duration: MediaTime(2), clip: 3)
    ).file()
    func samples(_ file: URL) async throws -> Data {
      try await ChildProcess(
        "ffmpeg", ["-v", "error", "-i", file.path, "-f", "f32le", "-"], timeout: .seconds(60)
      ).check().output
    }
    let expected = try await samples(source)
    #expect(expected.count >= 2 * rate * channels * 4)
    for (name, type) in [("copy.m4a", AVFileType.m4a), ("copy.mov", .mov), ("copy.mp4", .mp4)] {
      try await copy(source, .audio, to: folder.file(name), as: type)
      let copied = try await samples(folder.file(name))
      // The last packet is longer than the sound.
      let isEqual = copied.prefix(expected.count) == expected.prefix(copied.count)
      #expect(isEqual && abs(copied.count - expected.count) < 1_024 * channels * 4, "\(name)")
    }
  }

  @Test func `packets that the file cannot contain are refused, and nobody waits`() async throws {
    defer { folder.remove() }
    let source = try await TestMedia(
      .wav, video: nil, audio: .init(codec: .pcm, sound: .ticks, clip: 4)
    ).file()
    await #expect {
      try await copy(source, .audio, to: folder.file("copy.mp4"), as: .mp4)
    } throws: { error in
      (error as? AVError)?.localizedFailureReason
        == "mp4 files cannot contain packets of audio/x-raw"
    }
  }

  @Test(arguments: [[0, 5, 3], [0, 1, 1]])
  func `times of frames have to ascend`(times: [Int]) async throws {
    defer { folder.remove() }
    let (writer, adaptor) = try frameWriter(folder.file("film.mp4"))
    let taken = try times.map { try adaptor.append(frame(adaptor), withPresentationTime: f($0)) }
    #expect(taken == [true, true, false])
    #expect(writer.status == .failed)
    let reason = (writer.error as? AVError)?.localizedFailureReason ?? ""
    #expect(reason.contains("have to ascend"))
    // Programs wait for it in loops.
    #expect(adaptor.assetWriterInput.isReadyForMoreMediaData)
    #expect(try !adaptor.append(frame(adaptor), withPresentationTime: f(60)))
  }

  /// A mode, and whether the left edge and the centre of the upper edge are black.
  @Test(arguments: [
    (AVVideoScalingModeResize, false, false), (AVVideoScalingModeResizeAspect, true, false),
    (AVVideoScalingModeResizeAspectFill, false, false),
  ])
  func `frames of another shape fill the size as the settings say`(
    mode: String, isLeftBlack: Bool, isTopBlack: Bool
  ) async throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let writer = try AVAssetWriter(outputURL: file, fileType: .mp4)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
        AVVideoScalingModeKey: mode,
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: 120, kCVPixelBufferHeightKey as String: 120,
      ])
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let frame = try frame(adaptor)
    // White, but for a black cross of lines in the middle of each axis.
    let base = try #require(CVPixelBufferGetBaseAddress(frame))
    let stride = CVPixelBufferGetBytesPerRow(frame)
    for y in 0..<120 {
      for x in 0..<480 {
        let isLine = abs(y - 60) < 8 || abs(x / 4 - 60) < 8
        (base + y * stride + x).storeBytes(of: isLine ? 0 : 255, as: UInt8.self)
      }
    }
    #expect(adaptor.append(frame, withPresentationTime: .zero))
    input.markAsFinished()
    writer.endSession(atSourceTime: f(3))
    await writer.finishWriting()
    try #require(writer.status == .completed, "\(writer.error as Any)")
    let gray = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-i", file.path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-",
      ],
      timeout: .seconds(60)
    ).check().output
    try #require(gray.count == 320 * 180)
    func isBlack(_ x: Int, _ y: Int) -> Bool { gray[gray.startIndex + y * 320 + x] < 80 }
    #expect(isBlack(10, 20) == isLeftBlack)
    #expect(isBlack(120, 4) == isTopBlack)
    // The lines: their thickness shows the scale of each axis.
    let across = (0..<320).count { $0 > 80 && $0 < 240 && isBlack($0, 20) }
    let down = (0..<180).count { isBlack(100, $0) }
    switch mode {
    case AVVideoScalingModeResize: #expect(abs(across - 40) < 6 && abs(down - 23) < 5)
    case AVVideoScalingModeResizeAspect: #expect(abs(across - 23) < 5 && abs(down - 23) < 5)
    default: #expect(abs(across - 40) < 6 && abs(down - 40) < 6)
    }
  }

  @Test(arguments: [90_000, 24_000]) func `a track has the time scale that is asked for`(
    scale: Int
  ) async throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let writer = try AVAssetWriter(outputURL: file, fileType: .mp4)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
      ])
    if scale == 90_000 { input.mediaTimeScale = 90_000 }
    writer.movieTimeScale = 1_000
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 48,
      ])
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for index in 0..<12 {
      let time = CMTime(value: CMTimeValue(index * 1_001), timescale: 24_000)
      #expect(try adaptor.append(frame(adaptor), withPresentationTime: time))
    }
    input.markAsFinished()
    await writer.finishWriting()
    try #require(writer.status == .completed, "\(writer.error as Any)")
    let facts = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-show_entries", "stream=time_base", "-of", "csv=p=0", file.path],
      timeout: .seconds(60)
    ).check().outputText
    #expect(facts.trimmingCharacters(in: .whitespacesAndNewlines) == "1/\(scale)")
    if scale == 24_000 {
      let starts = try await times(file).starts
      #expect(
        zip(starts, 0...).allSatisfy { abs($0 - Double($1) * 1_001 / 24_000) < 0.000_001 })
    }
  }
}

/// Copies of films and of parts of them by the preset for that.
@Suite(.timeLimit(.minutes(5))) struct PassthroughTests {
  @Test func `a part between key frames is exact, and most frames are copied`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let source = AVURLAsset(
      url: try await TestMedia(
        .mov, video: .init(frameCount: 90, keyFrameInterval: 30, clip: 5), audio: nil
      ).file())
    let session = try #require(
      AVAssetExportSession(asset: source, presetName: AVAssetExportPresetPassthrough))
    let file = folder.file("part.mov")
    (session.outputURL, session.outputFileType) = (file, .mov)
    session.timeRange = f(10, 75)
    await session.export()
    try #require(session.status == .completed, "\(session.error as Any)")
    let part = AVURLAsset(url: file)
    let reader = try AVAssetReader(asset: part)
    let output = AVAssetReaderTrackOutput(
      track: try part.video(),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    reader.add(output)
    try #require(reader.startReading())
    let shown = try output.all().map { try $0.imageBuffer?.shown() }
    #expect(shown == (10..<75).map { Shown(FrameCode(clip: 5, frame: UInt16($0))) })
  }

  @Test func `a film whose sound is longer than its picture is copied as it is`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let media = FFmpegMedia(
      "mp4", ["-c:v", "libx264", "-c:a", "aac"], video: .init(frameCount: 30),
      audio: .init(sound: .sine(hertz: 440), duration: MediaTime(3, over: 2), clip: 3))
    let source = AVURLAsset(url: try await media.file())
    let session = try #require(
      AVAssetExportSession(asset: source, presetName: AVAssetExportPresetPassthrough))
    let file = folder.file("copy.mp4")
    (session.outputURL, session.outputFileType) = (file, .mp4)
    await session.export()
    try #require(session.status == .completed, "\(session.error as Any)")
    let text = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-count_packets", "-show_entries", "stream=codec_type,nb_read_packets",
        "-of", "csv=p=0", file.path,
      ], timeout: .seconds(60)
    ).check().outputText
    #expect(text.contains("video,30"))
    #expect(try await abs(AVURLAsset(url: file).load(.duration).seconds - 1.5) < 0.03)
  }
}

@Suite(.serialized) struct WriterStartTests {
  /// The first frame starts the elements; a request for sound comes before, meanwhile or afterwards.
  @Test(arguments: [0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 5_000, 20_000])
  func `a request while the writer starts is answered`(delay: UInt32) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let writer = try AVAssetWriter(outputURL: folder.file("a.mp4"), fileType: .mp4)
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 64,
      ])
    let audio = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: video, sourcePixelBufferAttributes: nil)
    writer.add(video)
    writer.add(audio)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    DispatchQueue(label: "video").async {
      var buffer: CVPixelBuffer?
      CVPixelBufferCreate(nil, 64, 64, kCVPixelFormatType_32BGRA, nil, &buffer)
      if let buffer { adaptor.append(buffer, withPresentationTime: .zero) }
    }
    usleep(delay)
    let calls = Atomic(0)
    audio.requestMediaDataWhenReady(on: DispatchQueue(label: "sound")) {
      calls.add(1, ordering: .relaxed)
      audio.markAsFinished()
    }
    try await waitUntil("the block is called") { calls.load(ordering: .relaxed) > 0 }
    writer.cancelWriting()
  }
}

@Suite struct OutputSettingsTests {
  @Test func `suggested settings are those of a writer`() throws {
    let assistant = try #require(AVOutputSettingsAssistant(preset: .preset1280x720))
    var format: CMFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: kCMVideoCodecType_H264, width: 1080, height: 1920,
      extensions: nil, formatDescriptionOut: &format)
    assistant.sourceVideoFormat = format
    let video = try #require(assistant.videoSettings)
    #expect(video[AVVideoWidthKey] as? Int == 404 && video[AVVideoHeightKey] as? Int == 720)
    #expect(try #require(assistant.audioSettings)[AVNumberOfChannelsKey] as? Int == 2)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let writer = try AVAssetWriter(
      outputURL: folder.file("film.mov"), fileType: assistant.outputFileType)
    #expect(writer.canApply(outputSettings: video, forMediaType: .video))
    #expect(writer.canApply(outputSettings: assistant.audioSettings, forMediaType: .audio))
    #expect(AVAssetWriterInput(mediaType: .video, outputSettings: video).ignoredSettings == [])
    #expect(AVOutputSettingsAssistant(preset: .init(rawValue: "other")) == nil)
  }
}
