/// What a segment plays.
package enum MediaSource: Sendable, Hashable {
  /// A path or a URI.
  case file(String)
  /// Images whose names differ in a number.
  case images(ImageSeries)
  /// Pictures that GStreamer elements generate.
  case generated(GeneratedFrames)
  /// The picture and the sound of another composition.
  case edit(NestedEdit)

  /// Reads the text form: everything that is not one of the other kinds is a file.
  ///
  /// An edit becomes the location by which `cutawaysrc` plays it.
  package init(text: String) {
    if let frames = GeneratedFrames(text: text) {
      self = .generated(frames)
    } else if let series = ImageSeries(text: text) {
      self = .images(series)
    } else {
      self = .file(text)
    }
  }

  /// The text form, which launch lines contain in place of a location.
  package var text: String {
    switch self {
    case .file(let location): location
    case .images(let series): series.text
    case .generated(let frames): frames.text
    case .edit(let edit): edit.text
    }
  }

  /// The location of a file; `nil` for the other kinds.
  package var location: String? {
    if case .file(let location) = self { location } else { nil }
  }
}

extension MediaSource: CustomStringConvertible {
  /// The source for messages: the location of a file, the pattern of a series of images, or the
  /// location of the composition file.
  package var description: String {
    switch self {
    case .file(let location): location
    case .images(let series): series.pattern
    case .generated: "generated picture"
    case .edit(let edit): edit.name
    }
  }
}
