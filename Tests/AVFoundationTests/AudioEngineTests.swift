import AVFoundation
import Foundation
import TestSupport
import Testing

/// Converters, and the mixes of engines.
@Suite(.serialized) struct AudioEngineTests {
  func format(
    _ rate: Double, _ channels: AVAudioChannelCount,
    _ samples: AVAudioCommonFormat = .pcmFormatFloat32, interleaved: Bool = false
  ) throws -> AVAudioFormat {
    try #require(
      AVAudioFormat(
        commonFormat: samples, sampleRate: rate, channels: channels, interleaved: interleaved))
  }

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

  // MARK: Converters

  @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (48_000, 16_000), (22_050, 44_100)])
  func `rates are converted at the right times and lengths`(from: Double, to: Double) throws {
    let converter = try #require(
      AVAudioConverter(from: format(from, 1), to: format(to, 1)))
    var place = 0, result: [Float] = [], status = AVAudioConverterOutputStatus.haveData
    let whole = Int(from / 2)
    func sine(_ frame: Int, _ rate: Double) -> Double {
      0.5 * sin(2 * .pi * 440 * Double(frame) / rate)
    }
    while status == .haveData {
      let output = try #require(
        AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 1_009))
      var error: NSError?
      status = converter.convert(to: output, error: &error) { _, status in
        let count = min(777, whole - place)
        status.pointee = count > 0 ? .haveData : .endOfStream
        let first = place
        place += count
        return count > 0
          ? try? buffer(converter.inputFormat, count) { _, frame in sine(first + frame, from) }
          : nil
      }
      #expect(error == nil)
      result += try samples(output)
    }
    #expect(status == .endOfStream)
    #expect(result.count == Int((Double(whole) * to / from).rounded(.up)))
    // A sine that begins and ends has other frequencies there.
    for frame in 500..<result.count - 500 {
      #expect(abs(Double(result[frame]) - sine(frame, to)) < 1e-5)
    }
  }

  @Test func `an input that runs dry gives what there is, and the rest at its end`() throws {
    let converter = try #require(
      AVAudioConverter(from: format(44_100, 1), to: format(16_000, 1, .pcmFormatInt16)))
    let input = try buffer(format(44_100, 1), 4_410) { _, _ in 0 }
    let output = try #require(
      AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 4_000))
    var isGiven = false
    let dry = converter.convert(to: output, error: nil) { _, status in
      status.pointee = isGiven ? .noDataNow : .haveData
      defer { isGiven = true }
      return isGiven ? nil : input
    }
    let first = output.frameLength
    #expect(dry == .inputRanDry && first > 1_300)
    func end() -> AVAudioConverterOutputStatus {
      converter.convert(to: output, error: nil) { _, status in
        status.pointee = .endOfStream
        return nil
      }
    }
    #expect(end() == .haveData && first + output.frameLength == 1_600)
    #expect(end() == .endOfStream && output.frameLength == 0)
    #expect(throws: AVError.self) { try converter.convert(to: output, from: input) }
  }

  @Test(arguments: [AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat64])
  func `samples and their order are converted exactly`(samples kind: AVAudioCommonFormat) throws {
    let from = try format(8_000, 2), to = try format(8_000, 2, kind, interleaved: true)
    let input = try buffer(from, 100) { Double($1 * ($0 + 1) - 100) / 256 }
    let middle = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 100))
    let output = try #require(AVAudioPCMBuffer(pcmFormat: from, frameCapacity: 100))
    try #require(AVAudioConverter(from: from, to: to)).convert(to: middle, from: input)
    try #require(AVAudioConverter(from: to, to: from)).convert(to: output, from: middle)
    for channel in 0..<2 { #expect(try samples(output, channel) == samples(input, channel)) }
  }

  @Test func `channels keep their numbers, or are mixed`() throws {
    let mono = try buffer(format(8_000, 1), 1) { _, _ in 0.5 }
    let stereo = try buffer(format(8_000, 2), 1) { channel, _ in channel == 0 ? 0.5 : 0.25 }
    func convert(
      _ input: AVAudioPCMBuffer, _ channels: UInt32, mixing: Bool, map: [NSNumber]? = nil
    ) throws -> [Float] {
      let converter = try #require(
        AVAudioConverter(from: input.format, to: format(8_000, channels)))
      converter.downmix = mixing
      if let map { converter.channelMap = map }
      let output = try #require(
        AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 1))
      try converter.convert(to: output, from: input)
      return try (0..<Int(channels)).map { try samples(output, $0)[0] }
    }
    #expect(try convert(mono, 2, mixing: false) == [0.5, 0])
    #expect(try convert(mono, 2, mixing: true) == [0.5, 0.5])
    #expect(try convert(mono, 2, mixing: false, map: [0, 0]) == [0.5, 0.5])
    #expect(try convert(stereo, 1, mixing: false) == [0.5])
    #expect(try convert(stereo, 1, mixing: true) == [0.375])
    #expect(try convert(stereo, 2, mixing: false, map: [1, -1]) == [0.25, 0])
  }

  // MARK: Engines

  /// Renders up to a frame.
  func render(_ engine: AVAudioEngine, to end: Int) throws -> [[Float]] {
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: engine.manualRenderingFormat,
        frameCapacity: engine.manualRenderingMaximumFrameCount))
    var result = [[Float]](repeating: [], count: Int(buffer.format.channelCount))
    while engine.manualRenderingSampleTime < end {
      let rest = UInt32(end - Int(engine.manualRenderingSampleTime))
      #expect(try engine.renderOffline(min(rest, buffer.frameCapacity), to: buffer) == .success)
      for channel in result.indices { result[channel] += try samples(buffer, channel) }
    }
    return result
  }

  /// An engine with players of one format.
  func engine(
    _ players: [AVAudioPlayerNode], _ format: AVAudioFormat, rendering: AVAudioFormat
  ) throws -> AVAudioEngine {
    let engine = AVAudioEngine()
    for player in players {
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: format)
    }
    try engine.enableManualRenderingMode(.offline, format: rendering, maximumFrameCount: 333)
    try engine.start()
    return engine
  }

  @Test func `a file and a buffer are added with their volumes`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let stereo = try format(44_100, 2)
    let a = try buffer(stereo, 2_000) { Double(($0 + 1) * $1 % 64) / 128 }
    let b = try buffer(stereo, 1_000) { Double(($0 + 3) * $1 % 32) / 128 }
    let file = try AVAudioFile(forWriting: folder.file("a.wav"), settings: stereo.settings)
    try file.write(from: a)
    file.close()
    let (first, second) = (AVAudioPlayerNode(), AVAudioPlayerNode())
    let engine = try engine([first, second], stereo, rendering: stereo)
    (first.volume, second.volume, engine.mainMixerNode.outputVolume) = (0.5, 0.25, 0.5)
    var ends = 0
    first.scheduleFile(try AVAudioFile(forReading: file.url), at: nil) { ends += 1 }
    second.scheduleBuffer(b) { ends += 1 }
    first.play()
    second.play()
    let result = try render(engine, to: 2_500)
    for channel in 0..<2 {
      let (a, b) = (try samples(a, channel), try samples(b, channel))
      let expected = (0..<2_500).map { frame -> Float in
        (frame < 2_000 ? a[frame] / 4 : 0) + (frame < 1_000 ? b[frame] / 8 : 0)
      }
      #expect(result[channel] == expected)
    }
    #expect(ends == 2 && first.isPlaying)
    engine.stop()
    #expect(!first.isPlaying && !engine.isRunning)
  }

  @Test func `buffers begin at times, loop, and are interrupted`() throws {
    let mono = try format(48_000, 1), player = AVAudioPlayerNode()
    let engine = try engine([player], mono, rendering: format(48_000, 2))
    let a = try buffer(mono, 700) { Double($1) / 1_024 }
    let b = try buffer(mono, 300) { -Double($1) / 1_024 }
    player.pan = 0.5
    player.scheduleBuffer(a, at: AVAudioTime(sampleTime: 100, atRate: 48_000))
    player.scheduleBuffer(b, at: nil, options: .loops)
    player.play()
    let (ofA, ofB) = (try samples(a), try samples(b))
    let expected = [Float](repeating: 0, count: 100) + ofA + ofB + ofB + ofB.prefix(200)
    let first = try render(engine, to: 1_600)
    #expect(first[1] == expected && first[0] == expected.map { $0 / 2 })
    player.scheduleBuffer(a, at: nil, options: .interruptsAtLoop)
    #expect(try render(engine, to: 1_900)[1] == ofB.suffix(100) + ofA.prefix(200))
    player.scheduleBuffer(b, at: nil, options: .interrupts)
    #expect(try render(engine, to: 2_300)[1] == ofB + [Float](repeating: 0, count: 100))
    player.pause()
    #expect(try render(engine, to: 2_400)[1] == [Float](repeating: 0, count: 100))
  }

  @Test func `a player begins at a frame of the engine`() throws {
    let stereo = try format(48_000, 2), player = AVAudioPlayerNode()
    let engine = try engine([player], stereo, rendering: stereo)
    let sound = try buffer(stereo, 100) { Double($0 + $1) / 256 }
    _ = try render(engine, to: 50)
    player.scheduleBuffer(sound)
    player.play(at: AVAudioTime(sampleTime: 500, atRate: 48_000))
    let result = try render(engine, to: 700)[1]
    #expect(result.prefix(450).allSatisfy { $0 == 0 })
    #expect(try Array(result[450..<550]) == samples(sound, 1))
    let time = try #require(player.lastRenderTime)
    #expect(time.sampleTime == 700 && player.playerTime(forNodeTime: time)?.sampleTime == 200)
  }

  @Test func `a part of a file has the rate of the engine`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let low = try format(24_000, 1), player = AVAudioPlayerNode()
    let sound = try buffer(low, 24_000) { 0.5 * sin(2 * .pi * 300 * Double($1) / 24_000) }
    let file = try AVAudioFile(forWriting: folder.file("a.wav"), settings: low.settings)
    try file.write(from: sound)
    file.close()
    let engine = try engine([player], low, rendering: format(48_000, 2))
    // 300 Hz: 150 periods.
    player.scheduleSegment(
      try AVAudioFile(forReading: file.url), startingFrame: 6_000, frameCount: 12_000, at: nil)
    player.play()
    let result = try render(engine, to: 30_000)
    for frame in 500..<23_500 {
      let expected = 0.5 * sin(2 * .pi * 300 * (Double(frame) / 48_000 + 0.25))
      #expect(abs(Double(result[0][frame]) - expected) < 1e-5)
    }
    #expect(result[1] == result[0] && result[0].suffix(5_000).allSatisfy { $0 == 0 })
  }

  @Test func `without manual rendering an engine reports that it has no device`() throws {
    let engine = AVAudioEngine()
    _ = engine.mainMixerNode
    #expect(throws: AVError.self) { try engine.start() }
    #expect(throws: AVError.self) {
      try engine.renderOffline(1, to: buffer(format(44_100, 2), 1) { _, _ in 0 })
    }
    #expect(throws: AVError.self) {
      try engine.enableManualRenderingMode(
        .realtime, format: format(44_100, 2), maximumFrameCount: 10)
    }
  }
}
