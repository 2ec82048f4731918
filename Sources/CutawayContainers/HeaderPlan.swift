/// Where the header and what comes with it go, and what has to make room.
///
/// ```
/// before  ftyp free ──────── mdat ──────── moov
/// after   ftyp moov' mdat' ──────── mdat ────────      everything from mdat on is `shift` later
/// ```
struct HeaderPlan: Sendable, Hashable {
  /// Where the new header begins.
  let start: Int
  /// What lies behind the header and the chapters, and stays as it is.
  let tail: Range<Int>
  /// How much later the tail is to lie.
  let shift: Int
  /// How much lies unused between what is new and the tail: nothing, or a box's length.
  let filler: Int
  /// Where the old header lies in the tail: it becomes free space.
  let remains: Range<Int>?

  /// Plans for new bytes of a length, which are the header and what comes right behind it.
  ///
  /// With `movesFirst` the header is to lie before the media; one that does already stays.
  ///
  /// - Throws: ``ContainerError/Code/malformed`` unless there is exactly one header.
  init(_ layout: MovieLayout, length: Int, movesFirst: Bool) throws(ContainerError) {
    let boxes = layout.boxes
    let headers = boxes.indices.filter { boxes[$0].kind == "moov" }
    guard let header = headers.first, headers.count == 1, let end = boxes.last?.range.upperBound
    else { throw ContainerError(.malformed, "a movie has one header, this file \(headers.count)") }
    let isMoved = movesFirst && !layout.hasHeaderFirst
    // Only the type of the file comes before the header.
    let place = isMoved ? (boxes[0].kind == "ftyp" ? 1 : 0) : header
    start = boxes[place].range.lowerBound
    let firstKept =
      boxes[(isMoved ? place : place + 1)...].firstIndex {
        !["free", "skip", "wide"].contains($0.kind)
      } ?? boxes.count
    let tailStart = firstKept < boxes.count ? boxes[firstKept].range.lowerBound : end
    let isLast = header == boxes.count - 1
    remains = isMoved && !isLast ? boxes[header].range : nil
    tail = tailStart..<(isMoved && isLast ? boxes[header].range.lowerBound : end)
    let room = tailStart - start
    // Behind what is last, nothing is in the way; and what is left over must hold a box's header.
    if tail.isEmpty {
      (shift, filler) = (max(0, length - room), 0)
    } else if room == length || room >= length + 8 {
      (shift, filler) = (0, room - length)
    } else {
      let isShort = room < length
      (shift, filler) = (isShort ? length - room : length + 8 - room, isShort ? 0 : 8)
    }
  }

  /// Where something lies afterwards that lay at an offset.
  func newOffset(of offset: UInt64) -> UInt64 {
    offset >= tail.lowerBound ? offset &+ UInt64(shift) : offset
  }
}
