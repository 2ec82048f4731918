import CCutawayCairo
import Glibc

extension Canvas {
  /// Draws another canvas over this one.
  ///
  /// - Parameters:
  ///   - other: The other canvas.
  ///   - place: Where its top left corner lies, in pixels.
  ///   - opacity: The opacity, 0…1.
  public func draw(_ other: Canvas, at place: (x: Int, y: Int) = (0, 0), opacity: Double = 1) {
    cairo_surface_flush(other.surface)
    cairo_save(context)
    cairo_identity_matrix(context)
    cairo_set_source_surface(context, other.surface, Double(place.x), Double(place.y))
    cairo_paint_with_alpha(context, opacity)
    cairo_restore(context)
  }

  /// Draws the shadow of another canvas over this one: its alpha, blurred, moved and coloured.
  ///
  /// The blur is three box filters, whose variance is that of a Gaussian function.
  ///
  /// - Parameters:
  ///   - other: The canvas that casts the shadow.
  ///   - sigma: The standard deviation in pixels.
  ///   - offset: Where the top left corner of the other canvas lies in this one, in pixels.
  ///   - ink: The colour.
  public func drawShadow(
    of other: Canvas, sigma: Double, offset: (x: Double, y: Double), _ ink: Ink
  ) {
    let (width, height) = (other.width, other.height)
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
    else { return }
    defer { cairo_surface_destroy(mask) }
    cairo_surface_flush(other.surface)
    guard let data = cairo_image_surface_get_data(mask),
      let pixels = cairo_image_surface_get_data(other.surface)
    else { return }
    var alpha = (0..<height).flatMap { row in
      let place = pixels + row * Int(cairo_image_surface_get_stride(other.surface))
      return (0..<width).map { Float(place[$0 * 4 + 3]) }
    }
    other.blur(&alpha, sigma: sigma)
    let stride = Int(cairo_image_surface_get_stride(mask))
    for row in 0..<height {
      for column in 0..<width {
        data[row * stride + column] = UInt8(min(255, alpha[row * width + column].rounded()))
      }
    }
    cairo_surface_mark_dirty(mask)
    cairo_save(context)
    cairo_identity_matrix(context)
    set(ink)
    cairo_mask_surface(context, mask, offset.x, offset.y)
    cairo_restore(context)
  }

  private func blur(_ values: inout [Float], sigma: Double) {
    guard sigma > 0 else { return }
    // Three boxes of width w have the variance (w² − 1) / 4.
    let box = min(Double(max(width, height)) * 2, (4 * sigma * sigma + 1).squareRoot())
    var line = [Float](repeating: 0, count: max(width, height))
    for _ in 0..<3 {
      for row in 0..<height { average(&values, from: row * width, step: 1, width, box, &line) }
      for column in 0..<width { average(&values, from: column, step: width, height, box, &line) }
    }
  }

  /// Replaces values by their means over a box, whose width need not be whole.
  private func average(
    _ values: inout [Float], from start: Int, step: Int, _ count: Int, _ box: Double,
    _ line: inout [Float]
  ) {
    let radius = (box - 1) / 2, whole = Int(radius), part = Float(radius - Double(whole))
    for index in 0..<count { line[index] = values[start + index * step] }
    var sum: Float = 0
    func value(_ index: Int) -> Float { index >= 0 && index < count ? line[index] : 0 }
    for index in 0..<min(count, whole) { sum += line[index] }
    for index in 0..<count {
      sum += value(index + whole)
      if index > whole { sum -= value(index - whole - 1) }
      let edges = part * (value(index - whole - 1) + value(index + whole + 1))
      values[start + index * step] = max(0, (sum + edges) / Float(box))
    }
  }

  /// The pixels as premultiplied words: alpha in the highest byte, then red, green and blue.
  public var words: [UInt32] {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    let stride = Int(cairo_image_surface_get_stride(surface))
    return Array(unsafeUninitializedCapacity: width * height) { words, count in
      for row in 0..<height {
        let start = UnsafeRawPointer(data + row * stride).assumingMemoryBound(to: UInt32.self)
        count = words[count...].initialize(
          fromContentsOf: UnsafeBufferPointer(start: start, count: width))
      }
    }
  }
}
