public import ArgumentParser
public import CutawayTranslation

extension MissingMedia: ExpressibleByArgument {}

/// How a command treats media that fail.
struct MissingOption: ParsableArguments {
  @Option(
    help: """
      How to treat a segment whose source is missing or fails: stop ends with an error, gap leaves \
      it out with a warning.
      """)
  var onMissing = MissingMedia.stop
}
