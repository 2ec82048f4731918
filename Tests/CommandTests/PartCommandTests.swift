import Foundation
import TestSupport
import Testing

/// `export --part`, `parts` and `join` as an array system runs them.
@Suite(.serialized) struct PartCommandTests {
  private static let edit = """
    cutaway: 1
    render: {size: [160, 90], frameRate: 30}
    assets: {a: a.mp4}
    tracks:
      - {id: v, type: video, segments: [{asset: a, source: [0, 2]}, {asset: a, source: [0, 2]}]}
      - {id: s, type: audio, segments: [{asset: a, source: [0, 2]}, {asset: a, source: [0, 2]}]}
    export: {fileType: mp4}

    """

  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let clip = try await TestMedia(video: .init(frameCount: 60), audio: .init()).file()
    try FileManager.default.copyItem(at: clip, to: folder.file("a.mp4"))
    try Data(Self.edit.utf8).write(to: folder.file("edit.yaml"))
    return folder
  }

  /// Makes each segment of the edit in a folder longer.
  private func lengthen(_ folder: TemporaryDirectory, to seconds: Int) throws {
    let long = Self.edit.replacing(
      "source: [0, 2]", with: "source: [0, 2], duration: \(seconds), loop: true")
    try Data(long.utf8).write(to: folder.file("edit.yaml"))
  }

  private static let unset = Dictionary(
    uniqueKeysWithValues: [
      "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX",
      "PBS_ARRAY_INDEX", "LSB_JOBINDEX",
    ].map { ($0, String?.none) })

  private func cutaway(
    _ arguments: [String], in folder: TemporaryDirectory, _ environment: [String: String] = [:],
    signal: ChildProcess.Signal? = nil
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      TestedPackage.command, arguments,
      environment: Self.unset.merging(environment.mapValues { $0 }) { $1 }, directory: folder.url,
      timeout: .seconds(300), signal: signal
    ).run()
  }

  @Test func `parts copy what an edit leaves unchanged`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    // As large as the picture.
    let clip = try await TestMedia(
      video: .init(width: 160, height: 90, frameCount: 60), audio: .init()
    ).file()
    try FileManager.default.removeItem(at: folder.file("a.mp4"))
    try FileManager.default.copyItem(at: clip, to: folder.file("a.mp4"))
    let plan = try await cutaway(
      ["parts", "edit.yaml", "--smart", "--count", "1"], in: folder)
    #expect(plan.status == .exited(0) && plan.outputText.contains("\"frameCount\" : 120"))
    let jobs = try await cutaway(
      ["export", "edit.yaml", "-o", "jobs.mp4", "--smart", "--jobs", "2"], in: folder)
    #expect(jobs.status == .exited(0))
    #expect(jobs.errorText.contains("copied 120 of 120 frames"), "\(jobs.errorText)")
    for part in [0, 1] {
      let outcome = try await cutaway(
        ["export", "edit.yaml", "--smart", "--part", "\(part)/1", "-o", "parts"], in: folder)
      #expect(outcome.status == .exited(0))
      #expect(outcome.errorText.contains("copied 120 of 120 frames") == (part == 1))
    }
    let join = try await cutaway(
      ["join", "parts", "-o", "film.mp4", "--progress", "json"], in: folder)
    #expect(join.status == .exited(0) && join.outputText.contains("\"copiedFrames\":120"))
    let films = try ["jobs.mp4", "film.mp4"].map { try Data(contentsOf: folder.file($0)) }
    #expect(films[0] == films[1] && films[0].count < 1_000_000)
  }

  @Test func `an array of tasks, a join and several processes give the same file`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let early = try await cutaway(["join", "parts", "-o", "film.mp4"], in: folder)
    #expect(early.status == .exited(66))
    for index in [2, 1, 0] {
      let task = try await cutaway(
        ["export", "edit.yaml", "--part", "auto/2", "-o", "parts", "--chunk", "2", "-q"],
        in: folder, ["SLURM_ARRAY_TASK_ID": "\(index)", "PBS_ARRAY_INDEX": "\(index)"])
      #expect(task.status == .exited(0), "\(task.errorText)")
      guard index > 0 else { break }
      let join = try await cutaway(["join", "parts", "-o", "film.mp4"], in: folder)
      #expect(join.status == .exited(75))
      #expect(join.outputText == (index == 2 ? "missing: 0-1\n" : "missing: 0\n"))
    }
    let join = try await cutaway(
      ["join", "parts", "-o", "film.mp4", "--wait", "--remove-parts"], in: folder)
    #expect(join.status == .exited(0), "\(join.errorText)")
    let jobs = try await cutaway(
      ["export", "edit.yaml", "-o", "jobs.mp4", "--jobs", "2", "--chunk", "2"], in: folder)
    #expect(jobs.status == .exited(0), "\(jobs.errorText)")
    #expect(
      try Data(contentsOf: folder.file("film.mp4")) == Data(contentsOf: folder.file("jobs.mp4")))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["a.mp4", "edit.yaml", "film.mp4", "jobs.mp4"])
  }

  @Test func `the plan is JSON with the digest that a part accepts`() async throws {
    struct Plan: Decodable {
      struct Part: Decodable { var chunks: [Int], frames: [Int] }
      var plan: String, frameCount: Int, parts: [Part]
    }
    let folder = try await folder()
    defer { folder.remove() }
    let printed = try await cutaway(
      ["parts", "edit.yaml", "--count", "2", "--chunk", "2"], in: folder)
    let plan = try JSONDecoder().decode(Plan.self, from: printed.output)
    #expect(plan.frameCount == 120)
    #expect(plan.parts.map(\.frames) == [[0, 60], [60, 120]])
    let part = ["export", "edit.yaml", "--part", "1/2", "-o", "parts", "--chunk", "2", "--plan"]
    #expect(try await cutaway(part + [plan.plan], in: folder).status == .exited(0))
    let other = try await cutaway(part + ["sha256:0"], in: folder)
    #expect(other.status == .exited(65))
    #expect(other.errorText.contains(plan.plan) && other.errorText.contains("sha256:0"))
  }

  @Test(arguments: [
    ("--part 3/2 -o p", 64, "there is no part 3 of 2"), ("--part 1 -o p", 64, "3/8 or auto/8"),
    ("--part auto/2 -o p", 64, "none of SLURM_ARRAY_TASK_ID"),
    ("--part 1/2 -o p --range 0,1", 64, "--range cannot be used with --part"),
    ("--part 1/2 -o p --max-file-size 1M", 64, "--max-file-size cannot be used"),
    ("-o f.mp4 --jobs 2 --video-bitrate 1M", 64, "--video-bitrate cannot be used with --jobs"),
    ("--part 1/2 -o p --file-type webm", 64, "webm files cannot be made of parts"),
    ("--part 1/2 -o p --file-type fmp4", 64, "fmp4 files cannot be made of parts"),
    ("-o f.mp4 --jobs none", 64, "'none' is not 'auto' or a number"),
    ("--part 1/2 -o p --chunk 1", 64, "not between 2 and 120"),
    ("--part 1/2 -o a.mp4/p", 73, "a.mp4/p"),
  ])
  func `wrong usage is an error with its own code`(
    arguments: String, code: Int, words: String
  ) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let outcome = try await cutaway(
      ["export", "edit.yaml"] + arguments.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.status == .exited(code))
    #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["a.mp4", "edit.yaml"])
  }

  @Test func `array systems that disagree are an error`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let outcome = try await cutaway(
      ["export", "edit.yaml", "--part", "auto/2", "-o", "p"], in: folder,
      ["SLURM_ARRAY_TASK_ID": "1", "LSB_JOBINDEX": "2"])
    #expect(outcome.status == .exited(64))
    #expect(outcome.errorText.contains("SLURM_ARRAY_TASK_ID is 1, but LSB_JOBINDEX is 2"))
  }

  @Test func `a signal ends all processes and leaves nothing`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try lengthen(folder, to: 9000)
    let outcome = try await cutaway(
      ["export", "edit.yaml", "-o", "film.mp4", "--jobs", "2"], in: folder,
      signal: .init(SIGINT, once: { _ in !Self.partProcesses(of: folder).isEmpty }))
    #expect(outcome.status == .exited(130), "\(outcome.errorText)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["a.mp4", "edit.yaml"])
  }

  /// The processes that render parts of the edit in a folder.
  private static func partProcesses(of folder: TemporaryDirectory) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { id in
      // A process that has ended has no folder.
      let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd")
      let words = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(id)/cmdline"))
      return place == folder.url.path && words?.contains(Data("--end-with-input".utf8)) == true
    }
  }

  @Test func `a part whose process is killed is rendered again`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try lengthen(folder, to: 60)
    async let film = cutaway(
      ["export", "edit.yaml", "-o", "film.mp4", "--jobs", "2", "--progress", "none"], in: folder)
    try await waitUntil("a process renders a part") { !Self.partProcesses(of: folder).isEmpty }
    for id in Self.partProcesses(of: folder) { kill(id, SIGKILL) }
    let outcome = try await film
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("failed, and is rendered again"), "\(outcome.errorText)")
    let whole = try await cutaway(
      ["export", "edit.yaml", "-o", "whole.mp4", "--jobs", "1", "--progress", "none"], in: folder)
    #expect(whole.status == .exited(0), "\(whole.errorText)")
    #expect(
      try Data(contentsOf: folder.file("film.mp4")) == Data(contentsOf: folder.file("whole.mp4")))
  }

  @Test func `the processes of the parts end with a process that is killed`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try lengthen(folder, to: 9000)
    let outcome = try await cutaway(
      ["export", "edit.yaml", "-o", "film.mp4", "--jobs", "2"], in: folder,
      signal: .init(SIGKILL, once: { _ in Self.partProcesses(of: folder).count == 2 }))
    #expect(outcome.status == .signalled(Int(SIGKILL)))
    try await waitUntil("the processes have ended") { Self.partProcesses(of: folder).isEmpty }
  }
}
