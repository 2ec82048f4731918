import CutawayElementBridge
import CutawayModel
import CutawayTime

/// What finds frames or samples in a source.
protocol SourceCursor: Sendable {
  /// Whether it can be asked for any time of its source.
  static var goesAnywhere: Bool { get }

  var reader: MediaReader { get }
}

/// The segment of a schedule that plays, and one beside it: what gets ready, or what played last.
struct SegmentReading<Cursor: SourceCursor>: Sendable {
  /// The segment that plays; change its cursor only.
  var current: Place?
  private var other: Place?
  /// Whether a user goes to and fro, so that what has been left may be wanted again soon.
  var isInteractive = false

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
    if let old = current?.index, schedule.isContinuous(from: old, to: index) {
      current?.index = index
    } else if other?.index == index {
      swap(&current, &other)
    } else if Cursor.goesAnywhere, let old = current?.index,
      schedule.haveSameSource(old, index)
    {
      current?.index = index
    } else if Cursor.goesAnywhere, let old = other?.index, schedule.haveSameSource(old, index) {
      swap(&current, &other)
      current?.index = index
    } else {
      release(&other, of: schedule, to: pool)
      other = current
      current = Place(index: index, cursor: open(index))
    }
  }

  /// Gets a segment ready, unless it only goes on where the current one ends.
  mutating func prepare(
    _ index: Int, of schedule: Schedule, in pool: ReaderPool, open: (Int) -> Cursor
  ) {
    guard other?.index != index else { return }
    if let old = current?.index {
      if schedule.isContinuous(from: old, to: index) { return }
      if Cursor.goesAnywhere, schedule.isCloseBehind(index, old) { return }
    }
    release(&other, of: schedule, to: pool)
    other = Place(index: index, cursor: open(index))
  }

  /// Gives both readers back.
  mutating func leave(_ schedule: Schedule, to pool: ReaderPool) {
    release(&current, of: schedule, to: pool)
    release(&other, of: schedule, to: pool)
  }

  /// Closes the reader of the current segment, which has failed.
  mutating func discardCurrent(to pool: ReaderPool) {
    if let current { pool.release(current.cursor.reader, isWantedAgain: false) }
    current = nil
  }

  private func release(_ place: inout Place?, of schedule: Schedule, to pool: ReaderPool) {
    guard let old = place else { return }
    place = nil
    pool.release(
      old.cursor.reader, isWantedAgain: isInteractive || schedule.comesAgain(after: old.index))
  }
}
