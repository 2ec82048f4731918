import Cutaway
import CutawayPreview

// The code of docs/browser-preview.md and of the documentation of CutawayPreview.

func serve(_ edit: Composition, then otherEdit: Composition) async throws {
  let preview = BrowserPreview(try await edit.prepared(), file: "edit.yaml")
  async let end: Void = preview.run { url in print(url) }
  preview.show(try await otherEdit.prepared())
  preview.report(["edit.yaml:3:14: error: unknown key 'opactiy'"])
  try await end
}
