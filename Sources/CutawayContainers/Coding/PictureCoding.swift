/// A coding of pictures whose packets can be joined with those of an encoder.
package enum PictureCoding: Sendable, Hashable {
  /// Units with parameter sets.
  case units(VideoCoding)
  /// Frames that describe themselves.
  case frames(FrameCoding)

  /// One of each coding.
  package static let known: [PictureCoding] = [
    .units(.avc), .units(.hevc), .frames(.proRes(profile: "standard")), .frames(.jpeg),
    .frames(.vp9),
  ]

  /// What is known about a coding.
  package struct Traits: Sendable {
    /// The name in messages.
    package var name: String
    /// What is copied of it, in lists.
    package var kind: String
    /// The media type of packets in GStreamer's caps.
    package var mediaType: String
    /// The other fields of the caps of packets.
    package var fields: [String] = []
    /// The element that encodes frames that are joined with copied packets.
    package var encoder: String
  }

  /// What is known about the coding.
  package var traits: Traits {
    switch self {
    case .units(.avc):
      Traits(
        name: "H.264", kind: "H.264", mediaType: "video/x-h264",
        fields: ["stream-format=avc", "alignment=au"], encoder: "x264enc")
    case .units(.hevc):
      Traits(
        name: "HEVC", kind: "HEVC", mediaType: "video/x-h265",
        fields: ["stream-format=hvc1", "alignment=au"], encoder: "x265enc")
    case .frames(.proRes(let profile)):
      Traits(
        name: "ProRes (\(profile))", kind: "ProRes 422", mediaType: "video/x-prores",
        fields: ["variant=\(profile)"], encoder: "avenc_prores_ks")
    case .frames(.jpeg):
      Traits(name: "JPEG", kind: "JPEG", mediaType: "image/jpeg", encoder: "jpegenc")
    case .frames(.vp9):
      Traits(
        name: "VP9", kind: "VP9 with 8 bits in 4:2:0", mediaType: "video/x-vp9",
        fields: ["profile=(string)0"], encoder: "vp9enc")
    }
  }

  /// The name of the coding.
  package var name: String { traits.name }
  /// The media type of packets.
  package var mediaType: String { traits.mediaType }
  /// The caps of packets: those of units have lengths, and parameter sets in the caps alone.
  package var packetCaps: String { ([mediaType] + traits.fields).joined(separator: ",") }

  /// Finds the coding of packets; `nil` if they are not copied.
  ///
  /// - Parameters:
  ///   - mediaType: The media type in GStreamer's caps.
  ///   - variant: The field `variant` of the caps, which names the profile of ProRes.
  package init?(mediaType: String, variant: String?) {
    guard let coding = Self.known.first(where: { $0.mediaType == mediaType }) else { return nil }
    guard case .frames(.proRes) = coding else {
      self = coding
      return
    }
    guard let variant else { return nil }
    self = .frames(.proRes(profile: variant))
  }

  /// All kinds as a list: `H.264, HEVC … or VP9`.
  package static func list(_ word: String) -> String {
    let kinds = known.map(\.traits.kind)
    return kinds.dropLast().joined(separator: ", ") + " \(word) \(kinds[kinds.count - 1])"
  }
}

/// A coding of video in units with parameter sets.
package enum VideoCoding: Sendable, Hashable {
  /// H.264.
  case avc
  /// H.265.
  case hevc

  /// The number of bytes before the payload of a unit.
  var headerLength: Int { self == .avc ? 1 : 2 }
}
