import Foundation
import TestSupport
import Testing

/// The command, run in a folder of its own on a composition with one asset.
struct Command {
  let folder: TemporaryDirectory

  /// Makes the folder, and in it a composition that shows an asset from 0 to `end` seconds.
  init(showing location: String, types: [String] = ["video", "audio"], end: String = "0.5") throws {
    folder = try TemporaryDirectory()
    let tracks = types.map { type in
      """
        - id: \(type)
          type: \(type)
          segments: [{asset: a, source: [0, \(end)]}]

      """
    }
    let text = """
      cutaway: 1
      render: {size: [160, 90], frameRate: 30}
      assets: {a: "\(location)"}
      tracks:
      \(tracks.joined())
      """
    try Data(text.utf8).write(to: folder.file("edit.yaml"))
  }

  static let path = TestedPackage.command

  /// Real footage, if this machine has it.
  ///
  /// It is not part of the project.
  static let footage = TestedPackage.root.deletingLastPathComponent().appendingPathComponent(
    "shared/media")

  /// Runs a verb on the composition.
  ///
  /// A process that runs longer than `limit` hangs: it is killed, and an error is thrown.
  func run(
    _ verb: String, _ arguments: String..., limit: Duration = .seconds(40)
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      Self.path, [verb, "edit.yaml"] + arguments, directory: folder.url, timeout: limit
    ).run()
  }

  /// The new files in the folder.
  func leftovers(besides known: [String] = []) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0 != "edit.yaml" && !known.contains($0) }.sorted()
  }
}
