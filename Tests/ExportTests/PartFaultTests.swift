import Cutaway
import CutawayDiagnostics
import Foundation
import TestSupport
import Testing

/// Parts that are missing, damaged or of another film.
@Suite(.serialized) struct PartFaultTests {
  /// What happens to the parts of a film, and which parts the join then names.
  enum Fault: CaseIterable {
    case missing, truncated, changedByte, swappedManifest, brokenManifest, otherFilm, otherVersion

    var missing: String {
      switch self {
      case .missing: "missing: 0,2"
      case .swappedManifest: "missing: 1-2"
      default: "missing: 2"
      }
    }

    var words: String {
      switch self {
      case .missing: "part 0 is not there yet; part 2 is not there yet"
      case .truncated: "bytes, not"
      case .changedByte: "part 2"
      case .swappedManifest: "part-0001.json describes part 2"
      case .brokenManifest: "part-0002.json is not the manifest of a part"
      case .otherFilm: "part 2 has the plan sha256:"
      case .otherVersion: "part 2 has the version 0.0.9, and most others"
      }
    }

    func apply(to folder: URL, _ edit: PartEdit) async throws {
      let files = FileManager.default
      let (one, two) = (
        folder.appending(path: "part-0001.json"), folder.appending(path: "part-0002.json")
      )
      let media = folder.appending(path: "part-0002.mp4")
      switch self {
      case .missing:
        try files.removeItem(at: two)
        try files.removeItem(at: folder.appending(path: "part-0000.json"))
      case .truncated:
        let data = try Data(contentsOf: media)
        try data.dropLast(100).write(to: media)
      case .changedByte:
        var data = try Data(contentsOf: media)
        let start = try #require(data.range(of: Data("mdat".utf8)))
        data[start.upperBound + 2_000] ^= 1
        try data.write(to: media)
      case .swappedManifest:
        let (first, second) = (try Data(contentsOf: one), try Data(contentsOf: two))
        try second.write(to: one)
        try first.write(to: two)
      case .brokenManifest: try Data("{}".utf8).write(to: two)
      case .otherFilm:
        var other = edit
        other.settings.encoding.videoQuality = 0.3
        try files.removeItem(at: two)
        try await other.render(3, only: [2], into: folder.lastPathComponent)
      case .otherVersion:
        let text = try String(contentsOf: two, encoding: .utf8)
        try Data(
          text.replacing("\"version\":\"\(cutawayVersion)\"", with: "\"version\":\"0.0.9\"").utf8
        )
        .write(to: two)
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `the join names the part, and the part can be rendered again`(fault: Fault) async throws {
    let edit = try await PartEdit()
    defer { edit.folder.remove() }
    let parts = try await edit.render(3, into: "parts")
    let film = edit.folder.file("film.mp4")
    try await parts.join(to: film.path)
    try await fault.apply(to: edit.folder.file("parts"), edit)
    let output = edit.folder.file("other.mp4")
    let error = await #expect(throws: ExportError.self) { try await parts.join(to: output.path) }
    #expect(error?.code == .missingParts)
    #expect(error?.details == fault.missing, "\(error?.details ?? "")")
    #expect(error?.message.contains(fault.words) == true, "\(error?.message ?? "")")
    #expect(try edit.folder.names() == ["film.mp4", "parts"])
    // A changed byte shows only while the packets are read, so the array system renders again.
    var repaired = edit
    repaired.settings.overwrites = fault == .changedByte
    if fault == .changedByte {
      try FileManager.default.removeItem(at: edit.folder.file("parts/part-0002.json"))
    }
    try await repaired.render(3, into: "parts")
    try await parts.join(to: output.path)
    #expect(try Data(contentsOf: output) == Data(contentsOf: film))
  }

  @Test func `an empty folder has no parts yet`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let parts = PartsFolder(folder.url)
    #expect(parts.survey().count == nil && !parts.survey().isComplete)
    let error = await #expect(throws: ExportError.self) {
      try await parts.waitForParts(for: .zero)
    }
    #expect(error?.code == .missingParts && error?.details == nil)
  }

  @Test func `parts are removed, and other files stay`() async throws {
    let edit = try await PartEdit()
    defer { edit.folder.remove() }
    let parts = try await edit.render(2, into: "parts")
    try Data().write(to: edit.folder.file("parts/notes.txt"))
    try parts.removeParts()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: edit.folder.file("parts").path)
        == ["notes.txt"])
  }
}
