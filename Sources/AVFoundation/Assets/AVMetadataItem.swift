import CutawayModel
import CutawaySources

/// The key space and the key of an item of metadata.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  /// `space/key`.
  public let rawValue: String
  /// Creates an identifier.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A title.
  public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "common/title")
  /// The creator.
  public static let commonIdentifierCreator = AVMetadataIdentifier(rawValue: "common/creator")
  /// The artist.
  public static let commonIdentifierArtist = AVMetadataIdentifier(rawValue: "common/artist")
  /// The album.
  public static let commonIdentifierAlbumName = AVMetadataIdentifier(rawValue: "common/albumName")
  /// A description.
  public static let commonIdentifierDescription = AVMetadataIdentifier(
    rawValue: "common/description")
  /// The copyright.
  public static let commonIdentifierCopyrights = AVMetadataIdentifier(
    rawValue: "common/copyrights")
  /// The date of recording.
  public static let commonIdentifierCreationDate = AVMetadataIdentifier(
    rawValue: "common/creationDate")
  /// The place of recording, in ISO 6709.
  public static let commonIdentifierLocation = AVMetadataIdentifier(rawValue: "common/location")
  /// The genre.
  public static let commonIdentifierType = AVMetadataIdentifier(rawValue: "common/type")
  /// A title.
  public static let quickTimeMetadataTitle = AVMetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.title")
  /// The place of recording, in ISO 6709.
  public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.location.ISO6709")
  /// The date of recording.
  public static let quickTimeMetadataCreationDate = AVMetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.creationdate")
  /// The maker of the camera.
  public static let quickTimeMetadataMake = AVMetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.make")
  /// The model of the camera.
  public static let quickTimeMetadataModel = AVMetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.model")
  /// The program.
  public static let quickTimeMetadataSoftware = AVMetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.software")
  /// The maker of the camera.
  public static let commonIdentifierMake = AVMetadataIdentifier(rawValue: "common/make")
  /// The model of the camera.
  public static let commonIdentifierModel = AVMetadataIdentifier(rawValue: "common/model")
  /// The program.
  public static let commonIdentifierSoftware = AVMetadataIdentifier(rawValue: "common/software")
  /// A description.
  public static let quickTimeMetadataDescription = AVMetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.description")
  /// A title.
  public static let iTunesMetadataSongName = AVMetadataIdentifier(rawValue: "itsk/%A9nam")
  /// The artist.
  public static let iTunesMetadataArtist = AVMetadataIdentifier(rawValue: "itsk/%A9ART")
}

/// A key of metadata that all formats share.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a key.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A title.
  public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
  /// The creator.
  public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
  /// The artist.
  public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
  /// The album.
  public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
  /// A description.
  public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
  /// The copyright.
  public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
  /// The date of recording.
  public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
  /// The place of recording.
  public static let commonKeyLocation = AVMetadataKey(rawValue: "location")
  /// The genre.
  public static let commonKeyType = AVMetadataKey(rawValue: "type")
  /// The maker of the camera.
  public static let commonKeyMake = AVMetadataKey(rawValue: "make")
  /// The model of the camera.
  public static let commonKeyModel = AVMetadataKey(rawValue: "model")
  /// The program.
  public static let commonKeySoftware = AVMetadataKey(rawValue: "software")
  /// Artwork.
  public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
}

/// A set of keys of metadata.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a key space.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Keys that all formats share.
  public static let common = AVMetadataKeySpace(rawValue: "comn")
  /// Keys of QuickTime.
  public static let quickTimeMetadata = AVMetadataKeySpace(rawValue: "mdta")
  /// Keys of iTunes.
  public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
}

/// A format of metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a format.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Not known; GStreamer reads all formats in one way.
  public static let unknown = AVMetadataFormat(rawValue: "")
  /// QuickTime.
  public static let quickTimeMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.mdta")
}

