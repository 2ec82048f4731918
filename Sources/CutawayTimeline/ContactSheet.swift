public import CutawayModel
public import CutawayTime

/// Frames of a composition side by side, with their times.
public struct ContactSheet: Sendable, Hashable {
  public let width: Double
  public let height: Double
  public let title: String
  public let subtitle: String
  public let cells: [Cell]

  public struct Cell: Sendable, Hashable {
    public var time: MediaTime
    public var frame: Rectangle
    /// What is written below it.
    public var caption: String
  }

  /// Lays frames out, evenly spaced: each from the middle of its part of the time.
  ///
  /// - Parameters:
  ///   - count: How many, 1 at least; fewer where there are fewer frames.
  ///   - columns: How many side by side, 1 at least.
  ///   - size: The shape of a frame.
  ///   - frameDuration: What times are rounded down to.
  ///   - title: What is written above.
  ///   - timeline: What goes below, without a title; it has the width.
  public init(
    count: Int, columns: Int, size: PixelSize, frameDuration: MediaTime, title: String,
    above timeline: TimelineLayout
  ) {
    width = timeline.width
    self.title = title
    subtitle = timeline.subtitle
    let duration = timeline.scale.duration
    let frames = max(1, Int(clamping: duration.ceiled(in: frameDuration)))
    let count = min(max(1, count), frames)
    let columns = min(max(1, columns), count)
    let gap = 10.0, captionHeight = 20.0
    let inner = timeline.width - 2 * Theme.margin - gap * Double(columns - 1)
    let cellWidth = inner / Double(columns)
    let cellHeight = cellWidth * Double(size.height) / Double(max(1, size.width))
    let top = title.isEmpty ? Theme.margin : Theme.titleHeight + Theme.gap
    cells = (0..<count).map { index in
      let middle = duration * MediaTime(Int64(2 * index + 1), over: Int64(2 * count))
      let time = frameDuration * Int(middle.floored(in: frameDuration))
      return Cell(
        time: time,
        frame: Rectangle(
          x: Theme.margin + Double(index % columns) * (cellWidth + gap),
          y: top + Double(index / columns) * (cellHeight + captionHeight + gap),
          width: cellWidth, height: cellHeight),
        caption: TimeScale.label(time, digits: 2))
    }
    height = (cells.last?.frame.maxY ?? top) + captionHeight + gap
  }

  /// The sheet with the timeline below.
  ///
  /// - Parameters:
  ///   - pictures: The frames by their times; without one there is an empty place.
  ///   - timeline: The drawing that goes below; it has no title.
  /// - Returns: Both, one above the other.
  public func drawing(
    pictures: [MediaTime: Drawing.Picture], timeline: Drawing
  ) -> Drawing {
    var drawing = Drawing(width: width, height: height, background: Theme.background)
    drawing.shapes = TimelineLayout.titleShapes(title, subtitle, width: width)
    for cell in cells {
      drawing.shapes.append(.rectangle(cell.frame, fill: Theme.row))
      if let picture = pictures[cell.time] {
        drawing.shapes.append(.picture(picture, cell.frame))
      }
      drawing.shapes.append(
        .rectangle(cell.frame.inset(by: 0.5), fill: nil, stroke: .init(Theme.line)))
      drawing.shapes.append(
        .text(
          .init(
            cell.caption, at: .init(cell.frame.x + 2, cell.frame.maxY + 15), size: 12,
            color: Theme.mutedText, maximumWidth: cell.frame.width)))
    }
    drawing.append(timeline, below: height)
    drawing.height = height + timeline.height
    return drawing
  }
}
