import CutawayApple

/// A file of sound, or the sound of a film, to read; or a new file of sound.
///
/// A file that is read converts into the ``processingFormat``, at its own rate and with its own channels. A new file appears
/// under its name when it is complete: at ``close()``, or at the end of the object.
public class AVAudioFile: NSObject {
  /// The file.
  public let url: URL
  /// The format in the file.
  public let fileFormat: AVAudioFormat
  /// The format of the buffers that are read and written.
  public let processingFormat: AVAudioFormat
  private var state: State
  private var position: AVAudioFramePosition = 0

  private enum State {
    case reading(SoundTrackReader, length: Int64?)
    case writing(SoundFileOutput)
    case closed(length: Int64)
  }

  /// Opens a file, or the first track of sound of a film, with the standard format for buffers.
  ///
  /// - Throws: ``AVError`` if the file has no sound that can be read.
  public convenience init(forReading fileURL: URL) throws {
    try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Opens a file, or the first track of sound of a film.
  ///
  /// - Parameters:
  ///   - fileURL: The file, or another resource that GStreamer can read.
  ///   - format: The samples of buffers.
  ///   - interleaved: Whether the samples of all channels are in one buffer.
  /// - Throws: ``AVError`` if the file has no sound that can be read.
  public init(
    forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    guard format != .otherFormat else {
      throw AVError(.operationNotAllowed, "buffers have a format of their own")
    }
    let source = try SoundSource(fileURL)
    url = fileURL
    fileFormat = source.format
    processingFormat = .samples(
      format, rate: source.format.sampleRate, channels: source.format.channelCount,
      interleaved: interleaved)
    state = .reading(source.reader, length: source.length)
  }

  /// Creates a file with the standard format for buffers.
  ///
  /// - Parameters:
  ///   - fileURL: The file, which is replaced if it exists: WAV, M4A, MP4 or MOV by its extension.
  ///   - settings: The format in the file.
  /// - Throws: ``AVError`` if there are no such files, or the file cannot be written.
  public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
    try self.init(
      forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - fileURL: The file, which is replaced if it exists: WAV, M4A, MP4 or MOV by its extension.
  ///   - settings: The format in the file.
  ///   - format: The samples of buffers.
  ///   - interleaved: Whether the samples of all channels are in one buffer.
  /// - Throws: ``AVError`` if there are no such files, or the file cannot be written.
  public init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat,
    interleaved: Bool
  ) throws {
    guard format != .otherFormat else {
      throw AVError(.operationNotAllowed, "buffers have a format of their own")
    }
    let output = try SoundFileOutput(fileURL, settings)
    url = fileURL
    fileFormat = output.format
    processingFormat = .samples(
      format, rate: output.format.sampleRate, channels: output.format.channelCount,
      interleaved: interleaved)
    state = .writing(output)
  }

  deinit { close() }

  /// Completes a new file, and closes any; nothing can be read or written afterwards.
  public func close() {
    switch state {
    // Nothing is decoded to be counted.
    case .reading(_, let length): state = .closed(length: length ?? 0)
    case .writing(let output):
      state = .closed(length: output.length)
      do throws(AVError) {
        try output.finish()
      } catch {
        Log.warn("'\(url.path)' is not written: \(error.localizedFailureReason ?? "\(error)")")
      }
    case .closed: break
    }
  }

  /// Whether the file is open.
  public var isOpen: Bool { if case .closed = state { false } else { true } }

  /// The number of frames.
  ///
  /// Where the file does not state it, all of it is decoded once.
  public var length: AVAudioFramePosition {
    switch state {
    case .reading(let reader, let length):
      if let length { return length }
      // What cannot be decoded has no frames; reading reports why.
      let counted = (try? reader.countFrames()) ?? 0
      state = .reading(reader, length: counted)
      return counted
    case .writing(let output): return output.length
    case .closed(let length): return length
    }
  }

  /// The frame that is read next; the number of frames that have been written.
  ///
  /// Files that are written have no other position.
  public var framePosition: AVAudioFramePosition {
    get { if case .writing(let output) = state { output.length } else { position } }
    set {
      if case .writing = state {
        return Log.warnOnce("the position in a file that is written cannot be changed")
      }
      position = max(0, newValue)
    }
  }

  /// Reads as many frames as a buffer has memory for; fewer at the end, and none after it.
  ///
  /// - Throws: ``AVError`` if the buffer has another format than ``processingFormat``, or decoding fails.
  public func read(into buffer: AVAudioPCMBuffer) throws {
    try read(into: buffer, frameCount: buffer.frameCapacity)
  }

  /// Reads frames; fewer at the end, and none after it.
  ///
  /// - Parameters:
  ///   - buffer: The buffer, whose frames are replaced.
  ///   - frames: The number of frames.
  /// - Throws: ``AVError`` if the buffer has another format than ``processingFormat``, or decoding fails.
  public func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
    guard case .reading(let reader, _) = state else {
      throw AVError(.operationNotAllowed, "'\(url.path)' is not open for reading")
    }
    try check(buffer)
    buffer.frameLength = 0
    let count = min(Int64(frames), Int64(buffer.frameCapacity), length - position)
    guard count > 0 else { return }
    let channels = Int(processingFormat.channelCount)
    var samples = try reader.samples(from: position, count: Int(count))
    let missing = Int(count) - samples.count / channels
    if missing > 0 {
      // Stated ends may be a few samples after those of the last packet.
      if Double(missing) > processingFormat.sampleRate / 20 {
        Log.warnOnce("'\(url.path)' ends before its stated end; the rest is silent")
      }
      samples += Array(repeating: 0, count: missing * channels)
    }
    buffer.store(interleaved: samples, at: 0)
    buffer.frameLength = AVAudioFrameCount(count)
    position += count
  }

  /// Appends the frames of a buffer.
  ///
  /// - Throws: ``AVError`` if the buffer has another format than ``processingFormat``, or writing fails.
  public func write(from buffer: AVAudioPCMBuffer) throws {
    guard case .writing(let output) = state else {
      throw AVError(.operationNotAllowed, "'\(url.path)' is not open for writing")
    }
    try check(buffer)
    try output.append(buffer)
  }

  private func check(_ buffer: AVAudioPCMBuffer) throws(AVError) {
    if buffer.format == processingFormat { return }
    throw AVError(
      .operationNotAllowed,
      "the buffer is \(buffer.format), and the file's processingFormat is \(processingFormat)")
  }
}
