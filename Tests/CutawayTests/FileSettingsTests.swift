import Cutaway
import CutawayFile
import CutawayModel
import Testing

/// A composition file can state every option of an export.
struct FileSettingsTests {
  private func export(_ setting: String) throws -> CompositionDocument {
    let text = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 1]}]}]
      export: {\(setting)}
      """
    return try CompositionDocument(reading: text, file: "f", directory: "")
  }

  @Test(arguments: ExportFileType.allCases)
  func `each file type can be written in a composition`(type: ExportFileType) throws {
    #expect(try export("fileType: \(type.rawValue)").composition.export.fileType == type.rawValue)
  }

  @Test(arguments: ExportPreset.allCases)
  func `each preset can be written in a composition`(preset: ExportPreset) throws {
    let found = try export("preset: '\(preset.rawValue)'").composition.export.preset
    #expect(found == preset.rawValue)
  }
}
