import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Movies whose edit lists present pictures and sound in another order, or at other times, than stored.
@Suite struct EditListTests {
  /// An entry of an edit list.
  struct Edit: Sendable {
    /// The duration in milliseconds.
    var duration: Int
    /// The first time of the media in milliseconds; `nil` is a pause.
    var media: Int?
  }

  /// A film of 4 s with B-frames, whose first frame is at 2/30 s of the media, and with sound.
  private static let film = FFmpegMedia(
    "mov",
    "-c:v libx264 -preset veryfast -g 30 -bf 2 -pix_fmt yuv420p -c:a pcm_s16le"
      .split(separator: " ").map(String.init),
    video: .init(width: 320, height: 180, frameCount: 120),
    audio: .init(codec: .pcm, sound: .ticks, duration: MediaTime(4)))

  /// Writes the film with other edit lists.
  private func write(
    picture: [Edit], sound: [Edit], in folder: TemporaryDirectory
  ) async throws -> String {
    var data = try Data(contentsOf: try await Self.film.file())
    // The movie box is the last one, so that its size may change.
    let movie = try #require(
      boxes(in: data, 0..<data.count).first {
        $0.kind == "moov" && $0.range.upperBound == data.count
      })
    var result = data[movie.range.lowerBound..<movie.content.lowerBound]
    for box in boxes(in: data, movie.content) {
      let isPicture = data[box.range].range(of: Data("vide".utf8)) != nil
      if box.kind != "trak" {
        result += data[box.range]
      } else {
        var track = data[box.range.lowerBound..<box.content.lowerBound]
        let scale: Int = isPicture ? 15_360 : 48_000
        for part in boxes(in: data, box.content) {
          track +=
            part.kind == "edts"
            ? Self.box("edts", Self.list(isPicture ? picture : sound, scale: scale))
            : data[part.range]
        }
        result += Self.box("trak", track.dropFirst(8))
      }
    }
    data = data[..<movie.range.lowerBound] + Self.box("moov", result.dropFirst(8))
    let file = folder.file("edited.mov")
    try data.write(to: file)
    return file.path
  }

  private static func list(_ edits: [Edit], scale: Int) -> Data {
    var data = number(0) + number(edits.count)
    for edit in edits {
      let media = edit.media.map { $0 * scale / 1_000 } ?? -1
      data += number(edit.duration) + number(media) + number(65_536)
    }
    return box("elst", data)
  }

  private static func number(_ value: Int) -> Data {
    Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
  }

  private static func box(_ kind: String, _ content: Data) -> Data {
    number(content.count + 8) + Data(kind.utf8) + content
  }

  private func boxes(
    in data: Data, _ range: Range<Int>
  ) -> [(kind: String, range: Range<Int>, content: Range<Int>)] {
    var found: [(kind: String, range: Range<Int>, content: Range<Int>)] = [],
      place = range.lowerBound
    while place + 8 <= range.upperBound {
      let size = data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, place + size <= range.upperBound else { break }
      let kind = String(decoding: data[place + 4..<place + 8], as: UTF8.self)
      found.append((kind, place..<place + size, place + 8..<place + size))
      place += size
    }
    return found
  }

  /// The frames and the ticks of a part of a file; positions and offsets are in samples of 48 kHz.
  private func render(_ path: String, from start: MediaTime, to end: MediaTime) async throws -> (
    frames: [Int?], ticks: [ToneReading]
  ) {
    let rendering = try await Rendering(
      Composition(
        of: path, [TimeRange(start: start, end: end)], [.video, .audio],
        render: .film(MediaTime(1, over: 30))))
    return (
      rendering.frames.map { $0.code().map { Int($0.frame) } },
      ToneCode.read(rendering.sound.channels[0], sampleRate: 48_000)
    )
  }

  /// Times are those of the movie: nothing moves the sound to the first frame.
  @Test(arguments: [0, 25, 50, 100])
  func `the sound stays where the edit list of the pictures puts it`(
    begin: Int
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = try await write(
      picture: [Edit(duration: 3_500, media: begin)], sound: [Edit(duration: 4_000, media: 0)],
      in: folder)
    for start in [MediaTime.zero, MediaTime(7, over: 10)] {
      let (frames, ticks) = try await render(path, from: start, to: MediaTime(3))
      let first = MediaTime(Int64(begin), over: 1_000) + start
      #expect(
        frames
          == (0..<frames.count).map { index in
            let time = first + MediaTime(Int64(index) - 2, over: 30)
            return max(0, Int(time.floored(in: MediaTime(1, over: 30))))
          })
      #expect(ticks.count >= 20)
      for tick in ticks {
        #expect(abs(tick.offset - Int(start.seconds * 48_000)) <= 1)
      }
    }
  }

  /// Pauses hold the first frame that is presented, or the last one; other frames stay hidden.
  @Test func `frames that the edit list leaves out are not shown`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // Frame n starts at (n + 2) / 30 s of the media.
    let path = try await write(
      picture: [
        Edit(duration: 500, media: nil), Edit(duration: 400, media: 1_000),
        Edit(duration: 300, media: nil), Edit(duration: 500, media: 2_000),
        Edit(duration: 300, media: nil),
      ], sound: [Edit(duration: 2_000, media: 0)], in: folder)
    let (frames, _) = try await render(path, from: .zero, to: MediaTime(2))
    let expected =
      Array(repeating: 28, count: 15) + Array(28..<40) + Array(repeating: 39, count: 9)
      + Array(58..<73) + Array(repeating: 72, count: 9)
    #expect(frames == expected)
  }

  @Test func `several edits of sound are followed in their order`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edits = [
      Edit(duration: 600, media: 2_000), Edit(duration: 400, media: nil),
      Edit(duration: 800, media: 500), Edit(duration: 700, media: 3_000),
    ]
    let path = try await write(
      picture: [Edit(duration: 2_500, media: 67)], sound: edits, in: folder)
    for start in [0, 300, 700, 1_300, 1_900] as [Int] {
      let (_, ticks) = try await render(
        path, from: MediaTime(Int64(start), over: 1_000), to: MediaTime(5, over: 2))
      var begin = 0, whole = 0
      for edit in edits {
        defer { begin += edit.duration }
        let places = (max(begin, start) * 48)..<max(max(begin, start), begin + edit.duration) * 48
        for tick in ticks {
          let place = tick.position + start * 48
          // Ticks that no edit touches.
          guard place >= places.lowerBound + 500, place + 5_300 <= places.upperBound else {
            continue
          }
          whole += 1
          let media = try #require(edit.media)
          #expect(abs(tick.offset - (media - begin + start) * 48) <= 1, "\(start): \(edit)")
        }
      }
      #expect(whole >= 3, "\(start)")
    }
  }
}
