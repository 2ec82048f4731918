import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// What a graph shows and plays at an instant, compared with the rules of the model, which are
/// evaluated for that instant alone.
@Suite struct VisibleLayerTests {
  /// A layer as a graph or the rules describe it at an instant.
  private struct Sight: Equatable, CustomStringConvertible {
    var location: String
    var source: MediaTime
    var opacity: Double
    var crop: Rectangle?
    var effects: [String]
    /// Where three points of the frame lie in the output.
    var corners: [Point]

    var description: String {
      "\(location)@\(source.text) \(opacity) \(String(describing: crop)) \(effects) \(corners)"
    }
  }

  /// A point; points that differ only by the rounding of another order of arithmetic are equal.
  private struct Point: Equatable {
    var x: Double
    var y: Double

    static func == (a: Self, b: Self) -> Bool { abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6 }
  }

  private static let corners = [
    Point(x: 0, y: 0), Point(x: 1000, y: 0), Point(x: 0, y: 1000),
  ]

  // MARK: The graph

  private func sights(in branches: [Branch], at time: MediaTime) -> [Sight] {
    branches.compactMap { branch in
      guard let segment = branch.segment(at: time) else { return nil }
      let matrix = branch.transform.value(at: time) ?? .identity
      return Sight(
        location: segment.location, source: segment.mapping.sourceTime(at: time),
        opacity: branch.opacity.value(at: time) ?? 1, crop: branch.crop.value(at: time),
        effects: branch.effects(at: time),
        corners: Self.corners.map { corner in
          let place = matrix.apply(x: corner.x, y: corner.y)
          return Point(x: place.x, y: place.y)
        })
    }
  }

  // MARK: The rules

  /// The layers that the rules name, from the bottom to the top.
  private func sights(by composition: Composition, at time: MediaTime) -> [Sight] {
    let layers =
      composition.instructions.first { $0.range.contains(time) }?.layers
      ?? composition.tracks.filter { $0.mediaType == .video }.reversed().map {
        Layer(track: $0.id, transform: AnimatedValue(LayerTransform(.preferred)))
      }
    return layers.reversed().compactMap { layer in
      guard let track = composition.tracks.first(where: { $0.id == layer.track }),
        let segment = track.segments.first(where: { $0.target.contains(time) }),
        let media = segment.media, let video = RandomEdit.media[media.asset]?.videoTracks.first
      else { return nil }
      let speed = media.source.duration / segment.target.duration
      let points = Self.corners.map { corner in
        place(corner, of: video, by: layer.transform, in: composition.render, at: time)
      }
      return Sight(
        location: "\(media.asset).mkv",
        source: media.source.start + (time - segment.target.start) * speed,
        opacity: layer.opacity.value(at: time) ?? 1, crop: layer.crop.value(at: time),
        effects: (track.effects + layer.effects).map { effect in
          effect.properties.reduce(effect.element) { text, property in
            guard case .double(let value) = property.value else { return text }
            return text + " \(property.key)=\(value)"
          }
        }, corners: points)
    }
  }

  /// Where a point of a stored frame lies in the output.
  private func place(
    _ point: Point, of video: MediaDescription.Video,
    by transform: AnimatedValue<LayerTransform>, in render: RenderSettings, at time: MediaTime
  ) -> Point {
    let size = render.size ?? PixelSize(width: 0, height: 0), scale = render.scale.seconds
    func place(_ transform: LayerTransform) -> Point {
      let p = upright(point, of: video, by: transform.base, in: size), m = transform.matrix
      return Point(x: m.a * p.x + m.c * p.y + m.tx, y: m.b * p.x + m.d * p.y + m.ty)
    }
    let placed: Point
    switch transform.entries.last(where: { $0.span.start <= time }) {
    case nil: placed = point
    case .instant(_, let value): placed = place(value)
    case .ramp(let ramp):
      let part = min(1, ((time - ramp.range.start) / ramp.range.duration).seconds)
      let (from, to) = (place(ramp.from), place(ramp.to))
      placed = Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
    }
    return Point(x: placed.x * scale, y: placed.y * scale)
  }

  private func upright(
    _ point: Point, of video: MediaDescription.Video, by base: LayerTransform.Base,
    in size: PixelSize
  ) -> Point {
    if base == .identity { return point }
    let (width, height) = (Double(video.size.width), Double(video.size.height))
    var (x, y) = (point.x, point.y), (shownWidth, shownHeight) = (width, height)
    switch video.orientation {
    case .rotate90: (x, y, shownWidth, shownHeight) = (height - y, x, height, width)
    case .flip: x = width - x
    default: break
    }
    let (sx, sy) = (Double(size.width) / shownWidth, Double(size.height) / shownHeight)
    switch base {
    case .identity, .preferred: return Point(x: x, y: y)
    case .stretch: return Point(x: x * sx, y: y * sy)
    case .fit, .fill:
      let factor = base == .fit ? min(sx, sy) : max(sx, sy)
      return Point(
        x: (x - shownWidth / 2) * factor + Double(size.width) / 2,
        y: (y - shownHeight / 2) * factor + Double(size.height) / 2)
    }
  }

  // MARK: Both

  @Test(arguments: UInt64(0)..<60)
  func `a graph shows the layers of the instruction in force, each with its values`(
    seed: UInt64
  ) throws {
    var edit = try RandomEdit(seed: seed)
    let composition = edit.composition
    let branches = try composition.graph(RandomEdit.media).layers
    for _ in 0..<40 {
      let time = edit.instant()
      #expect(
        sights(in: branches, at: time) == sights(by: composition, at: time),
        "seed \(seed), at \(time.text) s")
    }
  }

  @Test(arguments: UInt64(200)..<230)
  func `a graph of a range shows what the whole graph shows, earlier`(seed: UInt64) throws {
    var edit = try RandomEdit(seed: seed)
    let composition = edit.composition
    let times = [edit.instant(), edit.instant()].sorted()
    guard times[0] < times[1] else { return }
    let range = TimeRange(start: times[0], end: times[1])
    let part = try composition.graph(RandomEdit.media, range: range).layers
    for _ in 0..<20 {
      let time = edit.instant()
      guard range.contains(time) else { continue }
      #expect(
        sights(in: part, at: time - range.start) == sights(by: composition, at: time),
        "seed \(seed), at \(time.text) s of \(range.text) s")
    }
  }

  @Test(arguments: UInt64(300)..<320)
  func `a graph shows the background of the instruction in force`(seed: UInt64) throws {
    var edit = try RandomEdit(seed: seed)
    let composition = edit.composition
    let branches = try composition.graph(RandomEdit.media).branches(of: "layermixer")
    let background = try #require(branches.first)
    let size = composition.render.scale == MediaTime(1) ? "1280x720" : "640x360"
    for _ in 0..<20 {
      let time = edit.instant()
      let color = composition.instructions.first { $0.range.contains(time) }?.background
      let red = color.map { ($0.red < 16 ? "0" : "") + String($0.red, radix: 16) }
      #expect(
        background.segment(at: time)?.location
          == red.map { "color:\($0)0007ff@\(size)" }, "seed \(seed), at \(time.text) s")
    }
  }
}
