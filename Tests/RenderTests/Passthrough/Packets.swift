import Cutaway
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The packets of one stream of a file, read by ffprobe.
struct Packets {
  struct Packet: Hashable {
    var time: Double?
    var isKey: Bool
    /// The hash of its bytes.
    var hash: String
  }

  let packets: [Packet]

  var hashes: [String] { packets.map(\.hash) }
  var times: [Double] { packets.compactMap(\.time) }

  /// Reads a stream: `v` or `a`.
  static func read(_ file: URL, _ stream: String) async throws -> Packets {
    let outcome = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_packets", "-show_data_hash", "md5",
        "-show_entries", "packet=pts_time,flags,data_hash", "-of", "compact=p=0", file.path,
      ]
    ).check()
    let lines = outcome.outputText.split(separator: "\n")
    return Packets(
      packets: lines.compactMap { line in
        var fields: [Substring: Substring] = [:]
        for field in line.split(separator: "|") {
          let halves = field.split(separator: "=", maxSplits: 1)
          if halves.count == 2 { fields[halves[0]] = halves[1] }
        }
        guard let hash = fields["data_hash"] else { return nil }
        return Packet(
          time: fields["pts_time"].flatMap { Double($0) },
          isKey: fields["flags"]?.hasPrefix("K") == true, hash: String(hash))
      })
  }
}

/// Consecutive ranges of files, as one video and one audio track.
func sequence(
  _ parts: [(file: URL, range: TimeRange)], _ kinds: [Track.MediaType] = [.video, .audio]
) throws -> Composition {
  var end = MediaTime.zero, segments: [Segment] = []
  for (index, part) in parts.enumerated() {
    segments.append(
      Segment(
        target: TimeRange(start: end, duration: part.range.duration),
        media: .init(asset: "\(index)", source: part.range)))
    end = end + part.range.duration
  }
  return Composition(
    assets: parts.enumerated().map { Asset(id: "\($0.offset)", location: $0.element.file.path) },
    tracks: try kinds.map {
      try Track(id: Track.ID($0.rawValue), mediaType: $0, segments: segments)
    })
}

func seconds(_ start: Int64, _ end: Int64) -> TimeRange {
  TimeRange(start: MediaTime(start), end: MediaTime(end))
}

/// The plan for a copy of a composition.
func passthroughPlan(of composition: Composition) async throws -> PassthroughPlan {
  let catalog = await MediaCatalog(of: composition)
  let resolved = try ResolvedComposition(composition, media: catalog.descriptions)
  return await PassthroughPlan.inspecting(resolved)
}

extension PassthroughPlan {
  /// The graph that copies into a file, with the formats of a file type that uses the muxer.
  func graph(to muxer: String, path: String) throws -> PipelineGraph {
    let container = try #require(
      ExportFileType.allCases.map(\.container).first {
        $0.muxer?.factory == muxer && $0.copying != nil
      })
    return try graph(
      to: try #require(container.muxer), accepting: try #require(container.copying), path: path)
  }
}

/// Copies a composition into a file.
func copy(_ composition: Composition, with muxer: String, to file: URL) async throws {
  let plan = try await passthroughPlan(of: composition)
  let graph = try plan.graph(to: muxer, path: file.path)
  try await withPipeline(graph) { pipeline in
    try pipeline.play()
    try await pipeline.waitForEnd()
  }
  if ["mp4mux", "qtmux"].contains(muxer) { try plan.complete(file.path) }
}
