import CutawayModel
import CutawayTime

/// What a clip plays.
struct OTIOMedia: Decodable {
  /// The name of the media; empty if the file does not state it.
  let name: String
  /// The times of the media; `nil` if the file does not state them.
  let availableRange: OTIORange?
  let kept: OTIOKept
  let content: Content

  enum Content {
    /// A URL or a path.
    case file(String)
    /// Files with a number in their names, as a pattern with `%05d`, and images per second.
    case images(String, rate: MediaTime)
    /// A picture that the program makes, such as `SMPTEBars`.
    case generator(String)
    /// The clip has a name only.
    case missing
    case unknown(String)
  }

  /// Reads the media that a clip uses.
  init(ofClip clip: KeyedDecodingContainer<OTIOKey>) throws {
    // `Clip.2` has several references, and names the one that is used.
    if let all = try clip.decodeIfPresent(Active.self, forKey: "media_references") {
      let name = try clip.decodeIfPresent(String.self, forKey: "active_media_reference_key")
      guard let media = all.references[name ?? "DEFAULT_MEDIA"] else {
        throw clip.fault(
          "active_media_reference_key", "there is no media reference '\(name ?? "DEFAULT_MEDIA")'")
      }
      self = media
    } else {
      self = try clip.decodeIfPresent(OTIOMedia.self, forKey: "media_reference") ?? .absent
    }
  }

  private struct Active: Decodable {
    var references: [String: OTIOMedia]

    init(from decoder: any Decoder) throws { references = try [String: OTIOMedia](from: decoder) }
  }

  private static let absent = OTIOMedia(
    name: "", availableRange: nil, kept: OTIOKept(), content: .missing)

  private init(name: String, availableRange: OTIORange?, kept: OTIOKept, content: Content) {
    (self.name, self.availableRange) = (name, availableRange)
    (self.kept, self.content) = (kept, content)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    let schema = try container.schema()
    name = try container.text("name")
    availableRange = try container.decodeIfPresent(OTIORange.self, forKey: "available_range")
    kept = try container.kept()
    switch schema {
    case "ExternalReference":
      content = .file(try container.decode(String.self, forKey: "target_url"))
    case "ImageSequenceReference":
      let rate = try container.decode(Double.self, forKey: "rate")
      guard rate >= 0.001, rate <= 1_000, let exact = MediaTime(simplest: rate) else {
        throw container.fault("rate", "\(rate) is not a rate from 0.001 to 1000")
      }
      guard try container.decodeIfPresent(Int.self, forKey: "frame_step") ?? 1 == 1 else {
        throw container.fault("frame_step", "a series of images needs each number, so 1")
      }
      let digits = try container.decodeIfPresent(Int.self, forKey: "frame_zero_padding") ?? 0
      guard (0...9).contains(digits) else {
        throw container.fault(
          "frame_zero_padding", "\(digits) is not a number of digits from 0 to 9")
      }
      let base = try container.text("target_url_base")
      content = .images(
        base + (base.isEmpty || base.hasSuffix("/") ? "" : "/")
          + (try container.text("name_prefix")) + (digits > 1 ? "%0\(digits)d" : "%d")
          + (try container.text("name_suffix")), rate: MediaTime(rate: exact))
    case "GeneratorReference": content = .generator(try container.text("generator_kind"))
    case "MissingReference": content = .missing
    default: content = .unknown(schema)
    }
  }
}
