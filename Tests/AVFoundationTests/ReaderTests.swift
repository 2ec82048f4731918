import AVFoundation
import TestSupport
import Testing

/// Samples as readers deliver them.
@Suite(.serialized) struct ReaderTests {
  private static var bgra: [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
  }

  @Test func `a track output delivers each frame with its time`() async throws {
    let film = try await Clips.film(3)
    let reader = try AVAssetReader(asset: film)
    let output = AVAssetReaderTrackOutput(track: try film.video(), outputSettings: Self.bgra)
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(!reader.canAdd(output))
    #expect(reader.status == .unknown)
    #expect(output.copyNextSampleBuffer() == nil)
    #expect(reader.startReading())
    #expect(reader.status == .reading)
    var times: [CMTime] = [], seen: [Shown?] = []
    while let sample = output.copyNextSampleBuffer() {
      let image = try #require(CMSampleBufferGetImageBuffer(sample))
      #expect(CVPixelBufferGetPixelFormatType(image) == kCVPixelFormatType_32BGRA)
      times.append(CMSampleBufferGetPresentationTimeStamp(sample))
      #expect(CMSampleBufferGetDuration(sample) == f(1))
      #expect(CMSampleBufferGetNumSamples(sample) == 1)
      seen.append(try image.shown())
    }
    #expect(reader.status == .completed)
    #expect(times == (0..<60).map { f($0) })
    #expect(seen == (0..<60).map { Shown(3, $0) })
    #expect(output.copyNextSampleBuffer() == nil)
  }

