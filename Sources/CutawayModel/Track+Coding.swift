import CutawayTime

extension Track {
  // Not private: the compiler of Swift 6.3.1 crashes in debug builds where the encoding that it makes in
  // another file uses private keys.
  enum CodingKeys: String, CodingKey {
    case id, mediaType, segments, effects, preferredVolume, declick, language, layer, isSilent
  }

  /// Decodes and validates the segments.
  ///
  /// - Throws: `DecodingError`, also if the segments are not valid: see ``validate(_:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let segments = try container.decode([Segment].self, forKey: .segments)
    do throws(CompositionError) {
      try Track.validate(segments)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .segments, in: container, debugDescription: error.message)
    }
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      mediaType: try container.decode(MediaType.self, forKey: .mediaType),
      effects: try container.decode([Effect].self, forKey: .effects),
      language: try container.decodeIfPresent(String.self, forKey: .language),
      preferredVolume: try container.decode(Double.self, forKey: .preferredVolume),
      declick: try container.decode(MediaTime.self, forKey: .declick))
    try setSegments(segments)
    layer = try container.decodeIfPresent(OverlayLayer.self, forKey: .layer)
    isSilent = try container.decodeIfPresent(Bool.self, forKey: .isSilent) ?? false
  }
}
