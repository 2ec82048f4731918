import CutawayModel
import CutawayTime

/// A simple model of a track: a list with the contents of each second.
struct TickTrack {
  /// The contents of a second: nothing, or an asset from a position, at a speed.
  struct Tick: Equatable {
    var asset: Asset.ID
    var position: MediaTime
    var speed: MediaTime
  }

  private(set) var ticks: [Tick?] = []

  mutating func insert(_ asset: Asset.ID, from position: Int, count: Int, at time: Int) {
    while ticks.count < time { ticks.append(nil) }
    let new = (0..<count).map { offset in
      Tick(
        asset: asset, position: MediaTime(Int64(position + offset)), speed: MediaTime(1))
    }
    ticks.insert(contentsOf: new, at: time)
  }

  mutating func insertEmpty(count: Int, at time: Int) {
    if time < ticks.count {
      ticks.insert(contentsOf: Array(repeating: nil, count: count), at: time)
    }
  }

  mutating func remove(from start: Int, to end: Int) {
    ticks.removeSubrange(min(start, ticks.count)..<min(end, ticks.count))
    trim()
  }

  /// Whether the range shows one piece of media, so that scaling by any factor does not change the
  /// contents within a second.
  func isUniform(from start: Int, to end: Int) -> Bool {
    zip(ticks[start..<end], ticks[start..<end].dropFirst()).allSatisfy { a, b in
      switch (a, b) {
      case (nil, nil): true
      case (let a?, let b?):
        a.asset == b.asset && a.speed == b.speed && b.position == a.position + a.speed
      default: false
      }
    }
  }

  /// The range must be uniform, or `count` a multiple of its length.
  mutating func scale(from start: Int, to end: Int, count: Int) {
    let old = Array(ticks[start..<end])
    let factor = MediaTime(Int64(old.count), over: Int64(count))
    let new = (0..<count).map { index -> Tick? in
      let place = factor * index
      let whole = Int(place.floored(in: MediaTime(1)))
      guard let tick = old[whole] else { return nil }
      return Tick(
        asset: tick.asset, position: tick.position + (place - MediaTime(Int64(whole))) * tick.speed,
        speed: tick.speed * factor)
    }
    ticks.replaceSubrange(start..<end, with: new)
    trim()
  }

  private mutating func trim() {
    while let last = ticks.last, last == nil { ticks.removeLast() }
  }
}
