import CutawayModel
import CutawayTime
import Synchronization

/// Delivers samples of a reader; see its subclasses.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  // Settings belong to the thread that starts the reader.

  /// The kind of media.
  public let mediaType: AVMediaType
  /// Whether samples are copies; they always are.
  public var alwaysCopiesSampleData = true
  /// Whether ranges can be read again after the end: never.
  public var supportsRandomAccess = false
  let sourceTracks: [AVAssetTrack]
  weak var reader: AVAssetReader?
  var source: (any SampleSource)?
  private let isOver = Mutex(false)

  init(_ mediaType: AVMediaType, _ tracks: [AVAssetTrack]) {
    (self.mediaType, sourceTracks) = (mediaType, tracks)
  }

  func makeSource(_ asset: AVAsset, _ range: TimeRange?) throws(AVError) -> any SampleSource {
    preconditionFailure("an output is one of its subclasses")
  }

  /// Waits for the next sample.
  ///
  /// - Returns: `nil` at the end, and if the reader failed or was cancelled; see its status.
  public func copyNextSampleBuffer() -> CMSampleBuffer? {
    guard let reader, reader.status == .reading, let source, !isOver.withLock({ $0 }) else {
      return nil
    }
    do throws(AVError) {
      if let sample = try source.next() { return sample }
      isOver.withLock { $0 = true }
      source.cancel()
      reader.end()
    } catch {
      if error.code != .operationCancelled { reader.fail(error) }
    }
    return nil
  }

  /// Nothing: ranges cannot be read again.
  public func markConfigurationAsFinal() {}
}

/// Delivers the samples of a track: decoded with settings, stored packets without.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The track.
  public let track: AVAssetTrack
  /// The format of the samples: `kCVPixelBufferPixelFormatTypeKey` for video, uncompressed sound for
  /// audio; `nil` for packets.
  public let outputSettings: [String: Any]?
  /// How a change of speed affects the pitch of sound.
  public var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral

  /// Creates an output.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    (self.track, self.outputSettings) = (track, outputSettings)
    super.init(track.mediaType, [track])
  }

  override func makeSource(
    _ asset: AVAsset, _ range: TimeRange?
  ) throws(AVError) -> any SampleSource {
    if mediaType == .audio, let outputSettings {
      return try RenderedSamples.sound(
        asset, [track], mix: nil, outputSettings, pitch: audioTimePitchAlgorithm, range)
    }
    guard mediaType == .video || mediaType == .audio else {
      throw AVError(
        .operationNotSupportedForAsset, "samples of \(mediaType.rawValue) tracks cannot be read")
    }
    let parts = track.storedParts(in: range)
    if let outputSettings {
      let layout = try FrameLayout(outputSettings, usual: TransferFunction(commonTo: [track]))
      return StoredFrames(parts, layout)
    }
    let format =
      track.formatDescriptions.first as? CMFormatDescription
      ?? CMFormatDescription(
        mediaType == .video ? kCMMediaType_Video : kCMMediaType_Audio, codec: 0)
    return StoredSamples(parts, format, unit: track.minFrameDuration.mediaTime)
  }
}

/// Delivers the frames of a video composition.
public final class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The tracks that the composition shows.
  public let videoTracks: [AVAssetTrack]
  /// The format of the frames: `kCVPixelBufferPixelFormatTypeKey`; 420v by default.
  public let videoSettings: [String: Any]?
  /// How the tracks become one picture; a copy.
  public var videoComposition: AVVideoComposition? {
    get { video }
    set { video = newValue?.copy() as? AVVideoComposition }
  }
  private var video: AVVideoComposition?
  /// The compositor of the video composition, to set it up.
  public var customVideoCompositor: (any AVVideoCompositing)? { video?.knownCompositor }

  /// Creates an output.
  public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
    (self.videoTracks, self.videoSettings) = (videoTracks, videoSettings)
    super.init(.video, videoTracks)
  }

  override func makeSource(
    _ asset: AVAsset, _ range: TimeRange?
  ) throws(AVError) -> any SampleSource {
    guard let video else {
      throw AVError(.incorrectlyConfigured, "the output has no video composition")
    }
    let edit = try Edit(asset, video, nil, only: Set(videoTracks.map(\.trackID)))
    let layout = try FrameLayout(
      videoSettings,
      usual: edit.composition.render.transferFunction ?? TransferFunction(commonTo: videoTracks))
    guard let duration = edit.composition.render.frameDuration, duration > .zero else {
      throw AVError(.invalidVideoComposition, "the video composition has no frame duration")
    }
    return RenderedSamples(edit, .frames(layout, duration: duration), range: range)
  }
}

/// Delivers the mix of audio tracks.
public final class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The tracks that are mixed.
  public let audioTracks: [AVAssetTrack]
  /// The format of the samples; 16-bit integers by default.
  public let audioSettings: [String: Any]?
  /// The volumes of the tracks; a copy.
  public var audioMix: AVAudioMix? {
    get { mix }
    set { mix = newValue?.copy() as? AVAudioMix }
  }
  private var mix: AVAudioMix?
  /// How a change of speed affects the pitch.
  public var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral

  /// Creates an output.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    (self.audioTracks, self.audioSettings) = (audioTracks, audioSettings)
    super.init(.audio, audioTracks)
  }

  override func makeSource(
    _ asset: AVAsset, _ range: TimeRange?
  ) throws(AVError) -> any SampleSource {
    try RenderedSamples.sound(
      asset, audioTracks, mix: mix, audioSettings ?? [:], pitch: audioTimePitchAlgorithm, range)
  }
}

extension RenderedSamples {
  /// The mix of tracks.
  fileprivate static func sound(
    _ asset: AVAsset, _ tracks: [AVAssetTrack], mix: AVAudioMix?, _ settings: [String: Any],
    pitch: AVAudioTimePitchAlgorithm, _ range: TimeRange?
  ) throws(AVError) -> RenderedSamples {
    let stated = tracks.compactMap {
      ($0.formatDescriptions.first as? CMFormatDescription)?.audioStreamBasicDescription
    }
    let format = try SoundRequest(settings).samples(
      rate: stated.map(\.mSampleRate).max() ?? 48_000,
      channels: stated.map { Int($0.mChannelsPerFrame) }.max() ?? 2)
    var edit = try Edit(asset, nil, mix, pitch: pitch, only: Set(tracks.map(\.trackID)))
    edit.composition.render.sampleRate = Int(format.mSampleRate)
    edit.composition.render.channels = Int(format.mChannelsPerFrame)
    guard edit.composition.tracks.contains(where: { $0.mediaType == .audio }) else {
      throw AVError(.noSourceTrack, "the output has no audio track with media")
    }
    return RenderedSamples(edit, .sound(format), range: range)
  }
}

extension AVAssetTrack {
  /// The segments with media, as far as they lie in a range.
  fileprivate func storedParts(in range: TimeRange?) -> [StoredPart] {
    guard let (track, assets) = modelTrack() else { return [] }
    return track.segments.compactMap { segment in
      guard let media = segment.media, let whole = segment.mapping,
        let mapping = range.map({ whole.clipped(to: $0) }) ?? whole,
        let asset = assets.first(where: { $0.id == media.asset })
      else { return nil }
      return StoredPart(
        location: asset.location, trackIndex: media.trackIndex,
        colorimetry: asset.colorimetry?.rawValue, mapping: mapping)
    }
  }
}
