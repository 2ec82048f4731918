package import CutawayQuirks

extension Quirk {
  /// matroskamux divides the luminances of a mastering display by 50,000, which is the unit of
  /// chromaticities; that of luminances is 10,000.
  ///
  /// So its caps have five times the luminances.
  package static let matroskaLuminance = Quirk(
    "matroskamux writes a fifth of the luminance of a mastering display",
    versions: [.all],
    upstream: "not reported",
    test: "PQ states its mastering display in every file type")
}
