public import CutawayModel

/// The depth, the colours and the chroma resolution in which a picture is rendered.
public struct PictureFormat: Sendable, Hashable {
  /// The bits of a sample: 8 or 10.
  public var bitDepth: Int
  /// The transfer function, to which the primaries and the matrix belong; HLG and PQ need 10 bits.
  public var transferFunction: TransferFunction
  /// The resolution of chroma; with 8 bits it is always halved.
  public var chroma: ChromaSubsampling
  /// Whether pixels have alpha, which is straight; chroma is then full.
  public var hasAlpha: Bool

  /// Creates a format; the default is 8 bits in BT.709, without alpha.
  public init(
    bitDepth: Int = 8, transferFunction: TransferFunction = .bt709,
    chroma: ChromaSubsampling = .halved, hasAlpha: Bool = false
  ) {
    self.bitDepth = bitDepth
    self.transferFunction = transferFunction
    self.chroma = chroma
    self.hasAlpha = hasAlpha
  }

  /// GStreamer's name of the format of frames.
  package var formatName: String {
    if hasAlpha { return bitDepth == 8 ? "AYUV" : "AYUV64" }
    if bitDepth == 8 { return "I420" }
    return switch chroma {
    case .halved: "I420_10LE"
    case .halvedColumns: "I422_10LE"
    case .full: "Y444_10LE"
    }
  }

  /// GStreamer's name of the colorimetry.
  package var colorimetry: String {
    switch transferFunction {
    case .bt709: "bt709"
    case .hlg: "bt2100-hlg"
    case .pq: "bt2100-pq"
    }
  }

  /// The properties of a `tracksrc` whose frames suit the picture.
  var sourceProperties: [PipelineGraph.Property] {
    (bitDepth == 8 ? [] : [.init("bit-depth", .int(bitDepth))])
      + (transferFunction == .bt709 ? [] : [.init("colorimetry", .string(colorimetry))])
  }
}

extension PictureFormat: CustomStringConvertible {
  /// The format in words: `10 bits, 4:2:0, hlg`.
  public var description: String {
    "\(bitDepth) bits, \(chroma.rawValue), \(transferFunction.rawValue)"
      + (hasAlpha ? ", alpha" : "")
  }
}

extension Color {
  /// Whether something shows through.
  var isTransparent: Bool { alpha < 255 }
}

extension Composition {
  /// The colour where no layer of an instruction is visible.
  func background(of instruction: Instruction) -> Color {
    instruction.background ?? render.background
  }
}

extension ResolvedComposition {
  /// Whether the background is transparent somewhere, at least in part.
  package var hasTransparentBackground: Bool {
    tiledInstructions().contains { composition.background(of: $0).isTransparent }
  }

  /// The properties of the video that segments show, without stills and generated pictures, with the
  /// colours that the assets override.
  package var shownFilm: [MediaDescription.Video] {
    composition.tracks.filter { $0.mediaType == .video }.flatMap(\.segments).compactMap(\.media)
      .compactMap { segment in
        guard var video = video(of: segment), video.frameDuration != nil else { return nil }
        let asset = composition.asset(segment.asset)
        if asset?.generator != nil { return nil }
        if let color = asset?.colorimetry { video.colorimetry = color.rawValue }
        return video
      }
  }
}
