import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Files that state which part of their frames is meant to be seen.
@Suite(.serialized) struct CleanApertureTests {
  @Test func `a clean aperture crops the frames`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let plain = try await TestMedia(.mp4, video: .init(frameCount: 10)).file()
    // Width, height and offsets of the centre as fractions: columns 12 to 311 of 320, rows 10 to 169 of 180.
    let numbers: [UInt32] = [300, 1, 160, 1, 2, 1, 0, 1]
    var box = Data([0, 0, 0, 40]) + Data("clap".utf8)
    for number in numbers { box.append(bytes(of: number)) }
    let file = folder.file("aperture.mp4")
    try adding(box, to: try Data(contentsOf: plain)).write(to: file)
    let (whole, part) = (try await frames(plain), try await frames(file))
    try #require(whole.count == part.count && part.count == 10)
    for (stored, shown) in zip(whole, part) {
      try #require(shown.width == 300 && shown.height == 160)
      for y in 0..<160 {
        for x in 0..<300 where shown.planes[0][x, y] != stored.planes[0][x + 12, y + 10] {
          Issue.record("\(x), \(y)")
          return
        }
      }
    }
  }

  private func frames(_ file: URL) async throws -> [RawFrame] {
    let range = TimeRange(start: .zero, duration: MediaTime(1, over: 3))
    return try await Rendering(
      Composition(
        assets: [Asset(id: "a", location: file.path)],
        tracks: [
          try Track(
            id: "v", mediaType: .video,
            segments: [Segment(target: range, media: .init(asset: "a", source: range))])
        ])
    ).frames
  }

  /// Adds a box to the first sample entry of a movie whose header follows its media.
  private func adding(_ box: Data, to movie: Data) throws -> Data {
    var movie = movie, range = 0..<movie.count, places: [Int] = []
    func length(_ place: Int) -> Int {
      movie[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    for kind in ["moov", "trak", "mdia", "minf", "stbl", "stsd"] {
      var place = range.lowerBound
      while place < range.upperBound, movie[place + 4..<place + 8] != Data(kind.utf8) {
        place += max(8, length(place))
      }
      try #require(place < range.upperBound, "no \(kind)")
      places.append(place)
      // A version and a count precede the entries.
      range = place + (kind == "stsd" ? 16 : 8)..<place + length(place)
    }
    try #require(places[0] > (movie.firstRange(of: Data("mdat".utf8))?.lowerBound ?? .max))
    places.append(range.lowerBound)
    movie.insert(contentsOf: box, at: range.lowerBound + length(range.lowerBound))
    for place in places {
      movie.replaceSubrange(place..<place + 4, with: bytes(of: UInt32(length(place) + box.count)))
    }
    return movie
  }

  private func bytes(of number: UInt32) -> Data {
    Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
  }
}
