/// A GStreamer filter with settings, applied to a layer, a track or the whole picture.
public struct Effect: Sendable, Hashable, Codable {
  /// The factory name of the element, such as `vignette` or `videobalance`.
  public var element: String
  /// Values by the name of the GStreamer property.
  public var properties: [String: Value]

  /// A property value, in a form independent of the element's property types.
  public enum Value: Sendable, Hashable, Codable {
    /// For a boolean property.
    case bool(Bool)
    /// For an integer property.
    case int(Int)
    /// For a floating-point property.
    case double(Double)
    /// For a string property, or any other type in the text form that GStreamer parses.
    case string(String)
    /// For a property that changes over time.
    ///
    /// The element must let GStreamer control the property: `cutaway effects NAME` lists which
    /// properties can be animated. Times are those of the composition.
    case animated(PropertyAnimation)
  }

  /// Creates an effect; whether the element and its properties exist is not checked.
  public init(element: String, properties: [String: Value] = [:]) {
    self.element = element
    self.properties = properties
  }
}
