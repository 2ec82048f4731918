extension TestChart {
  /// Draws a frame of the chart, in I420, with GStreamer's strides.
  public func frame(_ number: Int) -> RawFrame {
    let layout = RawFormat.i420.layout(width: width, height: height)
    var luma = lumaPlane(number, stride: layout[0].stride)
    FrameCode(clip: clip, frame: UInt16(truncatingIfNeeded: number))
      .draw(luma: &luma, width: width, height: height, stride: layout[0].stride)
    let cb = chromaPlane(number, layout[1], of: \.cb, ball: Ball.color.cb)
    let cr = chromaPlane(number, layout[2], of: \.cr, ball: Ball.color.cr)
    luma += Array(repeating: 0, count: layout[1].offset - luma.count)
    return RawFrame(format: .i420, width: width, height: height, bytes: luma + cb + cr)
  }

  private func lumaPlane(_ number: Int, stride: Int) -> [UInt8] {
    let padding = repeatElement(UInt8(0), count: stride - width)
    let centre = ball.centre(frame: number)
    let offset = scroll(number) * 2
    var plane: [UInt8] = []
    plane.reserveCapacity(stride * (height + 1) * 2)
    for y in 0..<height {
      switch band(y) {
      case .code: plane.append(contentsOf: repeatElement(16, count: width))
      case .rainbow: plane.append(contentsOf: rainbow.luma[offset..<offset + width])
      case .lines: plane.append(contentsOf: lines.luma)
      case .ground:
        let start = plane.count
        plane.append(contentsOf: ground.luma)
        if let columns = ball.columns(line: y, centre: centre) {
          plane.replaceSubrange(
            start + columns.lowerBound..<start + columns.upperBound,
            with: repeatElement(Ball.color.y, count: columns.count))
        }
      }
      plane.append(contentsOf: padding)
    }
    return plane
  }

  private func chromaPlane(
    _ number: Int, _ layout: RawFormat.PlaneLayout, of component: KeyPath<Strip, [UInt8]>,
    ball ballLevel: UInt8
  ) -> [UInt8] {
    let padding = repeatElement(UInt8(0), count: layout.stride - layout.width)
    let centre = ball.centre(frame: number)
    let offset = scroll(number)
    let (rainbow, ground) = (rainbow[keyPath: component], ground[keyPath: component])
    var plane: [UInt8] = []
    plane.reserveCapacity(layout.stride * layout.height)
    for y in 0..<layout.height {
      switch band(y * 2) {
      case .code, .lines: plane.append(contentsOf: repeatElement(128, count: layout.width))
      case .rainbow: plane.append(contentsOf: rainbow[offset..<offset + layout.width])
      case .ground:
        let start = plane.count
        plane.append(contentsOf: ground)
        if let columns = ball.columns(line: y * 2, centre: centre) {
          let half = columns.lowerBound / 2..<columns.upperBound / 2
          plane.replaceSubrange(
            start + half.lowerBound..<start + half.upperBound,
            with: repeatElement(ballLevel, count: half.count))
        }
      }
      plane.append(contentsOf: padding)
    }
    return plane
  }

  private enum Band { case code, rainbow, lines, ground }

  private func band(_ y: Int) -> Band {
    if y < FrameCode.bottom(height: height) { return .code }
    if y < Self.line(0.48, of: height) { return .rainbow }
    return y < Self.line(0.58, of: height) ? .lines : .ground
  }

  /// The number of chroma samples by which the rainbow has moved.
  private func scroll(_ number: Int) -> Int { number * max(width / 160, 1) % ((width + 1) / 2) }
}
