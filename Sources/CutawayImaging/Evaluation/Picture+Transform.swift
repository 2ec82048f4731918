import CutawayElementKit
public import CutawayKeyframes

extension Picture {
  /// The picture, moved, scaled, turned or sheared.
  ///
  /// Transforms of transforms are one map, so the picture is sampled once. Between pixels it is interpolated
  /// linearly. A picture that becomes smaller than half is averaged first. Edges are not blurred: at an edge between
  /// two pixels, the part of the pixel within the picture is its opacity.
  ///
  /// - Parameters:
  ///   - transform: The transform, in the plane of pictures, whose y axis points upwards.
  ///   - isSmooth: Whether pixels are interpolated; otherwise the nearest one counts.
  /// - Returns: The picture; an empty one if the transform has no inverse.
  public func transformed(by transform: TransformMatrix, isSmooth: Bool = true) -> Picture {
    if transform.isWholeTranslation {
      return moved(x: Int(transform.tx), y: Int(transform.ty))
    }
    switch content {
    case .sampled(let sampling):
      if let first = sampling.affine, first.isSmooth == isSmooth {
        return first.picture.transformed(
          by: first.transform.concatenating(transform), isSmooth: isSmooth)
      }
    case .moved(let input, let x, let y):
      let move = TransformMatrix.translation(x: Double(x), y: Double(y))
      return input.transformed(by: move.concatenating(transform), isSmooth: isSmooth)
    default: break
    }
    return sampled(by: AffineMap(picture: self, transform: transform, isSmooth: isSmooth))
  }

  private func sampled(by map: AffineMap) -> Picture {
    let transform = map.transform
    guard let inverse = transform.inverted else { return .empty }
    // How far the sample moves in the picture for a pixel of the result.
    let steps = SIMD2(
      (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot(),
      (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot())
    let (wide, tall) = (steps.x > 2 && map.isSmooth, steps.y > 2 && map.isSmooth)
    if (wide || tall), !extent.isEmpty {
      let scale = TransformMatrix.scale(x: wide ? 2 : 1, y: tall ? 2 : 1)
      return halved(x: wide, y: tall).sampled(
        by: AffineMap(
          picture: map.picture, transform: scale.concatenating(transform),
          isSmooth: true, whole: map.whole ?? transform))
    }
    let source = extent
    let result = source.transformed(by: transform)
    var sampling = Sampling(inputs: [self]) { region, _ in
      region.transformed(by: inverse).outset(by: 1).intersection(source)
    } draw: { line, tiles, _ in
      tiles[0].withView { map.draw(&line, $0, source, inverse, steps: SIMD2<Float>(steps)) }
    }
    sampling.affine = AffineMap(
      picture: map.picture, transform: map.whole ?? transform, isSmooth: map.isSmooth)
    return Picture(.sampled(sampling), extent: result)
  }

  /// Means of pairs of columns, of rows, or of both; pairs begin at even coordinates.
  func halved(x halvesColumns: Bool, y halvesRows: Bool) -> Picture {
    func half(_ value: Int, _ isHalved: Bool, up: Bool) -> Int {
      !isHalved || abs(value) >= Region.far ? value : (value + (up ? 1 : 0)) >> 1
    }
    let region = Region(
      minX: half(extent.minX, halvesColumns, up: false),
      minY: half(extent.minY, halvesRows, up: false),
      maxX: half(extent.maxX, halvesColumns, up: true),
      maxY: half(extent.maxY, halvesRows, up: true))
    let (columns, rows) = (halvesColumns ? 2 : 1, halvesRows ? 2 : 1)
    let sampling = Sampling(inputs: [self]) { region, _ in
      Region(
        minX: region.minX * columns, minY: region.minY * rows, maxX: region.maxX * columns,
        maxY: region.maxY * rows)
    } draw: { line, tiles, _ in
      let weight = 1 / Float(columns * rows), y = line.y * rows
      tiles[0].withView { view in
        line.map { (_: SIMD4<Float>, x: Int) in
          let place = x &* columns
          var sum = view[place, y]
          if columns == 2 { sum += view[place &+ 1, y] }
          if rows == 2 {
            sum += view[place, y &+ 1]
            if columns == 2 { sum += view[place &+ 1, y &+ 1] }
          }
          return sum * weight
        }
      }
    }
    return Picture(.sampled(sampling), extent: region)
  }
}

/// An affine transform of a picture.
struct AffineMap: Sendable {
  /// The picture, before it was halved.
  let picture: Picture
  /// The transform of what is sampled.
  let transform: TransformMatrix
  let isSmooth: Bool
  /// The transform of the picture, if it was halved.
  var whole: TransformMatrix?

  /// Samples a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - pixels: The pixels of the picture.
  ///   - source: The extent of the picture.
  ///   - inverse: The transform from the line to the picture.
  ///   - steps: How far samples are from each other in the picture, along its axes.
  func draw(
    _ line: inout PixelLine, _ pixels: borrowing PixelGridView, _ source: Region,
    _ inverse: TransformMatrix,
    steps: SIMD2<Float>
  ) {
    // From column 0 on, so that a place does not depend on where the line begins.
    let first = inverse.apply(x: 0.5, y: Double(line.y) + 0.5)
    let start = SIMD2(first.x, first.y), step = SIMD2(inverse.a, inverse.b)
    if !isSmooth {
      return line.map { (_: SIMD4<Float>, x: Int) in
        let place = (start + step * Double(x)).single.floored
        guard abs(place.x) < 0x1p29, abs(place.y) < 0x1p29 else { return SIMD4() }
        return pixels[Int(place.x), Int(place.y)]
      }
    }
    let low = SIMD2(Float(source.minX), Float(source.minY))
    let high = SIMD2(Float(source.maxX), Float(source.maxY))
    let sharpness = 1 / steps
    line.map { (_: SIMD4<Float>, x: Int) in
      let place = (start + step * Double(x)).single
      // The part of a pixel that lies within the picture.
      let before = (place - low) * sharpness + 0.5, after = (high - place) * sharpness + 0.5
      let wide = min(before.x, after.x), tall = min(before.y, after.y)
      guard wide > 0, tall > 0 else { return SIMD4() }
      let nearest = SIMD2(
        min(max(place.x, low.x + 0.5), high.x - 0.5), min(max(place.y, low.y + 0.5), high.y - 0.5))
      let color = pixels.linear(nearest)
      return wide >= 1 && tall >= 1 ? color : color * (min(wide, 1) * min(tall, 1))
    }
  }
}

extension TransformMatrix {
  /// Whether it only moves by whole pixels.
  var isWholeTranslation: Bool {
    a == 1 && b == 0 && c == 0 && d == 1 && tx.rounded() == tx && ty.rounded() == ty
      && abs(tx) < Double(Region.far) && abs(ty) < Double(Region.far)
  }
}

extension Region {
  /// The pixels that a transformed region touches.
  func transformed(by transform: TransformMatrix) -> Region {
    if isEmpty { return .empty }
    if isInfinite { return .infinite }
    let box = transform.boundingBox(
      of: Rectangle(
        x: Double(minX), y: Double(minY), width: Double(width), height: Double(height)))
    return Region(covering: box.x, box.y, box.x + box.width, box.y + box.height) ?? .empty
  }
}
