@preconcurrency import AVFoundation

/// Mixes sounds, each on a track of its own with its level and its fades.
public struct AudioMixdown {
  public struct Voice: Sendable {
    public var url: URL
    public var start: CMTime
    public var volume: Float
    public var fadeIn: CMTime
    public var fadeOut: CMTime

    public init(
      _ url: URL, at start: CMTime = .zero, volume: Float = 1, fadeIn: CMTime = .zero,
      fadeOut: CMTime = .zero
    ) {
      (self.url, self.start, self.volume) = (url, start, volume)
      (self.fadeIn, self.fadeOut) = (fadeIn, fadeOut)
    }
  }

  public enum Failure: Error {
    case noSound(URL)
    case cannotExport((any Error)?)
    case reading((any Error)?)
    case writing((any Error)?)
  }

  public var voices: [Voice]

  public init(_ voices: [Voice]) {
    self.voices = voices
  }

  /// An AAC file.
  public func export(to output: URL) async throws {
    let (composition, mix) = try await edit()
    guard
      let session = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPresetAppleM4A)
    else { throw Failure.cannotExport(nil) }
    session.outputURL = output
    session.outputFileType = .m4a
    session.audioMix = mix
    await session.export()
    guard session.status == .completed else { throw Failure.cannotExport(session.error) }
  }

  /// A WAV file of 16 bits and two channels at 44.1 kHz.
  public func bounce(to output: URL) async throws {
    let (composition, mix) = try await edit()
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM,
      AVSampleRateKey: 44_100.0,
      AVNumberOfChannelsKey: 2,
      AVLinearPCMBitDepthKey: 16,
      AVLinearPCMIsFloatKey: false,
      AVLinearPCMIsBigEndianKey: false,
      AVLinearPCMIsNonInterleaved: false,
    ]
    let reader = try AVAssetReader(asset: composition)
    let mixOutput = AVAssetReaderAudioMixOutput(
      audioTracks: try await composition.loadTracks(withMediaType: .audio),
      audioSettings: settings)
    mixOutput.audioMix = mix
    mixOutput.alwaysCopiesSampleData = false
    guard reader.canAdd(mixOutput) else { throw Failure.reading(reader.error) }
    reader.add(mixOutput)
    let writer = try AVAssetWriter(outputURL: output, fileType: .wav)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    guard writer.canAdd(input) else { throw Failure.writing(writer.error) }
    writer.add(input)
    guard reader.startReading() else { throw Failure.reading(reader.error) }
    guard writer.startWriting() else { throw Failure.writing(writer.error) }
    writer.startSession(atSourceTime: .zero)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "mixdown")) {
        while input.isReadyForMoreMediaData {
          guard let buffer = mixOutput.copyNextSampleBuffer(), input.append(buffer) else {
            input.markAsFinished()
            return continuation.resume()
          }
        }
      }
    }
    guard reader.status == .completed else { throw Failure.reading(reader.error) }
    await writer.finishWriting()
    guard writer.status == .completed else { throw Failure.writing(writer.error) }
  }

  private func edit() async throws -> (AVMutableComposition, AVMutableAudioMix) {
    let composition = AVMutableComposition()
    let mix = AVMutableAudioMix()
    for voice in voices {
      let asset = AVURLAsset(url: voice.url)
      guard let source = try await asset.loadTracks(withMediaType: .audio).first,
        let track = composition.addMutableTrack(
          withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      else { throw Failure.noSound(voice.url) }
      let range = try await source.load(.timeRange)
      try track.insertTimeRange(range, of: source, at: voice.start)
      let end = voice.start + range.duration
      let parameters = AVMutableAudioMixInputParameters(track: track)
      parameters.setVolume(voice.volume, at: .zero)
      if voice.fadeIn > .zero {
        parameters.setVolumeRamp(
          fromStartVolume: 0, toEndVolume: voice.volume,
          timeRange: CMTimeRange(start: voice.start, duration: voice.fadeIn))
      }
      if voice.fadeOut > .zero {
        parameters.setVolumeRamp(
          fromStartVolume: voice.volume, toEndVolume: 0,
          timeRange: CMTimeRange(start: end - voice.fadeOut, duration: voice.fadeOut))
      }
      mix.inputParameters.append(parameters)
    }
    return (composition, mix)
  }
}
