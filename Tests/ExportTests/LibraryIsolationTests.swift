import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayModel
import CutawayTime
import Foundation
import Synchronization
import TestSupport
import Testing

/// Media in worker processes of the library.
@Suite(.serialized) struct LibraryIsolationTests {
  /// The command beside the tests.
  private static let process = MediaIsolation.process()

  /// A composition that takes some seconds to export.
  private func long() async throws -> Composition {
    try await Edit.composition(
      of: TestMedia(.mov, video: .init(width: 640, height: 360, frameCount: 90)),
      TimeRange(start: .zero, duration: MediaTime(3)), [.video], times: 200)
  }

  private func settings(_ isolation: MediaIsolation = process) -> ExportSession.Settings {
    var settings = ExportSession.Settings()
    settings.isolation = isolation
    return settings
  }

  /// Exports the long composition, and calls `act` when it writes.
  private func export(
    to file: URL, _ act: @escaping @Sendable () -> Void
  ) async throws -> ExportError? {
    let session = ExportSession(try await long(), settings: settings())
    let task = Task { try await session.export(to: file.path, as: .mp4) }
    for await case .exporting(let progress) in session.states() where progress.time > .zero {
      act()
      break
    }
    do {
      try await task.value
      return nil
    } catch let error as ExportError {
      return error
    }
  }

