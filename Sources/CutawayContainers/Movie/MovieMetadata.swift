/// An item of a movie's metadata, such as its title, its author or its location.
///
/// | key | MP4, M4V, M4A: item in `udta/meta/ilst` | MOV: key in `moov/meta` |
/// | --- | --- | --- |
/// | title, artist, album | `©nam`, `©ART`, `©alb` | `com.apple.quicktime.title` … |
/// | composer, genre, comment | `©wrt`, `©gen`, `©cmt` | `.composer`, `.genre`, `.comment` |
/// | description, copyright | `desc`, `cprt` | `.description`, `.copyright` |
/// | keywords, date, software | `keyw`, `©day`, `©too` | `.keywords`, `.creationdate`, `.software` |
/// | location | `©xyz` in `udta` | `.location.ISO6709` |
/// | custom | `----` with the key as its name | the key |
///
/// A MOV file gets both columns, because not every player reads the second. The items are Apple's.
/// The keys are defined in *QuickTime File Format*, “Metadata”.
package struct MovieMetadata: Sendable, Hashable {
  /// The meaning of an item.
  package enum Key: Sendable, Hashable {
    /// The standard keys, with text in any form.
    case title, artist, album, composer, genre, comment, description, copyright, keywords
    /// The creation date in ISO 8601: `2024-05-06` or `2024-05-06T18:30:00+0200`.
    case date
    /// The location in ISO 6709; see ``MovieMetadata/location(latitude:longitude:altitude:)``.
    case location
    /// The program that made the movie.
    case software
    /// Any other key, preferably with a name such as `com.example.scene`.
    case custom(String)
  }

  /// The meaning of the item, which determines its place in the file.
  package var key: Key
  /// The text of the item.
  package var value: String

  /// Creates an item; the form of the value is not checked.
  package init(_ key: Key, _ value: String) {
    self.key = key
    self.value = value
  }

  /// Creates a location: degrees north of the equator, degrees east of Greenwich, and metres above
  /// sea level.
  package static func location(
    latitude: Double, longitude: Double, altitude: Double? = nil
  ) -> MovieMetadata {
    let place = signed(latitude, digits: 2, decimals: 5) + signed(longitude, digits: 3, decimals: 5)
    return MovieMetadata(
      .location, place + (altitude.map { signed($0, digits: 1, decimals: 3) } ?? "") + "/")
  }

  /// A number with its sign, padded with zeros: `+007.50000`.
  private static func signed(_ number: Double, digits: Int, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(Int64(1)) { value, _ in value * 10 }
    let scaled = (number * Double(scale)).rounded()
    let value = Int64(exactly: scaled) ?? 0
    let whole = String(value.magnitude / scale.magnitude)
    let part = String(value.magnitude % scale.magnitude)
    return (value < 0 ? "-" : "+") + String(repeating: "0", count: max(0, digits - whole.count))
      + whole + "." + String(repeating: "0", count: decimals - part.count) + part
  }
}

extension MovieMetadata.Key {
  /// The kind of the box in the item list; `nil` if the key has no kind of its own.
  var item: FourCC? {
    switch self {
    case .title: "©nam"
    case .artist: "©ART"
    case .album: "©alb"
    case .composer: "©wrt"
    case .genre: "©gen"
    case .comment: "©cmt"
    case .description: "desc"
    case .copyright: "cprt"
    case .keywords: "keyw"
    case .date: "©day"
    case .software: "©too"
    case .location, .custom: nil
    }
  }

  /// The name of the key in QuickTime's metadata.
  var quickTimeName: String {
    switch self {
    case .date: "com.apple.quicktime.creationdate"
    case .location: "com.apple.quicktime.location.ISO6709"
    case .custom(let name): name
    default: "com.apple.quicktime.\(self)"
    }
  }
}
