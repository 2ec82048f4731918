package import CutawayQuirks

extension Quirk {
  /// mp4mux writes Opus without the start time of the stream: only the pre-skip in `dOps`.
  ///
  /// So no file type based on QuickTime has Opus.
  package static let movieOpus = Quirk(
    "mp4mux does not write the start time of Opus",
    versions: [.all],
    upstream: "f3496ea3bf (1.22.4) corrects the byte order of dOps only",
    test: "Opus in MP4 is an error that lists the supported codecs")
}
