import CCutawayGStreamer
package import CutawayGraph
package import CutawayKeyframes
package import CutawayTime

/// An image over the frames, with a vertical line that moves with their time.
package struct FrameOverlay: Sendable, Hashable {
  /// The image, without the line.
  package var picture: StillImage
  /// The left edge of the image in a frame, in pixels.
  package var x: Int
  /// The top edge of the image in a frame, in pixels.
  package var y: Int
  /// The line.
  package var playhead: Playhead

  /// A vertical line; all values but the duration are in pixels of the frame.
  package struct Playhead: Sendable, Hashable {
    /// The position of the line at time 0.
    package var left: Double
    /// The distance that the line moves.
    package var way: Double
    /// The time that the move takes.
    package var duration: MediaTime
    /// The upper end of the line.
    package var top: Int
    /// The thickness of the line.
    package var width: Int
    /// The length of the line.
    package var height: Int

    /// Creates a line.
    package init(
      left: Double, way: Double, duration: MediaTime, top: Int, width: Int, height: Int
    ) {
      self.left = left
      self.way = way
      self.duration = duration
      self.top = top
      self.width = width
      self.height = height
    }
  }

  /// Creates an overlay.
  package init(_ picture: StillImage, x: Int, y: Int, playhead: Playhead) {
    self.picture = picture
    self.x = x
    self.y = y
    self.playhead = playhead
  }
}

extension Pipeline {
  /// Draws an image over the frames that enter an element, for the lifetime of the returned value.
  ///
  /// - Returns: The overlay; `nil` if there is no such element.
  package func layOver(_ overlay: FrameOverlay, entering role: PipelineGraph.Role) -> LaidOverlay? {
    withPad("sink", of: role) { pad in
      let painter = OverlayPainter(overlay)
      let id = gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_BUFFER,
        { pad, info, painter in
          guard let pad, let info, let buffer = gst_swift_probe_buffer(info) else {
            return GST_PAD_PROBE_OK
          }
          let painted = Unmanaged<OverlayPainter>.fromOpaque(painter!)
            ._withUnsafeGuaranteedRef { $0.paint(buffer, on: pad) }
          if let painted {
            gst_swift_buffer_unref(buffer)
            gst_swift_probe_set_buffer(info, painted)
          }
          return GST_PAD_PROBE_OK
        }, Unmanaged.passRetained(painter).toOpaque(),
        { Unmanaged<OverlayPainter>.fromOpaque($0!).release() })
      return LaidOverlay(pad: gst_object_ref(pad).assumingMemoryBound(to: GstPad.self), id: id)
    }
  }
}

/// An active overlay, which is removed when this value is released.
package final class LaidOverlay: @unchecked Sendable {
  // Both are constant, and probes may be removed from any thread.
  private let pad: UnsafeMutablePointer<GstPad>
  private let id: gulong

  fileprivate init(pad: UnsafeMutablePointer<GstPad>, id: gulong) {
    self.pad = pad
    self.id = id
  }

  deinit {
    gst_pad_remove_probe(pad, id)
    gst_object_unref(pad)
  }
}

/// Paints an overlay into copies of frames; only the thread that shows them uses it.
private final class OverlayPainter {
  private let overlay: FrameOverlay
  private let picture: OpaquePointer
  private let line: OpaquePointer
  private var format: (caps: UnsafeMutablePointer<GstCaps>, info: GstVideoInfo)?

  init(_ overlay: FrameOverlay) {
    self.overlay = overlay
    picture = rectangle(overlay.picture, x: overlay.x, y: overlay.y)
    let head = overlay.playhead
    let (width, height) = (max(1, head.width), max(1, head.height))
    let pixels = [UInt8](repeating: 255, count: width * height * 4)
    line = rectangle(
      StillImage(size: PixelSize(width: width, height: height), pixels: pixels), x: 0, y: head.top)
  }

  deinit {
    gst_swift_overlay_rectangle_unref(picture)
    gst_swift_overlay_rectangle_unref(line)
    if let format { gst_swift_caps_unref(format.caps) }
  }

  /// A copy of a frame with the overlay; `nil` if the copy fails.
  ///
  /// The frame itself may be shown again.
  func paint(
    _ buffer: UnsafeMutablePointer<GstBuffer>, on pad: UnsafeMutablePointer<GstPad>
  ) -> UnsafeMutablePointer<GstBuffer>? {
    guard var info = info(of: pad), let copy = gst_buffer_copy_deep(buffer) else { return nil }
    var frame = GstVideoFrame()
    let flags = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
    guard gst_video_frame_map(&frame, &info, copy, flags) != 0 else {
      gst_swift_buffer_unref(copy)
      return nil
    }
    let x = place(at: gst_swift_pts(buffer))
    var (width, height): (guint, guint) = (0, 0)
    gst_video_overlay_rectangle_get_render_rectangle(line, nil, nil, &width, &height)
    gst_video_overlay_rectangle_set_render_rectangle(
      line, x, gint(overlay.playhead.top), width, height)
    let composition = gst_video_overlay_composition_new(picture)
    gst_video_overlay_composition_add_rectangle(composition, line)
    gst_video_overlay_composition_blend(composition, &frame)
    gst_swift_overlay_composition_unref(composition)
    gst_video_frame_unmap(&frame)
    return copy
  }

  private func place(at time: GstClockTime) -> gint {
    let head = overlay.playhead
    let duration = max(1, head.duration.nanoseconds)
    let part = min(1, Double(Int64(clamping: time)) / Double(duration))
    return gint(head.left + head.way * part - Double(head.width) / 2)
  }

  private func info(of pad: UnsafeMutablePointer<GstPad>) -> GstVideoInfo? {
    guard let caps = gst_pad_get_current_caps(pad) else { return nil }
    if let format, format.caps == caps {
      gst_swift_caps_unref(caps)
      return format.info
    }
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0 else {
      gst_swift_caps_unref(caps)
      return nil
    }
    if let format { gst_swift_caps_unref(format.caps) }
    format = (caps, info)
    return info
  }
}

/// An image at a position, for blending by libgstvideo.
private func rectangle(_ picture: StillImage, x: Int, y: Int) -> OpaquePointer {
  var pixels = picture.pixels
  for index in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(index, index + 2) }
  let buffer = pixels.withUnsafeBytes {
    gst_buffer_new_memdup($0.baseAddress, gsize($0.count))
  }
  defer { gst_swift_buffer_unref(buffer!) }
  let (width, height) = (guint(picture.width), guint(picture.height))
  gst_buffer_add_video_meta(
    buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_BGRA, width, height)
  return gst_video_overlay_rectangle_new_raw(
    buffer, gint(x), gint(y), width, height, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE)
}
