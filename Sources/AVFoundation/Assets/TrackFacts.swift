import Cutaway
import CutawayModel
import CutawayTime

/// What a file states of a track.
struct TrackFacts: Sendable {
  /// The location of the file, as the model names it.
  let location: String
  /// The index among the tracks of the same kind.
  let index: Int
  let duration: MediaTime
  let format: CMFormatDescription
  var size = CGSize.zero
  var transform = CGAffineTransform.identity
  var frameDuration: MediaTime?
  var timescale: CMTimeScale = 600
  var language: String?
  var dataRate: Float = 0

  var frameRate: Float { frameDuration.map { Float(1 / $0.seconds) } ?? 0 }
}

extension AVAssetTrack {
  /// The tracks of a file: video, sound, subtitles, numbered from 1.
  static func tracks(of asset: AVURLAsset, _ media: MediaDescription) -> [AVAssetTrack] {
    let location = Asset(id: "asset", url: asset.url).location
    let whole = media.duration ?? .zero
    let rate = dataRate(of: asset.url, whole)
    // Sound usually has 128 kbit/s; the rest of the file is video.
    let ofSound = Float(min(Double(rate), 128_000 * Double(media.audioTracks.count)))
    var tracks: [AVAssetTrack] = []
    func add(_ type: AVMediaType, _ facts: TrackFacts) {
      tracks.append(
        AVAssetTrack(
          asset, trackID: CMPersistentTrackID(tracks.count + 1), mediaType: type, facts: facts))
    }
    for (index, video) in media.videoTracks.enumerated() {
      let size = CMVideoDimensions(width: Int32(video.size.width), height: Int32(video.size.height))
      var facts = TrackFacts(
        location: location, index: index, duration: video.duration ?? whole,
        format: CMFormatDescription(
          kCMMediaType_Video, codec: codec(named: video.codec), dimensions: size,
          extensions: .init(video)))
      facts.size = CGSize(width: video.size.width, height: video.size.height)
      facts.transform = CGAffineTransform(video.preferredTransform)
      facts.frameDuration = video.frameDuration
      facts.timescale = video.frameDuration.map { CMTime($0).timescale } ?? 600
      facts.language = video.language
      facts.dataRate =
        media.audioTracks.isEmpty ? rate : max(0, rate - ofSound) / Float(media.videoTracks.count)
      add(.video, facts)
    }
    for (index, audio) in media.audioTracks.enumerated() {
      var facts = TrackFacts(
        location: location, index: index, duration: audio.duration ?? whole,
        format: CMFormatDescription(
          kCMMediaType_Audio, codec: sound(of: audio).mFormatID, sound: sound(of: audio)))
      facts.timescale = CMTimeScale(clamping: audio.sampleRate)
      facts.language = audio.language
      let sound = sound(of: audio)
      facts.dataRate =
        sound.isLinearPCM
        ? Float(sound.mSampleRate) * Float(sound.mBytesPerFrame) * 8
        : media.videoTracks.isEmpty
          ? rate / Float(media.audioTracks.count) : ofSound / Float(media.audioTracks.count)
      add(.audio, facts)
    }
    for (index, text) in media.textTracks.enumerated() {
      var facts = TrackFacts(
        location: location, index: index, duration: whole,
        format: CMFormatDescription(kCMMediaType_Subtitle, codec: fourCharacters("tx3g")))
      facts.language = text.language
      add(.subtitle, facts)
    }
    return tracks
  }

  /// The format of a track of sound.
  static func sound(of audio: MediaDescription.Audio) -> AudioStreamBasicDescription {
    if let bits = audio.bitDepth {
      return AudioStreamBasicDescription(
        rate: Double(audio.sampleRate), channels: audio.channels, bits: bits,
        isFloat: audio.isFloatingPoint == true)
    }
    let codec = codec(named: audio.codec)
    return AudioStreamBasicDescription(
      mSampleRate: Double(audio.sampleRate), mFormatID: codec,
      mFramesPerPacket: codec == kAudioFormatMPEG4AAC ? 1_024 : 0,
      mChannelsPerFrame: UInt32(clamping: audio.channels))
  }

  /// Bits per second of a file.
  private static func dataRate(of url: URL, _ duration: MediaTime) -> Float {
    // Without a size, as for other resources than files, the rate is not known.
    let values = try? url.resourceValues(forKeys: [.fileSizeKey])
    guard let bytes = values?.fileSize, duration > .zero else { return 0 }
    return Float(Double(bytes) * 8 / duration.seconds)
  }

  /// The four characters of a codec that GStreamer describes; `????` if it is not known.
  private static func codec(named name: String) -> FourCharCode {
    let known: [(String, FourCharCode)] = [
      ("H.264", kCMVideoCodecType_H264), ("H.265", kCMVideoCodecType_HEVC),
      ("ProRes", kCMVideoCodecType_AppleProRes422), ("Motion JPEG", kCMVideoCodecType_JPEG),
      ("JPEG", kCMVideoCodecType_JPEG), ("VP9", kCMVideoCodecType_VP9),
      ("AV1", kCMVideoCodecType_AV1),
      ("AAC", kAudioFormatMPEG4AAC), ("MPEG-4 Video", kCMVideoCodecType_MPEG4Video),
      ("MPEG-4 video", kCMVideoCodecType_MPEG4Video), ("PCM", kAudioFormatLinearPCM),
      ("MPEG-1 Layer 3", fourCharacters(".mp3")), ("MP3", fourCharacters(".mp3")),
      ("Opus", fourCharacters("opus")), ("FLAC", fourCharacters("flac")),
      ("AC-3", fourCharacters("ac-3")), ("ALAC", kAudioFormatAppleLossless),
    ]
    return known.first { name.contains($0.0) }?.1 ?? fourCharacters("????")
  }
}

extension CGAffineTransform {
  init(_ matrix: TransformMatrix) {
    self.init(
      a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.tx, ty: matrix.ty)
  }

  /// The same transform of the model.
  var matrix: TransformMatrix {
    TransformMatrix(
      a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
  }
}
