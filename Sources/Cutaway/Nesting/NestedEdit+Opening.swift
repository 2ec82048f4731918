import CutawayDiagnostics
import CutawayModel
package import CutawaySources

extension NestedEdit {
  /// Opens a composition file for a program that plays it as a media file.
  ///
  /// - Parameters:
  ///   - location: The path of the file.
  ///   - values: The values of its variables.
  ///   - policy: What the composition may read, use and cost; `nil` allows everything.
  /// - Returns: The picture and the sound.
  /// - Throws: `PipelineError` with the errors of the file, or with the reason why it cannot be played.
  package static func opening(
    _ location: String, values: [String: String], policy: RenderPolicy?
  ) async throws(PipelineError) -> NestedEdit {
    try registerElements()
    var asset = Asset(id: "composition", location: location)
    asset.values = values.isEmpty ? nil : values
    let media = try await asset.openedEdit(in: Nesting(policy: policy), cache: .shared)
    guard let edit = media.edit else { throw PipelineError(.unreadable, "it has no streams") }
    return edit
  }
}
