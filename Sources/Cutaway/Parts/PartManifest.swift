import CutawayDiagnostics
import CutawaySystem
import Foundation

/// The record of a complete part, which is written after the part's file.
struct PartManifest: Sendable, Hashable, Codable {
  /// The version of the format.
  var cutawayPart = 1
  var part: Int
  var of: Int
  /// The digest of the plan.
  var plan: String
  /// The version of Cutaway.
  var version: String
  var gstreamer: String
  /// The video encoder and its library; `nil` if the part has no picture.
  var encoder: String?
  /// The format of the packets, with the configuration of the decoder; `nil` without picture.
  var codecData: String?
  var chunks: [Chunk] = []
  /// The name of the part's file; `nil` if it has none.
  var file: String?
  /// The size of the file.
  var bytes: Int64 = 0
  /// The digests of the media by the names of their assets.
  var media: [String: String]
  /// How long rendering took, in seconds.
  var seconds: Double
  var host: String
  /// Which frames of the part are copied; `nil` if the export copies none.
  var spans: [SmartSummary.Span]?
  /// What surrounds the packets; in part 0 only.
  var film: OutputAssembly?

  /// A chunk in a part.
  struct Chunk: Sendable, Hashable, Codable {
    var index: Int
    /// The first frame, and the frame after the last.
    var frames: [Int64]
    var packets: Int
    /// The greatest number of packets by which a frame is decoded after its place in the order of
    /// presentation.
    var reordering: Int64
    /// The digest of the packets.
    var sha256: String
  }

  /// The name of a part's manifest.
  static func name(of part: Int) -> String { stem(of: part) + ".json" }

  /// The name of a part's files without their extension.
  static func stem(of part: Int) -> String {
    let digits = String(part)
    return "part-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The number of the part that a manifest's name states; `nil` for names of other files.
  static func part(ofName name: String) -> Int? {
    guard name.hasPrefix("part-"), name.hasSuffix(".json"),
      let part = Int(name.dropFirst(5).dropLast(5)),
      self.name(of: part) == name
    else { return nil }
    return part
  }

  /// The longest manifest in bytes; that of part 0 contains subtitles.
  private static let longest = 256 << 20

  /// Reads a manifest.
  ///
  /// - Throws: An error if it is unreadable, or not a manifest of this version.
  init(contentsOf path: String) throws {
    let file = try OpenFile(path, for: .reading)
    let bytes = try file.read(Int(min(try file.status.size, Int64(Self.longest))), at: 0)
    self = try JSONDecoder().decode(Self.self, from: Data(bytes))
  }

  /// Writes the manifest, which appears under its name when it is complete.
  func write(into folder: String) throws(ExportError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      throw ExportError(.failed, "cannot write the manifest of part \(part): \(error)")
    }
    let output = try PendingOutput(
      OutputName("\(folder)/\(Self.name(of: part))"), overwriting: true)
    try output.write(bytes)
    try output.commit()
  }
}

extension PartManifest {
  init(
    part: Int, of count: Int, plan: RenderPlan, gstreamer: String, seconds: Double = 0
  ) {
    self.part = part
    of = count
    self.plan = plan.digest
    version = plan.version
    self.gstreamer = gstreamer
    media = plan.media
    self.seconds = seconds
    host = CurrentProcess.hostName
  }
}
