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
  /// A process that hangs is killed after the time limit of ``ChildProcess``, and an error is thrown.
  func run(_ verb: String, _ arguments: String...) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      Self.path, [verb, "edit.yaml"] + arguments, directory: folder.url
    ).run()
  }

  /// Whether an export has written data to its hidden output.
  var isWriting: Bool {
    // What is renamed or removed meanwhile is no output.
    (try? FileManager.default.subpathsOfDirectory(atPath: folder.url.path))?.contains { name in
      guard name.contains(".cutaway-partial") else { return false }
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file(name).path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
        && (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
    } ?? false
  }

  /// The new files in the folder.
  func leftovers(besides known: [String] = []) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0 != "edit.yaml" && !known.contains($0) }.sorted()
  }
}
