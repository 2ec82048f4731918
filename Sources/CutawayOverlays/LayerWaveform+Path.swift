extension LayerWaveform {
  /// The bars, which are filled, or the line, which is stroked, in a layer of a size.
  ///
  /// - Parameters:
  ///   - width: The width of the layer in pixels.
  ///   - height: The height of the layer in pixels.
  /// - Returns: The path.
  public func path(width: Double, height: Double) -> LayerPath {
    if excerpt.levels.isEmpty || width <= 0 || height <= 0 { return LayerPath() }
    return switch style {
    case .bars: rowOfBars(width, height)
    case .line: line(width, height)
    case .circle: circle(min(width, height) / 2, Point(x: width / 2, y: height / 2))
    }
  }

  /// The thickness of the line in a layer of a width, in pixels.
  public func thickness(width: Double) -> Double { width * excerpt.step * (1 - gap) / 2 }

  private func rowOfBars(_ width: Double, _ height: Double) -> LayerPath {
    var path = LayerPath()
    let step = excerpt.step * width
    for (index, level) in excerpt.levels.enumerated() {
      let start = excerpt.start * width + (Double(index) + gap / 2) * step
      let left = max(0, start), right = min(width, start + step * (1 - gap))
      if right <= left { continue }
      // At the ends of the row, bars become thinner. Silence is a row of dots.
      let length = max(min(right - left, height), level * height)
      path.add(
        LayerPath(width: right - left, height: length, radius: (right - left) / 2)
          .applying(.translation(x: left, y: (height - length) / 2)))
    }
    return path
  }

  private func line(_ width: Double, _ height: Double) -> LayerPath {
    var path = LayerPath(), last: Point?
    let swing = max(0, height - thickness(width: width)) / 2
    for (index, level) in excerpt.levels.enumerated() {
      let isUp = (excerpt.first + Int64(index)) % 2 == 0
      let place = excerpt.start + (Double(index) + 0.5) * excerpt.step
      let point = Point(x: place * width, y: height / 2 + (isUp ? -level : level) * swing)
      if let last {
        let middle = (last.x + point.x) / 2
        path.add(.curve(Point(x: middle, y: last.y), Point(x: middle, y: point.y), to: point))
      } else {
        path.add(.move(point))
      }
      last = point
    }
    return path
  }

  private func circle(_ radius: Double, _ center: Point) -> LayerPath {
    var path = LayerPath()
    let inner = radius * Self.innerRadius, step = excerpt.step
    let width = inner * .pi * step * (1 - gap)
    for (index, level) in excerpt.levels.enumerated() {
      // How long ago the middle of the interval is; 1 is the window.
      let age = 1 - excerpt.start - (Double(index) + 0.5) * step
      // A bar grows at the top while its interval begins, and shrinks at the bottom.
      let part = min(min(age / step + 0.5, (1 - age) / step + 0.5), 1)
      if part <= 0 { continue }
      let length = max(level * (radius - inner), width) * part
      let bar = LayerPath(width: width, height: length, radius: width / 2)
        .applying(.translation(x: -width / 2, y: -inner - length))
      let angle = min(max(age, 0), 1) * 180
      // The newest bar and the oldest one have no other side.
      for degrees in angle > 0 && angle < 180 ? [angle, -angle] : [angle] {
        path.add(
          bar.applying(
            .rotation(degrees: degrees).concatenating(.translation(x: center.x, y: center.y))))
      }
    }
    return path
  }

  /// The radius of the circle from which bars grow, as a part of that of the layer.
  private static let innerRadius = 0.62
}
