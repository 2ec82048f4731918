import CutawayTime
import Foundation
import TestSupport
import Testing

/// A kind of audio file.
struct AudioFormat: Sendable, CustomTestStringConvertible {
  let name: String
  let media: FFmpegMedia
  /// How many samples, at 48 kHz, the encoder puts in front of the first and nothing in the file tells
  /// of: they are sound like any other.
  private let delay: Int
  /// Whether ffmpeg 7 states the delay in the file, and nothing is late.
  private let isStatedByFFmpeg7: Bool
  /// How far a sample may lie from its place, at 48 kHz.
  let tolerance: Int

  /// The samples of a millisecond, the unit of some containers.
  static let millisecond = 48

  init(
    _ name: String, _ fileExtension: String, _ arguments: String, delay: Int = 0,
    isStatedByFFmpeg7: Bool = false, tolerance: Int = 0,
    video: TestMedia.Video? = nil
  ) {
    self.name = name
    self.delay = delay
    self.isStatedByFFmpeg7 = isStatedByFFmpeg7
    self.tolerance = tolerance
    media = FFmpegMedia(
      fileExtension, arguments.split(separator: " ").map(String.init), video: video,
      audio: .init(duration: Self.duration))
  }

  /// How many samples, at 48 kHz, the sound is late.
  var lateness: Int {
    get async throws {
      if isStatedByFFmpeg7, try await ToolVersion.ffmpeg >= ToolVersion(7, 0) { return 0 }
      return delay
    }
  }

  static let duration = MediaTime(4)

  var testDescription: String { name }
}

/// The kinds of audio files.
enum AudioFormats {
  private static let picture = " -c:v libx264 -preset veryfast -crf 18 -bf 2 -g 30"

  static let lossless: [AudioFormat] = [
    .init("PCM, WAV", "wav", "-c:a pcm_s16le"),
    .init("PCM of 24 bits, WAV", "wav", "-c:a pcm_s24le"),
    .init("PCM of 32-bit floats, WAV", "wav", "-c:a pcm_f32le"),
    .init("PCM, AIFF", "aiff", "-c:a pcm_s16be"),
    .init("PCM, MOV", "mov", "-c:a pcm_s16le"),
    .init("PCM of 24 bits, big end first, MOV", "mov", "-c:a pcm_s24be"),
    .init("PCM of 32 bits, MOV", "mov", "-c:a pcm_s32le"),
    .init("PCM of 32-bit floats, MOV", "mov", "-c:a pcm_f32le"),
    .init("PCM of 32-bit floats, big end first, MOV", "mov", "-c:a pcm_f32be"),
    .init("PCM of 64-bit floats, MOV", "mov", "-c:a pcm_f64le"),
    .init("PCM, AU", "au", "-c:a pcm_s16be"),
    .init("ADPCM, WAV", "wav", "-c:a adpcm_ms"),
    .init("PCM, AVI", "avi", "-c:a pcm_s16le"),
    .init("PCM, MKV", "mkv", "-c:a pcm_s16le"),
    .init("FLAC", "flac", "-c:a flac"),
    .init("FLAC, MKV", "mkv", "-c:a flac"),
    .init("FLAC, Ogg", "ogg", "-c:a flac"),
    .init("FLAC, MP4", "mp4", "-c:a flac -strict -2"),
    .init("Apple Lossless, M4A", "m4a", "-c:a alac"),
    .init("WavPack", "wv", "-c:a wavpack"),
  ]

