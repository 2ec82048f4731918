package import CutawayModel
import CutawayTime
import CutawayTranslation

extension TimelineLayout {
  /// Creates the shapes and texts of the timeline.
  ///
  /// - Parameters:
  ///   - thumbnails: Frames for ``TrackRow/Clip/thumbnails``. A place without a frame stays empty.
  ///   - peaks: The waveforms of audio tracks: peaks, of which 1 is full scale, evenly spaced over
  ///     the duration.
  /// - Returns: A drawing with the size of the layout.
  package func drawing(
    thumbnails: [TrackRow.Thumbnail: Drawing.Picture] = [:], peaks: [Track.ID: [Float]] = [:]
  ) -> Drawing {
    var drawing = Drawing(width: width, height: height, background: Theme.background)
    drawing.shapes += Self.titleShapes(title, subtitle, width: width)
    drawing.shapes += markerShapes + instructionShapes
    drawing.shapes += canvasShapes + overlayShapes
    for row in rows { drawing.shapes += row.shapes(thumbnails, peaks[row.track] ?? []) }
    // Above the rows, so that the edges of instructions and the ruler's ticks stay visible.
    drawing.shapes += edgeShapes + rulerShapes
    drawing.shapes += notes.flatMap(\.shapes) + noteList
    return drawing
  }

  static func titleShapes(
    _ title: String, _ subtitle: String, width: Double
  ) -> [Drawing.Shape] {
    guard !title.isEmpty else { return [] }
    let baseline = Theme.titleHeight - 10
    return [
      .text(
        .init(
          title, at: .init(Theme.margin, baseline), size: 17, color: Theme.text, isBold: true,
          maximumWidth: width * 0.6)),
      .text(
        .init(
          subtitle, at: .init(width - Theme.margin, baseline), size: 13, color: Theme.mutedText,
          alignment: .right, maximumWidth: width * 0.35)),
    ]
  }

  private var rulerShapes: [Drawing.Shape] {
    let bottom = rows.last?.frame.maxY ?? ruler.maxY
    return scale.ticks().flatMap { tick -> [Drawing.Shape] in
      let isLarge = tick.label != nil
      let foot = Drawing.Point(tick.x, ruler.maxY)
      var shapes: [Drawing.Shape] = [
        .path(
          [Drawing.Point(tick.x, ruler.maxY - (isLarge ? 9 : 4)), foot], .init(Theme.mutedText))
      ]
      if isLarge {
        shapes.append(.path([foot, Drawing.Point(tick.x, bottom)], .init(Theme.text.opacity(0.1))))
      }
      if let label = tick.label {
        shapes.append(
          .text(
            .init(
              label, at: .init(tick.x, ruler.maxY - 15), size: 12, color: Theme.mutedText,
              alignment: .middle)))
      }
      return shapes
    } + [
      .path(
        [Drawing.Point(ruler.x, ruler.maxY), Drawing.Point(ruler.maxX, ruler.maxY)],
        .init(Theme.line))
    ]
  }

  private var markerShapes: [Drawing.Shape] {
    markers.flatMap { flag -> [Drawing.Shape] in
      let (x, y) = (flag.frame.x, flag.frame.y)
      return [
        .path([.init(x, y + 4), .init(x, flag.frame.maxY)], .init(Theme.curve, width: 1.5)),
        .polygon(
          [.init(x, y + 4), .init(x + 9, y + 8.5), .init(x, y + 13)], fill: Theme.curve),
        .text(
          .init(
            flag.title, at: .init(x + 14, y + 14), size: 12, color: Theme.text,
            maximumWidth: flag.frame.width - 20)),
      ]
    }
  }

  private var instructionShapes: [Drawing.Shape] {
    guard let first = instructions.first else { return [] }
    return [laneName("instructions", baseline: first.frame.y + 16)]
      + instructions.flatMap { band -> [Drawing.Shape] in
        let swatch = Rectangle(
          x: band.frame.x + 7, y: band.frame.y + 6, width: 12, height: band.frame.height - 12)
        let label =
          "\(band.index + 1) · \(TimeScale.label(band.range.start, digits: 2)) – "
          + TimeScale.label(band.range.end, digits: 2)
        let body = Drawing.Shape.rectangle(
          band.frame.inset(by: 0.5), fill: Theme.row, stroke: .init(Theme.line), cornerRadius: 4)
        guard band.frame.width > 30 else { return [body] }
        return [
          body,
          .film([
            .rectangle(
              swatch, fill: band.background, stroke: .init(Theme.mutedText.opacity(0.6)),
              cornerRadius: 2)
          ]),
          .text(
            .init(
              label, at: .init(swatch.maxX + 7, band.frame.y + 16), size: 11.5, color: Theme.text,
              maximumWidth: band.frame.maxX - swatch.maxX - 14)),
        ]
      }
  }

  private var canvasShapes: [Drawing.Shape] {
    guard let first = canvases.first else { return [] }
    return [laneName("places of layers", baseline: first.frame.center.y + 4)]
      + canvases.flatMap(\.shapes)
  }

  private var overlayShapes: [Drawing.Shape] {
    guard let first = overlays.first else { return [] }
    let names = [laneName("overlays", baseline: first.frame.y + 17)]
    guard hiddenOverlayCount > 0, let last = overlays.last, overlays.count > 1 else {
      return names + overlays.flatMap(\.shapes)
    }
    return names + [laneName("and \(hiddenOverlayCount) more", baseline: last.frame.y + 17)]
      + overlays.flatMap(\.shapes)
  }

  private func laneName(_ name: String, baseline: Double) -> Drawing.Shape {
    .text(
      .init(
        name, at: .init(Theme.margin, baseline), size: 12, color: Theme.mutedText,
        maximumWidth: Theme.gutter - 12))
  }

  /// The times at which instructions start and end, as lines across all rows of video.
  private var edgeShapes: [Drawing.Shape] {
    guard let bottom = rows.last(where: { $0.mediaType == .video })?.frame.maxY else { return [] }
    let left: Double = scale.left + 1, right: Double = scale.right - 1
    let edges: [Double] = instructions.flatMap { [$0.frame.x, $0.frame.maxX] }
    let places: [Double] = Set(edges).filter { $0 > left && $0 < right }.sorted()
    return places.map { x in
      .path(
        [.init(x, instructions.first?.frame.maxY ?? 0), .init(x, bottom)],
        .init(Theme.text.opacity(0.45), width: 1, dash: 4))
    }
  }
}
