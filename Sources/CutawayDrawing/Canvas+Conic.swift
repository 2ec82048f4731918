import CCutawayCairo
import Glibc

extension Canvas {
  /// A pattern of colours around a centre.
  ///
  /// Cairo has no conic gradient. The pattern is a mesh of narrow triangles, in each of which the
  /// colour changes with the angle only.
  static func conic(
    _ center: (x: Double, y: Double), _ start: Double, _ radius: Double, _ stops: [Paint.Stop]
  ) -> OpaquePointer? {
    let pattern = cairo_pattern_create_mesh()
    guard let first = stops.first, let last = stops.last else { return pattern }
    // Before the first place and after the last, the colour stays.
    let all = [Paint.Stop(0, first.ink)] + stops + [Paint.Stop(1, last.ink)]
    // The triangles must reach the radius with their sides between the corners, too.
    let widest = Double.pi / 32, reach = radius / cos(widest / 2)
    func corner(_ place: Double) -> (x: Double, y: Double) {
      let angle = start + 2 * .pi * place
      return (center.x + reach * cos(angle), center.y + reach * sin(angle))
    }
    func add(_ from: Paint.Stop, _ to: Paint.Stop) {
      let (a, b) = (corner(from.place), corner(to.place))
      cairo_mesh_pattern_begin_patch(pattern)
      cairo_mesh_pattern_move_to(pattern, center.x, center.y)
      cairo_mesh_pattern_line_to(pattern, a.x, a.y)
      cairo_mesh_pattern_line_to(pattern, b.x, b.y)
      cairo_mesh_pattern_line_to(pattern, center.x, center.y)
      for (index, ink) in [from.ink, from.ink, to.ink, to.ink].enumerated() {
        cairo_mesh_pattern_set_corner_color_rgba(
          pattern, UInt32(index), ink.red, ink.green, ink.blue, ink.alpha)
      }
      cairo_mesh_pattern_end_patch(pattern)
    }
    for (from, to) in zip(all, all.dropFirst()) where to.place > from.place {
      let count = max(1, Int(((to.place - from.place) * 2 * .pi / widest).rounded(.up)))
      func stop(_ index: Int) -> Paint.Stop {
        let part = Double(index) / Double(count)
        func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        return Paint.Stop(
          mixed(from.place, to.place),
          Ink(
            red: mixed(from.ink.red, to.ink.red), green: mixed(from.ink.green, to.ink.green),
            blue: mixed(from.ink.blue, to.ink.blue), alpha: mixed(from.ink.alpha, to.ink.alpha)))
      }
      for index in 0..<count { add(stop(index), stop(index + 1)) }
    }
    return pattern
  }
}
