import CutawaySystem
import Foundation
import TestSupport
import Testing

/// Files as the system knows them.
@Suite struct OpenFileTests {
  @Test func `bytes are read back from where they were written`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("a").path
    let file = try OpenFile(creating: path, permissions: 0o600, for: .both)
    try file.write([1, 2, 3, 4])
    try file.write([9], at: 2)
    // The macros of tests cannot hold a value that cannot be copied.
    let (inside, end) = (try file.read(3, at: 1), try file.read(9, at: 3))
    #expect(inside == [2, 9, 4])
    #expect(end == [4])
    try file.resize(to: 2)
    let status = try file.status
    #expect(status.size == 2)
    #expect(status.permissions == 0o600)
  }

  @Test func `creating a file does not replace one`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("a").path
    try OpenFile(creating: path, permissions: 0o600, for: .writing).write([1])
    #expect(throws: SystemError.exists) {
      try OpenFile(creating: path, permissions: 0o600, for: .writing).write([2])
    }
    let bytes = try OpenFile(path, for: .reading).read(9, at: 0)
    #expect(bytes == [1])
  }

  @Test func `a lock excludes other openings until the file is closed`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("a").path
    func lockOnce() throws -> OpenFile.Lock { try OpenFile(path, for: .reading).lock() }
    do {
      let first = try OpenFile(creating: path, permissions: 0o600, for: .writing)
      let state = try first.lock()
      #expect(state == .held)
      #expect(try lockOnce() == .taken)
      let isNamed = first.isNamed(path)
      #expect(isNamed)
    }
    #expect(try lockOnce() == .held)
  }

  @Test func `an open file is no longer named by a path that another file has`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (path, other) = (folder.file("a").path, folder.file("b").path)
    let file = try OpenFile(creating: path, permissions: 0o600, for: .writing)
    try FileSystem.rename(path, to: other)
    let isRenamed = file.isNamed(other)
    #expect(isRenamed)
    try OpenFile(creating: path, permissions: 0o600, for: .writing).write([1])
    let isReplaced = !file.isNamed(path)
    #expect(isReplaced)
  }

  @Test func `a second name does not replace a file`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (path, other) = (folder.file("a").path, folder.file("b").path)
    try OpenFile(creating: path, permissions: 0o600, for: .writing).write([1])
    try FileSystem.link(path, to: other)
    #expect(throws: SystemError.exists) { try FileSystem.link(path, to: other) }
    try FileSystem.removeFile(path)
    #expect(FileSystem.names(in: folder.url.path) == ["b"])
  }

  @Test func `an error has the system's code and message`() {
    #expect(throws: SystemError(code: 2)) { try FileStatus(of: "/nowhere/at-all") }
    #expect(SystemError.missing.message == "No such file or directory")
  }
}
