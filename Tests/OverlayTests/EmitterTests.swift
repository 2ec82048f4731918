import CutawayOverlays
import CutawayTime
import Testing

/// Particles: when they are born, how they move, and that they depend on nothing but the time.
@Suite struct EmitterTests {
  /// An emitter that fills the picture of 400 × 200 pixels, with boxes of 10 × 10.
  private func layer(
    _ shape: LayerEmitter.Shape = .point, seed: Int = 0,
    _ change: (inout LayerEmitter.Cell) -> Void = { _ in }
  ) -> OverlayLayer {
    var box = OverlayLayer(width: .pixels(10), height: .pixels(10))
    box.background = Color(red: 255, green: 0, blue: 0)
    var cell = LayerEmitter.Cell(box, rate: 10, lifetime: 2...2)
    change(&cell)
    return OverlayLayer(.emitter(LayerEmitter(shape: shape, cells: [cell], seed: seed)))
  }

  private func particles(_ layer: OverlayLayer, at time: MediaTime) -> [PresentedLayer] {
    layer.shown(at: time)?.layers ?? []
  }

  private func number(_ particle: PresentedLayer) -> Int { particle.path.last?.copy ?? -1 }

  private func center(_ particle: PresentedLayer) -> Point {
    let place = particle.matrix.apply(x: 5, y: 5)
    return Point(x: place.x, y: place.y)
  }

  @Test func `particle i is born i ÷ rate seconds after the start, and lives for its lifetime`() {
    let layer = layer()
    #expect(particles(layer, at: .zero).map(number) == [0])
    #expect(particles(layer, at: MediaTime(1, over: 20)).map(number) == [0])
    #expect(particles(layer, at: MediaTime(1, over: 2)).map(number) == Array(0...5))
    // At 3 s, what was born at 1 s is gone.
    #expect(particles(layer, at: MediaTime(3)).map(number) == Array(11...30))
  }

  @Test func `births end with the range, and begin with it`() {
    let layer = layer { $0.range = TimeRange(start: MediaTime(1), end: MediaTime(2)) }
    #expect(particles(layer, at: MediaTime(9, over: 10)).isEmpty)
    #expect(particles(layer, at: MediaTime(5, over: 2)).map(number) == Array(10...19))
    #expect(particles(layer, at: MediaTime(4)).isEmpty)
  }

  @Test(arguments: 0..<20 as Range<Int>)
  func `a particle moves by its velocity and acceleration`(seed: Int) throws {
    let layer = layer(.rectangle, seed: seed) {
      $0.velocity = 50...150
      $0.direction = 0...360
      $0.acceleration = Point(x: 10, y: 40)
    }
    func place(_ time: MediaTime) -> Point? {
      particles(layer, at: time).first { number($0) == 3 }.map(center)
    }
    let birth = try #require(place(MediaTime(3, over: 10)))
    let later = try #require(place(MediaTime(13, over: 10)))
    let end = try #require(place(MediaTime(22, over: 10)))
    // The velocity at birth follows from one second; the second place from the velocity.
    let velocity = Point(x: later.x - birth.x - 5, y: later.y - birth.y - 20)
    let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    #expect((50 - 1e-6...150 + 1e-6).contains(speed))
    #expect(abs(end.x - (birth.x + velocity.x * 1.9 + 5 * 1.9 * 1.9)) < 1e-5)
    #expect(abs(end.y - (birth.y + velocity.y * 1.9 + 20 * 1.9 * 1.9)) < 1e-5)
  }

  @Test(arguments: LayerEmitter.Shape.allCases)
  func `particles are born evenly in the shape`(shape: LayerEmitter.Shape) {
    let layer = layer(shape) {
      $0.rate = 1_000
      $0.lifetime = 4...4
    }
    let places = particles(layer, at: MediaTime(3)).map(center)
    #expect(places.count == 3_001)
    let parts = places.map { Point(x: $0.x / 400 - 0.5, y: $0.y / 200 - 0.5) }
    func mean(_ value: (Point) -> Double) -> Double {
      parts.map(value).reduce(0, +) / Double(parts.count)
    }
    // The variance of an even distribution over a length of 1 is 1/12, that of a disc of diameter 1
    // is 1/16 in each direction.
    let expected: (x: Double, y: Double) =
      switch shape {
      case .point: (0, 0)
      case .line: (1 / 12, 0)
      case .rectangle: (1 / 12, 1 / 12)
      case .circle: (1 / 16, 1 / 16)
      }
    #expect(abs(mean(\.x)) < 0.02 && abs(mean(\.y)) < 0.02)
    #expect(abs(mean { $0.x * $0.x } - expected.x) < 0.005)
    #expect(abs(mean { $0.y * $0.y } - expected.y) < 0.005)
    if shape == .circle {
      #expect(parts.allSatisfy { $0.x * $0.x + $0.y * $0.y <= 0.25 + 1e-9 })
    }
  }

  @Test func `scale, rotation, opacity and colour change with age`() throws {
    let red = Color(red: 255, green: 0, blue: 0), blue = Color(red: 0, green: 0, blue: 255)
    let layer = layer {
      ($0.scale, $0.scaleSpeed) = (2...2, -0.5)
      ($0.rotation, $0.spin) = (90...90, 45...45)
      ($0.opacity, $0.opacitySpeed) = (1...1, -0.25)
      $0.colors = [red, blue]
    }
    let shown = particles(layer, at: MediaTime(15, over: 10))
    let old = try #require(shown.first { number($0) == 5 })
    // One second old: 1.5 times as large, turned by 135°.
    let side = -1.5 * 0.5.squareRoot()
    #expect(abs(old.matrix.a - side) < 1e-9 && abs(old.matrix.b + side) < 1e-9)
    #expect(abs(old.opacity - 0.75) < 1e-9)
    let colors = particles(layer, at: MediaTime(19, over: 10)).map(\.background)
    #expect(Set(colors) == [red, blue])
    // A colour is that of the particle, not of the frame.
    let later = particles(layer, at: MediaTime(16, over: 10)).first { number($0) == 5 }
    #expect(later?.background == old.background)
  }

  @Test func `seeds and cells differ, and the same tree is the same`() {
    func places(_ layer: OverlayLayer) -> [Point] {
      particles(layer, at: MediaTime(1)).map(center)
    }
    let one = layer(.rectangle, seed: 1)
    #expect(places(one) == places(layer(.rectangle, seed: 1)))
    #expect(Set(places(one)).isDisjoint(with: places(layer(.rectangle, seed: 2))))
    guard case .emitter(var emitter) = one.content else { return }
    emitter.cells.append(emitter.cells[0])
    let both = places(OverlayLayer(.emitter(emitter)))
    #expect(Array(both.prefix(11)) == places(one))
    #expect(Set(both).count == 22)
  }
}
