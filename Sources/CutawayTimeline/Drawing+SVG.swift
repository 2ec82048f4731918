import CutawayModel
import Foundation

extension Drawing {
  /// The drawing as a self-contained SVG document, with texts as text and with embedded images.
  ///
  /// Cairo's SVG surface converts text to outlines, in which you cannot search or select.
  package var svg: String {
    var writer = SVGWriter()
    writer.lines.append(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" height="\(number(height))" \
      viewBox="0 0 \(number(width)) \(number(height))" font-family="\(Text.family), Verdana, \
      sans-serif">
      """)
    writer.write(
      .rectangle(Rectangle(x: 0, y: 0, width: width, height: height), fill: background))
    for shape in shapes { writer.write(shape) }
    return (writer.lines + ["</svg>", ""]).joined(separator: "\n")
  }
}

private struct SVGWriter {
  var lines: [String] = []
  private var clipCount = 0

  init() {}

  mutating func write(_ shape: Drawing.Shape) {
    switch shape {
    case .rectangle(let box, let fill, let line, let radius):
      let corner = radius > 0 ? " rx=\"\(number(radius))\"" : ""
      lines.append("<rect\(place(box))\(corner)\(paint(fill, line))/>")
    case .polygon(let points, let fill, let line):
      lines.append("<polygon points=\"\(list(points))\"\(paint(fill, line))/>")
    case .path(let points, let line):
      lines.append("<polyline points=\"\(list(points))\"\(paint(nil, line))/>")
    case .hatching(let box, let line, let spacing):
      let hatches = Drawing.hatchLines(of: box, spacing: spacing).map {
        Drawing.Shape.path([$0.from, $0.to], line)
      }
      write(.clipped(box, hatches))
    case .text(let text): write(text)
    case .picture(let picture, let box): write(picture, box)
    case .clipped(let box, let radius, let shapes): write(shapes, in: box, radius)
    case .film(let shapes):
      lines.append("<g class=\"film\">")
      for shape in shapes { write(shape) }
      lines.append("</g>")
    }
  }

  private mutating func write(_ text: Drawing.Text) {
    let anchor =
      switch text.alignment {
      case .left: ""
      case .middle: " text-anchor=\"middle\""
      case .right: " text-anchor=\"end\""
      }
    let weight = text.isBold ? " font-weight=\"bold\"" : ""
    lines.append(
      "<text x=\"\(number(text.origin.x))\" y=\"\(number(text.origin.y))\" "
        + "font-size=\"\(number(text.size))\"\(weight)\(anchor)\(paint(text.color, nil))>"
        + "\(escaped(text.fitted))</text>")
  }

  private mutating func write(_ picture: Drawing.Picture, _ box: Rectangle) {
    guard !picture.file.isEmpty else { return }
    let type = picture.file.starts(with: [0xFF, 0xD8]) ? "jpeg" : "png"
    lines.append(
      "<image\(place(box)) preserveAspectRatio=\"none\" href=\"data:image/\(type);base64,"
        + "\(Data(picture.file).base64EncodedString())\"/>")
  }

  private mutating func write(_ shapes: [Drawing.Shape], in box: Rectangle, _ radius: Double) {
    clipCount += 1
    let name = "clip\(clipCount)"
    let corner = radius > 0 ? " rx=\"\(number(radius))\"" : ""
    lines.append("<clipPath id=\"\(name)\"><rect\(place(box))\(corner)/></clipPath>")
    lines.append("<g clip-path=\"url(#\(name))\">")
    for shape in shapes { write(shape) }
    lines.append("</g>")
  }

  private func place(_ box: Rectangle) -> String {
    " x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
      + "height=\"\(number(box.height))\""
  }

  private func list(_ points: [Drawing.Point]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }

  private func paint(_ fill: Color?, _ line: Drawing.Line?) -> String {
    var text = fill.map { " fill=\"\(hexadecimal($0))\"\(opacity("fill", $0))" } ?? " fill=\"none\""
    if let line {
      text += " stroke=\"\(hexadecimal(line.color))\"\(opacity("stroke", line.color))"
      if line.width != 1 { text += " stroke-width=\"\(number(line.width))\"" }
      if line.dash > 0 { text += " stroke-dasharray=\"\(number(line.dash))\"" }
    }
    return text
  }

  private func opacity(_ name: String, _ color: Color) -> String {
    color.alpha == 255 ? "" : " \(name)-opacity=\"\(number(Double(color.alpha) / 255))\""
  }

  private func hexadecimal(_ color: Color) -> String {
    "#"
      + [color.red, color.green, color.blue].map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
  }
}

/// A number with at most two digits after the decimal point.
private func number(_ value: Double) -> String {
  let hundredths = (value * 100).rounded()
  let text = "\(hundredths / 100)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Text escaped for XML.
///
/// Characters that XML does not allow become spaces.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
