package import CutawayQuirks

extension Quirk {
  /// mp4mux crashes on VP9 whose caps have no chroma siting.
  ///
  /// So the table of codecs for MP4 does not contain VP9, in any version.
  package static let movieVP9 = Quirk(
    "mp4mux crashes on VP9 without a chroma siting",
    versions: [.before(1, 28, 0)],
    kept: "VP9 in MP4 was not tested with 1.28",
    upstream: "fixed by f05d2b6cd1 (merge request 10525, issue 4851), without a backport to 1.26",
    test: "VP9 is not copied into MP4")
}
