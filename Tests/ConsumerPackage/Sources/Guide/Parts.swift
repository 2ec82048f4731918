import Cutaway
import Foundation

// The code of docs/distributed.md.

func renderParts(of edit: Composition, in folder: URL) async throws {
  let part = ExportPart(3, of: 8)
  try await ExportSession(edit).renderPart(part, into: folder, as: .mp4)
  // When all parts are there:
  try await PartsFolder(folder).join(to: "film.mp4")
}
