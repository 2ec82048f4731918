import AVFoundation
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Files of sound, their buffers, converters, and the mixes of engines.
@Suite(.serialized) struct AudioFileTests {
  /// A file of one second.
  func media(
    _ container: TestMedia.Container, _ codec: TestMedia.AudioCodec, rate: Int = 44_100,
    channels: Int = 2, video: TestMedia.Video? = nil
  ) async throws -> URL {
    try await TestMedia(
      container, video: video,
      audio: .init(
        codec: codec, sampleRate: rate, channelCount: channels, sound: .ticks,
        duration: MediaTime(1))
    ).file()
  }

  func format(
    _ rate: Double, _ channels: AVAudioChannelCount,
    _ samples: AVAudioCommonFormat = .pcmFormatFloat32, interleaved: Bool = false
  ) throws -> AVAudioFormat {
    try #require(
      AVAudioFormat(
        commonFormat: samples, sampleRate: rate, channels: channels, interleaved: interleaved))
  }

  /// A buffer of floating-point numbers of a function of the channel and the frame.
  func buffer(
    _ format: AVAudioFormat, _ count: Int, _ sample: (Int, Int) -> Double
  ) throws -> AVAudioPCMBuffer {
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)))
    buffer.frameLength = AVAudioFrameCount(count)
    let data = try #require(buffer.floatChannelData)
    for channel in 0..<Int(format.channelCount) {
      for frame in 0..<count {
        data[channel][frame * buffer.stride] = Float(sample(channel, frame))
      }
    }
    return buffer
  }

  func samples(_ buffer: AVAudioPCMBuffer, _ channel: Int = 0) throws -> [Float] {
    let data = try #require(buffer.floatChannelData)
    return (0..<Int(buffer.frameLength)).map { data[channel][$0 * buffer.stride] }
  }

  /// All frames of a file, or those from a place on.
  func read(_ file: AVAudioFile, from start: Int64 = 0, _ count: Int? = nil) throws
    -> AVAudioPCMBuffer
  {
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: file.processingFormat,
        frameCapacity: AVAudioFrameCount(count ?? Int(file.length))))
    file.framePosition = start
    try file.read(into: buffer)
    return buffer
  }

  func sine(_ rate: Double) -> (Int, Int) -> Double {
    { channel, frame in
      0.5 * sin(2 * .pi * 440 * Double(channel + 1) * Double(frame) / rate)
    }
  }

  // MARK: Formats and buffers

  @Test func `the standard format is deinterleaved Float32, and has a layout beyond stereo`() throws
  {
    let stereo = try #require(
      AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    #expect(stereo.isStandard && !stereo.isInterleaved && stereo.channelCount == 2)
    #expect(stereo.commonFormat == .pcmFormatFloat32 && stereo.sampleRate == 48_000)
    #expect(stereo.streamDescription.pointee.mFormatFlags == 41)
    #expect(stereo.streamDescription.pointee.mBytesPerFrame == 4)
    #expect(stereo == AVAudioFormat(settings: stereo.settings))
    #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 6) == nil)
    let layout = try #require(
      AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    #expect(
      AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout).channelCount == 6)
    #expect(AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatLinearPCM]) == nil)
  }

  @Test func `a buffer has channels, a stride, and lists of buffers`() throws {
    let apart = try buffer(format(8_000, 2), 5) { Double($0) + Double($1) / 10 }
    #expect(apart.stride == 1 && apart.int16ChannelData == nil)
    let list = UnsafeMutableAudioBufferListPointer(apart.mutableAudioBufferList)
    #expect(list.count == 2 && list[0].mDataByteSize == 20)
    apart.frameLength = 3
    #expect(apart.audioBufferList.pointee.mBuffers.mDataByteSize == 12)
    #expect(list[0].mDataByteSize == 20)
    let together = try #require(
      AVAudioPCMBuffer(
        pcmFormat: format(8_000, 2, .pcmFormatInt16, interleaved: true), frameCapacity: 5))
    #expect(together.stride == 2 && together.frameLength == 0 && together.frameCapacity == 5)
    let numbers = try #require(together.int16ChannelData)
    #expect(numbers[1] == numbers[0] + 1)
    let packets = try #require(
      AVAudioFormat(settings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
      ]))
    #expect(AVAudioPCMBuffer(pcmFormat: packets, frameCapacity: 5) == nil)
  }

  // MARK: Reading

  @Test(arguments: [
    (TestMedia.Container.wav, TestMedia.AudioCodec.pcm, 44_100, 2), (.wav, .pcm, 48_000, 1),
    (.flac, .flac, 44_100, 2), (.flac, .flac, 48_000, 1),
  ])
  func `lossless files are read to the sample`(
    container: TestMedia.Container, codec: TestMedia.AudioCodec, rate: Int, channels: Int
  ) async throws {
    let url = try await media(container, codec, rate: rate, channels: channels)
    let file = try AVAudioFile(forReading: url), expected = try await RawAudio.read(url)
    #expect(file.length == Int64(rate) && file.framePosition == 0)
    #expect(file.processingFormat == (try format(Double(rate), UInt32(channels))))
    #expect(file.fileFormat.sampleRate == Double(rate))
    let all = try read(file)
    for channel in 0..<channels {
      #expect(try samples(all, channel) == expected.channels[channel])
    }
  }

  @Test(arguments: [
    (TestMedia.Container.wav, TestMedia.AudioCodec.pcm), (.flac, .flac), (.mp3, .mp3),
    (.m4a, .aac), (.ogg, .vorbis),
  ])
  func `any position gives the samples of the whole file`(
    container: TestMedia.Container, codec: TestMedia.AudioCodec
  ) async throws {
    let file = try AVAudioFile(forReading: try await media(container, codec))
    let whole = try samples(try read(file))
    #expect(whole.count == Int(file.length))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let start = Int.random(in: 0..<whole.count, using: &random)
      let count = Int.random(in: 1...3_000, using: &random)
      let part = try samples(try read(file, from: Int64(start), count))
      #expect(part == Array(whole[start..<min(whole.count, start + count)]))
      #expect(file.framePosition == Int64(start + part.count))
    }
  }

  @Test func `the sound of a film is read as Int16, too`() async throws {
    let url = try await media(.mov, .pcm, rate: 48_000, video: .init(frameCount: 30))
    let expected = try await RawAudio.read(url)
    let file = try AVAudioFile(
      forReading: url, commonFormat: .pcmFormatInt16, interleaved: true)
    #expect(file.length == 48_000)
    let buffer = try read(file), numbers = try #require(buffer.int16ChannelData)
    let right = (0..<48_000).map { Float(numbers[1][$0 * 2]) / 32_768 }
    #expect(right == expected.channels[1])
  }

  @Test func `reading ends with fewer frames, and then none`() async throws {
    let file = try AVAudioFile(forReading: try await media(.wav, .pcm))
    #expect(try read(file, from: file.length - 3, 10).frameLength == 3)
    #expect(file.framePosition == file.length)
    #expect(try read(file, from: file.length, 10).frameLength == 0)
    #expect(throws: AVError.self) {
      try file.read(into: buffer(format(8_000, 1), 1) { _, _ in 0 })
    }
    file.close()
    #expect(!file.isOpen && file.length == 44_100)
    #expect(throws: AVError.self) { try read(file) }
  }

  @Test func `what has no sound cannot be opened`() async throws {
    let film = try await TestMedia(video: .init(frameCount: 5)).file()
    #expect { try AVAudioFile(forReading: film) } throws: {
      ($0 as? AVError)?.code == .noSourceTrack
    }
    #expect(throws: AVError.self) {
      try AVAudioFile(forReading: URL(fileURLWithPath: "/nowhere/a.wav"))
    }
  }

  // MARK: Writing

  @Test(arguments: [(16, false, 0x1p-16), (24, false, 0x1p-24), (32, true, 0)])
  func `WAV files are written and read`(bits: Int, isFloat: Bool, tolerance: Double) throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.wav")
    try Data("old".utf8).write(to: url)
    let sound = try buffer(format(44_100, 2), 10_007, sine(44_100))
    do {
      let file = try AVAudioFile(
        forWriting: url,
        settings: [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
          AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat,
        ])
      try file.write(from: sound)
      try file.write(from: sound)
      #expect(file.length == 20_014 && file.framePosition == 20_014)
    }
    let file = try AVAudioFile(forReading: url), result = try read(file)
    #expect(file.length == 20_014)
    #expect(file.fileFormat.settings[AVLinearPCMBitDepthKey] as? Int == bits)
    for channel in 0..<2 {
      let expected = try samples(sound, channel) + samples(sound, channel)
      let distance = zip(expected, try samples(result, channel)).map { abs(Double($0 - $1)) }.max()
      #expect(try #require(distance) <= tolerance * 1.001)
    }
  }

  @Test func `M4A files have the length and the time of what was written`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.m4a")
    let sound = try buffer(format(48_000, 1), 50_003, sine(48_000))
    let file = try AVAudioFile(
      forWriting: url,
      settings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
        AVEncoderBitRateKey: 128_000,
      ])
    try file.write(from: sound)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    file.close()
    let reader = try AVAudioFile(forReading: url)
    #expect(reader.length == 50_003)
    #expect(reader.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
    let errors = zip(try samples(sound), try samples(try read(reader))).map { pow($0 - $1, 2) }
    let mean = errors[2_000..<48_000].reduce(0, +) / 46_000
    #expect(mean.squareRoot() < 0.02)
  }

  @Test func `a buffer's own settings make a file`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let sound = try buffer(format(22_050, 1), 1_000, sine(22_050))
    let file = try AVAudioFile(
      forWriting: folder.file("a.wav"), settings: sound.format.settings,
      commonFormat: .pcmFormatFloat32, interleaved: false)
    try file.write(from: sound)
    file.close()
    let result = try read(AVAudioFile(forReading: folder.file("a.wav")))
    #expect(try samples(result) == samples(sound))
  }

  @Test(arguments: ["caf", "aiff", "mp3", "txt"])
  func `other types of files are refused`(ending: String) throws {
    #expect(throws: AVError.self) {
      try AVAudioFile(
        forWriting: URL(fileURLWithPath: "/tmp/refused.\(ending)"),
        settings: [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
        ])
    }
  }
}
