public import CutawayTime
import Glibc

/// A source of particles in a layer, as `CAEmitterLayer`: confetti, snow, sparks.
///
/// Each particle is a function of the time, of ``seed``, of its cell and of its number, without
/// state. So a frame after a seek is that of playback. Particle i of a cell is born i ÷ rate seconds
/// after the start of the layer's clock.
public struct LayerEmitter: Sendable, Hashable, Codable {
  /// Where particles are born in the area of the layer.
  public var shape: Shape
  /// The kinds of particles; later ones lie above.
  public var cells: [Cell]
  /// What the random values depend on.
  public var seed: Int

  /// Where particles are born.
  public enum Shape: String, Sendable, Hashable, Codable, CaseIterable {
    /// In the centre of the layer.
    case point
    /// From the left to the right edge, at half the height.
    case line
    /// Anywhere in the layer.
    case rectangle
    /// Anywhere in the ellipse that touches the edges.
    case circle
  }

  /// A kind of particles, as `CAEmitterCell`.
  ///
  /// Each value of a range is as likely as each other.
  public struct Cell: Sendable, Hashable, Codable {
    /// What each particle shows.
    ///
    /// Its anchor point lies at the place of the particle, and its clock starts when the particle is
    /// born. Its own position does not count.
    public var layer: OverlayLayer
    /// How many particles are born per second.
    public var rate: Double
    /// When particles are born, in the clock of the emitter's layer; `nil` is always.
    public var range: TimeRange?
    /// How long a particle exists, in seconds.
    public var lifetime: ClosedRange<Double>
    /// The speed at birth, in pixels per second.
    public var velocity: ClosedRange<Double>
    /// Where a particle moves at birth, in degrees clockwise; 0 is to the right.
    public var direction: ClosedRange<Double>
    /// The change of the velocity, in pixels per second, in each second.
    public var acceleration: Point
    /// The scale at birth.
    public var scale: ClosedRange<Double>
    /// The change of the scale in each second.
    public var scaleSpeed: Double
    /// The rotation at birth, in degrees clockwise.
    public var rotation: ClosedRange<Double>
    /// The change of the rotation in each second, in degrees clockwise.
    public var spin: ClosedRange<Double>
    /// The opacity at birth, 0…1.
    public var opacity: ClosedRange<Double>
    /// The change of the opacity in each second.
    public var opacitySpeed: Double
    /// The colours, of which each particle has one instead of that of its box, text, shape or waveform; empty
    /// keeps it.
    public var colors: [Color]

    /// Creates a cell whose particles stay where they are born.
    public init(_ layer: OverlayLayer, rate: Double, lifetime: ClosedRange<Double>) {
      self.layer = layer
      self.rate = rate
      self.lifetime = lifetime
      velocity = 0...0
      direction = 0...360
      acceleration = Point(x: 0, y: 0)
      scale = 1...1
      scaleSpeed = 0
      rotation = 0...0
      spin = 0...0
      opacity = 1...1
      opacitySpeed = 0
      colors = []
    }
  }

  /// Creates an emitter.
  public init(shape: Shape = .point, cells: [Cell], seed: Int = 0) {
    self.shape = shape
    self.cells = cells
    self.seed = seed
  }
}

extension LayerEmitter.Cell {
  /// The largest number of particles at once.
  public var capacity: Int {
    let count = rate * lifetime.upperBound
    return count < 1e9 ? Int(count.rounded(.up)) : Int(1e9)
  }

  /// The largest scale that a particle reaches.
  public var largestScale: Double {
    scale.upperBound + max(0, scaleSpeed) * lifetime.upperBound
  }
}

/// A particle at an instant.
struct LayerParticle {
  let number: Int
  let age: MediaTime
  let place: Point
  let scale: Double
  let rotation: Double
  let opacity: Double
  let color: Color?
}

