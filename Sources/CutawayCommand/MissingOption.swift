public import ArgumentParser
public import CutawayGraph

extension MissingMedia: ExpressibleByArgument {}

/// How a command treats media that fail.
struct MissingOption: ParsableArguments {
  @Option(
    help: """
      What becomes of a segment whose source is missing or fails: stop ends with an error, gap leaves \
      it out with a warning.
      """)
  var onMissing = MissingMedia.stop
}
