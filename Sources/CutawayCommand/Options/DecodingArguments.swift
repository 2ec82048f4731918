public import ArgumentParser
import Cutaway
public import CutawayModel

/// The option for the decoders of a composition's assets.
struct DecodingArguments: ParsableArguments {
  @Option(
    help: """
      What decodes video: software, or hardware if there is any. The default is GStreamer's choice. \
      The key 'decoder' of an asset overrides it. If hardware fails, software decodes.
      """)
  var decoder: Asset.Decoder?

  /// Sets the decoder of all assets that state none.
  func apply(to composition: inout Composition) {
    composition = composition.decoded(by: decoder)
  }
}

extension Asset.Decoder: ExpressibleByArgument {}
