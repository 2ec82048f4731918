/// A format of adaptive streaming: how players choose among the sizes of a film.
public enum StreamFormat: String, Sendable, Hashable, CaseIterable, Codable {
  /// HTTP Live Streaming (RFC 8216).
  case hls
  /// MPEG-DASH (ISO/IEC 23009-1), in its profile for files with an index.
  case dash

  /// The name of the file that players open.
  public var indexName: String {
    switch self {
    case .hls: "index.m3u8"
    case .dash: "index.mpd"
    }
  }

  /// The contents of the file that players open.
  func text(of index: StreamIndex) -> String {
    switch self {
    case .hls: index.playlist
    case .dash: index.description
    }
  }

  /// The shorter sides of the smaller sizes, which are made if they are below nine tenths of the
  /// picture's.
  static let shorterSides = [1080, 720, 480]
}
