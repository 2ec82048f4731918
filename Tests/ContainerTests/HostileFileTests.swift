import CutawayContainers
import CutawayDiagnostics
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct HostileFileTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  @Test(arguments: [
    "", "moov", "no movie at all, but long enough", "\0\0\0\u{8}free", "\0\0\0\u{8}moov",
    "\0\0\0\u{8}ftyp\0\0\0\u{8}moov",
  ])
  func `a file that is not a movie is an error`(_ text: String) throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: ContainerError.self) {
      try finish(file) { $0.chapters = [.init(time: .zero, title: "One")] }
    }
    #expect(error?.code == .malformed)
    #expect(try Data(contentsOf: file) == Data(text.utf8))
  }

  @Test func `a path that is not a file is an error`() throws {
    defer { folder.remove() }
    for path in [folder.url.path, folder.file("none").path, "/dev/null"] {
      let error = #expect(throws: ContainerError.self) { try MovieFinishing().apply(to: path) }
      #expect(error.map { [.unreadable, .unwritable].contains($0.code) } ?? false)
    }
  }

  @Test func `endlessly nested boxes are an error`() throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let depth = 100_000
    let bytes = (0..<depth).flatMap { level -> [UInt8] in
      BoxTree.word(8 * (depth - level)) + Array((level == 0 ? "moov" : "trak").utf8)
    }
    try Data(bytes).write(to: file)
    let error = #expect(throws: ContainerError.self) { try MovieFinishing().apply(to: file.path) }
    #expect(error?.code == .malformed)
  }

  /// Each damaged movie is finished or refused.
  ///
  /// A finished movie has valid boxes.
  @Test(arguments: [TestMedia.Container.mp4, .mov], 0..<8)
  func `a damaged movie is finished or is an error`(
    _ container: TestMedia.Container, _ seed: UInt64
  ) async throws {
    defer { folder.remove() }
    let film = try await [UInt8](Data(contentsOf: Movies.film(container, in: folder)))
    try damage(film, seed: seed)
  }

  @Test(arguments: 0..<8)
  func `a damaged fragmented movie is finished or is an error`(_ seed: UInt64) async throws {
    defer { folder.remove() }
    let film = try await [UInt8](Data(contentsOf: Movies.fragments(in: folder)))
    try damage(film, seed: seed)
  }

  private func damage(_ film: [UInt8], seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = folder.file("damaged.mp4")
    let headers = headerBytes(film)
    for round in 0..<150 {
      var bytes = film
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = headers.randomElement(using: &random) ?? 0
        let value: [UInt8] = [0, 1, 8, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
        bytes[place] = value.randomElement(using: &random) ?? 0
      }
      if Int.random(in: 0..<5, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      try Data(bytes).write(to: file)
      do {
        try finish(file) { finishing in
          finishing.movesHeaderFirst = Bool.random(using: &random)
          finishing.metadata = [.init(.title, "A title"), .location(latitude: 1, longitude: 2)]
          finishing.chapters = [.init(time: MediaTime(1, over: 10), title: "One")]
          finishing.languages = [0: "pt-BR"]
          finishing.creationTime = Date(timeIntervalSince1970: round % 2 == 0 ? 0 : 4e9)
        }
        #expect(throws: Never.self, "seed \(seed), round \(round)") {
          try MovieLayout(path: file.path)
        }
      } catch {
        #expect(error is ContainerError)
      }
    }
  }

  /// The ranges of all boxes but `mdat`.
  private func headerBytes(_ film: [UInt8]) -> [Int] {
    var places: [Int] = [], position = 0
    while position + 8 <= film.count {
      let length = film[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let isMedia = film[position + 4..<position + 8] == Array("mdat".utf8)[...]
      places += Array(position..<position + (isMedia ? 8 : length))
      position += length
    }
    return places
  }
}
