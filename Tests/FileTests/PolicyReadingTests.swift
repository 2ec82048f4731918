import CutawayFile
import CutawayModel
import CutawayTime
import Foundation
import Testing

/// Policies in files.
@Suite struct PolicyReadingTests {
  private func policy(_ text: String) throws(CompositionFileError) -> RenderPolicy {
    try RenderPolicy(reading: Array(text.utf8), file: "p", directory: "d")
  }

  @Test func `a policy states folders, elements and limits`() throws {
    let read = try policy(
      """
      folders: [up, /srv/music]
      schemes: [https]
      elements: [blur, gamma]
      fileProperties: []
      limits: {size: [1280, 720], duration: 00:01:00, fileSize: 5000, time: 90}
      """)
    var expected = RenderPolicy(folders: ["d/up", "/srv/music"])
    expected.schemes = ["https"]
    expected.elements = ["blur", "gamma"]
    expected.fileProperties = []
    expected.limits.size = PixelSize(width: 1280, height: 720)
    expected.limits.duration = MediaTime(60)
    expected.limits.fileSize = 5000
    expected.limits.time = MediaTime(90)
    #expect(read == expected)
    #expect(try RenderPolicy(reading: Array(read.yaml.utf8), file: "p", directory: "") == read)
    #expect(try policy("folders: []") == RenderPolicy())
  }

  @Test(arguments: [
    ("folder: [x]", "p:1:1: error: unknown key 'folder'; did you mean 'folders'?"),
    (
      "limits: {layers: many}",
      "p:1:18: error: expected a number from 0 to 1000000, found the text 'many'"
    ),
    ("limits:\n  duration: 0", "p:2:13: error: a duration must be greater than 0"),
    ("- x", "p:1:1: error: expected a policy: a map with"),
  ])
  func `an error has its place`(text: String, message: String) {
    do throws(CompositionFileError) {
      _ = try policy(text)
      Issue.record("no error")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }
}
