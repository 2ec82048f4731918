import Cutaway
import Foundation

// The code of README.md and of the documentation of Cutaway.

func convert() async throws {
  let edit = URL(fileURLWithPath: "edit.yaml")
  let document = try await CompositionDocument.load(contentsOf: edit)
  let session = ExportSession(document.composition, preset: .size1280x720)
  let output = URL(fileURLWithPath: "film.mp4")
  async let film: Void = session.export(to: output, as: .mp4)
  for await case .exporting(let progress) in session.states() {
    print(progress.fractionCompleted, progress.timeLeft ?? .zero)
  }
  try await film
}
