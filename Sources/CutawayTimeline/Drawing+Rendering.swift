import CutawayDrawing
package import CutawayModel

extension Drawing {
  /// Renders the drawing with Cairo and Pango.
  ///
  /// - Returns: An image with straight RGBA pixels; `nil` if a side exceeds Cairo's maximum of
  ///   32,767 pixels.
  package func rendered() -> Picture? {
    let size = PixelSize(width: Int(width.rounded(.up)), height: Int(height.rounded(.up)))
    guard let canvas = Canvas(width: size.width, height: size.height) else { return nil }
    canvas.fillRectangle(x: 0, y: 0, width: width, height: height, background.ink)
    for shape in shapes { canvas.draw(shape) }
    return Picture(size: size, pixels: canvas.pixels)
  }
}

extension Drawing.Text {
  /// The font, if it is installed.
  ///
  /// `scripts/setup` installs it.
  static let family = "DejaVu Sans"

  var font: Font { Font(family: Self.family, size: size, isBold: isBold) }

  /// The text, shortened to the maximum width with an ellipsis at its end.
  var fitted: String {
    guard maximumWidth < .infinity, font.width(of: text) > maximumWidth else { return text }
    var low = 0, high = text.count
    while low < high {
      let middle = (low + high + 1) / 2
      if font.width(of: text.prefix(middle) + "…") <= maximumWidth {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return low == 0 ? "" : text.prefix(low) + "…"
  }
}

extension Drawing.Text {
  /// The area of the text, with the height of the font's em square.
  package var bounds: Rectangle {
    let width = font.width(of: fitted)
    let left =
      switch alignment {
      case .left: origin.x
      case .middle: origin.x - width / 2
      case .right: origin.x - width
      }
    return Rectangle(x: left, y: origin.y - size * 0.76, width: width, height: size)
  }
}

extension Color {
  var ink: Canvas.Ink {
    Canvas.Ink(
      red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
      alpha: Double(alpha) / 255)
  }
}

extension Drawing {
  /// The lines of a hatching, which slant to the right.
  ///
  /// Clipped to the box, they fill it.
  static func hatchLines(of box: Rectangle, spacing: Double) -> [(from: Point, to: Point)] {
    // The lines of adjacent boxes meet.
    let first = ((box.x - box.height) / spacing).rounded(.down) * spacing
    return stride(from: first, to: box.maxX + spacing, by: spacing).map { x in
      (Point(x, box.maxY), Point(x + box.height, box.y))
    }
  }
}

extension Canvas {
  fileprivate func draw(_ shape: Drawing.Shape) {
    switch shape {
    case .rectangle(let box, let fill, let line, let radius):
      draw(box, fill, line, cornerRadius: radius)
    case .polygon(let points, let fill, let line):
      if let fill { self.fill(points.map { ($0.x, $0.y) }, fill.ink) }
      if let line { stroke(points, closed: true, line) }
    case .path(let points, let line): stroke(points, closed: false, line)
    case .hatching(let box, let line, let spacing):
      clip(x: box.x, y: box.y, width: box.width, height: box.height) {
        for hatch in Drawing.hatchLines(of: box, spacing: spacing) {
          stroke([hatch.from, hatch.to], closed: false, line)
        }
      }
    case .text(let text): draw(text)
    case .picture(let picture, let box):
      draw(
        picture.pixels, width: picture.size.width, height: picture.size.height, x: box.x, y: box.y,
        toWidth: box.width, toHeight: box.height)
    case .clipped(let box, let radius, let shapes):
      clip(x: box.x, y: box.y, width: box.width, height: box.height, cornerRadius: radius) {
        for shape in shapes { draw(shape) }
      }
    case .film(let shapes): for shape in shapes { draw(shape) }
    }
  }

  private func draw(
    _ box: Rectangle, _ fill: Color?, _ line: Drawing.Line?, cornerRadius: Double
  ) {
    if let fill {
      fillRectangle(
        x: box.x, y: box.y, width: box.width, height: box.height, cornerRadius: cornerRadius,
        fill.ink)
    }
    if let line {
      strokeRectangle(
        x: box.x, y: box.y, width: box.width, height: box.height, cornerRadius: cornerRadius,
        line.color.ink, lineWidth: line.width)
    }
  }

  private func stroke(_ points: [Drawing.Point], closed: Bool, _ line: Drawing.Line) {
    stroke(
      points.map { ($0.x, $0.y) }, closed: closed, line.color.ink, lineWidth: line.width,
      dash: line.dash)
  }

  private func draw(_ text: Drawing.Text) {
    write(
      text.fitted, font: text.font, x: text.bounds.x, baseline: text.origin.y, text.color.ink)
  }
}
