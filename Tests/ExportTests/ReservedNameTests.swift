import Cutaway
import Foundation
import TestSupport
import Testing

/// Names in the folder of videos.
@Suite struct ReservedNameTests {
  private func reserve(in folder: TemporaryDirectory) throws -> ReservedName {
    try VideoLibrary.reserveName(
      title: "Lake", date: Date(timeIntervalSince1970: 1_700_000_000), pathExtension: "mp4",
      in: folder.url)
  }

  @Test func `a name reserved in the meantime gets the next number`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let first = try reserve(in: folder), second = try reserve(in: folder)
    #expect(first.file.lastPathComponent == "Lake 2023-11-14.mp4")
    #expect(second.file.lastPathComponent == "Lake 2023-11-14 (2).mp4")
    withExtendedLifetime((first, second)) {}
  }

  @Test func `an unused reservation frees the name and leaves no file`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    for _ in 0..<2 {
      #expect(try reserve(in: folder).file.lastPathComponent == "Lake 2023-11-14.mp4")
      #expect(try folder.names() == [])
    }
  }

  @Test func `existing files and dangling links keep their names`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try Data().write(to: folder.file("Lake 2023-11-14.mp4"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("Lake 2023-11-14 (2).mp4").path, withDestinationPath: "/nonexistent")
    #expect(try reserve(in: folder).file.lastPathComponent == "Lake 2023-11-14 (3).mp4")
  }
}
