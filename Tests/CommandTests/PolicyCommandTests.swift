import Foundation
import TestSupport
import Testing

/// Compositions of strangers under a policy.
@Suite(.serialized) struct PolicyCommandTests {
  private func run(
    _ arguments: [String], in folder: URL, input: String = "", timeout: Duration = .seconds(300)
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      TestedPackage.command, arguments, directory: folder, input: Data(input.utf8),
      timeout: timeout
    ).run()
  }

  @Test func `nobody opens a file outside of the folder, and nothing over the limits runs`()
    async throws
  {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    let all = hostile.all
    #expect(all.count >= 200)
    var names: [String] = []
    for (index, composition) in all.enumerated() {
      let name = "\(index).yaml"
      try Data(composition.text.utf8).write(to: hostile.uploads.appendingPathComponent(name))
      names.append(name)
    }
    let watch = OpenedFiles(in: [hostile.secret])
    let outcome = try await run(
      ["validate", "--probe", "--policy", "default"] + names, in: hostile.uploads)
    #expect(outcome.status != .exited(0))
    let lines = outcome.errorText.split(separator: "\n")
    for (name, composition) in zip(names, all) {
      #expect(!lines.contains("\(name): valid"), "\(composition.attempt)")
      #expect(
        lines.contains { $0.hasPrefix("\(name):") && $0.contains(": error: ") },
        "\(composition.attempt)")
    }
    #expect(!watch.found())
    #expect(!FileManager.default.fileExists(atPath: hostile.uploads.path + "/stolen"))
    // The watch notices what is opened.
    _ = try Data(contentsOf: URL(fileURLWithPath: hostile.secret + "/film.mp4"))
    #expect(watch.found())
  }

  @Test func `what the policy allows is exported, and the rest is refused with its place`()
    async throws
  {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: hostile.uploads.appendingPathComponent(name))
    }
    let edit = """
      cutaway: 1
      assets:
        clip: clip.mp4
      tracks:
        - id: v
          type: video
          effects:
            - {element: gamma, gamma: 2}
            - {element: blur, sigma: 1.5}
            - {element: colorgrade, location: grade.cube}
          segments: [{asset: clip, source: [0, 1]}]
      """
    let table = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()
    try write("LUT_3D_SIZE 2\n" + table, to: "grade.cube")
    try write(edit, to: "edit.yaml")
    let good = try await run(
      ["export", "edit.yaml", "-o", "good.mp4", "-q", "--policy", "default"], in: hostile.uploads)
    #expect(good.status == .exited(0), "\(good.errorText)")
    try write(edit.replacing("clip.mp4", with: "../secret/film.mp4"), to: "bad.yaml")
    let bad = try await run(
      ["export", "bad.yaml", "-o", "bad.mp4", "--policy", "default"], in: hostile.uploads)
    #expect(bad.status == .exited(77))
    #expect(
      bad.errorText.contains(
        "bad.yaml:3:3: error: cannot use '../secret/film.mp4': the policy does not allow files "
          + "outside of its folders"), "\(bad.errorText)")
    try write("folders: [uploads, secret]\nelements: [blur]\n", to: "../policy.yaml")
    let element = try await run(
      ["frame", "bad.yaml", "--at", "0", "-o", "x.png", "--policy", "../policy.yaml"],
      in: hostile.uploads)
    #expect(element.status == .exited(77))
    #expect(
      element.errorText.contains(
        "bad.yaml:8:19: error: the policy does not allow the element 'gamma'"),
      "\(element.errorText)")
    let media = try await run(
      ["export", "../secret/film.mp4", "-o", "x.mp4", "--policy", "../policy2.yaml"],
      in: hostile.uploads)
    #expect(media.status == .exited(66))
    try write("folders: [uploads]\nlimits: {time: 1, fileSize: 2000}\n", to: "../policy2.yaml")
    for arguments in [
      ["export", "../secret/film.mp4", "-o", "x.mp4"], ["probe", "../secret/film.mp4"],
    ] {
      let refused = try await run(
        arguments + ["--policy", "../policy2.yaml"], in: hostile.uploads)
      #expect(refused.status == .exited(77), "\(refused.errorText)")
    }
    let large = try await run(
      ["export", "edit.yaml", "-o", "large.mp4", "-q", "--policy", "../policy2.yaml"],
      in: hostile.uploads)
    #expect(large.status == .exited(77))
    #expect(large.errorText.contains("2000 bytes that the policy allows"), "\(large.errorText)")
    #expect(!FileManager.default.fileExists(atPath: hostile.uploads.path + "/large.mp4"))
  }

  @Test func `a list within another format is not followed`() async throws {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    let film = "file://\(hostile.secret)/film.mp4"
    let lists = [
      "hls": "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.0,\n\(film)\n"
        + "#EXT-X-ENDLIST\n",
      "ges": "<ges version='0.4'><project><ressources><asset id='\(film)' "
        + "extractable-type-name='GESUriClip'/></ressources><timeline><track caps='video/x-raw' "
        + "track-type='4' track-id='0'/><layer priority='0'><clip id='0' asset-id='\(film)' "
        + "type-name='GESUriClip' layer-priority='0' track-types='4' start='0' "
        + "duration='900000000' inpoint='0' rate='0'/></layer></timeline></project></ges>",
    ]
    for (name, list) in lists {
      // A tag of ID3 with one title, behind which GStreamer looks for the type again.
      let title = [UInt8]("TIT2".utf8) + [0, 0, 0, 6, 0, 0, 0] + [UInt8]("title".utf8)
      let tag = [UInt8]("ID3".utf8) + [3, 0, 0, 0, 0, 0, 30]
      let padding = [UInt8](repeating: 0, count: 30 - title.count)
      try Data(tag + title + padding + [UInt8](list.utf8)).write(
        to: hostile.uploads.appendingPathComponent("\(name).mp4"))
      try Data("cutaway: 1\nsequence: [{asset: \(name).mp4, duration: 0.5}]\n".utf8).write(
        to: hostile.uploads.appendingPathComponent("\(name).yaml"))
      let watch = OpenedFiles(in: [hostile.secret])
      let outcome = try await run(
        ["export", "\(name).yaml", "-o", "x.mp4", "-q", "--policy", "default"],
        in: hostile.uploads)
      #expect(outcome.status != .exited(0), "\(name)")
      #expect(outcome.errorText.contains("error: "), "\(name): \(outcome.errorText)")
      #expect(!watch.found(), "\(name)")
    }
  }

  @Test func `a composition must not be a link out of its folder`() async throws {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    for arguments in [["validate"], ["export", "-o", "x.mp4"], ["expand"], ["probe"]] {
      let outcome = try await run(
        [arguments[0], "inner-link.yaml"] + arguments.dropFirst() + ["--policy", "default"],
        in: hostile.uploads)
      #expect(outcome.status == .exited(77), "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains("outside of its folders"), "\(outcome.errorText)")
    }
  }

  @Test(arguments: [
    ["probe"], ["validate", "--probe"], ["build"], ["export", "-o", "out.mkv"],
    ["parts", "--count", "2"], ["sheet", "-o", "s.png"],
  ])
  func `what the innermost file refuses is refused`(command: [String]) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // Files within files, and a secret file in the last one.
    for (name, asset) in [("a", "b.yaml"), ("b", "c.yaml"), ("c", "/etc/hostname")] {
      try Data(
        """
        cutaway: 1
        render: {size: [64, 64], frameRate: 10}
        assets: {clip: \(asset)}
        tracks: [{id: v, type: video, segments: [{asset: clip, source: [0, 1]}]}]

        """.utf8
      ).write(to: folder.file("\(name).yaml"))
    }
    let outcome = try await run(
      [command[0], "a.yaml", "--policy", "default"] + command.dropFirst(), in: folder.url)
    #expect(outcome.status == .exited(77), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("c.yaml:3:10: error: cannot use '/etc/hostname'"))
  }

  @Test func `a stream that fails leaves no folder`() async throws {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    let edit = "cutaway: 1\nsequence: [clip.mp4]\n"
    try Data(edit.utf8).write(to: hostile.uploads.appendingPathComponent("edit.yaml"))
    try Data("folders: [uploads]\nlimits: {fileSize: 100}\n".utf8).write(
      to: hostile.folder.file("policy.yaml"))
    let outcome = try await run(
      ["export", "edit.yaml", "-q", "--policy", "../policy.yaml", "--dash", "stream"],
      in: hostile.uploads)
    #expect(outcome.status == .exited(77), "\(outcome.errorText)")
    #expect(!FileManager.default.fileExists(atPath: hostile.uploads.path + "/stream"))
  }

  @Test func `join, trim and title take a policy`() async throws {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    let joined = try await run(
      ["join", "clip.mp4", "./clip.mp4", "-o", "joined.mp4", "-q", "--policy", "default"],
      in: hostile.uploads)
    #expect(joined.status == .exited(0), "\(joined.errorText)")
    for (arguments, reason) in [
      (["join", "clip.mp4", "link.mp4"], "outside of its folders"),
      (["join", "clip.mp4", "list.mp4"], "playlists"), (["trim", "link.mp4", "0,0.5"], "outside"),
      (["trim", "wide.mp4", "0,0.5"], "playlists"), (["title", "Hi", "link.mp4"], "outside"),
      (["title", "Hi", "list.mp4"], "playlists"),
    ] {
      let refused = try await run(
        arguments + ["-o", "x.mp4", "--policy", "default"], in: hostile.uploads)
      #expect(refused.status == .exited(77), "\(arguments)")
      #expect(refused.errorText.contains(reason), "\(arguments): \(refused.errorText)")
    }
    let titled = try await run(
      ["title", "Hi", "clip.mp4", "-o", "titled.mp4", "-q", "--policy", "default"],
      in: hostile.uploads)
    #expect(titled.status == .exited(0), "\(titled.errorText)")
    try Data("folders: [uploads]\nlimits: {duration: 0.2}\n".utf8).write(
      to: hostile.folder.file("policy.yaml"))
    for arguments in [["trim", "clip.mp4", "0,0.5"], ["title", "Hi", "clip.mp4"]] {
      let long = try await run(
        arguments + ["-o", "x.mp4", "--policy", "../policy.yaml"], in: hostile.uploads)
      #expect(long.status == .exited(77), "\(long.errorText)")
    }
    let parts = try await run(
      ["join", ".", "-o", "x.mp4", "--policy", "default"], in: hostile.uploads)
    #expect(parts.errorText.contains("--policy needs media files"), "\(parts.errorText)")
    #expect(!FileManager.default.fileExists(atPath: hostile.uploads.path + "/x.mp4"))
  }

  @Test func `a policy may come from standard input`() async throws {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    let edit = "cutaway: 1\nsequence: [uploads/clip.mp4]\n"
    try Data(edit.utf8).write(to: hostile.folder.file("edit.yaml"))
    let export = ["export", "edit.yaml", "-o", "x.mp4", "-q", "--policy", "-"]
    let good = try await run(export, in: hostile.folder.url, input: "folders: [uploads]")
    #expect(good.status == .exited(0), "\(good.errorText)")
    let bad = try await run(
      export + ["--force"], in: hostile.folder.url, input: "folders: [secret]")
    #expect(bad.status == .exited(77), "\(bad.errorText)")
    let both = try await run(
      ["validate", "-", "--policy", "-"], in: hostile.folder.url, input: edit)
    #expect(both.status == .exited(64), "\(both.errorText)")
    #expect(both.errorText.contains("either the composition or the policy"), "\(both.errorText)")
    let jobs = try await run(
      export + ["--force", "--jobs", "2"], in: hostile.folder.url, input: "folders: [uploads]")
    #expect(jobs.status == .exited(64), "\(jobs.errorText)")
  }

  @Test(arguments: [["--smart"], ["--smart", "--jobs", "2"], ["--hls"]])
  func `the limit of bytes ends each kind of export`(kind: [String]) async throws {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    let edit = """
      cutaway: 1
      assets: {clip: clip.mp4}
      tracks:
        - {id: v, type: video, segments: [{asset: clip, source: [0, 1]}]}
        - {id: s, type: audio, segments: [{asset: clip, source: [0, 1]}]}
      """
    try Data(edit.utf8).write(to: hostile.uploads.appendingPathComponent("edit.yaml"))
    let output = kind == ["--hls"] ? ["--hls", "stream"] : ["-o", "x.mp4"] + kind
    let arguments = ["export", "edit.yaml", "-q", "--policy", "../policy.yaml"] + output
    for (limit, status) in [(2_000, 77), (5_000_000, 0)] {
      try Data("folders: [uploads]\nlimits: {fileSize: \(limit)}\n".utf8).write(
        to: hostile.folder.file("policy.yaml"))
      let outcome = try await run(arguments, in: hostile.uploads)
      #expect(outcome.status == .exited(status), "\(outcome.errorText)")
      let isThere = ["x.mp4", "stream/index.m3u8"].contains {
        FileManager.default.fileExists(atPath: hostile.uploads.path + "/" + $0)
      }
      #expect(isThere == (status == 0))
    }
  }

  @Test func `an export ends when it takes too long`() async throws {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    let edit = """
      cutaway: 1
      render: {size: [1280, 720], frameRate: 60}
      assets: {clip: clip.mp4}
      tracks: [{id: v, type: video, segments: [{asset: clip, source: [0, 1], duration: 500}]}]
      effects: [{element: blur, sigma: 9}, {element: sharpen}]
      """
    try Data(edit.utf8).write(to: hostile.uploads.appendingPathComponent("edit.yaml"))
    try Data("folders: [uploads]\nlimits: {time: 1}\n".utf8).write(
      to: hostile.folder.file("policy.yaml"))
    let outcome = try await run(
      ["export", "edit.yaml", "-o", "x.mp4", "-q", "--policy", "../policy.yaml"],
      in: hostile.uploads)
    #expect(outcome.status == .exited(77))
    #expect(
      outcome.errorText.contains("takes longer than the 1 s that the policy allows"),
      "\(outcome.errorText)")
    #expect(!FileManager.default.fileExists(atPath: hostile.uploads.path + "/x.mp4"))
  }
}
