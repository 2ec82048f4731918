public import CutawayTime
public import Foundation

/// The decoded sound of a media file, as 32-bit floats.
///
/// Samples of 16 and 24 bits come through exactly, as their value over 2¹⁵ or 2²³. What a lossy
/// codec puts in front of the first sample stays in, if GStreamer leaves it in.
///
/// ```sh
/// gst-launch-1.0 -v filesrc location=FILE ! decodebin caps='audio/x-raw(ANY)' \
///   expose-all-streams=false ! audioconvert ! audio/x-raw,format=F32LE,layout=interleaved ! \
///   identity name=probe silent=false ! filesink location=RAW
/// ```
public struct RawAudio: Sendable {
  public let sampleRate: Int
  /// The samples of each channel.
  public let channels: [[Float]]
  /// The stream time of the first sample, or `nil` if there is none.
  public let startTime: MediaTime?

  /// The number of samples of each channel.
  public var count: Int { channels.first?.count ?? 0 }

  public init(sampleRate: Int, channels: [[Float]], startTime: MediaTime? = .zero) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.startTime = startTime
  }

  /// Decodes a file to its end, at its own rate and with its own channels.
  ///
  /// The filters are words of a pipeline between the decoder and the conversion.
  public static func read(
    _ file: URL, filters: [String] = [], timeout: Duration = .seconds(180)
  ) async throws -> RawAudio {
    let files = try TemporaryDirectory()
    defer { files.remove() }
    let outcome = try await GStreamerLaunch.run(
      ["filesrc", "location=\(file.path)", "!"]
        + ["decodebin", "caps=audio/x-raw(ANY)", "expose-all-streams=false", "!"]
        + (filters.isEmpty ? [] : filters + ["!"])
        + ["audioconvert", "!", "audio/x-raw,format=F32LE,layout=interleaved", "!"]
        + ["identity", "name=probe", "silent=false", "!"]
        + ["filesink", "location=\(files.file("raw").path)"],
      options: ["-v"], timeout: timeout)
    let log = LaunchLog(outcome.outputText)
    guard let sampleRate = log.caps["rate"].flatMap({ Int($0) }),
      let channelCount = log.caps["channels"].flatMap({ Int($0) })
    else { throw RawMediaFailure(description: "no caps of raw audio: \(log.caps)") }
    return RawAudio(
      sampleRate: sampleRate,
      channels: split([UInt8](try Data(contentsOf: files.file("raw"))), channelCount: channelCount),
      startTime: log.buffers.first.flatMap(\.time))
  }

  /// Takes interleaved floats apart, little end first.
  private static func split(_ bytes: [UInt8], channelCount: Int) -> [[Float]] {
    let step = channelCount * 4
    return (0..<channelCount).map { channel in
      var samples: [Float] = []
      samples.reserveCapacity(bytes.count / step)
      for at in stride(from: channel * 4, to: bytes.count / step * step, by: step) {
        let low = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
        let high = UInt32(bytes[at + 2]) | UInt32(bytes[at + 3]) << 8
        samples.append(Float(bitPattern: high << 16 | low))
      }
      return samples
    }
  }
}
