import CutawayMedia
import CutawayPhotos
import CutawayRuntime

/// A capability of Cutaway that depends on installed GStreamer elements.
package struct Feature: Sendable, Hashable {
  /// The purpose of a feature; the raw value is the heading of `cutaway doctor`.
  package enum Area: String, Sendable, Hashable, CaseIterable {
    /// Every render needs it.
    case core = "rendering"
    /// Demuxers, parsers and decoders.
    case reading = "reading media"
    /// Encoders and muxers.
    case writing = "writing files"
    /// Sinks for a window and for sound.
    case playing = "playing"
  }

  /// A GStreamer element or a library, and the Debian package that contains it.
  package struct Element: Sendable, Hashable {
    /// The name of the element's factory, such as `qtdemux`.
    package var name: String
    /// The Debian package that contains the element.
    package var package: String

    init(_ name: String, _ package: String) {
      self.name = name
      self.package = package
    }

    /// Whether GStreamer finds the element on this machine.
    package var isInstalled: Bool {
      switch name {
      case Feature.lottie: LottieRenderer.isAvailable
      case Feature.heic: HEIFDecoder.missingPackage(for: .hevc) == nil
      case Feature.avif: HEIFDecoder.missingPackage(for: .av1) == nil
      default: ElementInspection.isInstalled(name)
      }
    }
  }

  /// The group in which `cutaway doctor` lists the feature.
  package var area: Area
  /// What the feature provides, in words: a format, a codec or an output.
  package var name: String
  /// The elements of which any one suffices, in order of preference.
  package var alternatives: [Element]
  /// Whether Cutaway cannot work without the feature.
  package var isEssential: Bool

  init(_ area: Area, _ name: String, _ alternatives: [Element], isEssential: Bool = false) {
    self.area = area
    self.name = name
    self.alternatives = alternatives
    self.isEssential = isEssential
  }

  /// The first installed alternative; `nil` if none is installed.
  package var served: Element? { alternatives.first(where: \.isInstalled) }

  /// The packages that contain the alternatives; empty if one alternative is installed.
  package var missingPackages: [String] {
    if served != nil { return [] }
    return alternatives.map(\.package).reduce(into: []) { packages, package in
      if !packages.contains(package) { packages.append(package) }
    }
  }

  /// All features, grouped by area.
  package static var all: [Feature] {
    // If GStreamer refuses Cutaway's own elements, each playback and export reports it. This list
    // is about other elements.
    try? registerElements()
    return core + reading + writing + playing
  }
}

/// The elements of dedicated hardware that GStreamer finds on this machine.
package enum HardwareElements {
  /// The encoders of video that Cutaway knows.
  package static var encoders: [String] {
    VideoEncoder.all.filter { $0.isHardware && $0.isInstalled }.map(\.factory)
  }

  /// The decoders.
  package static var decoders: [String] { HardwareDecoder.installed }
}

private let base = "gstreamer1.0-plugins-base", good = "gstreamer1.0-plugins-good"
private let bad = "gstreamer1.0-plugins-bad", ugly = "gstreamer1.0-plugins-ugly"
private let libav = "gstreamer1.0-libav"

extension Feature {
  private static let core = [
    ("parsing of any stream", "parsebin", base), ("colour conversion", "videoconvert", base),
    ("scaling", "videoscale", base), ("sample formats", "audioconvert", base),
    ("sample rates", "audioresample", base), ("mixing sound", "audiomixer", base),
    ("coloured backgrounds", "videotestsrc", base),
  ].map { name, element, package in
    Feature(.core, name, [Element(element, package)], isEssential: true)
  }

  /// The library that draws Lottie animations, which is no element.
  private static let lottie = "rlottie"
  /// The library that `heifdec` loads, with its decoders of HEIC and of AVIF photos.
  private static let heic = "libheif (HEVC)", avif = "libheif (AV1)"

