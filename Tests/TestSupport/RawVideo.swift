public import CutawayTime
public import Foundation

/// The decoded frames of a media file, as GStreamer's decoders give them.
///
/// The picture is as stored: an orientation tag is not applied. Nothing is dropped or repeated.
/// Reading a file is this pipeline:
///
/// ```sh
/// gst-launch-1.0 -v filesrc location=FILE ! decodebin caps='video/x-raw(ANY)' \
///   expose-all-streams=false ! videoconvert ! video/x-raw,format=I420 ! \
///   identity name=probe silent=false ! filesink location=RAW
/// ```
public struct RawVideo: Sendable {
  public let format: RawFormat
  public let width: Int
  public let height: Int
  /// The colorimetry of the caps, as `bt709` or `2:3:5:1`.
  public let colorimetry: String?
  /// Frames per second by the caps; 0 where they vary.
  public let frameRate: MediaTime?
  private let data: Data
  private let times: [(time: MediaTime?, duration: MediaTime?)]

  /// Decodes a file to its end.
  ///
  /// The picture is stretched to `size`, if that is given. The filters are words of a pipeline between
  /// the decoder and the conversion, as `["videorate", "!", "video/x-raw,framerate=30/1"]`.
  public static func read(
    _ file: URL, as format: RawFormat = .i420, size: (width: Int, height: Int)? = nil,
    filters: [String] = [], timeout: Duration = .seconds(180)
  ) async throws -> RawVideo {
    let files = try TemporaryDirectory()
    defer { files.remove() }
    let size = size.map { ",width=\($0.width),height=\($0.height),pixel-aspect-ratio=1/1" } ?? ""
    let outcome = try await GStreamerLaunch.run(
      ["filesrc", "location=\(file.path)", "!"]
        + ["decodebin", "caps=video/x-raw(ANY)", "expose-all-streams=false", "!"]
        + (filters.isEmpty ? [] : filters + ["!"])
        + ["videoconvert", "!"] + (size.isEmpty ? [] : ["videoscale", "add-borders=false", "!"])
        + ["video/x-raw,format=\(format.rawValue)\(size)", "!"]
        + ["identity", "name=probe", "silent=false", "!"]
        + ["filesink", "location=\(files.file("raw").path)"],
      options: ["-v"], timeout: timeout)
    let data = try Data(contentsOf: files.file("raw"), options: .alwaysMapped)
    return try RawVideo(data, format: format, log: LaunchLog(outcome.outputText))
  }

  private init(_ data: Data, format: RawFormat, log: LaunchLog) throws {
    guard let width = log.caps["width"].flatMap({ Int($0) }),
      let height = log.caps["height"].flatMap({ Int($0) })
    else { throw RawMediaFailure(description: "no caps of raw video: \(log.caps)") }
    let size = format.frameSize(width: width, height: height)
    guard data.count == size * log.buffers.count else {
      throw RawMediaFailure(
        description: "\(data.count) bytes are not \(log.buffers.count) frames of \(size)")
    }
    self.format = format
    self.width = width
    self.height = height
    self.data = data
    colorimetry = log.caps["colorimetry"]
    frameRate = log.caps["framerate"].flatMap { MediaTime($0) }
    times = log.buffers
  }
}

extension RawVideo: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { times.count }

  /// Copies a frame out.
  public subscript(index: Int) -> RawFrame {
    let size = format.frameSize(width: width, height: height)
    return RawFrame(
      format: format, width: width, height: height,
      bytes: Array(data[index * size..<(index + 1) * size]), time: times[index].time,
      duration: times[index].duration)
  }
}

extension RawVideo {
  /// The frame number of every frame, `nil` where it cannot be read.
  public func frameNumbers(
    in region: PictureRegion? = nil, orientation: PictureOrientation = .identity
  ) -> [Int?] {
    map { frame in frame.code(in: region, orientation: orientation).map { Int($0.frame) } }
  }
}

/// The fault of the output of `gst-launch-1.0`.
public struct RawMediaFailure: Error, CustomStringConvertible {
  public let description: String
}
