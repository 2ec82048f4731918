public import ArgumentParser
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
    guard let decoder else { return }
    for index in composition.assets.indices where composition.assets[index].decoder == nil {
      composition.assets[index].decoder = decoder
    }
  }
}

extension Asset.Decoder: ExpressibleByArgument {}
