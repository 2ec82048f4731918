/// A GStreamer filter with settings, applied to a layer, a track or the whole picture.
public struct Effect: Sendable, Hashable, Codable {
  /// The factory name: `vignette`, `videobalance`.
  public var element: String
  /// Values by GStreamer property name.
  public var properties: [String: Value]

  public enum Value: Sendable, Hashable, Codable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
  }

  public init(element: String, properties: [String: Value] = [:]) {
    self.element = element
    self.properties = properties
  }
}
