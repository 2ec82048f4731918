/// Computes lines of pictures, on one thread.
///
/// A line passes all operations on single pixels while it is in the cache: chains of them cost one pass.
struct LineFiller {
  let evaluation: Evaluation
  let picture: Picture
  /// Lines that wait for their next use.
  private var spare: [[SIMD4<Float>]] = []

  init(_ picture: Picture, in evaluation: Evaluation) {
    (self.picture, self.evaluation) = (picture, evaluation)
  }

  /// A line of unspecified pixels.
  mutating func line(columns: Range<Int>, y: Int) -> PixelLine {
    var pixels = spare.popLast() ?? []
    if pixels.count < columns.count {
      pixels = Array(repeating: SIMD4(), count: columns.count)
    }
    return PixelLine(x: columns.lowerBound, y: y, count: columns.count, pixels: pixels)
  }

  /// Computes a line of the picture.
  mutating func draw(_ line: inout PixelLine) { fill(&line, with: picture) }

  /// Computes a line of a picture; what lies beyond its extent becomes transparent.
  private mutating func fill(_ line: inout PixelLine, with picture: Picture) {
    let extent = picture.extent
    guard extent.rows.contains(line.y) else { return line.clear() }
    let covered = line.columns.clamped(to: extent.columns)
    if covered.count == line.count { return fillCovered(&line, with: picture) }
    line.clear()
    if covered.isEmpty { return }
    var part = self.line(columns: covered, y: line.y)
    fillCovered(&part, with: picture)
    let offset = covered.lowerBound - line.x
    var target = line.pixels.mutableSpan
    for index in 0..<covered.count { target[offset &+ index] = part.pixels[index] }
    spare.append(part.pixels)
  }

  private mutating func fillCovered(_ line: inout PixelLine, with picture: Picture) {
    if let tile = evaluation.tiles[ObjectIdentifier(picture)] { return tile.fill(&line) }
    switch picture.content {
    case .source(let source):
      source.load(&line, evaluation.space)
    case .generated(let draw):
      line.isOpaque = false
      draw(&line, evaluation.space)
    case .colored(let input, let draw):
      fill(&line, with: input)
      draw(&line, evaluation.space)
    case .matrix(let matrix, let input):
      fill(&line, with: input)
      matrix.apply(to: &line)
    case .mixed(let inputs, let draw):
      fill(&line, with: inputs[0])
      var others: [PixelLine] = []
      for input in inputs.dropFirst() {
        var other = self.line(columns: line.columns, y: line.y)
        fill(&other, with: input)
        others.append(other)
      }
      draw(&line, others, evaluation.space)
      spare += others.map(\.pixels)
    case .layered(let front, let back): fill(&line, with: front, over: back)
    case .cropped(let input): fill(&line, with: input)
    case .moved(let input, let x, let y):
      (line.x, line.y) = (line.x - x, line.y - y)
      fill(&line, with: input)
      (line.x, line.y) = (line.x + x, line.y + y)
    case .clamped(let input): fillClamped(&line, with: input)
    case .sampled(let sampling):
      let tiles = sampling.inputs.map { evaluation.tile($0) }
      line.isOpaque = false
      sampling.draw(&line, tiles, evaluation.space)
    case .area:
      // The plan of an evaluation makes a tile of each, which is found above.
      line.clear()
    }
  }

  /// Computes a line of a picture in front of another one, without work where there is only one of them.
  private mutating func fill(_ line: inout PixelLine, with front: Picture, over back: Picture) {
    let isCovered = front.extent.rows.contains(line.y)
    let columns = line.columns.clamped(to: isCovered ? front.extent.columns : 0..<0)
    if columns.isEmpty { return fill(&line, with: back) }
    if columns.count < line.count {
      fill(&line, with: back)
      var part = self.line(columns: columns, y: line.y)
      fillCovered(&part, with: front)
      line.lay(part)
      spare.append(part.pixels)
      return
    }
    fillCovered(&line, with: front)
    if line.isOpaque { return }
    var behind = self.line(columns: line.columns, y: line.y)
    fill(&behind, with: back)
    behind.lay(line)
    swap(&behind, &line)
    spare.append(behind.pixels)
  }

  /// Computes the nearest line of a picture, and repeats its ends.
  private mutating func fillClamped(_ line: inout PixelLine, with input: Picture) {
    let extent = input.extent, y = line.y
    line.y = min(max(y, extent.minY), extent.maxY - 1)
    defer { line.y = y }
    let inner = line.columns.clamped(to: extent.columns)
    if inner.count == line.count { return fill(&line, with: input) }
    // A line beside the picture needs one pixel of its edge.
    let first = min(max(line.x, extent.minX), extent.maxX - 1)
    var part = self.line(
      columns: inner.isEmpty ? first..<first + 1 : inner, y: line.y)
    fill(&part, with: input)
    let count = line.count, x = line.x
    var target = line.pixels.mutableSpan
    for index in 0..<count {
      let place = min(max(x + index, part.x), part.x + part.count - 1)
      target[index] = part.pixels[place - part.x]
    }
    line.isOpaque = part.isOpaque
    spare.append(part.pixels)
  }
}

/// Reads lines of an input of an ``AreaPass``.
///
/// Each thread makes its own filler.
struct LineReader: Sendable {
  let picture: Picture
  let evaluation: Evaluation

  /// A filler for one thread.
  func filler() -> LineFiller { LineFiller(picture, in: evaluation) }
}
