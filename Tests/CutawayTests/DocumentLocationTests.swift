import Cutaway
import CutawayFile
import Foundation
import TestSupport
import Testing

@Suite struct DocumentLocationTests {
  @Test func `a composition file that does not exist is an error that names it`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("missing.yaml")
    let error = #expect(throws: CompositionFileError.self) {
      try CompositionDocument(contentsOf: file)
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.kind == .unreadable)
    #expect(diagnostic.file == file.path)
    #expect(diagnostic.message == "cannot read the file: there is no such file")
  }

  @Test func `a folder is not a composition file`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let error = #expect(throws: CompositionFileError.self) {
      try CompositionDocument(contentsOf: folder.url)
    }
    #expect(error?.diagnostics.map(\.kind) == [.unreadable])
  }

  @Test func `the assets of a file lie beside it`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("edit.yaml")
    let text = """
      cutaway: 1
      assets: {a: clip.mp4}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 1]}]}]
      """
    try Data(text.utf8).write(to: file)
    let composition = try CompositionDocument(contentsOf: file).composition
    #expect(composition.assets.map(\.location) == [folder.file("clip.mp4").path])
  }
}
