import Cutaway
import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayModel
import CutawaySources
import CutawayTime

/// The first track of sound of a file.
struct SoundSource {
  let format: AVAudioFormat
  let reader: SoundTrackReader
  /// The number of frames; `nil` if the file does not state it.
  let length: Int64?

  /// Opens a file.
  ///
  /// - Throws: ``AVError`` if it has no sound that can be read.
  init(_ url: URL) throws(AVError) {
    let asset = Asset(id: "sound", url: url)
    let result = waitForTask { () async -> Result<MediaDescription, AVError> in
      do throws(PipelineError) {
        return .success(try await asset.described())
      } catch {
        let code: AVError.Code =
          error.code == .unreadable ? .fileFormatNotRecognized : .failedToLoadMediaData
        return .failure(AVError(code, error.message))
      }
    }
    let media = try result.get()
    guard let audio = media.audioTracks.first, audio.sampleRate > 0, audio.channels > 0 else {
      throw AVError(.noSourceTrack, "'\(url.path)' has no sound")
    }
    let count = AVAudioChannelCount(audio.channels)
    let stored = Self.storedSamples(asset.location, audio) ?? AVAssetTrack.sound(of: audio)
    format = AVAudioFormat(stored, layout: count > 2 ? .usual(count) : nil)
    reader = SoundTrackReader(
      asset.location, trackIndex: 0, rate: audio.sampleRate, channels: audio.channels,
      isBare: media.container == nil && ["AAC", "MP3"].contains { audio.codec.contains($0) })
    let unit = MediaTime(1, over: Int64(audio.sampleRate))
    let stated = audio.duration ?? (media.isDurationEstimated ? nil : media.duration)
    // A FLAC file that states no length has a length of packets, the last of which is shorter.
    let isOfPackets =
      media.container == nil && audio.codec.contains("FLAC") && audio.duration != nil
    length = isOfPackets ? nil : stated.map { $0.rounded(in: unit) }
  }

  /// The format of uncompressed samples; `nil` for compressed sound.
  private static func storedSamples(
    _ location: String, _ audio: MediaDescription.Audio
  ) -> AudioStreamBasicDescription? {
    let isCompressed = ["AAC", "MP3", "FLAC", "Opus", "Vorbis", "AC-3"].contains {
      audio.codec.contains($0)
    }
    if isCompressed { return nil }
    let reader = MediaReader(
      MediaReader.Request(location: location, trackIndex: 0, output: .packets(.audio)), from: 0)
    defer { reader.close() }
    // What cannot be read is reported when it is decoded.
    guard case .sample(let sample)? = try? reader.next(),
      case let (mediaType, fields) = sample.capsFields, mediaType == "audio/x-raw",
      let name = fields["format"]?.split(separator: ")").last,
      let bits = Int(name.dropFirst().prefix { $0.isNumber })
    else { return nil }
    var sound = AudioStreamBasicDescription(
      rate: Double(audio.sampleRate), channels: audio.channels, bits: bits,
      isFloat: name.hasPrefix("F"))
    if name.hasSuffix("BE") { sound.mFormatFlags |= kAudioFormatFlagIsBigEndian }
    if name.hasPrefix("U") { sound.mFormatFlags &= ~kAudioFormatFlagIsSignedInteger }
    return sound
  }
}
