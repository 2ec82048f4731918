extension ResolvedComposition: Codable {
  enum CodingKeys: String, CodingKey {
    case composition, media, activity, duration, frameDuration, renderSize, outputSize, drawnSize
  }

  /// Encodes what cannot be derived from the rest; what is known about elements belongs to a process.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(composition, forKey: .composition)
    try container.encode(media, forKey: .media)
    try container.encode(activity, forKey: .activity)
    try container.encode(duration, forKey: .duration)
    try container.encode(frameDuration, forKey: .frameDuration)
    try container.encode(renderSize, forKey: .renderSize)
    try container.encode(outputSize, forKey: .outputSize)
    try container.encode(drawnSize, forKey: .drawnSize)
  }
}