/// An item of metadata.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Only mutable items change, which one thread at a time may do.
  fileprivate var content = Content()

  fileprivate struct Content {
    var identifier: AVMetadataIdentifier?
    var value: (any NSObjectProtocol)?
    var text: String?
    var locale: Locale?
    var languageTag: String?
    var dataType: String?
    var time = CMTime.invalid
  }

  /// Creates an item without a value.
  public override init() {}

  /// The key space and the key.
  public fileprivate(set) var identifier: AVMetadataIdentifier? {
    get { content.identifier }
    set { content.identifier = newValue }
  }
  /// The key that all formats share; `nil` if there is none.
  public var commonKey: AVMetadataKey? {
    content.identifier.flatMap { Self.modelKey(of: $0) }.flatMap { Self.commonKeys[$0] }
  }
  /// The key, without its space.
  public var key: (any NSObjectProtocol)? {
    content.identifier.map {
      NSString(string: $0.rawValue.split(separator: "/").last.map(String.init) ?? "")
    }
  }
  /// The space of the key.
  public var keySpace: AVMetadataKeySpace? {
    content.identifier?.rawValue.split(separator: "/").first.map {
      $0 == "common" ? .common : AVMetadataKeySpace(rawValue: String($0))
    }
  }
  /// The value as a text.
  public var stringValue: String? { content.text }
  /// The value as a number.
  public var numberValue: NSNumber? {
    content.text.flatMap { Double($0) }.map { NSNumber(value: $0) }
  }
  /// The value as a date.
  public var dateValue: Date? {
    guard let text = content.text else { return nil }
    // A text that is no date has no date.
    return (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: .iso8601.year().month().day()))
  }
  /// The value.
  public var value: (any NSObjectProtocol)? { content.value }
  /// The language of the value.
  public var locale: Locale? { content.locale }
  /// The language of the value as a BCP 47 tag.
  public var extendedLanguageTag: String? { content.languageTag }
  /// The type of the value, as a uniform type identifier.
  public var dataType: String? { content.dataType }
  /// The time of the value; invalid if it concerns all of the asset.
  public var time: CMTime { content.time }

  /// A copy that does not change.
  public func copy(with zone: NSZone? = nil) -> Any {
    let item = AVMetadataItem()
    item.content = content
    return item
  }

  /// A copy that can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    let item = AVMutableMetadataItem()
    item.content = content
    return item
  }

  /// The items with an identifier.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] { metadataItems.filter { $0.identifier == identifier } }

  /// The items with a key of a space.
  public class func metadataItems(
    from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
  ) -> [AVMetadataItem] {
    let wanted = (key as? AVMetadataKey)?.rawValue ?? (key as? String)
    return metadataItems.filter { wanted == nil || $0.commonKey?.rawValue == wanted }
  }
}

/// An item of metadata that can be changed.
public final class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  /// The key space and the key.
  public override var identifier: AVMetadataIdentifier? {
    get { content.identifier }
    set { content.identifier = newValue }
  }
  /// The value: a text, a number or a date.
  public override var value: (any NSObjectProtocol)? {
    get { content.value }
    set {
      content.value = newValue
      content.text = newValue.map { value in
        (value as? NSString).map { String(describing: $0) }
          ?? (value as? NSDate).map {
            Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate).ISO8601Format()
          }
          ?? "\(value)"
      }
    }
  }
  /// The language of the value.
  public override var locale: Locale? {
    get { content.locale }
    set { content.locale = newValue }
  }
  /// The language of the value as a BCP 47 tag.
  public override var extendedLanguageTag: String? {
    get { content.languageTag }
    set { content.languageTag = newValue }
  }
  /// The type of the value, as a uniform type identifier.
  public override var dataType: String? {
    get { content.dataType }
    set { content.dataType = newValue }
  }
  /// The time of the value.
  public override var time: CMTime {
    get { content.time }
    set { content.time = newValue }
  }
  /// The key of ``keySpace``: a text or an ``AVMetadataKey``.
  public override var key: (any NSObjectProtocol)? {
    get { super.key }
    set { setKey(newValue.map { "\($0)" }, keySpace) }
  }
  /// The space of the key.
  public override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { setKey(super.key.map { "\($0)" }, newValue) }
  }

  private func setKey(_ key: String?, _ space: AVMetadataKeySpace?) {
    let space = space ?? .common
    let name = space == .common ? "common" : space.rawValue
    content.identifier = AVMetadataIdentifier(rawValue: "\(name)/\(key ?? "")")
  }
}

