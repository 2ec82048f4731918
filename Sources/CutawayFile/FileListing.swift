/// What the meaning of a file depends on besides its media: tables, and the files in folders.
public enum FileListing: Sendable, Hashable {
  /// The rows of a table, by its path.
  case table(String)
  /// The files whose paths match a pattern, in which `*` stands for any characters and `?` for one.
  case files(String)

  /// The path or the pattern.
  public var path: String {
    switch self {
    case .table(let path), .files(let path): path
    }
  }

  /// What a listing contains.
  public enum Contents: Sendable {
    /// The bytes of a table.
    case table([UInt8])
    /// The paths of files, sorted, in the form of the pattern.
    case files([String])
    /// The reason why it cannot be read.
    case unreadable(String)
    /// The reason why it must not be read.
    case refused(String)
  }

  /// Whether a path has characters that stand for others.
  package static func isPattern(_ path: String) -> Bool { path.contains { $0 == "*" || $0 == "?" } }
}

/// The listings of a file while it is read.
struct FileListings: Sendable {
  var contents: [FileListing: FileListing.Contents] = [:]
  /// The listings that are not known, in the order of their uses.
  private(set) var needed: [FileListing] = []

  /// The paths of all tables that are known.
  var tables: [String] {
    contents.keys.compactMap { if case .table(let path) = $0 { path } else { nil } }.sorted()
  }

  mutating func need(_ listing: FileListing) {
    if !needed.contains(listing) { needed.append(listing) }
  }
}

extension Reader {
  /// What a listing contains.
  ///
  /// The result is `nil` if it is not known, or if the function has reported an error.
  mutating func contents(
    of listing: FileListing, called name: String, at position: SourcePosition
  ) -> FileListing.Contents? {
    switch listings.contents[listing] {
    case nil: listings.need(listing)
    case .unreadable(let reason)?:
      report(.unreadable, at: position, "cannot use '\(name)': \(reason)")
    case .refused(let reason)?:
      report(.refused, at: position, "cannot use '\(name)': \(reason)")
    case .table?, .files?: return listings.contents[listing]
    }
    return nil
  }

  /// The names of the files that match a pattern, relative to the file.
  ///
  /// The result is `nil` if they are not known, or if the function has reported an error.
  mutating func files(matching pattern: String, at position: SourcePosition) -> [String]? {
    let listing = FileListing.files(resolved(pattern))
    guard case .files(let paths)? = contents(of: listing, called: pattern, at: position) else {
      return nil
    }
    return paths.map { AssetLocation($0).relative(to: directory) }
  }
}