  static let lossy: [AudioFormat] = [
    .init("AAC, M4A", "m4a", "-c:a aac -b:a 160k"),
    .init("AAC, MOV", "mov", "-c:a aac -b:a 160k"),
    .init("AAC, MKV", "mkv", "-c:a aac -b:a 160k", delay: 1_024, isStatedByFFmpeg7: true),
    .init(
      "AAC of 44,100 Hz, MKV", "mkv", "-c:a aac -b:a 160k -ar 44100", delay: 1_115,
      isStatedByFFmpeg7: true, tolerance: 1),
    .init("AAC, ADTS", "aac", "-c:a aac -b:a 160k", delay: 1_024),
    .init("AAC, MPEG-TS", "ts", "-c:a aac -b:a 160k", delay: 1_024),
    .init(
      "AAC, FLV", "flv", "-c:a aac -b:a 160k -ar 44100", delay: 1_115,
      tolerance: AudioFormat.millisecond),
    .init("AAC of 44,100 Hz, M4A", "m4a", "-c:a aac -b:a 160k -ar 44100", tolerance: 1),
    .init("MP3", "mp3", "-c:a libmp3lame -b:a 192k"),
    .init(
      "MP3 of 44,100 Hz and of any rate", "mp3", "-c:a libmp3lame -q:a 2 -ar 44100", tolerance: 1),
    .init("MP3 of 22,050 Hz", "mp3", "-c:a libmp3lame -b:a 96k -ar 22050", tolerance: 2),
    .init(
      "MP3 without a first frame that tells", "mp3", "-c:a libmp3lame -write_xing 0", delay: 1_105),
    .init("MP3, MP4", "mp4", "-c:a libmp3lame -b:a 192k", tolerance: 1),
    .init("MP3, MKV", "mkv", "-c:a libmp3lame -b:a 192k", delay: 1_105, isStatedByFFmpeg7: true),
    .init("MP3, AVI", "avi", "-c:a libmp3lame -b:a 192k", delay: 1_105),
    .init("MP2, MPEG-TS", "ts", "-c:a mp2 -b:a 256k", delay: 481),
    .init("Opus, Ogg", "opus", "-c:a libopus -b:a 160k"),
    .init("Opus, WebM", "webm", "-c:a libopus -b:a 160k"),
    .init("Opus, MKV", "mkv", "-c:a libopus -b:a 160k"),
    .init("Opus in packets of 60 ms, WebM", "webm", "-c:a libopus -b:a 160k -frame_duration 60"),
    .init("Opus, MP4", "mp4", "-c:a libopus -b:a 160k"),
    .init("Vorbis, Ogg", "ogg", "-c:a libvorbis -q:a 6"),
    .init("Vorbis, WebM", "webm", "-c:a libvorbis -q:a 6"),
    .init("Vorbis, MKV", "mkv", "-c:a libvorbis -q:a 6"),
    .init("Vorbis of 44,100 Hz, WebM", "webm", "-c:a libvorbis -q:a 6 -ar 44100", tolerance: 1),
    .init("AC-3", "ac3", "-c:a ac3 -b:a 320k", delay: 256),
    .init("AC-3, MPEG-TS", "ts", "-c:a ac3 -b:a 320k", delay: 256),
    .init("AC-3, MKV", "mkv", "-c:a ac3 -b:a 320k", delay: 256, isStatedByFFmpeg7: true),
    .init("AC-3, MP4", "mp4", "-c:a ac3 -b:a 320k", tolerance: 1),
    .init("E-AC-3, MP4", "mp4", "-c:a eac3 -b:a 320k", tolerance: 1),
  ]

  /// ffmpeg 5.1 writes pictures beside Opus later than the sound, by what the encoder puts in front;
  /// ffmpeg 7 does not.
  static let besidePictures: [AudioFormat] = [
    .init("AAC beside H.264, MP4", "mp4", picture + " -c:a aac", video: .init(frameCount: 120)),
    .init("AAC beside H.264, MOV", "mov", picture + " -c:a aac", video: .init(frameCount: 120)),
    .init(
      "AAC beside H.264, MKV", "mkv", picture + " -c:a aac", tolerance: AudioFormat.millisecond,
      video: .init(frameCount: 120)),
    .init(
      "AAC beside H.264, MPEG-TS", "ts", picture + " -c:a aac", video: .init(frameCount: 120)),
    .init(
      "AC-3 beside MPEG-2, MPEG-PS", "mpg", "-c:v mpeg2video -q:v 3 -bf 2 -c:a ac3 -f vob",
      tolerance: 1, video: .init(frameCount: 120)),
    .init(
      "AAC beside H.264, fragmented MP4", "mp4",
      picture + " -c:a aac -movflags frag_keyframe+delay_moov", video: .init(frameCount: 120)),
    .init(
      "AAC beside H.264, FLV", "flv", picture + " -c:a aac -ar 44100",
      tolerance: AudioFormat.millisecond,
      video: .init(frameCount: 120)),
    .init(
      "Opus beside VP8, WebM", "webm", "-c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus",
      delay: -312, isStatedByFFmpeg7: true, tolerance: AudioFormat.millisecond,
      video: .init(frameCount: 120)),
    .init(
      "Vorbis beside VP8, WebM", "webm",
      "-c:v libvpx -deadline realtime -cpu-used 8 -c:a libvorbis -q:a 6",
      tolerance: AudioFormat.millisecond, video: .init(frameCount: 120)),
  ]

  static let all = lossless + lossy + besidePictures
}
