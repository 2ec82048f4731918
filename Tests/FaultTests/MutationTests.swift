import Foundation
import TestSupport
import Testing

/// Damaged files give an error or an output, never a crash, a hang or a partial output.
@Suite(.serialized) struct MutationTests {
  private static let video = TestMedia.Video(width: 160, height: 90, frameCount: 30)
  private static let x264 = "-c:v libx264 -preset veryfast -bf 2 -g 10 -pix_fmt yuv420p"

  private static func media(_ fileExtension: String, _ arguments: String) -> FFmpegMedia {
    FFmpegMedia(
      fileExtension, arguments.split(separator: " ").map(String.init), video: video, audio: .init())
  }

  private static let files = [
    media("mp4", x264 + " -c:a aac"), media("mov", "-c:v prores_ks -c:a pcm_s16le"),
    media("mp4", x264 + " -c:a aac -movflags frag_keyframe+empty_moov"),
    media("mkv", x264 + " -c:a libopus"), media("webm", "-c:v libvpx -b:v 1M -c:a libvorbis"),
    media("ts", x264 + " -c:a aac"), media("avi", "-c:v mpeg4 -c:a libmp3lame"),
    media("flv", x264 + " -c:a aac -ar 44100"), media("mpg", "-c:v mpeg2video -c:a mp2"),
    media("mkv", "-c:v ffv1 -c:a flac"),
  ]

  @Test(arguments: 0..<100)
  func `a damaged file gives an export or an error that names it`(seed: Int) async throws {
    var mutator = FileMutator(seed: UInt64(seed))
    let source = try await Self.files[seed % Self.files.count].file()
    let name = "damaged.\(source.pathExtension)"
    let command = try Command(showing: name)
    defer { command.folder.remove() }
    try mutator.mutated(try Data(contentsOf: source)).write(to: command.folder.file(name))
    let policy = seed % 3 == 0 ? "gap" : "stop"
    let outcome = try await command.run(
      "export", "-o", "film.mkv", "--preset", "lossless", "--progress", "none", "--on-missing",
      policy)
    try expectOrder(outcome, of: command, output: "film.mkv", asset: name)
  }

  private static let footage = ["bamboo.mp4", "chaplin.mp4", "big_buck_bunny_0_30.webm", "hdr.mov"]

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: Command.footage.path), "no footage in shared/media"
    ),
    arguments: 0..<12)
  func `damaged real footage gives a frame or an error that names it`(
    seed: Int
  ) async throws {
    var mutator = FileMutator(seed: UInt64(1_000 + seed))
    let source = Command.footage.appendingPathComponent(Self.footage[seed % Self.footage.count])
    let data = try Data(contentsOf: source)
    let name = "damaged.\(source.pathExtension)"
    let command = try Command(showing: name, types: ["video"], end: "2")
    defer { command.folder.remove() }
    try mutator.mutated(data).write(to: command.folder.file(name))
    let outcome = try await command.run("frame", "--at", "1", "-o", "frame.png")
    try expectOrder(outcome, of: command, output: "frame.png", asset: name)
  }

  /// Expects a documented exit status, and the files and messages that go with it.
  private func expectOrder(
    _ outcome: ChildProcess.Outcome, of command: Command, output: String, asset: String
  ) throws {
    let leftovers = try command.leftovers(besides: [asset])
    switch outcome.status {
    case .exited(0):
      #expect(leftovers == [output])
    case .exited(1), .exited(65), .exited(66):
      #expect(leftovers == [])
      #expect(outcome.errorText.contains(asset) || outcome.errorText.contains("'a'"))
    default:
      Issue.record("\(outcome.status): \(outcome.errorText)")
    }
  }
}
