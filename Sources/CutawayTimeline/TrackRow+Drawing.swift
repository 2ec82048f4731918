import CutawayModel

extension TrackRow {
  func shapes(
    _ thumbnails: [Thumbnail: Drawing.Picture], _ peaks: [Float]
  ) -> [Drawing.Shape] {
    var shapes = nameShapes
    shapes.append(.rectangle(frame, fill: Theme.row, cornerRadius: 4))
    for gap in gaps {
      shapes.append(.hatching(gap, .init(Theme.hatching, width: 1.5), spacing: 9))
    }
    for clip in clips { shapes += self.shapes(clip, thumbnails) }
    for run in runs { shapes += waveform(from: run.lowerBound, to: run.upperBound, peaks) }
    for cue in cues { shapes += self.shapes(cue) }
    for place in unlisted {
      shapes.append(.rectangle(place, fill: Theme.background.opacity(0.72)))
      shapes.append(
        .text(
          .init(
            "not shown", at: .init(place.center.x, frame.center.y + 12), size: 12,
            color: Theme.mutedText, alignment: .middle, maximumWidth: place.width - 8)))
    }
    for curve in curves { shapes += self.shapes(curve) }
    return shapes
  }

  private var nameShapes: [Drawing.Shape] {
    let swatch = Rectangle(x: Theme.margin, y: frame.y, width: 4, height: frame.height)
    let room = Theme.gutter - 24
    return [
      .rectangle(swatch, fill: color, cornerRadius: 2),
      .text(
        .init(
          track.rawValue, at: .init(Theme.margin + 12, frame.center.y), size: 14, color: Theme.text,
          isBold: true, maximumWidth: room)),
      .text(
        .init(
          mediaType.rawValue, at: .init(Theme.margin + 12, frame.center.y + 17), size: 11.5,
          color: Theme.mutedText, maximumWidth: room)),
    ]
      + (effects.isEmpty
        ? []
        : [
          .text(
            .init(
              effects.joined(separator: ", "),
              at: .init(Theme.margin + 12, frame.center.y + 32), size: 11, color: Theme.mutedText,
              maximumWidth: room))
        ])
  }

  private func shapes(
    _ clip: Clip, _ thumbnails: [Thumbnail: Drawing.Picture]
  ) -> [Drawing.Shape] {
    // Adjacent clips are separated by one pixel, however short they are.
    let box = Rectangle(
      x: clip.frame.x, y: frame.y, width: max(0.5, clip.frame.width - 1), height: frame.height)
    let body = Rectangle(
      x: box.x, y: bodyTop, width: box.width, height: box.height - Theme.nameHeight)
    var inner: [Drawing.Shape] = [.rectangle(box, fill: color.darker(0.3))]
    for thumbnail in clip.thumbnails {
      guard let picture = thumbnails[thumbnail] else { continue }
      inner.append(.clipped(thumbnail.frame, [.picture(picture, thumbnail.area(of: picture))]))
      let edge = thumbnail.frame.x
      if edge > box.x {
        inner.append(
          .path(
            [.init(edge, body.y), .init(edge, body.maxY)],
            .init(Theme.background.opacity(0.8), width: 1.5)))
      }
    }
    if clip.isUnknown {
      inner.append(.hatching(body, .init(Theme.warning.opacity(0.6), width: 2), spacing: 12))
    }
    inner.append(
      .rectangle(
        Rectangle(x: box.x, y: box.y, width: box.width, height: Theme.nameHeight),
        fill: color.darker(0.62)))
    inner += labels(clip, in: box)
    let segment = Drawing.Shape.clipped(box, cornerRadius: 4, inner)
    // An outline would cover a narrower clip completely.
    if box.width < 4 { return [segment] }
    return [
      segment,
      .rectangle(
        box.inset(by: 0.5), fill: nil, stroke: .init(color.darker(0.8)), cornerRadius: 4),
    ]
  }

