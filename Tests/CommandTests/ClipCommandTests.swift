import Foundation
import TestSupport
import Testing

/// Verbs that take media files in place of compositions.
@Suite(.serialized) struct ClipCommandTests {
  /// A folder with two clips of 60 frames, one of which has another size, and sound.
  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let clips = [
      ("1.mov", 320, 180), ("2.mov", 320, 180), ("big.mov", 640, 360),
    ]
    for (index, (name, width, height)) in clips.enumerated() {
      let media = TestMedia(
        .mov,
        video: .init(
          codec: .h264Intra, width: width, height: height, frameCount: 60, clip: UInt8(index + 1)),
        audio: .init(codec: .pcm, sound: .ticks, clip: UInt8(index + 1)))
      try FileManager.default.copyItem(at: try await media.file(), to: folder.file(name))
    }
    try WaveFile.write(
      [[Float](repeating: 0.25, count: 48_000)], sampleRate: 48_000, to: folder.file("song.wav"))
    return folder
  }

  private func run(
    _ script: String, in folder: TemporaryDirectory
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      "bash", ["-c", script], environment: ["C": TestedPackage.command], directory: folder.url,
      timeout: .seconds(120)
    ).run()
  }

  @Test(arguments: [
    ("$C trim 1.mov 0.5,1.5 -o out.mkv --preset lossless -q", 15..<45),
    ("$C trim 1.mov 1/2,end -o out.mkv --preset lossless -q", 15..<60),
    ("$C trim 1.mov 0.5,1 --print >t.yaml; $C export t.yaml -o out.mkv --preset lossless", 15..<30),
    (
      """
      $C trim 1.mov 0.5,1 --print --decoder software --frame-rate 30 >t.yaml
      grep -q 'decoder: software' t.yaml && grep -q 'frameRate: 30' t.yaml \
        && $C export t.yaml -o out.mkv --preset lossless
      """, 15..<30
    ),
    (
      """
      $C join 1.mov 1.mov --print --decoder hardware >t.yaml
      test $(grep -c 'decoder: hardware' t.yaml) = 1 \
        && $C export t.yaml -o out.mkv --preset lossless --range 0.5,2
      """, 15..<60
    ),
    (
      """
      $C title A 1.mov --at 1 --print --decoder hardware >t.yaml
      grep -q 'decoder: hardware' t.yaml && $C export t.yaml -o out.mkv --preset lossless --range 0,1
      """, 0..<30
    ),
    ("$C export 1.mov -o out.mkv --preset lossless -q", 0..<60),
    ("$C expand 1.mov >t.yaml; $C export t.yaml -o out.mkv --preset lossless -q", 0..<60),
    ("mkdir d; mv 1.mov d; cd d; $C trim 1.mov 0,1 -o ../out.mkv --preset lossless -q", 0..<30),
  ])
  func `a part of a clip is exported`(script: String, frames: Range<Int>) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let outcome = try await run(script, in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let film = folder.file("out.mkv")
    #expect(try await RawVideo.read(film).frameNumbers() == Array(frames))
    let sound = try await RawAudio.read(film).channels
    #expect(sound.first?.count == frames.count * 1_600)
  }

  @Test func `clips are joined, and those of other sizes fit`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let outcome = try await run(
      """
      $C join 1.mov 2.mov -o same.mkv --preset lossless -q &&
      $C join 1.mov big.mov -o fit.mkv --preset lossless -q &&
      $C join 1.mov 2.mov --print >j.yaml && $C export j.yaml -o copy.mov --preset passthrough -q
      """, in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let twice: [Int?] = Array(0..<60) + Array(0..<60)
    for name in ["same.mkv", "copy.mov"] {
      #expect(try await RawVideo.read(folder.file(name)).frameNumbers() == twice)
    }
    let fit = try await RawVideo.read(folder.file("fit.mkv"))
    #expect(fit.count == 120)
    #expect(fit.first?.width == 640)
    #expect(Array(fit.frameNumbers().suffix(60)) == Array(0..<60))
  }

  @Test(arguments: [
    ("$C trim 1.mov 1 -o out.mkv", 64, "'1' is not a part: expected START,END"),
    ("$C trim 1.mov 1,now -o out.mkv", 64, "'now' is not a time"),
    ("$C trim 1.mov 15f,1 -o out.mkv", 64, "'15f' is not a time"),
    ("$C trim 1.mov 1,1 -o out.mkv", 65, "the range 1–1 s is empty"),
    ("$C trim 1.mov 1,9 -o out.mkv", 65, "the source range ends at 9 s"),
    ("$C trim gone.mov 0,1 -o out.mkv", 66, "error: cannot use 'gone.mov': "),
    ("$C trim 1.mov 0,1", 64, "give either --output or --print"),
    ("$C join 1.mov gone.mov -o out.mkv", 66, "error: cannot use 'gone.mov': "),
    ("$C join 1.mov song.wav -o out.mkv", 65, "others have only sound"),
    ("$C join 1.mov 2.mov --wait -o out.mkv", 64, "--wait and --remove-parts need a folder"),
    ("$C join gone -o out.mkv", 66, "'gone' is not a folder of parts: there is no such folder"),
  ])
  func `what cannot be is an error, and nothing is written`(
    script: String, status: Int, message: String
  ) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let outcome = try await run(script, in: folder)
    #expect(outcome.status == .exited(status), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.mkv").path))
  }
}
