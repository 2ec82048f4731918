import Cutaway
import CutawayModel
import CutawayRuntime
import CutawayTime
import Synchronization

/// Receives the samples of a track of a file.
public class AVAssetWriterInput: NSObject, @unchecked Sendable {
  // Settings belong to the thread that starts the writer; all else is in a `Mutex`.

  /// The kind of media.
  public let mediaType: AVMediaType
  /// How samples are encoded; `nil` copies packets.
  public let outputSettings: [String: Any]?
  /// What is known of the samples.
  public let sourceFormatHint: CMFormatDescription?
  /// Whether samples come from a live source; accepted without effect.
  public var expectsMediaDataInRealTime = false
  /// The transform that turns frames upright.
  public var transform = CGAffineTransform.identity
  /// The language as an ISO 639-2 code.
  public var languageCode: String?
  /// The language as a BCP 47 tag.
  public var extendedLanguageTag: String?
  /// Units per second of a video track; 0 takes those of the first time.
  public var mediaTimeScale: CMTimeScale = 0
  /// Metadata of the track; accepted without effect.
  public var metadata: [AVMetadataItem] = []
  /// The size of frames; that of the settings, whatever this says.
  public var naturalSize = CGSize.zero
  /// Whether the encoder may read its input several times: never.
  public var performsMultiPassEncodingIfSupported = false
  /// Whether the encoder reads its input several times: never.
  public var canPerformMultiplePasses: Bool { false }
  /// Whether frames come without durations, so that their distances may differ.
  var hasUnevenFrames = false
  weak var writer: AVAssetWriter?
  let listener = Listener()
  private let target = Mutex<Target?>(nil)
  /// The time of the last frame.
  private let lastTime = Mutex<MediaTime?>(nil)

  /// Where samples go.
  private struct Target {
    let writer: FileWriter
    let index: Int
    /// The frames per second that the settings expect.
    let frameRate: Double

    /// The layout and the colours of a frame.
    ///
    /// - Throws: ``AVError`` if the frame has other colours than the file.
    func layout(of image: CVPixelBuffer) throws(AVError) -> FrameLayout {
      var layout = try FrameLayout(image.format.code)
      let stated = TransferFunction(of: image)
      layout.transfer = stated ?? .bt709
      let file: TransferFunction
      do throws(ExportError) {
        file = try writer.picture(of: index, ifOpen: layout.picture).transferFunction
      } catch {
        throw AVError(error, hasVideoComposition: false)
      }
      if stated == nil, layout.isDeep { layout.transfer = file }
      guard layout.transfer == file else {
        throw AVError(
          .unsupportedOutputSettings,
          "a frame is \(layout.transfer.rawValue), and the file is \(file.rawValue): "
            + "AVVideoColorPropertiesKey states the colours of the file")
      }
      return layout
    }
  }

