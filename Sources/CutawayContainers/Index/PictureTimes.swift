package import CutawayTime

/// Which frame of a track is shown at any time of its asset.
///
/// The time of the asset follows the track's edit list; without one, it starts with the first frame.
package struct PictureTimes: Sendable, Hashable {
  /// The frames, in the time of the media.
  package let frames: FrameTimes
  private let edits: EditedTimes

  /// Creates the times of a track of pictures.
  ///
  /// - Parameter list: The packets with their edit list.
  package init(_ list: PacketList) {
    let frames = FrameTimes(list)
    self.frames = frames
    let start = frames.count > 0 ? frames.start(of: 0) : .zero
    var list = list
    // An edit that begins with a frame states its rounded time.
    for index in list.edits.indices {
      list.edits[index].media = list.edits[index].media.map { frames.exactTime(ofStamp: $0) }
    }
    edits = EditedTimes(list, of: TimeRange(start: start, end: frames.end)) { time in
      // The nearest start of a frame.
      guard let frame = frames.frame(at: time) else { return nil }
      let (low, next) = (frames.start(of: frame), min(frame + 1, frames.count - 1))
      let high = frames.start(of: next)
      return high - time < time - low ? high : low
    }
  }

  /// The length of the picture.
  package var length: MediaTime { edits.length }

  /// The frame that is shown at a time of the asset; before the first and after the last one, these.
  ///
  /// It is `nil` if there are no frames.
  package func frame(at time: MediaTime) -> Int? {
    if time >= length { return lastFrame }
    return frames.frame(at: edits.media(at: time).time)
  }

  /// When the first frame starts, in the time of the asset.
  ///
  /// Before, it is shown, too: during a pause at the start of the edit list, and before the first frame of
  /// the media.
  package var start: MediaTime {
    guard frames.count > 0 else { return .zero }
    let first = edits.pause
    guard first < length, edits.media(at: first).time < frames.start(of: 0) else { return first }
    return edits.time(when: frames.start(of: 0), inPartAt: first) ?? first
  }

  /// When another frame appears than the one at a time of the asset; `nil` if none does.
  package func change(after time: MediaTime) -> MediaTime? {
    var time = max(.zero, time)
    guard let shown = frame(at: time) else { return nil }
    while time < length {
      if shown + 1 < frames.count,
        let next = edits.time(when: frames.start(of: shown + 1), inPartAt: time), next > time
      {
        return next
      }
      time = edits.end(ofPartAt: time)
      if time < length, frame(at: time) != shown { return time }
    }
    return nil
  }

  /// When a frame after another one is shown first; `nil` if none is.
  package func appearance(ofFrameAfter frame: Int) -> MediaTime? {
    frame + 1 < frames.count ? edits.time(whenFirstAt: frames.start(of: frame + 1)) : nil
  }

  /// The last frame that is shown; `nil` if there are no frames.
  package var lastFrame: Int? {
    let (end, advances) = edits.media(at: length)
    guard let frame = frames.frame(at: end) else { return nil }
    // A frame that starts at the end is not shown.
    return frame > 0 && advances && frames.start(of: frame) == end ? frame - 1 : frame
  }
}