  private func shapes(_ cue: Cue) -> [Drawing.Shape] {
    let box = Rectangle(
      x: cue.frame.x + 0.5, y: cue.frame.y + 3, width: max(0.5, cue.frame.width - 1.5),
      height: cue.frame.height - 6)
    let card = Drawing.Shape.rectangle(box, fill: Theme.background.opacity(0.75), cornerRadius: 3)
    guard box.width > 14 else { return [card] }
    let text = Drawing.Shape.text(
      .init(
        cue.text, at: .init(box.x + 5, box.center.y + 4), size: 12, color: Theme.text,
        maximumWidth: box.width - 8))
    return [card, text]
  }

  private func labels(_ clip: Clip, in box: Rectangle) -> [Drawing.Shape] {
    var room = box.width - 12
    var shapes: [Drawing.Shape] = []
    if let speed = clip.speed, room > 36 {
      let width = 12 + 7 * Double(speed.count)
      let badge = Rectangle(x: box.maxX - width - 3, y: box.y + 3, width: width, height: 14)
      shapes.append(.rectangle(badge, fill: Theme.curve, cornerRadius: 7))
      shapes.append(
        .text(
          .init(
            speed, at: .init(badge.center.x, badge.y + 11), size: 11, color: .black, isBold: true,
            alignment: .middle, maximumWidth: width)))
      room -= width + 4
    }
    if room > 14 {
      let name = clip.isUnknown ? "\(clip.name) (unreadable)" : clip.name
      shapes.append(
        .text(
          .init(
            name, at: .init(box.x + 6, box.y + 14), size: 12, color: Theme.text,
            maximumWidth: room)))
    }
    return shapes
  }

  /// The ranges, as x coordinates, in which segments follow each other without a gap.
  private var runs: [ClosedRange<Double>] {
    clips.reduce(into: []) { runs, clip in
      let (start, end) = (clip.frame.x, clip.frame.maxX)
      if let last = runs.last, start - last.upperBound < 0.001 {
        runs[runs.count - 1] = last.lowerBound...max(last.upperBound, end)
      } else {
        runs.append(start...end)
      }
    }
  }

  /// The peaks between two x coordinates, mirrored at the middle of the row.
  private func waveform(from left: Double, to right: Double, _ peaks: [Float]) -> [Drawing.Shape] {
    let step = frame.width / Double(max(1, peaks.count))
    let first = max(0, Int((left - frame.x) / step))
    let last = min(peaks.count - 1, Int((right - frame.x) / step))
    guard first < last else { return [] }
    let middle = (bodyTop + frame.maxY) / 2, half = (frame.maxY - bodyTop) / 2 - 3
    let tops = (first...last).map { index in
      Drawing.Point(
        min(right, max(left, frame.x + (Double(index) + 0.5) * step)),
        middle - max(0.5, half * Double(min(1, peaks[index]))))
    }
    let bottoms = tops.reversed().map { Drawing.Point($0.x, 2 * middle - $0.y) }
    return [.polygon(tops + bottoms, fill: color)]
  }

  /// The curve, and a shade above it for the part by which it lowers the value.
  private func shapes(_ curve: Curve) -> [Drawing.Shape] {
    guard let first = curve.points.first, let last = curve.points.last else { return [] }
    let shade = curve.points + [.init(last.x, curve.top - 4), .init(first.x, curve.top - 4)]
    return [
      .polygon(shade, fill: Color.black.opacity(0.5)),
      .path(curve.points, .init(Color.black.opacity(0.6), width: 4)),
      .path(curve.points, .init(Theme.curve, width: 2)),
    ]
  }
}

extension TrackRow.Thumbnail {
  /// The rectangle of the whole picture, scaled so that its height fills the thumbnail.
  func area(of picture: Drawing.Picture) -> Rectangle {
    let width =
      frame.height * Double(picture.size.width) / Double(max(1, picture.size.height))
    return Rectangle(x: frame.x, y: frame.y, width: width, height: frame.height)
  }
}
