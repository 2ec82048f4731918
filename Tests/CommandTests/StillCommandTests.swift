import Foundation
import FoundationXML
import TestSupport
import Testing

/// `cutaway frame` and `cutaway sheet` from outside, as a shell runs them.
@Suite struct StillCommandTests {
  private func cutaway(
    _ arguments: String..., in folder: TemporaryDirectory
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      TestedPackage.command, arguments,
      directory: folder.url
    ).run()
  }

  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let clip = try await TestMedia(video: .init(frameCount: 60), audio: .init()).file()
    try FileManager.default.copyItem(at: clip, to: folder.file("a.mp4"))
    let text = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks:
        - id: picture
          type: video
          segments: [{asset: a, source: [0, 1]}]
        - id: sound
          type: audio
          segments: [{asset: a, source: [0, 2]}]

      """
    try Data(text.utf8).write(to: folder.file("edit.yaml"))
    return folder
  }

  private func names(in folder: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test func `the extension selects JPEG, and frames are scaled down`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway(
      "frame", "edit.yaml", "--at", "20f", "--at", "0", "--size", "160x160", "-o", "f-%d.jpg",
      in: folder)
    #expect(result.status == .exited(0), "\(result.errorText)")
    for (index, frame) in [20, 0].enumerated() {
      let file = folder.file("f-\(index).jpg")
      #expect(try Data(contentsOf: file).starts(with: [0xFF, 0xD8]))
      let picture = try await RawVideo.read(file, as: .gray8)
      #expect(picture.width == 160 && picture.height == 90)
      #expect(picture.first?.code()?.frame == UInt16(frame))
    }
  }

  @Test func `--format selects the format if the name does not`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway(
      "frame", "edit.yaml", "--at", "0", "--format", "jpeg", "-o", "f.thumb", in: folder)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try Data(contentsOf: folder.file("f.thumb")).starts(with: [0xFF, 0xD8]))
  }

  @Test(arguments: [
    ["frame", "edit.yaml", "--at", "0", "-o", "f.xyz"],
    ["frame", "edit.yaml", "--at", "0", "-o", "f.png", "--size", "10"],
    ["frame", "edit.yaml", "--at", "0", "-o", "f.png", "--format", "gif"],
    ["frame", "edit.yaml", "--at", "0", "--at", "1", "-o", "f.png"],
    ["frame", "edit.yaml", "--at", "2", "-o", "f.png"],
    ["sheet", "edit.yaml", "-o", "s.xyz"], ["sheet", "edit.yaml", "-o", "s.png", "--count", "0"],
    ["sheet", "edit.yaml", "-o", "s.png", "--columns", "0"],
    ["sheet", "edit.yaml", "-o", "s.png", "--width", "1"],
  ])
  func `wrong usage has the code 64 and writes nothing`(arguments: [String]) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let outcome = try await ChildProcess(
      TestedPackage.command, arguments,
      directory: folder.url
    ).run()
    #expect(outcome.status == .exited(64), "\(outcome.errorText)")
    #expect(try names(in: folder) == ["a.mp4", "edit.yaml"])
  }

  @Test func `a sheet has the requested width`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway(
      "sheet", "edit.yaml", "-o", "s.png", "--width", "640", "--count", "6", "--columns", "3",
      in: folder)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.output.isEmpty && result.error.isEmpty)
    let sheet = try await RawVideo.read(folder.file("s.png"), as: .gray8)
    #expect(sheet.width == 640)
    // Two rows of frames, each 9 high to 16 wide, and the timeline.
    #expect(sheet.height > 2 * 190 * 9 / 16 + 150)
    #expect(try names(in: folder) == ["a.mp4", "edit.yaml", "s.png"])
    let refused = try await cutaway("sheet", "edit.yaml", "-o", "s.png", in: folder)
    #expect(refused.status == .exited(73))
  }

  @Test func `an SVG timeline names tracks, assets and uncovered time`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway(
      "sheet", "edit.yaml", "-o", "t.svg", "--timeline-only", in: folder)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let data = try Data(contentsOf: folder.file("t.svg"))
    #expect(XMLParser(data: data).parse())
    let text = String(decoding: data, as: UTF8.self)
    for name in ["edit.yaml", "picture", "sound", ">a<", "no layer is visible"] {
      #expect(text.contains(name), "\(name)")
    }
  }
}
