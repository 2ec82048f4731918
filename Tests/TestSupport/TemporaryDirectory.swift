public import Foundation

/// A new, empty directory.
public struct TemporaryDirectory: Sendable {
  public let url: URL

  /// Makes a directory inside `parent`, or inside `TMPDIR`.
  public init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    url = parent.appendingPathComponent("cutaway-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A file inside, which need not exist.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

  /// Deletes the directory and its contents.
  public func remove() {
    // A file that cannot be deleted stays in the temporary directory. That is no reason to fail a
    // test.
    try? FileManager.default.removeItem(at: url)
  }

  func input(_ data: Data) throws -> FileHandle {
    if data.isEmpty { return .nullDevice }
    try data.write(to: file("in"))
    return try FileHandle(forReadingFrom: file("in"))
  }

  func output(_ name: String) throws -> FileHandle {
    try Data().write(to: file(name))
    return try FileHandle(forWritingTo: file(name))
  }

  func contents(_ name: String) -> Data { (try? Data(contentsOf: file(name))) ?? Data() }
}
