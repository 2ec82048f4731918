package import CutawayElementBridge
package import CutawayElementKit

/// `cutawaydemux`: plays the composition file that an element such as `filesrc` reads.
///
/// The file is opened by the URI of that element, because the paths in it are relative to its folder.
package struct CompositionDemuxer: StreamBin {
  package static let name = "cutawaydemux"
  package static let summary = "Plays the composition file that upstream reads"
  package static let scheme: String? = nil
  package static let sinkCaps = compositionFinder.mediaType

  /// The policy file.
  @Property("The path of a policy file: what the composition may read, use and cost")
  package var policy = ""
  /// What decodes video.
  @Property("What decodes the video of assets that state no decoder")
  package var decoder = EditDecoder.any

  package init() {}

  package var uri: String? { nil }

  package mutating func setURI(_ uri: String) {}

  package func open(_ upstream: String?) throws(ElementError) -> OpenedStreams {
    guard let upstream, upstream.hasPrefix("file:") else {
      throw ElementError(
        "a composition is opened as a local file, because its media are relative to its folder",
        code: .cannotOpen)
    }
    return try openStreams(of: try EditLocation(upstream), policy: policy, decoder: decoder)
  }
}

/// Recognizes a composition file by its key `cutaway`, the version of the format.
package let compositionFinder = TypeFinder(
  "application/x-cutaway", extensions: "yaml,yml,json", length: 4_096
) { beginning in
  let text = String(decoding: beginning, as: UTF8.self)
  if text.first(where: { !$0.isWhitespace }) == "{" { return text.contains("\"cutaway\"") }
  return text.split(whereSeparator: \.isNewline).contains { line in
    line.hasPrefix("cutaway:")
  }
}
