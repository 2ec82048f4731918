import Foundation
import Glibc
import TestSupport
import Testing

/// A composition file and its media that change while they play.
@Suite(.serialized) struct WatchTests {
  private static func media(_ clip: UInt8) -> TestMedia {
    TestMedia(.mov, video: .init(codec: .h264Intra, frameCount: 120, clip: clip))
  }

  private static let names = ["a.mov", "b.mov", "c.mov"]

  /// A folder with three clips: `a.mov` is clip 1, and so on.
  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for index in Self.names.indices { try await copy(UInt8(index + 1), to: index, in: folder) }
    return folder
  }

  /// Replaces an asset with a clip, atomically.
  private func copy(
    _ clip: UInt8, to index: Int, in folder: TemporaryDirectory
  ) async throws {
    let (draft, target) = (folder.file("draft").path, folder.file(Self.names[index]).path)
    try FileManager.default.copyItem(
      atPath: try await Self.media(clip).file().path, toPath: draft)
    let isDone = unsafe rename(draft, target) == 0
    try #require(isDone)
  }

  /// One asset after the other on a track, and one over it.
  private func text(
    _ assets: [(index: Int, start: Int)], over: Int? = nil, opacity: Double = 0.5
  ) -> String {
    var place = 0
    let segments = assets.map { asset in
      defer { place += 1 }
      return "{asset: \"\(asset.index)\", source: [\(asset.start), \(asset.start + 1)]}"
    }
    let track = over.map {
      "  - {id: over, type: video, segments: [{asset: \"\($0)\", source: [0, \(assets.count)]}]}\n"
    }
    let layer = over == nil ? "" : "{track: over, opacity: \(opacity)}, "
    let bottom = over == nil ? ", opacity: \(opacity)" : ""
    return """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {"0": a.mov, "1": b.mov, "2": c.mov}
      tracks:
        - {id: main, type: video, segments: [\(segments.joined(separator: ", "))]}
      \(track ?? "")instructions:
        - {range: [0, \(assets.count)], layers: [\(layer){track: main\(bottom)}]}
      """
  }

  private func save(_ text: String, in folder: TemporaryDirectory, atOnce: Bool = true) throws {
    try Data(text.utf8).write(to: folder.file("edit.yaml"), options: atOnce ? .atomic : [])
  }

  /// The clip of the newest complete frame.
  private func clip(_ command: PlayedCommand) throws -> UInt8? {
    guard let path = try command.shown().dropLast().last else { return nil }
    return PlayedCommand.frame(at: path)?.code()?.clip
  }

  @Test func `removed, restored and replaced media are noticed`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try save(text([(0, 0), (0, 1)], opacity: 1), in: folder)
    let command = try PlayedCommand(in: folder, ["--watch"])
    try await command.wait { try clip(command) == 1 }
    try await copy(2, to: 0, in: folder)
    try await command.wait { try clip(command) == 2 }
    // Open files play on for a while. Files that cannot be opened are left out.
    try FileManager.default.removeItem(at: folder.file("a.mov"))
    try await command.wait { command.text.contains("a.mov") }
    #expect(command.text.contains("edit.yaml:3:"))
    try await copy(3, to: 0, in: folder)
    try await command.wait { try clip(command) == 3 }
    #expect(try await command.quit() == .exited(0))
  }

  @Test func `replaced folders and linked files are noticed`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let files = FileManager.default, (edit, link) = (folder.file("edit.yaml"), folder.file("media"))
    /// Makes a folder whose `a.mov` is a clip.
    func makeFolder(_ name: String, clip: UInt8) async throws {
      let made = folder.file("made")
      try files.createDirectory(at: made, withIntermediateDirectories: false)
      try files.copyItem(at: try await Self.media(clip).file(), to: made.appending(path: "a.mov"))
      try files.moveItem(at: made, to: folder.file(name))
    }
    let text = text([(0, 0), (0, 1)], opacity: 1).replacing("a.mov", with: "media/a.mov")
    // The file of the composition is a link to one in another folder.
    let drafts = folder.file("drafts")
    try files.createDirectory(at: drafts, withIntermediateDirectories: false)
    let draft = drafts.appending(path: "1.yaml")
    try Data(text.utf8).write(to: draft)
    try files.createSymbolicLink(at: edit, withDestinationURL: draft)
    try await makeFolder("media", clip: 1)
    let command = try PlayedCommand(in: folder, ["--watch"])
    try await command.wait { try clip(command) == 1 }
    // A folder is removed, and another one gets its name.
    try files.moveItem(at: link, to: folder.file("old"))
    try await makeFolder("media", clip: 2)
    try await command.wait { try clip(command) == 2 }
    // A removed folder is created again, step by step.
    try files.removeItem(at: link)
    try await command.wait { command.text.contains("a.mov") }
    try files.createDirectory(at: link, withIntermediateDirectories: false)
    try files.copyItem(at: try await Self.media(3).file(), to: link.appending(path: "a.mov"))
    try await command.wait { try clip(command) == 3 }
    // The target of a link is replaced by another folder.
    try files.removeItem(at: link)
    try files.createSymbolicLink(at: link, withDestinationURL: folder.file("old"))
    try await command.wait { try clip(command) == 1 }
    // As in deployments: the link is the target of another link, and is replaced atomically.
    try await makeFolder("v2", clip: 2)
    try files.removeItem(at: link)
    try files.createSymbolicLink(atPath: folder.file("data").path, withDestinationPath: "old")
    try files.createSymbolicLink(atPath: link.path, withDestinationPath: "data")
    try await command.wait { try clip(command) == 1 }
    try files.createSymbolicLink(atPath: folder.file("next").path, withDestinationPath: "v2")
    let isExchanged = unsafe rename(folder.file("next").path, folder.file("data").path) == 0
    #expect(isExchanged)
    try await command.wait { try clip(command) == 2 }
    try files.removeItem(at: folder.file("v2"))
    try await makeFolder("v2", clip: 3)
    try await command.wait { try clip(command) == 3 }
    // A pipe in place of the composition is reported, and does not block.
    let count = command.text.components(separatedBy: "it is no longer a regular file").count
    try files.removeItem(at: edit)
    let isMade = unsafe mkfifo(edit.path, 0o600) == 0
    #expect(isMade)
    try await command.wait {
      command.text.components(separatedBy: "it is no longer a regular file").count > count
    }
    try files.removeItem(at: edit)
    try files.createSymbolicLink(at: edit, withDestinationURL: draft)
    // The target of the link to the composition is saved.
    try Data(text.replacing("media/a.mov", with: "b.mov").utf8).write(to: draft)
    try await command.wait { try clip(command) == 2 }
    #expect(try await command.quit() == .exited(0))
  }

  @Test func `a likely mistake is reported once, with its position`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try save(text([(0, 0), (0, 1)], opacity: 0), in: folder)
    let command = try PlayedCommand(in: folder, ["--watch"])
    let warning = "edit.yaml:7:"
    try await command.wait { command.text.contains(warning) }
    try await command.wait { try command.shown().count > 2 }
    let count = command.text.components(separatedBy: warning).count
    try save(text([(0, 0), (1, 1)], opacity: 0), in: folder)
    try save(text([(0, 0), (1, 1)], opacity: 1), in: folder)
    try await command.wait { try clip(command) != nil }
    #expect(command.text.contains("warning: "))
    #expect(command.text.components(separatedBy: warning).count == count)
    #expect(try await command.quit() == .exited(0))
  }

  @Test func `validate --probe reports likely mistakes`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try save(text([(0, 0), (0, 1)], opacity: 0), in: folder)
    let checked = try await ChildProcess(
      Command.path, ["validate", "--probe", "edit.yaml"], directory: folder.url
    ).run()
    #expect(checked.status == .exited(0))
    let lines = checked.errorText.split(separator: "\n")
    #expect(lines.count == 3 && lines.last == "edit.yaml: valid")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("edit.yaml:7:") })
    #expect(lines.dropLast().allSatisfy { $0.contains(": warning: ") && $0.contains("(0–2 s)") })
  }

  /// `CUTAWAY_EDITS` sets the number of edits, and prints the longest time without a new frame.
  ///
  /// `scripts/check-preview` uses it.
  @Test func `after random edits the picture equals that of a fresh start`() async throws {
    let wanted = ProcessInfo.processInfo.environment["CUTAWAY_EDITS"].flatMap { Int($0) }
    let folder = try await folder()
    defer { folder.remove() }
    try save(text([(0, 0), (1, 1)]), in: folder)
    let command = try PlayedCommand(in: folder, ["--watch"])
    try await command.wait { try command.shown().count > 5 }
    var random = SeededGenerator(seed: UInt64(wanted ?? 12)), log: [String] = []
    for _ in 0..<(wanted ?? 12) {
      log.append(try await edit(in: folder, &random))
      // At the speed of typing, and sometimes faster than a change takes effect. The result does not
      // depend on it.
      try await Task.sleep(for: .milliseconds(Int.random(in: 20...250, using: &random)))
    }
    for index in Self.names.indices { try await copy(UInt8(index + 1), to: index, in: folder) }
    try save(text([(2, 1), (0, 0)], over: 1, opacity: 0.4), in: folder)

    let fresh = try PlayedCommand(in: folder, ["--loop"])
    try await fresh.wait { try fresh.shown().count > 1 }
    let expected = try #require(PlayedCommand.frame(at: fresh.shown()[0]))
    #expect(try await fresh.quit() == .exited(0))
    // Until the last change takes effect, the frame differs.
    let atStart = PlayedCommand.Status(isPlaying: false, time: 0, rate: 1)
    let end = ContinuousClock.now + .seconds(120)
    var frame: RawFrame?
    while frame != expected, ContinuousClock.now < end {
      command.press("k\u{1B}[H")
      try await command.wait { command.status == atStart }
      frame = try await command.frameOfStandstill()
    }
    #expect(frame == expected, "\(log)")
    if wanted != nil { print("longest time without a new frame:", try longestStall(command)) }
    #expect(try await command.quit() == .exited(0))
  }

  /// Changes something.
  ///
  /// - Returns: What.
  private func edit(
    in folder: TemporaryDirectory, _ random: inout SeededGenerator
  ) async throws -> String {
    let asset = Int.random(in: 0..<3, using: &random)
    let file = folder.file(Self.names[asset]), gone = folder.file("gone\(asset)")
    let atOnce = Bool.random(using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1, 2:
      let cuts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (index: Int.random(in: 0..<3, using: &random), start: Int.random(in: 0..<2, using: &random))
      }
      let over = Bool.random(using: &random) ? asset : nil
      try save(text(cuts, over: over), in: folder, atOnce: atOnce)
      return "cuts \(cuts), over \(over.map { "\($0)" } ?? "none")"
    case 3, 4:
      let opacity = Double.random(in: 0...1, using: &random)
      try save(text([(0, 0), (1, 1)], opacity: opacity), in: folder, atOnce: atOnce)
      return "opacity \(opacity)"
    case 5:
      let wrong = ["", "cutaway: 2", "cutaway: 1\ntracks: [", text([(7, 0)])]
      let chosen = wrong.randomElement(using: &random) ?? ""
      try save(chosen, in: folder, atOnce: atOnce)
      return "invalid"
    case 6:
      _ = unsafe rename(file.path, gone.path)
      return "\(asset) is gone"
    case 7:
      _ = unsafe rename(gone.path, file.path)
      return "\(asset) is back"
    default:
      try await copy(UInt8.random(in: 1...3, using: &random), to: asset, in: folder)
      return "\(asset) is another"
    }
  }

  /// In seconds, from the modification times of the files.
  private func longestStall(_ command: PlayedCommand) throws -> Double {
    let times = try command.shown().map { path in
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    }
    return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
  }
}