/// A choice of items of metadata.
public final class AVMetadataItemFilter: NSObject, Sendable {
  /// Leaves out personal data: the place of recording and comments.
  public class func forSharing() -> AVMetadataItemFilter { AVMetadataItemFilter() }

  /// Whether a key of the model is left out.
  func leavesOut(_ key: String) -> Bool { key.contains("location") || key == "comment" }
}

extension AVMetadataItem {
  /// The common keys of the keys of an export.
  private static let commonKeys: [String: AVMetadataKey] = [
    "title": .commonKeyTitle, "artist": .commonKeyArtist, "composer": .commonKeyCreator,
    "album": .commonKeyAlbumName, "description": .commonKeyDescription, "genre": .commonKeyType,
    "copyright": .commonKeyCopyrights, "date": .commonKeyCreationDate,
    "location": .commonKeyLocation, "com.apple.quicktime.make": .commonKeyMake,
    "com.apple.quicktime.model": .commonKeyModel,
    "com.apple.quicktime.software": .commonKeySoftware,
  ]

  /// The key of an export for an identifier of any space; `nil` if there is none.
  private static func modelKey(of identifier: AVMetadataIdentifier) -> String? {
    let parts = identifier.rawValue.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let name = parts[1].replacing("com.apple.quicktime.", with: "").lowercased()
    let others = [
      "%a9nam": "title", "%a9art": "artist", "%a9alb": "album", "%a9day": "date",
      "%a9cmt": "comment",
      "%a9wrt": "composer", "cprt": "copyright", "creationdate": "date",
      "location.iso6709": "location", "albumname": "album", "copyrights": "copyright",
      "creator": "composer", "type": "genre", "keywords": "keywords",
      "make": "com.apple.quicktime.make", "model": "com.apple.quicktime.model",
      "software": "com.apple.quicktime.software",
    ]
    return others[name] ?? (MediaDescription.textKeys + ["date", "location"]).first { $0 == name }
  }

  /// The metadata of a file as items: the title, then the others in the order of their keys.
  static func items(of metadata: [String: String]) -> [AVMetadataItem] {
    func order(_ key: String) -> (Int, String) { (key == "title" ? 0 : 1, key) }
    return metadata.sorted { order($0.key) < order($1.key) }.map { key, text in
      let item = AVMutableMetadataItem()
      let common = commonKeys[key]
      item.identifier = AVMetadataIdentifier(
        rawValue: common.map { "common/\($0.rawValue)" }
          ?? (key.contains(".") ? "mdta/\(key)" : "mdta/com.apple.quicktime.\(key)"))
      let place = key == "location" ? GeographicLocation(text)?.iso6709 : nil
      item.value = NSString(string: place ?? text)
      return item
    }
  }

  /// The metadata of an export: the key of the model and the text; `nil` if it cannot be written.
  var entry: (key: String, text: String)? {
    guard let identifier, let text = stringValue else { return nil }
    let own = identifier.rawValue.split(separator: "/").last.map(String.init) ?? ""
    return (Self.modelKey(of: identifier) ?? own, text)
  }
}

extension AVMetadataItem: AVAsynchronousKeyValueLoading {
  /// Returns at once: values are read with the asset.
  public func awaitProperties() async throws {}

  /// Loaded.
  public func propertyStatus() -> (AVKeyValueStatus, (any Error)?) { (.loaded, nil) }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
  /// The value.
  public static var value: AVAsyncProperty<Root, (any NSObjectProtocol)?> { .init { $0.value } }
  /// The value as a text.
  public static var stringValue: AVAsyncProperty<Root, String?> { .init { $0.stringValue } }
  /// The value as a number.
  public static var numberValue: AVAsyncProperty<Root, NSNumber?> { .init { $0.numberValue } }
  /// The value as a date.
  public static var dateValue: AVAsyncProperty<Root, Date?> { .init { $0.dateValue } }
}
