import Foundation
import TestSupport
import Testing

/// `cutaway new-effect`; `scripts/check-new-effect` builds and loads what it writes.
@Suite struct NewEffectTests {
  private func run(
    _ arguments: String..., in folder: TemporaryDirectory
  ) async throws -> (status: ChildProcess.Status, said: String) {
    let outcome = try await ChildProcess(
      TestedPackage.command, ["new-effect"] + arguments, directory: folder.url
    ).run()
    return (outcome.status, outcome.outputText + outcome.errorText)
  }

  private func names(in folder: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test(arguments: [nil, "filter", "transition", "compositor", "audio"])
  func `new-effect writes a valid Swift package of each kind`(kind: String?) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let written = try await ChildProcess(
      TestedPackage.command, ["new-effect", "glow"] + (kind.map { ["--kind", $0] } ?? []),
      directory: folder.url
    ).run()
    #expect(written.status == .exited(0))
    #expect(try names(in: folder) == ["glow"])
    let described = try await ChildProcess(
      "swift", ["package", "dump-package"], directory: folder.file("glow")
    ).check()
    struct Package: Decodable {
      struct Target: Decodable { var name: String }
      struct Dependency: Decodable {
        struct Local: Decodable { var path: String }
        var fileSystem: [Local]
      }
      var targets: [Target]
      var dependencies: [Dependency]
    }
    let package = try JSONDecoder().decode(Package.self, from: Data(described.outputText.utf8))
    #expect(package.targets.map(\.name) == ["Glow", "GlowPlugin", "GlowTests"])
    let path = package.dependencies.first?.fileSystem.first?.path
    #expect(
      path.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        == TestedPackage.root.path
    )
    for target in package.targets {
      let kind = target.name.hasSuffix("Tests") ? "Tests" : "Sources"
      let sources = folder.file("glow/\(kind)/\(target.name)").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: sources).count == 1)
    }
    // The example is one of its kind.
    let source = try String(
      contentsOf: folder.file("glow/Sources/Glow/Glow.swift"), encoding: .utf8)
    let conformance = [
      "transition": "Glow: Transition,", "compositor": "Glow: Compositor,",
      "audio": "Glow: AudioFilter,",
    ]
    #expect(source.contains(conformance[kind ?? "filter"] ?? "Glow: VideoFilter,"))
  }

  @Test func `existing files are kept, and invalid names are refused`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try Data("mine".utf8).write(to: folder.file("glow"))
    let taken = try await run("glow", in: folder)
    #expect(taken.status == .exited(73) && taken.said.contains("'glow' already exists"))
    for name in ["Glow", "2d", "a-b", "a/b", ".."] {
      #expect(try await run(name, in: folder).status == .exited(64))
    }
    let element = try await run("vignette", in: folder)
    #expect(element.status == .exited(1) && element.said.contains("an element called 'vignette'"))
    #expect(try await run("shine", "--kind", "lamp", in: folder).status == .exited(64))
    let nowhere = try await run("shine", "--cutaway", folder.url.path, in: folder)
    #expect(
      nowhere.status == .exited(66) && nowhere.said.contains("does not contain Cutaway's sources"))
    #expect(try names(in: folder) == ["glow"])
    #expect(try Data(contentsOf: folder.file("glow")) == Data("mine".utf8))
  }
}