extension LayerEmitter {
  /// The particles of a cell at a time of the layer's clock, in the order of their birth.
  ///
  /// - Parameters:
  ///   - index: The index of the cell.
  ///   - time: The time.
  ///   - size: The size of the layer.
  /// - Returns: The visible particles.
  func particles(of index: Int, at time: MediaTime, in size: LayerSize) -> [LayerParticle] {
    let cell = cells[index], now = time.seconds
    let births = cell.range.map { ($0.start.seconds, $0.end.seconds) } ?? (0, .infinity)
    let oldest = max(0, births.0, now - cell.lifetime.upperBound), youngest = min(now, births.1)
    guard oldest <= youngest else { return [] }
    let first = Int((oldest * cell.rate).rounded(.up))
    let last = Int((youngest * cell.rate).rounded(.down))
    guard first <= last else { return [] }
    return (first...last).compactMap { number in
      let birth = Double(number) / cell.rate, age = now - birth
      if birth >= births.1 || age < 0 { return nil }
      var random = ParticleRandom(seed: seed, cell: index, number: number)
      if age >= random.value(in: cell.lifetime) { return nil }
      let velocity = random.value(in: cell.velocity)
      let direction = random.value(in: cell.direction) * .pi / 180
      let scale = random.value(in: cell.scale) + cell.scaleSpeed * age
      let rotation = random.value(in: cell.rotation) + random.value(in: cell.spin) * age
      let opacity = random.value(in: cell.opacity) + cell.opacitySpeed * age
      let born = shape.point(in: size, &random)
      let color = cell.colors.isEmpty ? nil : cell.colors[random.index(below: cell.colors.count)]
      if scale <= 0 || opacity <= 0 { return nil }
      let (dx, dy) = (cos(direction) * velocity, sin(direction) * velocity)
      return LayerParticle(
        number: number, age: MediaTime(nanoseconds: Int64(age * 1e9)),
        place: Point(
          x: born.x + dx * age + cell.acceleration.x * age * age / 2,
          y: born.y + dy * age + cell.acceleration.y * age * age / 2),
        scale: scale, rotation: rotation, opacity: min(opacity, 1), color: color)
    }
  }
}

extension LayerEmitter.Shape {
  /// A place in a layer.
  fileprivate func point(in size: LayerSize, _ random: inout ParticleRandom) -> Point {
    let (x, y) = (random.value(in: 0...1), random.value(in: 0...1))
    let place: (x: Double, y: Double)
    switch self {
    case .point: place = (0.5, 0.5)
    case .line: place = (x, 0.5)
    case .rectangle: place = (x, y)
    case .circle:
      // The square root makes all areas of the disc equally likely.
      let radius = y.squareRoot() / 2
      place = (0.5 + cos(2 * .pi * x) * radius, 0.5 + sin(2 * .pi * x) * radius)
    }
    return Point(x: place.x * size.width, y: place.y * size.height)
  }
}

/// Random numbers that depend on nothing but a particle.
///
/// The generator is SplitMix64 (Steele, Lea and Flood: Fast splittable pseudorandom number
/// generators, 2014), which is defined by its constants and is the same everywhere.
private struct ParticleRandom {
  private var state: UInt64

  init(seed: Int, cell: Int, number: Int) {
    state = UInt64(bitPattern: Int64(seed))
    for part in [cell, number] {
      state = next() ^ UInt64(bitPattern: Int64(part))
    }
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 on that is less than 1.
  private mutating func part() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func value(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * part()
  }

  mutating func index(below count: Int) -> Int { min(count - 1, Int(part() * Double(count))) }
}

extension OverlayLayer {
  /// The layer with another colour of its box, text or shape.
  func colored(_ color: Color) -> OverlayLayer {
    var layer = self
    switch content {
    case .text(var text):
      text.color = color
      layer.content = .text(text)
    case .shape(var shape):
      if shape.fill != nil { shape.fill = color }
      if shape.stroke != nil { shape.stroke?.color = color }
      layer.content = .shape(shape)
    case .waveform(var waveform):
      waveform.color = color
      layer.content = .waveform(waveform)
    case .box: layer.background = color
    case .image, .gradient, .video, .emitter: break
    }
    return layer
  }
}
