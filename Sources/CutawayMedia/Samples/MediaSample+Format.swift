package import CutawayElementBridge
package import CutawayKeyframes

extension MediaSample {
  /// The encoding of a packet.
  package var format: EncodedFormat {
    let (mediaType, fields) = capsFields
    return EncodedFormat(mediaType: mediaType, fields: fields)
  }
}
