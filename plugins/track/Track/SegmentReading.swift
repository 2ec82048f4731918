import Composition
import GStreamerBridge
import MediaTime

/// What finds frames or samples in a source.
protocol SourceCursor: Sendable {
  var reader: MediaReader { get }
}

/// The segment of a schedule that plays, and the one that gets ready.
struct SegmentReading<Cursor: SourceCursor>: Sendable {
  /// The segment that plays; change its cursor only.
  var current: Place?
  private var upcoming: Place?

  struct Place: Sendable {
    var index: Int
    var cursor: Cursor
  }

  /// Makes the segment `index` the current one: goes on reading where it goes on in the source, takes
  /// what is ready, or opens it.
  mutating func enter(
    _ index: Int, of schedule: Schedule, in pool: ReaderPool, open: (Int) -> Cursor
  ) {
    if current?.index == index { return }
    if let old = current {
      if old.index + 1 == index,
        schedule.segments[old.index].continues(with: schedule.segments[index])
      {
        current?.index = index
        return
      }
      pool.release(old.cursor.reader)
    }
    if upcoming?.index == index {
      current = upcoming
      upcoming = nil
    } else {
      current = Place(index: index, cursor: open(index))
    }
  }

  /// Gets a segment ready, unless it only goes on where the current one ends.
  mutating func prepare(
    _ index: Int, of schedule: Schedule, in pool: ReaderPool, open: (Int) -> Cursor
  ) {
    guard upcoming?.index != index else { return }
    if let current, current.index + 1 == index,
      schedule.segments[current.index].continues(with: schedule.segments[index])
    {
      return
    }
    if let other = upcoming { pool.release(other.cursor.reader) }
    upcoming = Place(index: index, cursor: open(index))
  }

  /// Gives both readers back.
  mutating func leave(_ pool: ReaderPool) {
    for place in [current, upcoming].compactMap(\.self) { pool.release(place.cursor.reader) }
    (current, upcoming) = (nil, nil)
  }
}
