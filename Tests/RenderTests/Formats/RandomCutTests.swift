import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Random cut lists over films of all formats and of other programs.
///
/// `scripts/check-cuts` renders more of them.
@Suite(.serialized) struct RandomCutTests {
  /// A film, and the frame that it shows at a time.
  private struct Film {
    var file: URL
    var length: MediaTime
    var frame: (MediaTime) -> Int
  }

  private static let count =
    ProcessInfo.processInfo.environment["CUTAWAY_RANDOM_CUTS"].flatMap { UInt64($0) } ?? 3

  /// Any film of the lists, except those with known issues.
  private func film(
    in folder: TemporaryDirectory, using random: inout SeededGenerator
  ) async throws -> Film {
    let place = Int.random(
      in: 0..<VideoFormats.all.count + OtherFilmsTests.films.count, using: &random)
    guard place >= VideoFormats.all.count else {
      let format = VideoFormats.all[place]
      return Film(
        file: try await format.file(), length: format.duration, frame: { format.frame(at: $0) })
    }
    let film = OtherFilmsTests.films[place - VideoFormats.all.count]
    return Film(
      file: try await film.file(in: folder), length: film.end,
      frame: { film.number(at: $0) ?? 0 })
  }

  @Test(arguments: 0..<count)
  func `every frame of cuts of all kinds of films is the specified one`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &* 104_729 &+ 11)
    let rates = [24, 25, 30, 50, 60].map { FrameRate($0) } + [FrameRate(30_000, over: 1_001)]
    let unit = (rates.randomElement(using: &random) ?? .fps30).frameDuration
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var assets: [Asset] = [], segments: [Segment] = [], films: [Film] = [], end = MediaTime.zero
    for index in 0..<12 {
      // A film that is changed has a folder of its own.
      let film = try await film(in: TemporaryDirectory(in: folder.url), using: &random)
      let target = TimeRange(
        start: end, duration: unit * Int.random(in: 1...30, using: &random))
      let speed =
        [MediaTime(1), MediaTime(1), MediaTime(1, over: 2), MediaTime(2)]
        .randomElement(using: &random) ?? MediaTime(1)
      let length = min(target.duration * speed, film.length)
      let latest = (film.length - length).floored(in: MediaTime(1, over: 1_000))
      let start = MediaTime(Int64.random(in: 0...max(0, latest), using: &random), over: 1_000)
      assets.append(Asset(id: Asset.ID("\(index)"), location: film.file.path))
      segments.append(
        Segment(
          target: target,
          media: .init(
            asset: Asset.ID("\(index)"), source: TimeRange(start: start, duration: length),
            isReversed: Int.random(in: 0..<4, using: &random) == 0)))
      films.append(film)
      end = target.end
    }
    let composition = Composition(
      render: RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: unit),
      assets: assets, tracks: [try Track(id: "v", mediaType: .video, segments: segments)])
    let shown = try await Rendering(composition).frames.map { $0.code().map { Int($0.frame) } }
    var wrong: [String] = []
    for (number, frame) in shown.enumerated() {
      let time = unit * number
      guard let index = segments.firstIndex(where: { $0.target.contains(time) }),
        let media = segments[index].media
      else { continue }
      let target = segments[index].target
      let factor = media.source.duration / target.duration
      // A reversed segment shows the frames of a forward one in the opposite order.
      let source =
        media.isReversed
        ? media.source.end - (time + unit - target.start) * factor
        : media.source.start + (time - target.start) * factor
      let expected = films[index].frame(max(media.source.start, source))
      if frame != expected {
        wrong.append(
          "frame \(number) of \(films[index].file.lastPathComponent): \(frame ?? -1) for \(expected)"
        )
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(shown.count)")
    #expect(shown.count == Int(end.ceiled(in: unit)))
  }
}