  private static let reading = [
    Feature(.reading, "MP4 and MOV files", [Element("qtdemux", good)]),
    Feature(.reading, "MKV and WebM files", [Element("matroskademux", good)]),
    Feature(.reading, "MPEG transport streams", [Element("tsdemux", bad)]),
    Feature(.reading, "AVI files", [Element("avidemux", good)]),
    Feature(
      .reading, "H.264", [Element("avdec_h264", libav), Element("openh264dec", bad)]),
    Feature(.reading, "headers of H.264", [Element("h264parse", bad)]),
    Feature(.reading, "headers of HEVC", [Element("h265parse", bad)]),
    Feature(
      .reading, "HEVC", [Element("avdec_h265", libav), Element("libde265dec", bad)]),
    Feature(.reading, "VP8", [Element("vp8dec", good), Element("avdec_vp8", libav)]),
    Feature(.reading, "VP9", [Element("vp9dec", good), Element("avdec_vp9", libav)]),
    Feature(
      .reading, "AV1",
      [Element("dav1ddec", bad), Element("av1dec", bad), Element("avdec_av1", libav)]),
    Feature(.reading, "ProRes", [Element("avdec_prores", libav)]),
    Feature(.reading, "AAC", [Element("avdec_aac", libav), Element("faad", bad)]),
    Feature(.reading, "MP3", [Element("mpg123audiodec", good), Element("avdec_mp3", libav)]),
    Feature(.reading, "Opus", [Element("opusdec", base), Element("avdec_opus", libav)]),
    Feature(.reading, "FLAC", [Element("flacdec", good), Element("avdec_flac", libav)]),
    Feature(.reading, "subtitles in SRT and WebVTT files", [Element("subparse", base)]),
    Feature(.reading, "still images", [Element("pngdec", good)]),
    Feature(.reading, "series of images", [Element("imagesequencesrc", good)]),
    Feature(.reading, "BMP and TIFF images", [Element("gdkpixbufdec", good)]),
    Feature(
      .reading, "HEIC photos",
      [Element(heic, HEIFDecoder.missingPackage(for: .hevc) ?? "libheif1")]),
    Feature(
      .reading, "AVIF photos",
      [Element(avif, HEIFDecoder.missingPackage(for: .av1) ?? "libheif1")]),
    Feature(
      .reading, "http and https", [Element("souphttpsrc", good), Element("curlhttpsrc", bad)]),
    Feature(.reading, "Lottie animations", [Element(lottie, "librlottie0-1")]),
    Feature(.reading, "interlaced video", [Element("deinterlace", good)]),
    Feature(.reading, "clean apertures of MP4 and MOV", [Element("videocrop", good)]),
    Feature(.reading, "speed changes that keep the pitch", [Element("pitch", bad)]),
  ]

  private static var writing: [Feature] {
    let video = VideoCodec.allCases.map { codec in
      Feature(
        .writing, "\(codec.rawValue) video",
        VideoEncoder.all.filter { $0.codec == codec }.map { Element($0.factory, $0.package) })
    }
    let audio = AudioCodec.allCases.filter { $0 != .pcm }.map { codec in
      Feature(
        .writing, "\(codec.rawValue) audio",
        AudioEncoder.all.filter { $0.codec == codec }.map { Element($0.factory, $0.package) })
    }
    let containers = ExportFileType.allCases.map(\.container)
    let muxers = features("files") { $0.muxer?.factory }
    let tagWriters = features("metadata") { $0.tagWriter?.factory }
    /// A feature for each element, because a file needs all of its elements. Several file types
    /// have the same one.
    func features(_ what: String, _ element: (Container) -> String?) -> [Feature] {
      var names: [String] = []
      for name in containers.compactMap(element) where !names.contains(name) { names.append(name) }
      return names.map { name in
        let users = containers.filter { element($0) == name }
        return Feature(
          .writing, users.map(\.name).joined(separator: ", ") + " " + what,
          [Element(name, users[0].package)])
      }
    }
    let pictures = Feature(.writing, "image sequences", [Element("multifilesink", good)])
    return muxers + tagWriters + [pictures] + video + audio
  }

  private static let playing = [
    Feature(
      .playing, "a window",
      [
        Element("xvimagesink", "gstreamer1.0-x"), Element("ximagesink", "gstreamer1.0-x"),
        Element("glimagesink", "gstreamer1.0-gl"), Element("waylandsink", bad),
        Element("gtksink", "gstreamer1.0-gtk3"),
      ]),
    Feature(
      .playing, "sound",
      [
        Element("pulsesink", "gstreamer1.0-pulseaudio"), Element("alsasink", "gstreamer1.0-alsa"),
        Element("pipewiresink", "gstreamer1.0-pipewire"),
      ]),
  ]
}
