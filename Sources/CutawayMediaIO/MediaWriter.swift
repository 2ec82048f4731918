public import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayRuntime
public import Foundation
import Synchronization

/// Writes frames and sound that a program makes into a file.
///
/// ```swift
/// let writer = try MediaWriter(
///   to: url, video: .init(.h264, size: PixelSize(width: 1280, height: 720), frameDuration: MediaTime(1, over: 30)),
///   sound: .init(.aac, sampleRate: 48_000, channels: 2))
/// try await writer.append(frame)
/// try await writer.append(block)
/// try await writer.finish()
/// ```
///
/// The file appears under its name when it is complete. Times of frames are rounded to units of ``Video/frameDuration``, or finer
/// ones; a frame lasts until the next one. Gaps in the sound become silence. Streams may come one after the other, as long as the encoded data of
/// one stay below 512 MB.
public final class MediaWriter: Sendable {
  private let writer: FileWriter
  private let indices: (video: Int?, sound: Int?)
  private let frameDuration: MediaTime
  private let last = Mutex<MediaTime?>(nil)

  /// How frames are encoded.
  public struct Video: Sendable {
    /// The codec.
    public var codec: VideoCodec
    /// The size to which frames are stretched; its sides are even for H.264 and HEVC.
    public var size: PixelSize
    /// The usual duration of a frame: encoders estimate with it, and the ticks of the track are its units.
    public var frameDuration: MediaTime
    /// The quality, from 0 to 1; a bit rate overrides it.
    public var quality = 0.65
    /// The bit rate in bits per second.
    public var bitrate: Int?
    /// The maximum distance of key frames, in frames; `nil` is two seconds.
    public var keyFrameInterval: Int?
    /// The bits of a sample, and the transfer function; `nil` are those of the first frame.
    public var picture: PictureFormat?

    /// Creates settings with a quality that is good for watching.
    public init(
      _ codec: VideoCodec, size: PixelSize, frameDuration: MediaTime = MediaTime(1, over: 30)
    ) {
      (self.codec, self.size, self.frameDuration) = (codec, size, frameDuration)
    }
  }

  /// How sound is encoded.
  public struct Sound: Sendable {
    /// The codec.
    public var codec: AudioCodec
    /// The samples of a channel in a second.
    public var sampleRate: Int
    /// The number of channels.
    public var channels: Int
    /// The bit rate of all channels, in bits per second; `nil` is 64 kbit/s for each channel.
    public var bitrate: Int?

    /// Creates settings.
    public init(_ codec: AudioCodec, sampleRate: Int = 48_000, channels: Int = 2) {
      (self.codec, self.sampleRate, self.channels) = (codec, sampleRate, channels)
    }
  }

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - url: The file, which must not exist.
  ///   - fileType: The type of the file.
  ///   - video: How frames are encoded; `nil` if there are none.
  ///   - sound: How sound is encoded; `nil` if there is none.
  ///   - metadata: The metadata, with the keys of exports.
  /// - Throws: `ExportError` if the file exists, or such a file cannot be written.
  public init(
    to url: URL, as fileType: ExportFileType = .mp4, video: Video? = nil, sound: Sound? = nil,
    metadata: [String: String] = [:]
  ) throws(ExportError) {
    var inputs: [FileWriter.Input] = []
    if let video {
      guard video.size.width > 0, video.size.height > 0, video.frameDuration > .zero else {
        throw ExportError(.incompatible, "frames have a size and a rate")
      }
      var settings = FileWriter.VideoSettings(video.codec, size: video.size)
      settings.framesPerSecond = min(1 / video.frameDuration.seconds, 1_000)
      settings.quality = min(max(video.quality, 0), 1)
      settings.bitrate = video.bitrate
      settings.keyFrameInterval = video.keyFrameInterval
      settings.picture = video.picture
      inputs.append(FileWriter.Input(.video, .video(settings)))
    }
    if let sound {
      guard sound.sampleRate > 0, (1...8).contains(sound.channels) else {
        throw ExportError(.incompatible, "sound has a rate, and 1 to 8 channels")
      }
      var settings = FileWriter.SoundSettings(
        sound.codec, sampleRate: sound.sampleRate, channels: sound.channels)
      settings.bitrate = sound.bitrate
      inputs.append(FileWriter.Input(.audio, .sound(settings)))
    }
    indices = (video == nil ? nil : 0, sound == nil ? nil : inputs.count - 1)
    frameDuration = video?.frameDuration ?? MediaTime(1, over: 30)
    writer = FileWriter(to: .file(url.path), as: fileType, inputs: inputs)
    var settings = FileWriter.Settings()
    settings.metadata = metadata
    try writer.start(settings) { _ in }
  }

