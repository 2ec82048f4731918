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

  /// The last frame that is shown; `nil` if there are no frames.
  package var lastFrame: Int? {
    let (end, advances) = edits.media(at: length)
    guard let frame = frames.frame(at: end) else { return nil }
    // A frame that starts at the end is not shown.
    return frame > 0 && advances && frames.start(of: frame) == end ? frame - 1 : frame
  }
}