  @Test func `a time range bounds frames and sound`() async throws {
    let film = try await Clips.film(4)
    let reader = try AVAssetReader(asset: film)
    reader.timeRange = f(11, 17)
    let video = AVAssetReaderTrackOutput(track: try film.video(), outputSettings: Self.bgra)
    let sound = AVAssetReaderTrackOutput(
      track: try film.audio(),
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true,
        AVLinearPCMBitDepthKey: 32,
      ])
    reader.add(video)
    reader.add(sound)
    #expect(reader.startReading())
    let frames = try video.all().map { try $0.imageBuffer?.shown() }
    #expect(frames == (11..<17).map { Shown(4, $0) })
    let blocks = sound.all()
    #expect(blocks.first?.presentationTimeStamp == f(11))
    #expect(blocks.reduce(0) { $0 + $1.numSamples } == 48_000 * 6 / 30)
    for (block, next) in zip(blocks, blocks.dropFirst()) {
      #expect(block.presentationTimeStamp + block.duration == next.presentationTimeStamp)
    }
    #expect(reader.status == .completed)
  }

  @Test func `the sound of a track is that of its file, in every format`() async throws {
    let asset = try await Clips.sound(2)
    let expected = try await RawAudio.read(asset.url)
    let whole = try #require(expected.channels.first)
    func read(_ settings: [String: Any]) throws -> [CMSampleBuffer] {
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(
        track: try asset.audio(),
        outputSettings: settings.merging([AVFormatIDKey: kAudioFormatLinearPCM]) { $1 })
      reader.add(output)
      #expect(reader.startReading())
      return output.all()
    }
    let floats = try read([AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32])
    let channels = expected.channels.count
    var got: [Float] = []
    for block in floats {
      let data = try #require(block.dataBuffer).dataBytes()
      got += data.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: 4 * channels).map {
          bytes.loadUnaligned(fromByteOffset: $0, as: Float.self)
        }
      }
    }
    #expect(got.count == whole.count)
    #expect(zip(got, whole).allSatisfy { abs($0 - $1) < 1e-6 })
    // Integers of 16 bits, with each channel by itself.
    let integers = try read([AVLinearPCMBitDepthKey: 16, AVLinearPCMIsNonInterleaved: true])
    var position = 0
    for block in integers {
      let count = block.numSamples
      let data = try #require(block.dataBuffer).dataBytes()
      #expect(data.count == count * 2 * channels)
      data.withUnsafeBytes { bytes in
        for index in 0..<count {
          let value = bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)
          let difference = Float(value) / 32_768 - whole[position + index]
          #expect(abs(difference) <= 1.0 / 32_768)
        }
      }
      position += count
    }
    #expect(position == whole.count)
    // The double of 16 bits at half of the rate.
    let half = try read([AVSampleRateKey: 24_000, AVNumberOfChannelsKey: 1])
    #expect(half.reduce(0) { $0 + $1.numSamples } == whole.count / 2)
    let format = half.first?.formatDescription?.audioStreamBasicDescription
    #expect(format?.mSampleRate == 24_000 && format?.mChannelsPerFrame == 1)
    #expect(format?.mBitsPerChannel == 16)
  }

  @Test func `a track of a composition: cuts and changes of speed`() async throws {
    let (one, two) = (try await Clips.silent(1), try await Clips.silent(2))
    let composition = AVMutableComposition()
    let track = try composition.add()
    try track.insertTimeRange(f(10, 14), of: try one.video(), at: .zero)
    try track.insertTimeRange(f(40, 44), of: try two.video(), at: f(4))
    track.scaleTimeRange(f(4, 8), toDuration: f(8))
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: Self.bgra)
    reader.add(output)
    #expect(reader.startReading())
    let samples = output.all()
    let seen = try samples.map { try $0.imageBuffer?.shown() }
    #expect(
      seen == (10..<14).map { Shown(1, $0) } + (40..<44).map { Shown(2, $0) })
    #expect(
      samples.map(\.presentationTimeStamp) == (0..<4).map { f($0) } + [4, 6, 8, 10].map { f($0) })
    #expect(samples.last?.duration == f(2))
  }

  @Test func `a video composition output shows the instructions`() async throws {
    let (one, two) = (try await Clips.silent(1), try await Clips.silent(2))
    let composition = AVMutableComposition()
    let (a, b) = (try composition.add(), try composition.add())
    try a.insertTimeRange(f(0, 30), of: try one.video(), at: .zero)
    try b.insertTimeRange(f(20, 50), of: try two.video(), at: f(30))
    let video = videoComposition([
      instruction(f(0, 30), [layer(a)]), instruction(f(30, 60), [layer(b)]),
    ])
    let reader = try AVAssetReader(asset: composition)
    reader.timeRange = f(27, 33)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: composition.tracks(withMediaType: .video), videoSettings: Self.bgra)
    output.videoComposition = video
    reader.add(output)
    #expect(reader.startReading())
    let samples = output.all()
    #expect(samples.map(\.presentationTimeStamp) == (27..<33).map { f($0) })
    let seen = try samples.map { try $0.imageBuffer?.shown() }
    #expect(seen == (27..<30).map { Shown(1, $0) } + (20..<23).map { Shown(2, $0) })
    #expect(reader.status == .completed)
  }

  @Test func `an audio mix output mixes`() async throws {
    let one = try await Clips.sound(1, .sine(hertz: 440))
    let two = try await Clips.sound(2, .sine(hertz: 880))
    let composition = AVMutableComposition()
    let (a, b) = (try composition.add(.audio), try composition.add(.audio))
    try a.insertTimeRange(f(0, 30), of: try one.audio(), at: .zero)
    try b.insertTimeRange(f(0, 30), of: try two.audio(), at: .zero)
    func level(_ volume: Float) throws -> Double {
      let mix = AVMutableAudioMix()
      mix.inputParameters = [a, b].map { track in
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolume(volume, at: .zero)
        return parameters
      }
      let reader = try AVAssetReader(asset: composition)
      let output = AVAssetReaderAudioMixOutput(
        audioTracks: composition.tracks(withMediaType: .audio), audioSettings: nil)
      output.audioMix = mix
      reader.add(output)
      #expect(reader.startReading())
      var sum = 0.0, count = 0
      for block in output.all() {
        #expect(block.formatDescription?.audioStreamBasicDescription?.mBitsPerChannel == 16)
        try #require(block.dataBuffer).dataBytes().withUnsafeBytes { bytes in
          for value in bytes.bindMemory(to: Int16.self) {
            sum += Double(value) * Double(value)
            count += 1
          }
        }
      }
      return (sum / Double(max(count, 1))).squareRoot()
    }
    let (half, quarter) = (try level(0.5), try level(0.25))
    #expect(half > 1_000)
    #expect(abs(half / quarter - 2) < 0.01)
  }

  @Test func `packets without settings, in the order of the file`() async throws {
    let film = try await Clips.film(5)
    let reader = try AVAssetReader(asset: film)
    let output = AVAssetReaderTrackOutput(track: try film.video(), outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    let packets = output.all()
    #expect(packets.count == 60)
    #expect(packets.first?.formatDescription?.mediaSubType == .h264)
    let sorted = packets.map(\.presentationTimeStamp).sorted()
    #expect(sorted == (0..<60).map { f($0) })
    #expect(packets.allSatisfy { CMSampleBufferGetTotalSampleSize($0) > 0 })
    let first = CMSampleBufferGetSampleAttachmentsArray(packets[0], createIfNecessary: false)
    #expect(first == nil)
  }

  @Test func `formats that do not exist fail with a reason`() async throws {
    let film = try await Clips.film(3)
    func failure(_ output: AVAssetReaderOutput) throws -> AVError? {
      let reader = try AVAssetReader(asset: film)
      reader.add(output)
      #expect(!reader.startReading())
      #expect(reader.status == .failed)
      return reader.error as? AVError
    }
    let odd = AVAssetReaderTrackOutput(
      track: try film.video(), outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: 7])
    #expect(try failure(odd)?.code == .unsupportedOutputSettings)
    let sound = AVAssetReaderTrackOutput(
      track: try film.audio(), outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
    #expect(try failure(sound)?.code == .unsupportedOutputSettings)
    let none = AVAssetReaderVideoCompositionOutput(
      videoTracks: [try film.video()], videoSettings: nil)
    #expect(try failure(none)?.code == .incorrectlyConfigured)
    #expect(throws: AVError.self) {
      try AVAssetReader(asset: AVURLAsset(url: URL(fileURLWithPath: "/nowhere.mov")))
    }
  }

  @Test func `a cancelled reader has no more samples`() async throws {
    let film = try await Clips.film(3)
    let reader = try AVAssetReader(asset: film)
    let output = AVAssetReaderTrackOutput(track: try film.video(), outputSettings: Self.bgra)
    reader.add(output)
    #expect(reader.startReading())
    #expect(output.copyNextSampleBuffer() != nil)
    reader.cancelReading()
    #expect(output.copyNextSampleBuffer() == nil)
    #expect(reader.status == .cancelled)
    #expect(reader.error == nil)
  }
}

extension AVAssetReaderOutput {
  /// All samples up to the end.
  func all() -> [CMSampleBuffer] {
    var samples: [CMSampleBuffer] = []
    while let sample = copyNextSampleBuffer() { samples.append(sample) }
    return samples
  }
}

extension CVPixelBuffer {
  /// What the frame code says of a frame of blue, green, red and alpha.
  func shown() throws -> Shown? {
    let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
    CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    let base = try #require(CVPixelBufferGetBaseAddress(self))
    var bytes: [UInt8] = []
    for row in 0..<height {
      let start = base + row * CVPixelBufferGetBytesPerRow(self)
      for column in 0..<width {
        for component in [2, 1, 0, 3] {
          bytes.append(start.load(fromByteOffset: column * 4 + component, as: UInt8.self))
        }
      }
    }
    return Shown(RawFrame(format: .rgba, width: width, height: height, bytes: bytes).code())
  }
}
