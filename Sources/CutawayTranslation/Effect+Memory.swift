import CutawayModel

extension Effect {
  /// Whether the element may keep earlier frames, so that its output depends on where it started.
  ///
  /// An element that is not known counts as one that does.
  package var remembersFrames: Bool {
    !Self.ofThisProject.contains(element) && !Self.ofGStreamer.contains(element)
  }

  /// The effects and mixers of this project, each of which draws a frame from the frame alone.
  package static let ofThisProject: Set<String> = [
    "blur", "chromakey", "colorgrade", "noise", "pixelate", "sharpen", "vignette", "tonemap",
    "layermixer",
    "layertree", "opacityramp", "transformramp", "propertyramp", "layereffects",
    "blindstransition", "circletransition", "clocktransition", "dissolvetransition",
    "fadethroughcolortransition", "lumatransition", "pushtransition", "slidetransition",
    "wipetransition", "zoomtransition",
  ]

  /// Elements of GStreamer that compute a frame from that frame alone.
  private static let ofGStreamer: Set<String> = [
    "identity", "videobalance", "gamma", "videoflip", "videocrop", "videobox", "alpha",
    "coloreffects", "chromahold", "gaussianblur", "burn", "chromium", "dilate", "dodge",
    "exclusion", "solarize", "compositor",
  ]
}
