import CutawayModel
import CutawayTime

/// What is known about the media that the meaning of a file depends on, by the names of assets.
struct FileMedia: Sendable {
  var descriptions: [Asset.ID: MediaDescription] = [:]
  /// Why media could not be read.
  var failures: [Asset.ID: String] = [:]
}

/// The assets of a file while it is read.
struct FileAssets: Sendable {
  private(set) var all: [Asset] = []
  private var indices: [Asset.ID: Int] = [:]
  var media = FileMedia()
  /// The assets whose properties the meaning of the file depends on, in the order of their uses.
  private(set) var needed: [Asset] = []
  private var neededNames: Set<Asset.ID> = []

  subscript(id: Asset.ID) -> (index: Int, asset: Asset)? {
    indices[id].map { ($0, all[$0]) }
  }

  mutating func append(_ asset: Asset) {
    if indices[asset.id] == nil { indices[asset.id] = all.count }
    all.append(asset)
  }

  /// Notes that the properties of an asset are needed; `false` if that is known already.
  mutating func need(_ asset: Asset) -> Bool {
    let isNew = neededNames.insert(asset.id).inserted
    if isNew { needed.append(asset) }
    return isNew
  }
}

extension Reader {
  /// The properties of an asset, on which the meaning of a value depends.
  ///
  /// The result is `nil` if there is no such asset, or if the function has reported an error.
  mutating func description(of id: Asset.ID, at position: SourcePosition) -> MediaDescription? {
    if let description = assets.media.descriptions[id] { return description }
    guard let (index, asset) = assets[id] else { return nil }
    if let generator = asset.generator {
      // Its size and rate are those of the render settings, which adapt to all other assets.
      let description = generator.description(
        size: PixelSize(width: 1920, height: 1080), frameDuration: MediaTime(1, over: 30))
      assets.media.descriptions[id] = description
      return description
    }
    // What could not be read was reported.
    if asset.location.isEmpty, !diagnostics.isEmpty { return nil }
    guard assets.need(asset) else { return nil }
    if let failure = assets.media.failures[id] {
      report(
        .unreadable, at: positions[ModelPath(["assets", "\(index)"])] ?? position,
        "cannot use '\(asset.location)': \(failure)")
    } else {
      report(
        .meaning, at: position,
        "the meaning depends on the media: the properties of '\(asset.location)' are not known")
    }
    return nil
  }
}

extension ValueForm<String> {
  /// The name of an asset, or the path of a file, as the text that layers have for it.
  static var assetName: Self {
    ValueForm<Asset.ID>.asset.converted {
      $0.rawValue
    } back: {
      Asset.ID($0)
    }
  }
}

extension ValueForm<Asset.ID> {
  /// The name of an asset, or the path of a file, which thereby becomes an asset.
  static var asset: Self {
    let name = ValueForm<Asset.ID>.name("the name of an asset")
    return ValueForm("name, or path or URI", schema: name.schema(), write: name.write) {
      reader, value, path in
      guard let id = name.read(&reader, value, path) else { return nil }
      // A name without a dot and a slash is a misspelled name, not a file.
      if reader.assets[id] == nil, id.rawValue.contains(where: { $0 == "." || $0 == "/" }) {
        let place = ModelPath(["assets", "\(reader.assets.all.count)"])
        reader.positions[place] = value.position
        reader.assets.append(Asset(id: id, location: reader.resolved(id.rawValue)))
      }
      return id
    }
  }
}
