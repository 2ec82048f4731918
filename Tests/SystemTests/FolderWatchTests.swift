import CutawaySystem
import Dispatch
import Foundation
import TestSupport
import Testing

/// Changes in folders.
@Suite struct FolderWatchTests {
  @Test func `a written file is reported with its folder and name`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let watch = FolderWatch()
    let (names, continuation) = AsyncStream.makeStream(of: String.self)
    let id = try #require(watch.add(folder.url.path))
    watch.start(on: DispatchQueue(label: "changes")) { changes in
      for case .finished(id, let name) in changes { continuation.yield(name) }
    }
    let path = folder.file("a").path
    try OpenFile(creating: path, permissions: 0o600, for: .writing).write([1])
    #expect(await names.first { _ in true } == "a")
    try FileSystem.rename(path, to: folder.file("b").path)
    #expect(await names.first { _ in true } == "b")
  }

  @Test func `a missing folder is not watched`() {
    #expect(FolderWatch().add("/nowhere/at-all") == nil)
  }
}
