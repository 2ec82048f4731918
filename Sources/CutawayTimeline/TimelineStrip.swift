package import CutawayModel
package import CutawayTime
import CutawayTranslation

/// A timeline small enough to be drawn over the lower part of a picture.
///
/// It has a ruler and a row for each video and audio track, with segments, opacity or volume, and
/// the times of warnings. The viewer draws the playhead at ``TimeScale/x(_:)`` of the ``scale``.
package struct TimelineStrip: Sendable, Hashable {
  /// The size in pixels.
  ///
  /// The strip is as wide as the picture.
  package let size: PixelSize
  /// The mapping of times to x coordinates.
  ///
  /// Time 0 is the start of the range that is played.
  package let scale: TimeScale
  /// The top of the first row.
  let top: Double
  let rows: [Row]
  /// The marks of likely mistakes.
  let faults: [Rectangle]
  /// The x coordinates at which instructions start.
  let edges: [Double]
  /// The scale of all sizes.
  let unit: Double

  /// The row of a track.
  struct Row: Sendable, Hashable {
    var frame: Rectangle
    var color: Color
    var clips: [Clip]
    /// Opacity or volume, if it is not always 1.
    var curves: [[Drawing.Point]]
  }

  /// A segment with media.
  struct Clip: Sendable, Hashable {
    var frame: Rectangle
    var name: String
  }

  /// Creates the strip of a composition.
  ///
  /// - Parameters:
  ///   - composition: The composition.
  ///   - media: The descriptions of its assets.
  ///   - range: The part of the composition that is played.
  ///   - picture: The size of the picture in pixels.
  package init(
    _ composition: Composition, media: [Asset.ID: MediaDescription], range: TimeRange,
    over picture: PixelSize
  ) {
    let unit = max(1, min(Double(picture.width) / 960, Double(picture.height) / 540))
    self.unit = unit
    let placedRows = composition.rows(of: .video) + composition.rows(of: .audio)
    let margin = 10 * unit, count = Double(max(1, placedRows.count))
    let scale = TimeScale(
      duration: range.duration, left: margin, width: Double(picture.width) - 2 * margin)
    self.scale = scale
    let top = 20 * unit
    self.top = top
    // The strip ends at 45% of the height if possible, so that it does not hide the picture.
    let room = Double(picture.height) * 0.45 - top - margin / 2
    let height = max(2, min(20 * unit, room / count))
    size = PixelSize(
      width: picture.width,
      height: min(picture.height, Int((top + height * count + margin / 2).rounded(.up))))
    let whole = TimeRange(start: .zero, duration: range.duration)
    func place(_ span: TimeRange, y: Double, height: Double) -> Rectangle? {
      guard let shown = span.moved(by: -range.start).intersection(whole) else { return nil }
      let left = scale.x(shown.start)
      return Rectangle(
        x: left, y: y, width: max(1, scale.x(shown.end) - left), height: height)
    }
    var rows: [Row] = []
    for placed in placedRows {
      let track = placed.track
      let y = top + Double(rows.count) * height
      let frame = Rectangle(
        x: scale.left, y: y, width: scale.width, height: max(1, height - 2 * unit))
      let clips = track.segments.compactMap { segment -> Clip? in
        guard let media = segment.media else { return nil }
        return place(segment.target, y: frame.y, height: frame.height).map {
          Clip(frame: $0, name: media.asset.rawValue)
        }
      }
      let spans = track.segments.filter { !$0.isEmpty }.compactMap {
        $0.target.moved(by: -range.start).intersection(whole)
      }
      let curves = composition.levels(of: track).flatMap { level in
        spans.compactMap { $0.intersection(level.span.moved(by: -range.start)) }.compactMap {
          Self.curve(level.value.moved(by: -range.start), during: $0, on: scale, in: frame)
        }
      }
      rows.append(
        Row(frame: frame, color: Theme.color(ofTrack: placed.index), clips: clips, curves: curves))
    }
    self.rows = rows
    faults = composition.warnings(media: media).compactMap(\.range).compactMap {
      place($0, y: top - 3 * unit, height: 3 * unit)
    }
    edges = composition.instructions.map(\.range.start).filter {
      $0 > range.start && $0 < range.end
    }.map { scale.x($0 - range.start) }
  }

  /// The curve of a value; `nil` if the value is always 1.
  private static func curve(
    _ value: AnimatedValue<Double>, during span: TimeRange, on scale: TimeScale,
    in frame: Rectangle
  ) -> [Drawing.Point]? {
    let curve = AnimationCurve(value: value, defaultValue: 1)
    let most = max(1, curve.maximum), height = frame.height - 2
    let points = curve.points(during: span, on: scale) { number in
      frame.maxY - 1 - height * min(1, max(0, number / most))
    }
    let whole = frame.maxY - 1 - height / most
    return points.contains { abs($0.y - whole) > 0.001 } ? points : nil
  }

  /// The shapes, on a translucent background.
  package var drawing: Drawing {
    var drawing = Drawing(
      width: Double(size.width), height: Double(size.height),
      background: Theme.background.opacity(0.8))
    let bottom = rows.last?.frame.maxY ?? top
    for tick in scale.ticks(spacing: 88 * unit) {
      drawing.shapes.append(
        .path(
          [.init(tick.x, top - (tick.label == nil ? 5 : 8) * unit), .init(tick.x, top - 2 * unit)],
          .init(Theme.mutedText, width: unit)))
      guard let label = tick.label else { continue }
      let isFirst = tick.x < 30 * unit, isLast = tick.x > Double(size.width) - 30 * unit
      drawing.shapes.append(
        .text(
          .init(
            label, at: .init(tick.x, top - 9 * unit), size: 10 * unit, color: Theme.text,
            alignment: isFirst ? .left : isLast ? .right : .middle)))
    }
    for row in rows { drawing.shapes += shapes(of: row) }
    drawing.shapes += edges.map { x in
      .path([.init(x, top), .init(x, bottom)], .init(Theme.text.opacity(0.5), width: unit))
    }
    drawing.shapes += faults.map { .rectangle($0, fill: Theme.warning) }
    return drawing
  }

  private func shapes(of row: Row) -> [Drawing.Shape] {
    var shapes: [Drawing.Shape] = [.rectangle(row.frame, fill: Theme.row.opacity(0.6))]
    let hasNames = row.frame.height >= 12 * unit
    for clip in row.clips {
      shapes.append(
        .rectangle(
          clip.frame, fill: row.color.darker(0.6),
          stroke: .init(row.color, width: unit), cornerRadius: 2 * unit))
      guard hasNames, clip.frame.width > 20 * unit else { continue }
      shapes.append(
        .text(
          .init(
            clip.name,
            at: .init(clip.frame.x + 5 * unit, clip.frame.center.y + 3.8 * unit),
            size: 10.5 * unit, color: Theme.text, maximumWidth: clip.frame.width - 9 * unit)))
    }
    return shapes
      + row.curves.map { .path($0, .init(Theme.curve, width: 1.5 * unit)) }
  }
}

extension Composition {
  /// The opacity or volume of a track, and the time ranges in which it applies.
  fileprivate func levels(of track: Track) -> [(span: TimeRange, value: AnimatedValue<Double>)] {
    if track.mediaType == .audio {
      return audioMix.filter { $0.track == track.id }.map {
        (TimeRange(start: .zero, duration: track.duration), $0.volume)
      }
    }
    return tiledInstructions().compactMap { tile in
      tile.instruction.layers.first { $0.track == track.id }.map {
        (tile.instruction.range, $0.opacity)
      }
    }
  }
}
