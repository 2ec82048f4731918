/// A GStreamer filter with settings, applied to a layer, a track or the whole picture.
public struct Effect: Sendable, Hashable, Codable {
  /// The factory name of the element, such as `vignette` or `videobalance`.
  public var element: String
  /// The name of a filter of pictures, such as `sepiaTone`, which the element `imagefilter` applies.
  ///
  /// `nil` for other elements.
  public var filter: String?
  /// Values by the name of the GStreamer property, or of the filter's setting.
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
    /// For a setting of a filter that has several numbers: a vector, a rectangle or a transform.
    case numbers([Double])
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

  /// Creates an effect with a filter of pictures; whether it exists is not checked.
  ///
  ///     Effect(filter: "sepiaTone", properties: ["intensity": .double(0.8)])
  ///
  /// Filters that follow one another are computed at once.
  ///
  /// - Parameters:
  ///   - filter: The name of the filter, as `cutaway effects` lists it.
  ///   - properties: Values by the name of the setting. Places are in pixels from the top left
  ///     corner of the frame, and angles in degrees, clockwise.
  public init(filter: String, properties: [String: Value] = [:]) {
    self.init(element: Self.filterElement, properties: properties)
    self.filter = filter
  }

  /// The element that applies filters of pictures.
  package static let filterElement = "imagefilter"
}
