import CutawayDiagnostics

/// The position of the header and the data added with it, and the parts of the file that move to
/// make room.
///
/// ```
/// before  ftyp free ──────── mdat ──────── moov
/// after   ftyp moov' mdat' ──────── mdat ────────      everything from mdat on is `shift` later
/// ```
struct HeaderPlan: Sendable, Hashable {
  /// The position of the new header.
  let start: Int
  /// The part of the file after the header and the chapters, whose contents stay unchanged.
  let tail: Range<Int>
  /// The number of bytes by which the tail moves.
  let shift: Int
  /// The number of unused bytes between the new data and the tail: 0, or enough for a box.
  let filler: Int
  /// The range of the old header in the tail, which becomes free space; `nil` if there is none.
  let remains: Range<Int>?

  /// Plans for new bytes of a length: the header and the data directly after it.
  ///
  /// With `movesFirst` the header is placed before the media; a header that is already there stays.
  ///
  /// - Throws: ``ContainerErrorCode/malformed`` unless there is exactly one header.
  init(_ layout: MovieLayout, length: Int, movesFirst: Bool) throws(ContainerError) {
    let boxes = layout.boxes
    let headers = boxes.indices.filter { boxes[$0].kind == "moov" }
    guard let header = headers.first, headers.count == 1, let end = boxes.last?.range.upperBound
    else { throw ContainerError(.malformed, "expected one movie header, found \(headers.count)") }
    let isMoved = movesFirst && !layout.hasHeaderFirst
    // Only the file type box precedes the header.
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
    // After the last box there is unlimited room. A remaining space must be large enough for a box
    // header.
    if tail.isEmpty {
      (shift, filler) = (max(0, length - room), 0)
    } else if room == length || room >= length + 8 {
      (shift, filler) = (0, room - length)
    } else {
      let isShort = room < length
      (shift, filler) = (isShort ? length - room : length + 8 - room, isShort ? 0 : 8)
    }
  }

  /// The new offset of data that was at an offset before.
  func newOffset(of offset: UInt64) -> UInt64 {
    offset >= tail.lowerBound ? offset &+ UInt64(shift) : offset
  }
}
