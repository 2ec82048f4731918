import Foundation
import TestSupport
import Testing

@Suite struct ConvertCommandTests {
  private static let edit = """
    cutaway: 1
    render: {frameRate: 25}
    assets: {a: media/a.mp4}
    tracks: [{id: v, type: video, segments: [{asset: a, source: [1, 3]}]}]
    overlays: [{text: Hello, position: [10, 10]}]

    """

  private func run(
    _ script: String
  ) async throws -> (outcome: ChildProcess.Outcome, folder: TemporaryDirectory) {
    let folder = try TemporaryDirectory()
    try Data(Self.edit.utf8).write(to: folder.file("edit.yaml"))
    let outcome = try await ChildProcess(
      "bash", ["-c", script], environment: ["C": TestedPackage.command], directory: folder.url
    ).run()
    return (outcome, folder)
  }

  @Test func `a composition becomes a timeline and a composition again`() async throws {
    let (outcome, folder) = try await run(
      """
      mkdir out && $C convert edit.yaml out/edit.otio && $C convert out/edit.otio again.yaml &&
      $C convert - <out/edit.otio >printed.yaml && $C validate again.yaml && cat again.yaml
      """)
    defer { folder.remove() }
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(
      outcome.errorText.contains("edit.yaml:5:12: warning: an overlay is not written"),
      "\(outcome.errorText)")
    #expect(outcome.outputText.contains("source: [1, 3]"), "\(outcome.outputText)")
    // From out/edit.otio, the file is ../media/a.mp4.
    #expect(outcome.outputText.contains("media/a.mp4"), "\(outcome.outputText)")
  }

  @Test(arguments: [
    ("$C convert gone.otio x.yaml", 66, "there is no file"),
    (
      "echo '{\"OTIO_SCHEMA\": 1' >bad.otio; $C convert bad.otio x.yaml", 65,
      "error: bad.otio: not JSON"
    ),
    ("$C convert edit.yaml edit.yaml", 73, "--force replaces it"),
    ("$C convert edit.yaml x.yaml", 64, "the output is a timeline, such as edit.otio"),
    ("echo 'cutaway: 2' >bad.yaml; $C convert bad.yaml x.otio", 65, "bad.yaml:1:"),
    ("$C convert edit.yaml x.otio --timeline a", 64, "--timeline needs a file of OpenTimelineIO"),
    ("$C convert edit.yaml no/x.otio", 73, "cannot write into 'no'"),
  ])
  func `what cannot be converted is an error, and nothing is written`(
    script: String, status: Int, message: String
  ) async throws {
    let (outcome, folder) = try await run(script)
    defer { folder.remove() }
    #expect(outcome.status == .exited(status), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    for name in ["x.yaml", "x.otio"] {
      #expect(!FileManager.default.fileExists(atPath: folder.file(name).path))
    }
  }
}
