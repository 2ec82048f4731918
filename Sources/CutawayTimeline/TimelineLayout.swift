import CutawayGraph
public import CutawayModel
public import CutawayTime

/// Where everything of a composition lies on a drawing of its timeline.
///
/// It is a value: nothing is opened or drawn for it. ``drawing(thumbnails:peaks:)`` makes the shapes.
public struct TimelineLayout: Sendable, Hashable {
  public let width: Double
  public private(set) var height: Double
  public var title: String
  /// What is said of the whole, beside the title.
  public var subtitle: String
  public let scale: TimeScale
  public let ruler: Rectangle
  public private(set) var markers: [MarkerFlag] = []
  /// Empty where the composition has none: the default one needs no band.
  public private(set) var instructions: [InstructionBand] = []
  /// Where layers lie in the picture; empty where no layer is transformed or cropped.
  public private(set) var canvases: [PictureCanvas] = []
  /// Video from the topmost down, then audio, then subtitles.
  public private(set) var rows: [TrackRow] = []
  public private(set) var notes: [WarningNote] = []

  /// A named instant.
  public struct MarkerFlag: Sendable, Hashable {
    public var title: String
    /// From the instant to the next flag.
    public var frame: Rectangle
  }

  /// An instruction's time.
  public struct InstructionBand: Sendable, Hashable {
    /// Its place in the composition.
    public var index: Int
    public var range: TimeRange
    public var frame: Rectangle
    public var background: Color
  }

  /// Lays a composition out.
  ///
  /// - Parameters:
  ///   - composition: The composition, which need not be valid.
  ///   - media: What is known of its assets; segments whose asset is not among them are marked.
  ///   - cues: What its subtitle tracks show, in the time of the composition.
  ///   - width: In pixels, 400 at least.
  ///   - title: What is drawn above, the name of a file perhaps.
  public init(
    _ composition: Composition, media: [Asset.ID: MediaDescription],
    cues: [Track.ID: [TextCue]] = [:], width: Double = 1600,
    title: String = ""
  ) {
    let width = max(400, width)
    self.width = width
    self.title = title
    let size = composition.renderSize(media)
    subtitle = summary(composition, size)
    let left = Theme.margin + Theme.gutter
    let scale = TimeScale(
      duration: composition.duration, left: left, width: width - left - Theme.margin)
    self.scale = scale
    var y = title.isEmpty ? Theme.margin / 2 : Theme.titleHeight + Theme.gap
    func lane(_ height: Double) -> Rectangle {
      defer { y += height + Theme.gap }
      return Rectangle(x: scale.left, y: y, width: scale.width, height: height)
    }
    if !composition.markers.isEmpty {
      markers = flags(composition.markers, in: lane(Theme.laneHeight), scale)
    }
    ruler = lane(Theme.rulerHeight)
    if !composition.instructions.isEmpty {
      instructions = bands(composition, in: lane(Theme.laneHeight), scale)
    }
    if composition.placesLayers {
      canvases = PictureCanvas.all(
        of: composition, media, size, in: lane(Theme.canvasHeight), scale)
    }
    for type in Track.MediaType.allCases {
      for row in composition.rows(of: type) {
        var shown = TrackRow(
          row.track, at: row.index, of: composition, media, in: lane(Theme.height(of: type)), scale)
        shown.addCues(cues[row.track.id] ?? [], scale)
        rows.append(shown)
      }
    }
    let warnings = composition.warnings(media: media)
    let bottom = rows.last?.frame.maxY ?? ruler.maxY
    notes = WarningNote.all(warnings, of: composition, in: rows, ruler: ruler, scale)
    let listed = min(notes.count, WarningNote.listedAtMost + 1)
    height = bottom + Theme.margin + Double(listed) * Theme.noteHeight + (listed > 0 ? 12 : 0)
  }

  /// Where the list of warnings begins.
  var noteTop: Double { (rows.last?.frame.maxY ?? ruler.maxY) + Theme.margin }
}

private func summary(_ composition: Composition, _ size: PixelSize) -> String {
  var parts = [TimeScale.label(composition.duration, digits: 2), "\(size)"]
  if let frame = composition.render.frameDuration, frame > .zero {
    let rate = ((MediaTime(1) / frame).seconds * 1000).rounded() / 1000
    parts.append(rate == rate.rounded() ? "\(Int(rate)) fps" : "\(rate) fps")
  }
  return parts.joined(separator: " · ")
}

private func flags(
  _ markers: [Marker], in lane: Rectangle, _ scale: TimeScale
) -> [TimelineLayout.MarkerFlag] {
  let places = markers.map { scale.x($0.time) } + [scale.right]
  return zip(markers, zip(places, places.dropFirst())).map { marker, place in
    TimelineLayout.MarkerFlag(
      title: marker.title,
      frame: Rectangle(
        x: place.0, y: lane.y, width: max(0, place.1 - place.0), height: lane.height))
  }
}

private func bands(
  _ composition: Composition, in lane: Rectangle, _ scale: TimeScale
) -> [TimelineLayout.InstructionBand] {
  composition.instructions.enumerated().map { index, instruction in
    TimelineLayout.InstructionBand(
      index: index, range: instruction.range,
      frame: lane.part(of: instruction.range, scale),
      background: instruction.background ?? composition.render.background)
  }
}

extension Rectangle {
  /// The part of a lane that a range takes.
  func part(of range: TimeRange, _ scale: TimeScale) -> Rectangle {
    let (start, end) = (scale.x(range.start), scale.x(range.end))
    return Rectangle(x: start, y: y, width: end - start, height: height)
  }
}
