import Foundation
import Glibc
import TestSupport
import Testing

/// The inputs that a shell can pass as a composition.
@Suite struct InputTests {
  /// Runs a script in a folder with a composition; `$C` is the command.
  private func run(
    _ script: String, signal: ChildProcess.Signal? = nil
  ) async throws -> (status: ChildProcess.Status, error: String) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let text = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 1]}]}]

      """
    for name in ["ok.yaml", "-dash.yaml", "--force.yaml"] {
      try Data(text.utf8).write(to: folder.file(name))
    }
    let outcome = try await ChildProcess(
      "bash", ["-c", script],
      environment: ["C": TestedPackage.command],
      directory: folder.url, signal: signal
    ).run()
    return (outcome.status, outcome.errorText)
  }

  @Test(arguments: [
    "$C validate - <ok.yaml", "cat ok.yaml | $C validate -", "$C validate /dev/stdin <ok.yaml",
    "cat ok.yaml | $C validate /dev/stdin", "$C validate <(cat ok.yaml)",
    "$C validate <(head -c 20 ok.yaml; sleep 0.3; tail -c +21 ok.yaml)",
    "mkfifo pipe; cat ok.yaml >pipe & $C validate pipe",
    "mkfifo pipe; (sleep 0.3; cat ok.yaml >pipe) & $C validate pipe",
    "$C validate -- -dash.yaml", "$C validate -- --force.yaml", "$C validate ./-dash.yaml",
    "$C validate -- --force.yaml - ok.yaml <ok.yaml",
  ])
  func `files, pipes and unusual names are read`(script: String) async throws {
    let (status, error) = try await run(script)
    #expect(status == .exited(0), "\(error)")
    #expect(error.contains("valid"))
  }

  @Test(arguments: [
    (
      "$C validate - <&-", 66,
      "error: cannot read standard input: \(unsafe String(cString: strerror(EBADF)))"
    ),
    ("echo 'x: [' | $C validate -", 65, "standard input:2:1: error: not YAML"),
    (
      "printf '\\0\\0\\0\\030ftypmp42' | $C validate -", 65,
      "error: standard input is a media file (MP4 or MOV), not a composition"
    ),
    (
      "printf '\\0\\0\\0\\030ftypmp42' >a.mp4; $C play a.mp4", 66,
      "error: cannot use 'a.mp4': "
    ),
    (
      "printf '#EXTM3U\\na.ts\\n' >a.m3u8; $C sheet a.m3u8 -o b.png", 66,
      "error: cannot use 'a.m3u8': it is a playlist of HLS"
    ),
    (
      "printf '1\\n00:00:00,000 --> 00:00:01,000\\nHi\\n' >a.srt; $C export a.srt -o b.mp4", 66,
      "error: 'a.srt' contains neither video nor sound"
    ),
    (
      "printf OggS >a.ogg; $C export ok.yaml --each a.ogg -o '{row}.mp4'", 65,
      "error: 'a.ogg' is a media file (Ogg), not a table of values"
    ),
    (
      "printf OggS >a.ogg; $C validate ok.yaml --vars a.ogg", 65,
      "error: 'a.ogg' is a media file (Ogg), not a file with values of variables"
    ),
    (
      "printf OggS >a.ogg; $C validate ok.yaml --policy a.ogg", 65,
      "error: 'a.ogg' is a media file (Ogg), not a policy"
    ),
    ("printf OggS >a.ogg; $C export a.ogg -o b.mp4", 66, "error: cannot use 'a.ogg': "),
    (
      "for i in $(seq 100); do printf '\\1\\2\\303\\200\\3a'; done >a.mp3; $C export a.mp3 -o b.mp4",
      66,
      "error: cannot use 'a.mp3': "
    ),
    ("printf 'a: \\1\\2' >a.yaml; $C validate a.yaml", 65, "a.yaml:1:4: error: "),
    ("$C validate - <.", 66, "error: standard input is a directory"),
    ("$C validate .", 66, "error: '.' is a directory"),
    ("$C validate none.yaml", 66, "error: there is no file 'none.yaml'"),
    ("$C validate ok.yaml/none", 66, "error: there is no file 'ok.yaml/none'"),
    ("$C validate ''", 66, "error: there is no file ''"),
    ("$C validate /dev/null", 65, "/dev/null:1:1: error: the file is empty"),
    ("$C validate <(:)", 65, "error: the file is empty"),
  ])
  func `an unreadable input is an error with the cause`(
    script: String, code: Int, message: String
  ) async throws {
    let (status, error) = try await run(script)
    #expect(status == .exited(code))
    #expect(error.hasPrefix(message) || error.contains(message), "\(error)")
    #expect(!error.contains("Fatal"))
  }

  /// The shell limits the memory of the command.
  @Test(arguments: [
    ("$C validate - </dev/zero", 128 << 20),
    ("$C validate /dev/zero", 128 << 20),
    ("yes | $C validate -", 128 << 20),
    ("truncate -s 3G big.yaml; $C validate big.yaml", 128 << 20),
    ("yes | $C validate - --policy default", 4 << 20),
  ])
  func `an endless input is read up to the limit`(script: String, limit: Int) async throws {
    let (status, error) = try await run("ulimit -v 3000000; " + script)
    #expect(status == .exited(65), "\(error)")
    #expect(error.contains("the file has more than \(limit) bytes, the limit"))
  }

  @Test(arguments: [
    "mkfifo pipe; exec $C validate pipe",
    // The process itself holds the pipe open for writing.
    "mkfifo pipe; exec $C validate - 3<>pipe <pipe",
  ])
  func `waiting for a pipe can be interrupted`(script: String) async throws {
    // Once the shell has become the command, any moment is right. A second later the command usually
    // waits, but nothing shows that it does.
    let signal = ChildProcess.Signal(
      SIGINT, once: { ChildProcess.executable(of: $0) == "cutaway" }, after: .seconds(1))
    let (status, error) = try await run(script, signal: signal)
    #expect(status == .exited(130) || status == .signalled(Int(SIGINT)), "\(error)")
  }

  @Test(arguments: ["a:b.mp4", "take:2.mp4", "take:/2.mp4"])
  func `a name with a colon is the same file from any directory`(name: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let media = folder.file("m/\(name)")
    try FileManager.default.createDirectory(
      at: media.deletingLastPathComponent(), withIntermediateDirectories: true)
    let clip = try await TestMedia(video: .init(frameCount: 60), audio: .init()).file()
    try FileManager.default.copyItem(at: clip, to: media)
    let text = """
      cutaway: 1
      assets: {a: '\(name)'}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 1]}]}]

      """
    try Data(text.utf8).write(to: folder.file("m/edit.yaml"))
    for (directory, file) in [("m", "edit.yaml"), (".", "m/edit.yaml"), ("/", nil)] {
      let file = file ?? folder.file("m/edit.yaml").path
      let outcome = try await ChildProcess(
        TestedPackage.command,
        ["validate", "--probe", file],
        directory: directory == "/" ? URL(fileURLWithPath: "/") : folder.file(directory)
      ).run()
      #expect(outcome.status == .exited(0), "\(directory): \(outcome.errorText)")
    }
  }
}
