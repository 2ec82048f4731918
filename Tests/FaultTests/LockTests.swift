import Foundation
import TestSupport
import Testing

/// File systems without locks, such as some for networks.
@Suite struct LockTests {
  @Test func `without locks, hidden files of a day are removed, and newer ones stay`() async throws
  {
    let media = TestMedia(.mkv, video: .init(codec: .ffv1, width: 160, height: 90, frameCount: 30))
    let command = try Command(showing: "a.mkv", types: ["video"], end: "1")
    defer { command.folder.remove() }
    try FileManager.default.copyItem(at: try await media.file(), to: command.folder.file("a.mkv"))
    let source = command.folder.file("locks.c"), library = command.folder.file("locks.so")
    try """
    #include <errno.h>
    int flock(int file, int operation) { errno = ENOLCK; return -1; }
    """.write(to: source, atomically: true, encoding: .utf8)
    try await ChildProcess("clang", ["-shared", "-fPIC", "-o", library.path, source.path]).check()

    /// Creates a hidden file, or a folder with a file, and lets it age.
    func create(_ name: String, files: [String] = [], hours: Double) throws {
      let path = command.folder.file(".\(name).cutaway-partial").path
      let date = Date(timeIntervalSinceNow: -hours * 3600)
      if files.isEmpty {
        try Data([1]).write(to: URL(fileURLWithPath: path))
      } else {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        for file in files { try Data([1]).write(to: URL(fileURLWithPath: "\(path)/\(file)")) }
      }
      let aged = [path] + files.filter { $0 != "new" }.map { "\(path)/\($0)" }
      for aged in aged {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: aged)
      }
    }
    try create("old", hours: 25)
    try create("young", hours: 23)
    try create("old-folder", files: ["old"], hours: 25)
    // A file in it is being written.
    try create("young-folder", files: ["old", "new"], hours: 25)
    let outcome = try await ChildProcess(
      Command.path, ["export", "edit.yaml", "-o", "film.mkv", "--quiet"],
      environment: ["LD_PRELOAD": library.path], directory: command.folder.url
    ).run()
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(
      try command.leftovers(besides: ["a.mkv", "locks.c", "locks.so"]) == [
        ".young-folder.cutaway-partial", ".young.cutaway-partial", "film.mkv",
      ])
  }
}
