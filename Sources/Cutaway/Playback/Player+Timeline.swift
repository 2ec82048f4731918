import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

#if Timeline
import CutawayTimeline
#endif

extension Player.Stage {
  /// The timeline for the lower part of the picture; `nil` if it cannot be drawn.
  var overlay: FrameOverlay? {
    #if Timeline
    let resolved = translation.resolved, size = resolved.outputSize
    let strip = TimelineStrip(
      resolved.composition, media: resolved.media, range: translation.range, over: size)
    guard let picture = strip.drawing.rendered() else { return nil }
    let top = size.height - strip.size.height
    return FrameOverlay(
      StillImage(size: picture.size, pixels: picture.pixels),
      x: 0, y: top,
      playhead: .init(
        left: strip.scale.left, way: strip.scale.width, duration: translation.duration, top: top,
        width: max(2, size.width / 640), height: strip.size.height))
    #else
    return nil
    #endif
  }
}
