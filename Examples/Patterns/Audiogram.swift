@preconcurrency import AVFoundation

/// A film of bars that follow the loudness of a sound.
public final class Audiogram: @unchecked Sendable {
  public enum Failure: Error {
    case noAudioTrack
    case failed((any Error)?)
  }

  public var size = CGSize(width: 320, height: 180)
  public var framesPerSecond: Int32 = 25
  public var barCount = 16
  public var barColor = CGColor(red: 0.2, green: 0.8, blue: 0.4, alpha: 1)
  public var backgroundColor = CGColor(red: 0.1, green: 0.1, blue: 0.2, alpha: 1)

  private let asset: AVURLAsset
  private static let sampleRate = 44_100

  public init(sound: URL) {
    asset = AVURLAsset(url: sound)
  }

  public func export(to output: URL) async throws {
    guard let track = try await asset.loadTracks(withMediaType: .audio).first else {
      throw Failure.noAudioTrack
    }
    let levels = try self.levels(of: track)
    let writer = try AVAssetWriter(url: output, fileType: .mp4)
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: Int(size.width),
        AVVideoHeightKey: Int(size.height),
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: video,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: Int(size.width),
        kCVPixelBufferHeightKey as String: Int(size.height),
      ])
    let audio = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Self.sampleRate,
        AVNumberOfChannelsKey: 1, AVEncoderBitRateKey: 64_000,
      ])
    writer.add(video)
    writer.add(audio)
    let (reader, sound) = try pcmReader(of: track)
    guard reader.startReading(), writer.startWriting() else {
      throw Failure.failed(reader.error ?? writer.error)
    }
    writer.startSession(atSourceTime: .zero)

    let group = DispatchGroup()
    for _ in 0..<2 { group.enter() }
    nonisolated(unsafe) var frame = 0
    video.requestMediaDataWhenReady(on: DispatchQueue(label: "audiogram.video")) { [self] in
      while video.isReadyForMoreMediaData {
        let time = CMTime(value: CMTimeValue(frame), timescale: framesPerSecond)
        guard frame < levels.count, let buffer = draw(levels, frame, adaptor.pixelBufferPool),
          adaptor.append(buffer, withPresentationTime: time)
        else {
          video.markAsFinished()
          return group.leave()
        }
        frame += 1
      }
    }
    audio.requestMediaDataWhenReady(on: DispatchQueue(label: "audiogram.audio")) {
      while audio.isReadyForMoreMediaData {
        guard let sample = sound.copyNextSampleBuffer(), audio.append(sample) else {
          audio.markAsFinished()
          return group.leave()
        }
      }
    }
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
    await writer.finishWriting()
    guard writer.status == .completed else { throw Failure.failed(writer.error) }
  }

  private func pcmReader(
    of track: AVAssetTrack
  ) throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16,
        AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsFloatKey: false,
        AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: Self.sampleRate,
        AVNumberOfChannelsKey: 1,
      ])
    reader.add(output)
    return (reader, output)
  }

  /// The root mean square of the samples of each frame.
  private func levels(of track: AVAssetTrack) throws -> [CGFloat] {
    let (reader, output) = try pcmReader(of: track)
    guard reader.startReading() else { throw Failure.failed(reader.error) }
    var samples: [Int16] = []
    while let sampleBuffer = output.copyNextSampleBuffer() {
      guard let blockBuffer = CMSampleBufferGetDataBuffer(sampleBuffer) else { continue }
      let length = CMBlockBufferGetDataLength(blockBuffer)
      var data = [Int16](repeating: 0, count: length / MemoryLayout<Int16>.size)
      CMBlockBufferCopyDataBytes(
        blockBuffer, atOffset: 0, dataLength: length, destination: &data)
      samples += data
    }
    guard reader.status == .completed else { throw Failure.failed(reader.error) }
    let samplesPerFrame = Self.sampleRate / Int(framesPerSecond)
    return stride(from: 0, to: samples.count, by: samplesPerFrame).map { start in
      let part = samples[start..<min(start + samplesPerFrame, samples.count)]
      let sum = part.reduce(0.0) { $0 + pow(Double($1) / 32768, 2) }
      return CGFloat((sum / Double(part.count)).squareRoot())
    }
  }

  /// The newest level is the last bar.
  private func draw(
    _ levels: [CGFloat], _ frame: Int, _ pool: CVPixelBufferPool?
  ) -> CVPixelBuffer? {
    guard let pool else { return nil }
    var created: CVPixelBuffer?
    CVPixelBufferPoolCreatePixelBuffer(nil, pool, &created)
    guard let buffer = created else { return nil }
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard
      let context = CGContext(
        data: CVPixelBufferGetBaseAddress(buffer), width: Int(size.width),
        height: Int(size.height), bitsPerComponent: 8,
        bytesPerRow: CVPixelBufferGetBytesPerRow(buffer), space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue
          | CGImageAlphaInfo.premultipliedFirst.rawValue)
    else { return nil }
    context.setFillColor(backgroundColor)
    context.fill(CGRect(origin: .zero, size: size))
    context.setFillColor(barColor)
    let step = size.width / CGFloat(barCount)
    for bar in 0..<barCount {
      let index = frame - (barCount - 1 - bar)
      guard levels.indices.contains(index) else { continue }
      let height = min(levels[index], 1) * size.height
      let rect = CGRect(x: CGFloat(bar) * step + 2, y: 0, width: step - 4, height: height)
      context.addPath(CGPath(rect: rect, transform: nil))
      context.fillPath()
    }
    return buffer
  }
}
