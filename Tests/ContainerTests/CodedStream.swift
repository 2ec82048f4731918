import CutawayContainers
import Foundation
import TestSupport

/// A stream of H.264 or HEVC that ffmpeg has encoded, as units.
struct CodedStream {
  let coding: VideoCoding
  var units: [NALUnit]

  /// Encodes two seconds of a test picture.
  init(_ coding: VideoCoding, _ arguments: [String], folder: TemporaryDirectory) async throws {
    self.coding = coding
    let file = folder.file("stream")
    try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x176:rate=25:duration=2",
      ] + arguments + ["-threads", "1", "-f", coding == .avc ? "h264" : "hevc", file.path]
    ).check()
    units = Self.units(in: [UInt8](try Data(contentsOf: file)))
  }

  init(_ coding: VideoCoding, units: [NALUnit]) { (self.coding, self.units) = (coding, units) }

  /// Divides bytes at start codes.
  private static func units(in bytes: [UInt8]) -> [NALUnit] {
    var starts: [Int] = []
    for index in 0..<max(0, bytes.count - 2)
    where bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 {
      starts.append(index + 3)
    }
    return zip(starts, starts.dropFirst().map { $0 - 3 } + [bytes.count]).map { start, end in
      var unit = Array(bytes[start..<end])
      while unit.last == 0 { unit.removeLast() }
      return NALUnit(unit)
    }
  }

  private func type(_ unit: NALUnit) -> UInt8 {
    coding == .avc ? unit.bytes[0] & 31 : unit.bytes[0] >> 1 & 63
  }

  private func sets(_ types: [UInt8]) -> [NALUnit] {
    var found: [NALUnit] = []
    for unit in units where types.contains(type(unit)) && !found.contains(unit) {
      found.append(unit)
    }
    return found
  }

  /// The decoder configuration record of the parameter sets.
  var record: [UInt8] {
    func list(_ units: [NALUnit]) -> [UInt8] {
      units.flatMap { unit in
        [UInt8(unit.bytes.count >> 8), UInt8(unit.bytes.count & 255)] + unit.bytes
      }
    }
    switch coding {
    case .avc:
      let (sequences, pictures) = (sets([7]), sets([8]))
      return [1] + sequences[0].bytes[1...3] + [0xFF, 0xE0 | UInt8(sequences.count)]
        + list(sequences) + [UInt8(pictures.count)] + list(pictures)
    case .hevc:
      let all = [32, 33, 34].map { ($0, sets([$0])) } as [(UInt8, [NALUnit])]
      return [1] + Array(repeating: 0, count: 20) + [3, 3]
        + all.flatMap { [$0.0, 0, UInt8($0.1.count)] + list($0.1) }
    }
  }

  var configuration: StreamConfiguration? { StreamConfiguration(record, coding) }

  /// The digests of the frames that ffmpeg decodes.
  func frames(in folder: TemporaryDirectory) async throws -> [String] {
    let file = folder.file("decoded")
    let bytes = units.reduce(into: [UInt8]()) { $0 += [0, 0, 0, 1] + $1.bytes }
    try Data(bytes).write(to: file)
    let outcome = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", coding == .avc ? "h264" : "hevc", "-i", file.path, "-f", "framemd5",
        "-",
      ]
    ).check()
    return outcome.outputText.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map { String($0) } }
  }
}
