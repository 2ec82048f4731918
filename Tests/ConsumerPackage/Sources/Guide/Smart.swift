import Cutaway

/// Exports a film, and copies what it shows unchanged.
func exportSmartly(_ edit: Composition) async throws {
  var settings = ExportSession.Settings()
  settings.copiesSpans = true
  let session = ExportSession(edit, settings: settings)
  print(try await session.smartPlan(as: .mp4))
  try await session.export(to: "film.mp4", as: .mp4)
  if let summary = session.smartSummary { print(summary) }
}
