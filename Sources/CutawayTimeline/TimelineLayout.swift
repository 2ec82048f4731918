package import CutawayDiagnostics
package import CutawayModel
package import CutawayTime
import CutawayTranslation

/// The positions of all parts of a composition on a drawing of its timeline, in pixels from the top
/// left.
///
/// The layout is a value: it opens and draws nothing. ``drawing(thumbnails:peaks:)`` creates the
/// shapes.
package struct TimelineLayout: Sendable, Hashable {
  /// The width of the drawing in pixels, 400 at least.
  package let width: Double
  /// The height of the drawing in pixels, which depends on the number of rows and warnings.
  package private(set) var height: Double
  /// The text above the timeline; empty for none.
  package var title: String
  /// Duration, render size and frame rate of the composition, beside the title.
  package var subtitle: String
  /// The mapping of times to x coordinates, for all lanes and rows.
  package let scale: TimeScale
  /// The area of the ruler, which shows times.
  package let ruler: Rectangle
  /// The flags of the composition's markers; empty without markers.
  package private(set) var markers: [MarkerFlag] = []
  /// The bands of the instructions; empty without instructions, because default ones need no band.
  package private(set) var instructions: [InstructionBand] = []
  /// The positions of layers in the picture; empty if no layer is transformed or cropped.
  package private(set) var canvases: [PictureCanvas] = []
  /// The layers over the picture, from top to bottom; at most sixteen.
  package private(set) var overlays: [OverlayRow] = []
  /// The number of layers over the picture without a row.
  package private(set) var hiddenOverlayCount = 0
  /// Video tracks from top to bottom, then audio tracks, then subtitle tracks.
  package private(set) var rows: [TrackRow] = []
  /// All warnings about the composition, in order of time; the drawing lists the first twelve.
  package private(set) var notes: [WarningNote] = []

  /// The flag of a marker.
  package struct MarkerFlag: Sendable, Hashable {
    /// The title of the marker.
    package var title: String
    /// The area from the marker to the next flag, or to the end.
    package var frame: Rectangle
  }

  /// The band of an instruction.
  package struct InstructionBand: Sendable, Hashable {
    /// The index of the instruction in the composition.
    package var index: Int
    /// When the instruction applies, in the time of the composition.
    package var range: TimeRange
    /// The area of the band, in pixels.
    package var frame: Rectangle
    /// The background of the instruction, or that of the composition.
    package var background: Color
  }

  /// Creates the layout of a composition.
  ///
  /// - Parameters:
  ///   - composition: The composition, which need not be valid.
  ///   - media: The descriptions of its assets. Segments of assets without one are marked.
  ///   - cues: The texts of its subtitle tracks, in the time of the composition.
  ///   - activity: When the triggers of each ducked track sound; without it, ducking has no curve.
  ///   - width: The width in pixels, 400 at least.
  ///   - title: The text above the timeline, for example the name of a file.
  ///   - warnings: Warnings besides those that follow from the composition.
  package init(
    _ composition: Composition, media: [Asset.ID: MediaDescription],
    cues: [Track.ID: [TextCue]] = [:], activity: [Track.ID: [TimeRange]] = [:],
    width: Double = 1600, title: String = "", warnings: [Warning] = []
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
    hiddenOverlayCount = max(0, composition.overlays.count - OverlayRow.shownAtMost)
    // The uppermost layer is the last one.
    for (index, layer) in composition.overlays.enumerated().reversed()
      .prefix(OverlayRow.shownAtMost)
    {
      overlays.append(
        OverlayRow(layer, at: index, of: composition, size, in: lane(Theme.overlayHeight), scale))
    }
    for type in Track.MediaType.allCases {
      for row in composition.rows(of: type) {
        var shown = TrackRow(
          row.track, at: row.index, of: composition, media, in: lane(Theme.height(of: type)), scale)
        shown.addCues(cues[row.track.id] ?? [], scale)
        if let ducking = composition.mix(of: row.track.id).ducking {
          shown.addCurves(
            ducking.gains(during: activity[row.track.id] ?? []), during: row.track.range, scale)
        }
        rows.append(shown)
      }
    }
    let warnings = composition.warnings(media: media) + warnings
    let bottom = rows.last?.frame.maxY ?? ruler.maxY
    notes = WarningNote.all(warnings, of: composition, in: rows, overlays, ruler: ruler, scale)
    let listed = min(notes.count, WarningNote.listedAtMost + 1)
    height = bottom + Theme.margin + Double(listed) * Theme.noteHeight + (listed > 0 ? 12 : 0)
  }

  /// The y coordinate of the list of warnings.
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
  /// The part of a lane that a time range occupies.
  func part(of range: TimeRange, _ scale: TimeScale) -> Rectangle {
    let (start, end) = (scale.x(range.start), scale.x(range.end))
    return Rectangle(x: start, y: y, width: end - start, height: height)
  }
}