  /// Writes a frame; waits while the encoder is behind.
  ///
  /// - Throws: `ExportError` if writing has failed or ended, the time does not follow that of the frame before, or the
  ///   frame has other colours than the file.
  public func append(_ frame: VideoFrame) async throws(ExportError) {
    guard let index = indices.video else {
      throw ExportError(.incompatible, "the file has no frames")
    }
    let before = last.withLock { last in
      defer { last = max(last ?? frame.time, frame.time) }
      return last
    }
    guard frame.time >= .zero, before.map({ frame.time > $0 }) ?? true else {
      throw ExportError(
        .incompatible,
        "the frame at \(frame.time.seconds) s comes after that at \(before?.seconds ?? 0) s: times ascend from 0"
      )
    }
    let stated = PictureFormat(of: frame), usual = frameDuration
    try await write { [writer] () throws(ExportError) in
      let file = try writer.picture(of: index, ifOpen: stated)
      guard file.transferFunction == frame.transferFunction else {
        throw ExportError(
          .incompatible,
          "a frame is \(frame.transferFunction.rawValue), and the file is \(file.transferFunction.rawValue)"
        )
      }
      if before == nil { writer.setTimescale(Self.ticks(for: usual), of: index) }
      return writer.append(
        frame.buffer(framesPerSecond: 1 / usual.seconds, from: frame.time), to: index)
    }
  }

  /// Writes a block of sound; waits while the encoder is behind.
  ///
  /// - Throws: `ExportError` if writing has failed or ended.
  public func append(_ block: SoundBlock) async throws(ExportError) {
    guard let index = indices.sound else {
      throw ExportError(.incompatible, "the file has no sound")
    }
    guard block.time >= .zero else {
      throw ExportError(.incompatible, "the sound at \(block.time.seconds) s is before 0")
    }
    try await write { [writer] in writer.append(block.buffer(from: block.time), to: index) }
  }

  /// Completes the file.
  ///
  /// - Parameter end: The end of the file: later frames and sound are not shown, and the last frame lasts until then; `nil`
  ///   if it follows from the last frame.
  /// - Throws: `ExportError`; there is no file then.
  public func finish(at end: MediaTime? = nil) async throws(ExportError) {
    try await writer.finish(at: end)
  }

  /// Stops; the file does not appear.
  public func cancel() { writer.cancel() }

  /// The ticks per second of a track: a multiple of the units of a duration.
  private static func ticks(for duration: MediaTime) -> Int32 {
    let units = Int32(clamping: duration.denominator)
    // More ticks than a few hours can have in 32 bits are rounded anyway.
    guard units <= 120_000 else { return 90_000 }
    return units < 600 ? units * ((600 + units - 1) / units) : units
  }

  /// Runs what may wait on a thread that may.
  private func write(
    _ body: @escaping @Sendable () throws(ExportError) -> Bool
  ) async throws(ExportError) {
    let result = await Task(executorPreference: BlockingThreads.shared) {
      Result { () throws(ExportError) in try body() }
    }.value
    if try result.get() { return }
    throw writer.failure ?? ExportError(.failed, "the writer has ended")
  }
}
