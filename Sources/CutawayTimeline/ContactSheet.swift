package import CutawayModel
package import CutawayTime

/// A grid of a composition's frames with their times.
package struct ContactSheet: Sendable, Hashable {
  /// The width of the sheet in pixels, that of the timeline below it.
  package let width: Double
  /// The height in pixels without the timeline.
  package let height: Double
  /// The text above the frames; empty for none.
  package let title: String
  /// Duration, render size and frame rate of the composition, beside the title.
  package let subtitle: String
  /// The frames, row by row, in order of time.
  package let cells: [Cell]

  /// A frame of the sheet.
  package struct Cell: Sendable, Hashable {
    /// The time of the frame in the composition, a multiple of the frame duration.
    package var time: MediaTime
    /// The area of the frame, in pixels.
    package var frame: Rectangle
    /// The text below the frame.
    package var caption: String
  }

  /// Creates the layout of evenly spaced frames.
  ///
  /// Each is the frame at the middle of its part of the duration.
  ///
  /// - Parameters:
  ///   - count: The number of frames, 1 at least; fewer if the composition has fewer.
  ///   - columns: The number of frames side by side, 1 at least.
  ///   - size: The aspect ratio of a frame.
  ///   - frameDuration: The output grid, to which times are rounded down.
  ///   - title: The text above the frames.
  ///   - timeline: The timeline below the frames, without a title; it determines the width.
  package init(
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

  /// Draws the sheet with the timeline below it.
  ///
  /// - Parameters:
  ///   - pictures: The frames by their times. A place without a frame stays empty.
  ///   - timeline: The drawing of the timeline, without a title.
  /// - Returns: A drawing of both, one above the other.
  package func drawing(
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
