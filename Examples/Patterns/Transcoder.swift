@preconcurrency import AVFoundation

/// Encodes a film again, as H.264 and AAC, through a reader and a writer.
public final class Transcoder: @unchecked Sendable {
  public enum Failure: Error {
    case cannotRead((any Error)?)
    case cannotWrite((any Error)?)
  }

  public var size = CGSize(width: 160, height: 90)
  public var videoBitRate = 600_000
  public var audioBitRate = 96_000

  private let asset: AVAsset
  private let videoQueue = DispatchQueue(label: "transcoder.video")
  private let audioQueue = DispatchQueue(label: "transcoder.audio")

  public init(_ url: URL) {
    asset = AVURLAsset(url: url)
  }

  /// Starts; the handler is called on a queue of the transcoder.
  public func transcode(
    to output: URL, completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    do {
      let reader = try AVAssetReader(asset: asset)
      let writer = try AVAssetWriter(outputURL: output, fileType: .mp4)
      writer.shouldOptimizeForNetworkUse = true
      var pumps: [(AVAssetReaderOutput, AVAssetWriterInput, DispatchQueue)] = []
      if let track = asset.tracks(withMediaType: .video).first {
        let output = AVAssetReaderTrackOutput(
          track: track,
          outputSettings: [
            kCVPixelBufferPixelFormatTypeKey as String:
              kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
          ])
        output.alwaysCopiesSampleData = false
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: videoSettings)
        input.transform = track.preferredTransform
        input.expectsMediaDataInRealTime = false
        pumps.append((output, input, videoQueue))
      }
      if let track = asset.tracks(withMediaType: .audio).first {
        let output = AVAssetReaderTrackOutput(
          track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: audioSettings)
        pumps.append((output, input, audioQueue))
      }
      for (output, input, _) in pumps {
        guard reader.canAdd(output) else { throw Failure.cannotRead(reader.error) }
        reader.add(output)
        guard writer.canAdd(input) else { throw Failure.cannotWrite(writer.error) }
        writer.add(input)
      }
      guard reader.startReading() else { throw Failure.cannotRead(reader.error) }
      guard writer.startWriting() else { throw Failure.cannotWrite(writer.error) }
      writer.startSession(atSourceTime: .zero)

      let group = DispatchGroup()
      for (output, input, queue) in pumps {
        group.enter()
        input.requestMediaDataWhenReady(on: queue) {
          while input.isReadyForMoreMediaData {
            if reader.status == .reading, let sample = output.copyNextSampleBuffer(),
              input.append(sample)
            {
              continue
            }
            input.markAsFinished()
            group.leave()
            break
          }
        }
      }
      group.notify(queue: .global()) {
        guard reader.status == .completed else {
          reader.cancelReading()
          writer.cancelWriting()
          return completion(Failure.cannotRead(reader.error ?? writer.error))
        }
        writer.finishWriting {
          completion(writer.status == .completed ? nil : Failure.cannotWrite(writer.error))
        }
      }
    } catch {
      completion(error)
    }
  }

  private var videoSettings: [String: Any] {
    [
      AVVideoCodecKey: AVVideoCodecType.h264,
      AVVideoWidthKey: size.width,
      AVVideoHeightKey: size.height,
      AVVideoScalingModeKey: AVVideoScalingModeResizeAspect,
      AVVideoCompressionPropertiesKey: [
        AVVideoAverageBitRateKey: videoBitRate,
        AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
        AVVideoMaxKeyFrameIntervalKey: 30,
      ] as [String: Any],
    ]
  }

  private var audioSettings: [String: Any] {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    return [
      AVFormatIDKey: kAudioFormatMPEG4AAC,
      AVSampleRateKey: 44_100,
      AVNumberOfChannelsKey: 2,
      AVEncoderBitRateKey: audioBitRate,
      AVChannelLayoutKey: Data(bytes: &layout, count: MemoryLayout<AudioChannelLayout>.size),
    ]
  }
}