  @Test func `a worker writes the same file, and reports the same`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var edit = try await Edit.twoSeconds()
    edit.overlays = [OverlayLayer(.image(LayerImage(asset: "dot")))]
    edit.assets.append(
      Asset(
        id: "dot",
        image: StillImage(
          size: PixelSize(width: 2, height: 2),
          pixels: (0..<16).map { UInt8($0 * 10) })))
    var files: [Data] = [], reports: [ExportProgress?] = [], warnings: [[Warning]] = []
    for isolation in [MediaIsolation.none, Self.process] {
      let received = Mutex<[Warning]>([])
      let session = ExportSession(
        edit, preset: .lossless, settings: settings(isolation),
        onWarning: { warning in received.withLock { $0.append(warning) } })
      let file = folder.file("\(files.count).mkv")
      async let end: Void = session.export(to: file.path, as: .mkv)
      var last: ExportProgress?
      for await case .exporting(let progress) in session.states() { last = progress }
      try await end
      #expect(session.status == .completed)
      last?.rate = 0
      reports.append(last)
      warnings.append(received.withLock(\.self))
      files.append(try Data(contentsOf: file))
    }
    #expect(files[0] == files[1])
    #expect(reports[0] != nil)
    #expect(reports[0] == reports[1])
    #expect(warnings[0] == warnings[1])
  }

  @Test func `several files, a stream, and a part come out of workers`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edit = try await Edit.twoSeconds()
    let prepared = try await edit.prepared(isolation: Self.process)
    #expect(prepared.media == (try await edit.prepared()).media)
    try await ExportSession(prepared, settings: settings())
      .export(to: [
        .init(folder.file("a.mp4").path, as: .mp4), .init(folder.file("b.wav").path, as: .wav),
      ])
    try await ExportSession(edit, settings: settings())
      .exportStream(to: folder.file("stream"), formats: [.hls])
    let isRendered = try await ExportSession(edit, settings: settings())
      .renderPart(ExportPart(1, of: 1), into: folder.file("parts"), as: .mp4)
    #expect(isRendered)
    let again = try await ExportSession(edit, settings: settings())
      .renderPart(ExportPart(1, of: 1), into: folder.file("parts"), as: .mp4)
    #expect(!again)
    #expect(try folder.names() == ["a.mp4", "b.wav", "parts", "stream"])
    let stream = try FileManager.default.contentsOfDirectory(atPath: folder.file("stream").path)
    #expect(stream.contains("index.m3u8"))
  }

  @Test func `a crash is an error of the asset, and other exports go on`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let error = try await export(to: folder.file("film.mp4")) {
      for worker in WorkerProcesses.descendants() where worker.depth == 3 {
        kill(worker.process, SIGSEGV)
      }
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.faults.map(\.path) == [["assets", "0"]])
    #expect(error?.message.contains("crashed (SIGSEGV)") == true, "\(error?.message ?? "")")
    #expect(try folder.names().isEmpty)
    let edit = try await Edit.twoSeconds()
    try await ExportSession(edit, settings: settings())
      .export(to: folder.file("next.mp4").path, as: .mp4)
    #expect(try folder.names() == ["next.mp4"])
  }

  @Test func `a killed worker is worth another try, and a killed command starts again`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let error = try await export(to: folder.file("film.mp4")) {
      for process in WorkerProcesses.descendants() where process.depth != 2 {
        kill(process.process, SIGKILL)
      }
    }
    #expect(error?.code == .interrupted)
    #expect(try folder.names().isEmpty)
    let edit = try await Edit.twoSeconds()
    try await ExportSession(edit, settings: settings())
      .export(to: folder.file("next.mp4").path, as: .mp4)
    #expect(try folder.names() == ["next.mp4"])
  }

  @Test func `a cancelled export ends its worker, and leaves nothing`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let session = ExportSession(try await long(), settings: settings())
    let task = Task { try await session.export(to: file.path, as: .mp4) }
    for await case .exporting(let progress) in session.states() where progress.time > .zero {
      break
    }
    task.cancel()
    await #expect(throws: ExportError(.cancelled, "the export was cancelled")) {
      try await task.value
    }
    #expect(session.status == .cancelled)
    #expect(try folder.names().isEmpty)
    // The supervisor waits for the worker, and ends after it.
    while WorkerProcesses.descendants().contains(where: { $0.depth > 1 }) {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `a policy limits a worker`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edit = try await Edit.twoSeconds()
    var settings = settings()
    settings.policy = RenderPolicy(folders: [folder.url.path])
    let outside = await #expect(throws: ExportError.self) {
      try await ExportSession(edit, settings: settings)
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(outside?.code == .refused)
    #expect(outside?.faults.first?.path == ["assets", "0"])
    let media = URL(fileURLWithPath: edit.assets[0].location).deletingLastPathComponent()
    settings.policy = RenderPolicy(folders: [media.path])
    settings.policy?.limits.memory = 1 << 20
    let large = await #expect(throws: ExportError.self) {
      try await ExportSession(edit, settings: settings)
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(large?.code == .refused)
    #expect(large?.message.contains("memory that the policy allows") == true)
    settings.policy?.limits.memory = 1 << 31
    try await ExportSession(edit, settings: settings)
      .export(to: folder.file("film.mp4").path, as: .mp4)
    #expect(try folder.names() == ["film.mp4"])
  }

  @Test func `images of a worker are those of this process`() async throws {
    let edit = try await Edit.twoSeconds()
    let times = (0..<8).map { MediaTime(Int64($0), over: 3) }
    func images(_ isolation: MediaIsolation) async throws -> [String] {
      var generator = try await ImageGenerator(edit, isolation: isolation)
      generator.maximumSize = PixelSize(width: 160, height: 160)
      var results: [String] = []
      for await result in generator.images(for: times) {
        switch result {
        case .success(let time, let image, let actual):
          results.append("\(time) \(actual) \(image.size) \(image.hashValue)")
        case .failure(let time, let error): results.append("\(time) \(error)")
        }
      }
      return results
    }
    let own = try await images(.none), isolated = try await images(Self.process)
    #expect(own.count == 8)
    #expect(own == isolated)
    // A reader that stops early ends its worker.
    let generator = try await ImageGenerator(edit, isolation: Self.process)
    for await _ in generator.images(for: times) { break }
  }

  @Test func `media are opened in a worker for files, too`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let media = try await Edit.twoSeconds().assets[0].location
    try Data("damaged".utf8).write(to: folder.file("bad.mp4"))
    let text = "cutaway: 1\nsequence: [\(media), \(media)]\n"
    let document = try await CompositionText(Array(text.utf8), file: "a.yaml", directory: "")
      .openingMedia(isolation: Self.process)
    let own = try await CompositionText(Array(text.utf8), file: "a.yaml", directory: "")
      .openingMedia()
    #expect(document.composition == own.composition)
    let catalog = await MediaCatalog(
      of: [
        Asset(id: "good", location: media),
        Asset(id: "bad", location: folder.file("bad.mp4").path),
      ], isolation: Self.process)
    #expect(catalog.descriptions.keys.map(\.rawValue) == ["good"])
    #expect(catalog.failures.keys.map(\.rawValue) == ["bad"])
  }

  @Test(arguments: ["/nowhere/cutaway", "/usr/bin/true", "/etc/hostname"])
  func `without its command, nothing is opened`(command: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edit = try await Edit.twoSeconds()
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(edit, settings: settings(.process(command: command)))
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(
      error?.message.hasPrefix("cannot open media in a process of their own: '\(command)' ")
        == true, "\(error?.message ?? "")")
    #expect(try folder.names().isEmpty)
  }

  @Test func `of jobs at once, only those whose worker crashes are lost`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let short = try await Edit.twoSeconds([.video], width: 160, height: 90), long = try await long()
    let count = 12
    let media = URL(fileURLWithPath: long.assets[0].location).resolvingSymlinksInPath().path
    let killer = Task {
      let place = folder.url.resolvingSymlinksInPath()
      while !Task.isCancelled {
        for worker in WorkerProcesses.workers(reading: media, writing: "bad", in: place) {
          kill(worker, SIGBUS)
        }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    defer { killer.cancel() }
    try await ConcurrencyLimit.with(count) {
      let errors = try await withThrowingTaskGroup(of: (Int, ExportError?).self) { group in
        for index in 0..<count {
          let isBad = index % 4 == 0
          group.addTask {
            do throws(ExportError) {
              try await ExportSession(isBad ? long : short, settings: settings())
                .export(to: folder.file("\(isBad ? "bad" : "good")\(index).mp4").path, as: .mp4)
              return (index, nil)
            } catch {
              return (index, error)
            }
          }
        }
        var errors: [Int: ExportError] = [:]
        for try await (index, error) in group { errors[index] = error }
        return errors
      }
      #expect(errors.keys.sorted() == [0, 4, 8])
      #expect(errors.values.allSatisfy { $0.code == .unreadableMedia })
      #expect(errors.values.allSatisfy { $0.faults.map(\.path) == [["assets", "0"]] })
    }
    #expect(try folder.names().count == 9)
  }
}
