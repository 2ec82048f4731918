import CutawayElementBridge
import CutawayKeyframes
import CutawayMedia
import CutawaySources
import CutawayTime

/// Finds frames or samples in a source.
protocol SourceCursor: Sendable {
  /// Whether it can seek to any time of its source.
  static var goesAnywhere: Bool { get }

  associatedtype Reader: SourceReader
  var reader: Reader { get }
}

/// The current segment of a schedule, and another one: the next, which is being prepared, or the
/// previous.
struct SegmentReading<Cursor: SourceCursor>: Sendable {
  /// The current segment; callers may change only its cursor.
  var current: Place?
  private var other: Place?
  /// Whether a user seeks back and forth, so that previous frames may soon be needed again.
  var isInteractive = false

  struct Place: Sendable {
    var index: Int
    var cursor: Cursor
  }

  /// Makes the segment `index` the current one.
  ///
  /// It continues reading if the source continues, uses the prepared cursor if it matches, or opens
  /// the source.
  mutating func enter(
    _ index: Int, of schedule: Schedule, in pool: ReaderPool<Cursor.Reader>, open: (Int) -> Cursor
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

  /// Prepares a segment, unless it continues the source of the current one.
  mutating func prepare(
    _ index: Int, of schedule: Schedule, in pool: ReaderPool<Cursor.Reader>, open: (Int) -> Cursor
  ) {
    guard other?.index != index else { return }
    if let old = current?.index {
      if schedule.isContinuous(from: old, to: index) { return }
      if Cursor.goesAnywhere, schedule.isCloseBehind(index, old) { return }
    }
    release(&other, of: schedule, to: pool)
    other = Place(index: index, cursor: open(index))
  }

  /// Returns both readers to the pool.
  mutating func leave(_ schedule: Schedule, to pool: ReaderPool<Cursor.Reader>) {
    release(&current, of: schedule, to: pool)
    release(&other, of: schedule, to: pool)
  }

  /// Closes the reader of the current segment, which has failed.
  mutating func discardCurrent(to pool: ReaderPool<Cursor.Reader>) {
    if let current { pool.release(current.cursor.reader, isWantedAgain: false) }
    current = nil
  }

  private func release(
    _ place: inout Place?, of schedule: Schedule, to pool: ReaderPool<Cursor.Reader>
  ) {
    guard let old = place else { return }
    place = nil
    pool.release(
      old.cursor.reader, isWantedAgain: isInteractive || schedule.comesAgain(after: old.index))
  }
}
