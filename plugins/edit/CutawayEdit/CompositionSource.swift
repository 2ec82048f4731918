package import CutawayElementBridge
package import CutawayElementKit
import CutawaySystem

/// `cutawaysrc`: plays a composition file; one pad for the picture, one for the sound.
package struct CompositionSource: StreamBin {
  package static let name = "cutawaysrc"
  package static let summary = "Plays a composition file: its picture and its sound"
  package static let scheme: String? = EditLocation.scheme
  package static let sinkCaps = ""

  /// The composition file.
  @Property("The path of a composition file") package var location = ""
  /// The values of variables.
  @Property("The values of the variables, as in a URI: NAME=VALUE&NAME=VALUE")
  package var variables = ""
  /// The policy file.
  @Property("The path of a policy file: what the composition may read, use and cost")
  package var policy = ""
  /// What decodes video.
  @Property("What decodes the video of assets that state no decoder")
  package var decoder = EditDecoder.any
  /// Whether a change of the file or of these settings replaces what plays.
  @Property("Whether a change of the file or of the location replaces what plays")
  package var watch = false

  package init() {}

  package var version: String? {
    guard watch, let place = try? EditLocation(location),
      // A file that is missing for a moment is no change.
      let status = try? FileStatus(of: place.path, followingLink: true)
    else { return nil }
    return
      "\(location) \(variables) \(policy) \(decoder) \(status.inode) \(status.size) \(status.modified)"
  }

  package var uri: String? {
    guard !location.isEmpty, var place = try? EditLocation(location) else { return nil }
    place.values.merge(EditVariables(variables).values) { $1 }
    return place.uri
  }

  package mutating func setURI(_ uri: String) throws(ElementError) {
    let place = try EditLocation(uri)
    location = place.path
    variables = EditVariables(place.values).text
  }

  package func open(_ upstream: String?) throws(ElementError) -> OpenedStreams {
    guard !location.isEmpty else {
      throw ElementError("location: expected the path of a composition file", code: .notFound)
    }
    var place = try EditLocation(location)
    place.values.merge(EditVariables(variables).values) { $1 }
    return try openStreams(of: place, policy: policy, decoder: decoder)
  }
}
