import Cutaway
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawaySystem
import CutawayTime

/// A new file of sound.
///
/// One thread at a time may use it.
final class SoundFileOutput {
  /// The format in the file.
  let format: AVAudioFormat
  /// The number of frames that were written.
  private(set) var length: Int64 = 0
  private let writer: FileWriter
  private let url: URL
  /// The format in which the writer gets sound: that of uncompressed files, so that nothing else converts it.
  private let fed: AVAudioFormat

  /// Creates a file, and deletes one that exists.
  ///
  /// - Parameters:
  ///   - url: The file; its extension states the type.
  ///   - settings: The format.
  /// - Throws: ``AVError`` if there are no such files, or the file cannot be written.
  init(_ url: URL, _ settings: [String: Any]) throws(AVError) {
    var settings = settings
    settings[AVFormatIDKey] = settings[AVFormatIDKey] ?? kAudioFormatLinearPCM
    guard let asked = AVAudioFormat(settings: settings), (1...8).contains(asked.channelCount) else {
      throw AVError(
        .unsupportedOutputSettings,
        "settings of a file of sound state AVSampleRateKey, and AVNumberOfChannelsKey from 1 to 8")
    }
    guard let type = ExportFileType(pathExtension: url.pathExtension),
      [.wav, .m4a, .mp4, .m4v, .mov].contains(type)
    else {
      throw AVError(
        .fileFormatNotRecognized,
        "files of sound are WAV, M4A, MP4 or MOV by their extension, and not '\(url.pathExtension)'"
      )
    }
    let rate = Int(asked.sampleRate.rounded()), channels = Int(asked.channelCount)
    let isPCM = asked.sound.isLinearPCM
    guard isPCM || asked.sound.mFormatID == kAudioFormatMPEG4AAC else {
      throw AVError(
        .unsupportedOutputSettings,
        "AVFormatIDKey is kAudioFormatLinearPCM or kAudioFormatMPEG4AAC")
    }
    var coding = FileWriter.SoundSettings(isPCM ? .pcm : .aac, sampleRate: rate, channels: channels)
    coding.bitrate = SoundRequest(settings).bitrate
    // The order of bytes is that of the file type.
    let bits = Int(asked.sound.mBitsPerChannel)
    let isFloat = asked.sound.mFormatFlags & kAudioFormatFlagIsFloat != 0
    let stored =
      isPCM
      ? AudioStreamBasicDescription(
        rate: Double(rate), channels: channels, bits: bits, isFloat: isFloat)
      : .samples(
        .pcmFormatFloat32, rate: Double(rate), channels: UInt32(channels), interleaved: true)
    fed = AVAudioFormat(stored, layout: asked.channelLayout)
    format = isPCM ? fed : asked
    if isPCM { coding.sampleFormat = stored.sampleFormat }
    self.url = url
    writer = FileWriter(
      to: .file(url.path), as: type, inputs: [FileWriter.Input(.audio, .sound(coding))])
    try Self.deleteFile(at: url)
    do throws(ExportError) {
      try writer.start(FileWriter.Settings()) { _ in }
    } catch {
      throw AVError(error, hasVideoComposition: false)
    }
  }

  private static func deleteFile(at url: URL) throws(AVError) {
    guard let status = try? FileStatus(of: url.path, followingLink: false) else { return }
    do {
      // Folders stay.
      if status.kind == .directory { throw CocoaError(.fileWriteFileExists) }
      try FileManager.default.removeItem(at: url)
    } catch {
      throw AVError(.fileAlreadyExists, "'\(url.path)' cannot be replaced: \(error)")
    }
  }

  /// Appends the frames of a buffer; waits while the encoder is behind.
  ///
  /// - Throws: ``AVError`` if writing has failed.
  func append(_ buffer: AVAudioPCMBuffer) throws(AVError) {
    guard buffer.frameLength > 0 else { return }
    guard let samples = fedSamples(buffer) else {
      throw AVError(.outOfMemory, "there is no memory for \(buffer.frameLength) frames")
    }
    let rate = Int64(fed.sampleRate), channels = Int(fed.channelCount)
    let places = String((1 << channels) - 1, radix: 16)
    let mask = channels > 2 ? ",channel-mask=(bitmask)0x\(places)" : ""
    let name = fed.sound.sampleFormat ?? "F32LE"
    let start = MediaTime(length, over: rate)
    let end = MediaTime(length + Int64(buffer.frameLength), over: rate)
    let fed = unsafe FedBuffer(
      caps: "audio/x-raw,layout=interleaved,format=\(name),rate=\(rate),channels=\(channels)"
        + mask,
      size: Int(buffer.frameLength) * Int(fed.sound.mBytesPerFrame), start: start.nanoseconds,
      duration: end.nanoseconds - start.nanoseconds
    ) { unsafe samples.copyInterleaved(to: $0) }
    guard writer.append(fed, to: 0) else {
      let failure = writer.failure.map { AVError($0, hasVideoComposition: false) }
      throw failure ?? AVError(.encodeFailed, "the writer of '\(url.path)' takes no more")
    }
    length += Int64(buffer.frameLength)
  }

  /// The samples as the writer gets them.
  private func fedSamples(_ buffer: AVAudioPCMBuffer) -> AVAudioPCMBuffer? {
    if buffer.format.commonFormat == fed.commonFormat, fed.commonFormat != .otherFormat {
      return buffer
    }
    let count = Int(buffer.frameLength)
    guard let result = AVAudioPCMBuffer(pcmFormat: fed, frameCapacity: buffer.frameLength) else {
      return nil
    }
    for channel in 0..<Int(fed.channelCount) {
      result.store(buffer.numbers(0..<count, ofChannel: channel), ofChannel: channel, at: 0)
    }
    result.frameLength = buffer.frameLength
    return result
  }

  /// Completes the file.
  ///
  /// - Throws: ``AVError``; there is no file then.
  func finish() throws(AVError) {
    let failure = waitForTask { [writer] () async -> ExportError? in
      do throws(ExportError) {
        try await writer.finish()
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw AVError(failure, hasVideoComposition: false) }
  }
}
