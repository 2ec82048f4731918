package import CutawayTime

/// The time of a track's media at any time of its asset, as its edit list states it.
package struct EditedTimes: Sendable, Hashable {
  /// The parts in order of time, without gaps from 0 to ``length``.
  private let pieces: [Piece]
  /// The length of the track.
  package let length: MediaTime
  /// How long nothing is presented at the start.
  let pause: MediaTime

  private struct Piece: Hashable {
    /// The start in the time of the asset.
    var start: MediaTime
    /// The time of the media at the start.
    var media: MediaTime
    /// The speed of the media; 0 holds it.
    var rate: MediaTime
  }

  /// Creates the times of a track.
  ///
  /// - Parameters:
  ///   - list: The track with its edit list. Without one, the media are presented from `range.start` on.
  ///   - range: The times of the media.
  ///   - boundary: The start of a frame near a time of the media; `nil` if the media have no frames.
  package init(
    _ list: PacketList, of range: TimeRange, boundary: (MediaTime) -> MediaTime? = { _ in nil }
  ) {
    guard !list.edits.isEmpty else {
      length = max(.zero, range.duration)
      pause = .zero
      pieces = [Piece(start: .zero, media: range.start, rate: MediaTime(1))]
      return
    }
    let first = list.edits.lazy.compactMap(\.media).first ?? range.start
    var pieces: [Piece] = [], start = MediaTime.zero, pause = MediaTime.zero, isPause = true
    for (index, edit) in list.edits.enumerated() {
      // Before the first presented picture, that picture is shown; elsewhere, the last one is held.
      let held =
        pieces.last.map { Self.last(of: $0, until: start, list.editTick, boundary) } ?? first
      let rate = edit.media == nil ? MediaTime.zero : edit.rate
      guard rate >= .zero, edit.duration.map({ $0 > .zero }) ?? true else { continue }
      let piece = Piece(start: start, media: edit.media ?? held, rate: rate)
      pieces.append(piece)
      isPause = isPause && edit.media == nil
      let isLast = index == list.edits.count - 1
      start =
        isLast || edit.duration == nil
        ? Self.end(of: piece, edit.duration, list.editTick, range.end, boundary)
        : start + (edit.duration ?? .zero)
      if isPause { pause = start }
      if edit.duration == nil { break }
    }
    // A last edit after the end of the media presents nothing.
    while pieces.count > 1, let last = pieces.last, last.start >= start { pieces.removeLast() }
    length = start
    self.pause = pause
    self.pieces = pieces
  }

  /// A time of the last frame that a part shows before it ends at a time of the asset.
  private static func last(
    of piece: Piece, until end: MediaTime, _ rounding: MediaTime,
    _ boundary: (MediaTime) -> MediaTime?
  ) -> MediaTime {
    guard piece.rate > .zero else { return piece.media }
    var media = piece.media + (end - piece.start) * piece.rate
    // A frame that starts at the end, which is rounded, is not shown.
    if let frame = boundary(media), frame - media <= rounding, media - frame <= rounding {
      media = frame
    }
    return max(piece.media, media - MediaTime(nanoseconds: 1))
  }

  /// The end of the last edit in the time of the asset.
  ///
  /// Its duration is rounded to ticks of the movie. If the media end, or a frame starts, within this
  /// rounding, that is the end.
  private static func end(
    of piece: Piece, _ duration: MediaTime?, _ rounding: MediaTime, _ mediaEnd: MediaTime,
    _ boundary: (MediaTime) -> MediaTime?
  ) -> MediaTime {
    guard piece.rate > .zero else { return piece.start + (duration ?? .zero) }
    let rest = max(.zero, (mediaEnd - piece.media) / piece.rate)
    guard let duration, duration + rounding < rest else { return piece.start + rest }
    let end = piece.media + duration * piece.rate
    if let frame = boundary(end), frame > piece.media, frame - end <= rounding,
      end - frame <= rounding
    {
      return piece.start + (frame - piece.media) / piece.rate
    }
    return piece.start + duration
  }

  /// The time of the media at a time of the asset, which is limited to the track.
  ///
  /// - Returns: The time, and whether the media advance there.
  package func media(at time: MediaTime) -> (time: MediaTime, advances: Bool) {
    let time = max(.zero, min(time, length))
    guard let piece = piece(at: time)?.piece else { return (.zero, false) }
    return (piece.media + (time - piece.start) * piece.rate, piece.rate > .zero)
  }

  /// The end of the part of the edit list that contains a time of the asset.
  func end(ofPartAt time: MediaTime) -> MediaTime { piece(at: time)?.end ?? length }

  /// When the media reach a time, in the time of the asset; `nil` if the part of the edit list that
  /// contains the time `start` of the asset does not reach it.
  func time(when media: MediaTime, inPartAt start: MediaTime) -> MediaTime? {
    guard let (piece, end) = piece(at: start), piece.rate > .zero else { return nil }
    let time = piece.start + (media - piece.media) / piece.rate
    return time < end ? time : nil
  }

  /// The first time of the asset at which the media are at a time or beyond it; `nil` if there is none.
  func time(whenFirstAt media: MediaTime) -> MediaTime? {
    for piece in pieces {
      if piece.media >= media { return piece.start }
      if let time = time(when: media, inPartAt: piece.start) { return time }
    }
    return nil
  }

  /// The part of the edit list that contains a time of the asset, and its end.
  private func piece(at time: MediaTime) -> (piece: Piece, end: MediaTime)? {
    if pieces.isEmpty { return nil }
    let next = max(1, pieces.partitioningIndex { $0.start > time })
    return (pieces[next - 1], next < pieces.count ? pieces[next].start : length)
  }
}
