import CutawayApple

/// Whether a program has sound for a converter.
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// Here is some; none for now; none any more.
  case haveData = 0, noDataNow, endOfStream
}

/// What a converter has given.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// All that was asked for; at the end of the stream, the rest.
  case haveData = 0
  /// As much as the input allows for now.
  case inputRanDry
  /// Nothing: the stream has ended.
  case endOfStream
  /// Nothing, and an error.
  case error
}

/// What a converter needs before and after the sound.
public struct AVAudioConverterPrimeInfo: Sendable, Hashable {
  /// Frames before the first one.
  public var leadingFrames: AVAudioFrameCount
  /// Frames after the last one.
  public var trailingFrames: AVAudioFrameCount

  /// Creates it.
  public init(leadingFrames: AVAudioFrameCount = 0, trailingFrames: AVAudioFrameCount = 0) {
    (self.leadingFrames, self.trailingFrames) = (leadingFrames, trailingFrames)
  }
}

/// How a converter of rates begins.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
  /// With frames before the sound; with silence; late.
  case pre = 0, normal, none
}

/// Gives a converter a buffer with about as many frames as it asks for, and states whether there is one.
public typealias AVAudioConverterInputBlock = (
  AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// Converts uncompressed sound: samples, their order, channels and rate.
///
/// Compressed sound is read and written by ``AVAudioFile``.
public class AVAudioConverter: NSObject {
  /// The format of what goes in.
  public let inputFormat: AVAudioFormat
  /// The format of what comes out.
  public let outputFormat: AVAudioFormat
  /// Whether channels are mixed where their numbers differ; otherwise the first ones keep their numbers, and others are
  /// left out or silent.
  public var downmix = false { didSet { conversion = nil } }
  /// The quality of a conversion of rates; it is always the best.
  public var sampleRateConverterQuality = AVAudioQuality.max.rawValue
  /// The kind of a conversion of rates; it is always the best.
  public var sampleRateConverterAlgorithm: String?
  /// Whether noise hides the rounding of integers: accepted without effect.
  public var dither = false
  /// How a conversion of rates begins: it takes the sound before the first frame to be silent, as with `normal`.
  public var primeMethod = AVAudioConverterPrimeMethod.normal
  private var map: [Int]?
  private var conversion: SoundConversion?

  /// Creates a converter; `nil` for compressed sound, and for samples that are not little-endian integers of 16, 24 or 32 bits or
  /// floating-point numbers.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    guard SampleKind(fromFormat) != nil, SampleKind(toFormat) != nil, fromFormat.channelCount > 0,
      toFormat.channelCount > 0
    else { return nil }
    (inputFormat, outputFormat) = (fromFormat, toFormat)
    super.init()
    guard makeConversion() != nil else { return nil }
  }

  /// The number of the input's channel for each channel of the output; -1 is silence.
  public var channelMap: [NSNumber] {
    get {
      let inputs = Int(inputFormat.channelCount)
      let usual = (0..<Int(outputFormat.channelCount)).map { $0 < inputs ? $0 : -1 }
      return (map ?? usual).map { NSNumber(value: $0) }
    }
    set {
      map = newValue.count == Int(outputFormat.channelCount) ? newValue.map(\.intValue) : nil
      conversion = nil
    }
  }

  /// What the conversion needs: nothing before the first frame, and silence after the last one.
  public var primeInfo: AVAudioConverterPrimeInfo {
    get { AVAudioConverterPrimeInfo(trailingFrames: AVAudioFrameCount(current?.latency ?? 0)) }
    set { Log.warnOnce("a converter ignores primeInfo: sound begins with the first frame") }
  }

  /// Forgets the sound so far, and begins a new stream.
  public func reset() { conversion = nil }

  private func makeConversion() -> SoundConversion? {
    let (inputs, outputs) = (Int(inputFormat.channelCount), Int(outputFormat.channelCount))
    let matrix =
      map.map { ChannelMatrix.taking($0, of: inputs) }
      ?? (downmix ? .mixing(from: inputs, to: outputs) : .inOrder(from: inputs, to: outputs))
    return SoundConversion(
      from: inputFormat.sampleRate, to: outputFormat.sampleRate, matrix, channels: outputs)
  }

  private var current: SoundConversion? {
    if conversion == nil { conversion = makeConversion() }
    return conversion
  }

  /// Converts a buffer whose rate stays the same.
  ///
  /// - Parameters:
  ///   - outputBuffer: Gets the frames, for which it has memory.
  ///   - inputBuffer: The frames.
  /// - Throws: ``AVError`` if the rates differ, which ``convert(to:error:withInputFrom:)`` converts, or the buffers have other
  ///   formats than the converter, or the memory is not enough.
  public func convert(
    to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer
  ) throws {
    guard inputFormat.sampleRate == outputFormat.sampleRate else {
      throw AVError(
        .operationNotAllowed,
        "other rates need convert(to:error:withInputFrom:), because frames follow later")
    }
    try check(inputBuffer, inputFormat)
    try check(outputBuffer, outputFormat)
    guard outputBuffer.frameCapacity >= inputBuffer.frameLength else {
      throw AVError(
        .operationNotAllowed,
        "the output has memory for \(outputBuffer.frameCapacity) frames, and not for "
          + "\(inputBuffer.frameLength)")
    }
    guard let conversion = makeConversion() else { return }
    conversion.add(numbers(of: inputBuffer))
    store(conversion.take(.max), in: outputBuffer)
  }

  /// Fills a buffer, and asks for input as long as it is not full.
  ///
  /// After the end of a stream, a new one needs ``reset()``.
  ///
  /// - Parameters:
  ///   - outputBuffer: Gets frames, as many as it has memory for.
  ///   - outError: Gets the reason of a failure.
  ///   - inputBlock: Gives the next frames, each time others.
  /// - Returns: Whether the buffer is full, and why not.
  public func convert(
    to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
    withInputFrom inputBlock: AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    do throws(AVError) {
      return try unsafe fill(outputBuffer, inputBlock)
    } catch {
      (outputBuffer as? AVAudioPCMBuffer)?.frameLength = 0
      unsafe outError?.pointee = error as NSError
      return .error
    }
  }

  private func fill(
    _ buffer: AVAudioBuffer, _ inputBlock: AVAudioConverterInputBlock
  ) throws(AVError) -> AVAudioConverterOutputStatus {
    guard let output = buffer as? AVAudioPCMBuffer, output.frameCapacity > 0 else {
      throw AVError(.operationNotAllowed, "the output is an AVAudioPCMBuffer with memory")
    }
    try check(output, outputFormat)
    guard let conversion = current else {
      throw AVError(.operationNotAllowed, "the formats cannot be converted")
    }
    let capacity = Int(output.frameCapacity)
    var isDry = false
    while conversion.count < capacity, !conversion.hasEnded, !isDry {
      var status = AVAudioConverterInputStatus.noDataNow
      let needed = conversion.needed(for: capacity - conversion.count)
      let input = unsafe inputBlock(AVAudioPacketCount(clamping: needed), &status)
      switch status {
      case .noDataNow: isDry = true
      case .endOfStream: conversion.end()
      case .haveData:
        guard let input = input as? AVAudioPCMBuffer else {
          throw AVError(.operationNotAllowed, "the input has no AVAudioPCMBuffer")
        }
        try check(input, inputFormat)
        // Nothing comes of empty buffers.
        isDry = input.frameLength == 0
        conversion.add(numbers(of: input))
      }
    }
    let frames = conversion.take(capacity)
    store(frames, in: output)
    if output.frameLength == output.frameCapacity { return .haveData }
    if isDry { return .inputRanDry }
    return output.frameLength > 0 ? .haveData : .endOfStream
  }

  private func numbers(of buffer: AVAudioPCMBuffer) -> [[Double]] {
    (0..<Int(buffer.format.channelCount)).map {
      buffer.numbers(0..<Int(buffer.frameLength), ofChannel: $0)
    }
  }

  private func store(_ frames: [[Double]], in buffer: AVAudioPCMBuffer) {
    for (channel, samples) in frames.enumerated() {
      buffer.store(samples, ofChannel: channel, at: 0)
    }
    buffer.frameLength = AVAudioFrameCount(frames.first?.count ?? 0)
  }

  private func check(
    _ buffer: AVAudioPCMBuffer, _ format: AVAudioFormat
  ) throws(AVError) {
    if buffer.format == format { return }
    throw AVError(
      .operationNotAllowed, "a buffer is \(buffer.format), and the converter has \(format)")
  }
}
