import Cutaway
import CutawayDiagnostics
import Foundation
import TestSupport
import Testing

/// Leftovers of killed exports.
@Suite(.serialized) struct LeftoverTests {
  private let ending = ".cutaway-partial"

  @Test func `an export removes only leftovers of killed exports`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let stale = ".film.mp4.abc\(ending)", sequence = ".f-_d.png.xyz\(ending)"
    try Data("part".utf8).write(to: folder.file(stale))
    try FileManager.default.createDirectory(
      at: folder.file(sequence), withIntermediateDirectories: false)
    try Data("part".utf8).write(to: folder.file(sequence).appendingPathComponent("f-0.png"))
    let others = [".film.mp4.partial", "film\(ending)", ".hidden"]
    for name in others { try Data("mine".utf8).write(to: folder.file(name)) }
    // A link to another file is not followed.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(".link\(ending)").path,
      withDestinationPath: folder.file(".hidden").path)
    try await ExportSession(try await Edit.twoSeconds())
      .export(to: folder.file("film.mp4").path, as: .mp4)
    #expect(
      try folder.names() == (others + ["film.mp4", ".link\(ending)"]).sorted())
    for name in others {
      #expect(try String(contentsOf: folder.file(name), encoding: .utf8) == "mine")
    }
  }

  @Test func `a file that another process writes is not removed`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let name = ".film.mp4.abc\(ending)"
    try Data("part".utf8).write(to: folder.file(name))
    let lock = try FileHandle(forReadingFrom: folder.file(name))
    #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    try await ExportSession(try await Edit.twoSeconds())
      .export(to: folder.file("film.mp4").path, as: .mp4)
    #expect(try folder.names() == [name, "film.mp4"])
    try lock.close()
  }

  @Test func `an output of the longest name is written`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let name = String(repeating: "ä", count: 125) + ".mp4"
    try await ExportSession(try await Edit.twoSeconds())
      .export(to: folder.file(name).path, as: .mp4)
    #expect(try folder.names() == [name])
  }

  @Test func `a pipe with a leftover's name does not block an export`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let name = ".film.mp4.abc\(ending)"
    #expect(unsafe mkfifo(folder.file(name).path, 0o600) == 0)
    try await ExportSession(try await Edit.twoSeconds())
      .export(to: folder.file("film.mp4").path, as: .mp4)
    #expect(try folder.names() == [name, "film.mp4"])
  }

  @Test(arguments: [0o600, 0o640, 0o444])
  func `a replaced file keeps its permissions`(mode: Int) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    try Data("old".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    var settings = ExportSession.Settings()
    settings.overwrites = true
    try await ExportSession(try await Edit.twoSeconds(), settings: settings)
      .export(to: file.path, as: .mp4)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
    #expect(try Data(contentsOf: file).count > 1_000)
  }

  @Test func `an export writes neither through a link nor over a source`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var edit = try await Edit.twoSeconds()
    let source = folder.file("source.mp4")
    try FileManager.default.copyItem(atPath: edit.assets[0].location, toPath: source.path)
    edit.assets[0].location = source.path
    let media = try Data(contentsOf: source)
    try Data("old".utf8).write(to: folder.file("real.mp4"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.mp4").path, withDestinationPath: "real.mp4")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("none.mp4").path, withDestinationPath: "nothing.mp4")
    try FileManager.default.linkItem(at: source, to: folder.file("other.mp4"))
    let names = try folder.names()
    var settings = ExportSession.Settings()
    settings.overwrites = true
    for (name, reason) in [
      ("link.mp4", "symbolic link"), ("none.mp4", "symbolic link"),
      ("source.mp4", "source of the composition"), ("other.mp4", "source of the composition"),
    ] {
      let error = await #expect(throws: ExportError.self) {
        try await ExportSession(edit, settings: settings)
          .export(to: folder.file(name).path, as: .mp4)
      }
      #expect(error?.code == .outputUnavailable)
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
    #expect(try folder.names() == names)
    #expect(try Data(contentsOf: folder.file("real.mp4")) == Data("old".utf8))
    #expect(try Data(contentsOf: source) == media)
  }

  @Test(arguments: ["frame.png", "frame-%d-%d.png", "frame-%s.png"])
  func `an image sequence needs one placeholder`(name: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = ExportSession(try await Edit.twoSeconds())
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file(name).path, as: .png)
    }
    #expect(error?.code == .outputUnavailable)
  }
}