  /// Creates an input.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?,
    sourceFormatHint: CMFormatDescription? = nil
  ) {
    (self.mediaType, self.outputSettings) = (mediaType, outputSettings)
    self.sourceFormatHint = sourceFormatHint
  }

  /// Whether the writer has room for a sample; also after a failure, which the next sample reports.
  public var isReadyForMoreMediaData: Bool {
    if let status = writer?.status, [.failed, .cancelled].contains(status) { return true }
    guard writer?.session != nil, let target = target.withLock({ $0 }) else { return false }
    return target.writer.isReady(target.index)
  }

  /// Appends samples; waits for room.
  ///
  /// - Returns: Whether they were taken; else see the writer's error.
  @discardableResult
  public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    if listener.isOver || writer?.status == .failed { return false }
    if let image = sampleBuffer.imageBuffer {
      return append(image, at: sampleBuffer.presentationTimeStamp, lasting: sampleBuffer.duration)
    }
    guard let data = sampleBuffer.dataBuffer, let format = sampleBuffer.formatDescription else {
      return refuse("the sample has no data, or no format")
    }
    if let caps = format.packetCaps {
      guard outputSettings == nil else {
        return refuse("packets are appended to an input whose settings request an encoder")
      }
      return append(data, caps, sampleBuffer)
    }
    guard let sound = format.audioStreamBasicDescription, let name = sound.sampleFormat else {
      return refuse("samples have neither frames, nor uncompressed sound, nor packets of a reader")
    }
    guard outputSettings != nil else {
      return refuse("uncompressed sound is appended to an input without settings")
    }
    return append(data, sound, name, sampleBuffer)
  }

  /// Ends the track.
  public func markAsFinished() {
    listener.end()
    guard let target = target.withLock({ $0 }) else { return }
    target.writer.end(target.index)
  }

  /// Calls a block on a queue whenever the writer has room, until the input is finished.
  @preconcurrency
  public func requestMediaDataWhenReady(
    on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
  ) {
    listener.start(
      on: queue, while: { [weak self] in self?.isReadyForMoreMediaData == true }, block)
  }

  func attach(_ writer: FileWriter, _ index: Int) {
    let target = Target(writer: writer, index: index, frameRate: videoSettings.framesPerSecond)
    self.target.withLock { $0 = target }
  }

  private func refuse(_ reason: String) -> Bool {
    writer?.fail(AVError(.unsupportedOutputSettings, reason))
    return false
  }

  /// The time in the file; `nil` before its session, and with a reason in the writer if there is none.
  private func time(_ time: CMTime) -> MediaTime? {
    guard let start = writer?.session?.start.mediaTime else {
      _ = refuse("startSession(atSourceTime:) was not called")
      return nil
    }
    guard let time = time.mediaTime else {
      _ = refuse("a sample has no time")
      return nil
    }
    return time - start
  }

  private var end: MediaTime? {
    guard let session = writer?.session, let end = session.end?.mediaTime else { return nil }
    return session.start.mediaTime.map { end - $0 }
  }

  private func push(_ buffer: FedBuffer) -> Bool {
    guard let target = target.withLock({ $0 }) else { return false }
    return target.writer.append(buffer, to: target.index)
  }

  /// Appends a frame; frames outside of the session are left out.
  func append(_ image: CVPixelBuffer, at time: CMTime, lasting duration: CMTime) -> Bool {
    if writer?.status == .failed { return false }
    guard outputSettings != nil else {
      return refuse("frames are appended to an input without settings")
    }
    guard let start = self.time(time) else { return false }
    if start < .zero || end.map({ start >= $0 }) == true { return true }
    guard let target = target.withLock({ $0 }) else { return false }
    let last = lastTime.withLock { last in
      defer { last = start }
      return last
    }
    if let last, start <= last {
      return refuse(
        "the frame at \(start.seconds) s comes after that at \(last.seconds) s: times have to ascend"
      )
    }
    if last == nil { setTimescale(of: time, duration) }
    let layout: FrameLayout
    do throws(AVError) {
      layout = try target.layout(of: image)
    } catch {
      return refuse(error.localizedFailureReason ?? "the pixel format is not supported")
    }
    let buffer = layout.buffer(
      of: image, framesPerSecond: target.frameRate, start: start,
      duration: duration.mediaTime.flatMap { $0 > .zero ? $0 : nil })
    return push(buffer)
  }

  /// Chooses the ticks per second of the track: those of the program, or a multiple of those of its times.
  private func setTimescale(of time: CMTime, _ duration: CMTime) {
    // Time 0 has any units.
    let usual = time.value == 0 && duration.isNumeric ? duration.timescale : time.timescale
    guard mediaType == .video, let target = target.withLock({ $0 }) else { return }
    var ticks = mediaTimeScale
    if ticks <= 0 {
      // More ticks than a few hours can have in 32 bits are rounded anyway.
      guard usual > 0, usual <= 120_000 else { return }
      ticks = usual < 600 ? usual * ((600 + usual - 1) / usual) : usual
    }
    target.writer.setTimescale(ticks, of: target.index)
  }

  /// Appends packets.
  private func append(
    _ data: CMBlockBuffer, _ caps: String, _ sample: CMSampleBuffer
  ) -> Bool {
    guard let target = target.withLock({ $0 }) else { return false }
    if let fault = target.writer.copyFault(of: caps, in: target.index) { return refuse(fault) }
    guard let start = time(sample.presentationTimeStamp) else { return false }
    let isFirst = lastTime.withLock { last in
      defer { last = start }
      return last == nil
    }
    if isFirst { setTimescale(of: sample.presentationTimeStamp, sample.duration) }
    if end.map({ start >= $0 }) == true { return true }
    let decoding = sample.decodeTimeStamp.mediaTime.flatMap { time(CMTime($0)) }
    let buffer = unsafe FedBuffer(
      caps: caps, size: data.dataLength, start: start.nanoseconds,
      decodingTime: decoding?.nanoseconds, duration: sample.duration.mediaTime?.nanoseconds,
      isKey: sample.isSync
    ) { target in
      unsafe data.withUnsafeMutableBytes {
        unsafe target.copyMemory(from: UnsafeRawBufferPointer($0))
      }
    }
    return push(buffer)
  }

  /// Appends uncompressed sound; samples outside of the session are left out.
  private func append(
    _ data: CMBlockBuffer, _ sound: AudioStreamBasicDescription, _ name: String,
    _ sample: CMSampleBuffer
  ) -> Bool {
    guard let start = time(sample.presentationTimeStamp) else { return false }
    let channels = Int(sound.mChannelsPerFrame), bytes = Int(sound.mBitsPerChannel) / 8
    guard channels > 0, bytes > 0, sound.mSampleRate >= 1 else {
      return refuse("the format of the sound has no channels, bits or rate")
    }
    let unit = MediaTime(1, over: Int64(sound.mSampleRate))
    let count = data.dataLength / (channels * bytes)
    let first = start < .zero ? Int((.zero - start).ceiled(in: unit)) : 0
    let last = end.map { min(count, Int(($0 - start).ceiled(in: unit))) } ?? count
    if first >= last { return true }
    let position = start + unit * first
    let isSeparate = sound.isNonInterleaved && channels > 1
    // The usual positions.
    let places = String((1 << channels) - 1, radix: 16)
    let mask = channels > 2 ? ",channel-mask=(bitmask)0x\(places)" : ""
    let buffer = unsafe FedBuffer(
      caps: "audio/x-raw,layout=interleaved,format=\(name),rate=\(Int(sound.mSampleRate))"
        + ",channels=\(channels)"
        + mask,
      size: (last - first) * channels * bytes, start: position.nanoseconds,
      duration: (unit * (last - first)).nanoseconds
    ) { target in
      unsafe data.withUnsafeMutableBytes { source in
        guard isSeparate else {
          return unsafe target.copyMemory(
            from: UnsafeRawBufferPointer(
              rebasing: source[(first * channels * bytes)..<(last * channels * bytes)]))
        }
        for frame in first..<last {
          for channel in 0..<channels {
            for byte in 0..<bytes {
              unsafe target[((frame - first) * channels + channel) * bytes + byte] =
                source[(channel * count + frame) * bytes + byte]
            }
          }
        }
      }
    }
    return push(buffer)
  }
}
