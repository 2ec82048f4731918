import CutawayPreview
import Foundation
import Glibc
import TestSupport
import Testing

/// `cutaway play --http`.
@Suite(.serialized, .timeLimit(.minutes(3))) struct CommandTests {
  private static let path = TestedPackage.command

  private static func text(_ key: String = "segments") -> String {
    """
    cutaway: 1
    render: {size: [160, 90], frameRate: 30}
    assets: {a: a.mov}
    tracks:
      - id: picture
        type: video
        \(key): [{asset: a, source: [0, 1]}]
    """
  }

  /// A folder with a composition and its clip.
  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try FileManager.default.copyItem(
      at: try await ServingTests.clip.file(), to: folder.file("a.mov"))
    try Self.save(Self.text(), in: folder)
    return folder
  }

  /// Saves as editors do: renames a new file to the name of the old one.
  private static func save(_ text: String, in folder: TemporaryDirectory) throws {
    try Data(text.utf8).write(to: folder.file("edit.yaml"), options: .atomic)
  }

  /// The contents of a file once it has a line, after at most a minute.
  private func line(of file: URL) async throws -> String {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      if let text = try? String(contentsOf: file, encoding: .utf8), text.hasSuffix("\n") {
        return text.trimmingCharacters(in: .newlines)
      }
      try #require(ContinuousClock.now < end)
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `the command prints the URL, reports invalid and valid saves to pages, and ends`()
    async throws
  {
    let folder = try await folder()
    defer { folder.remove() }
    // The shell prints its process ID, which becomes that of the command.
    let command = Task {
      try await ChildProcess(
        "bash",
        [
          "-c", "echo $$ >pid; exec \"$0\" play \"$PWD/edit.yaml\" --watch --http 0 >url",
          Self.path,
        ],
        directory: folder.url, timeout: .seconds(120)
      ).run()
    }
    defer { command.cancel() }
    let url = try #require(URL(string: try await line(of: folder.file("url"))))
    let process = try #require(Int32(try await line(of: folder.file("pid"))))
    let page = try await Visitor(port: try #require(url.port), "/events")
    #expect(await page.text(until: "\n\n").contains("\"version\":1"))
    try Self.save(Self.text("segmets"), in: folder)
    let bad = await page.text(until: "error:")
    #expect(bad.contains("edit.yaml:7:5: error: unknown key 'segmets'"))
    #expect(!bad.contains(folder.url.path))
    try Self.save(Self.text(), in: folder)
    #expect(await page.text(until: "\"version\":2").contains("\"notes\":[]"))
    kill(process, SIGINT)
    let outcome = try await command.value
    #expect(outcome.status == .exited(130))
    #expect(outcome.errorText.contains("unknown key 'segmets'"))
  }

  @Test func `a used or invalid port is an error`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    func play(_ arguments: String...) async throws -> ChildProcess.Outcome {
      try await ChildProcess(
        Self.path, ["play", "edit.yaml"] + arguments, directory: folder.url
      ).run()
    }
    let preview = BrowserPreview(try await ServingTests.composition(), file: "edit.yaml")
    try await ServingTests.serve(preview) { _, port in
      let outcome = try await play("--http", "\(port)")
      #expect(outcome.status == .exited(1))
      #expect(outcome.errorText.contains("127.0.0.1:\(port): the port is in use"))
    }
    let wrong = try await play("--http", "99999")
    #expect(wrong.status == .exited(64))
    let ranged = try await play("--http", "0", "--range", "0,1")
    #expect(ranged.status == .exited(64))
  }
}
