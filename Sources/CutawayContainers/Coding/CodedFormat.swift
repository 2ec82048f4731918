/// The properties of coded pictures that all streams of a joined film share.
package struct CodedFormat: Sendable, Hashable {
  /// The coding.
  package var coding: PictureCoding
  /// The width and the height of the pictures in pixels.
  package var width: Int
  package var height: Int
  /// The width and the height before the pictures are cropped.
  package var codedWidth: Int
  package var codedHeight: Int
  /// The number of `chroma_format_idc`: 1 is 4:2:0.
  package var chroma: Int
  /// The bits of a luma sample and of a chroma sample.
  package var lumaDepth: Int
  package var chromaDepth: Int
  /// Whether samples use the full range.
  package var isFullRange: Bool
  /// The numbers of the primaries, the transfer function and the matrix; 2 is unspecified.
  package var colors: [Int]
  /// The shape of a pixel; `nil` is square.
  package var aspect: VideoUsability.Aspect?
  /// The container's colorimetry in GStreamer's notation, for codings whose frames describe themselves.
  package var label: String?

  /// Whether the transfer function is that of PQ or of HLG.
  package var isHDR: Bool {
    colors.count > 1 && [16, 18].contains(colors[1]) || label?.hasPrefix("bt2100") == true
  }

  /// The names of the properties whose values differ.
  package func differences(from other: CodedFormat) -> [String] {
    var names: [String] = []
    func compare(_ name: String, _ value: (CodedFormat) -> some Equatable) {
      if value(self) != value(other) { names.append(name) }
    }
    compare("codec") { $0.coding }
    compare("size") { [$0.width, $0.height, $0.codedWidth, $0.codedHeight] }
    compare("chroma") { $0.chroma }
    compare("bit depth") { [$0.lumaDepth, $0.chromaDepth] }
    compare("colours") { ["\($0.colors)", "\($0.isFullRange)", $0.label] }
    compare("pixel aspect ratio") { $0.aspect }
    return names
  }
}

extension CodedFormat {
  /// Takes what labels say from usability information.
  init(
    _ coding: VideoCoding, size: (width: Int, height: Int), coded: (width: Int, height: Int),
    chroma: Int, depth: (luma: Int, chroma: Int), _ usability: VideoUsability?
  ) {
    let signal = usability?.signal, aspect = usability?.aspect
    self.init(
      coding: .units(coding), width: size.width, height: size.height, codedWidth: coded.width,
      codedHeight: coded.height, chroma: chroma, lumaDepth: depth.luma, chromaDepth: depth.chroma,
      isFullRange: signal?.isFullRange ?? false, colors: signal?.colors ?? [2, 2, 2],
      aspect: aspect?.isSquare == false ? aspect : nil)
  }
}
