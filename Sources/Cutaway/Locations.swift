public import CutawayFile
import CutawayMedia
public import CutawayModel
import CutawaySystem
public import CutawayTranslation
public import Foundation

// Files are named by URLs. The overloads that take a `String` take a path.

extension Asset {
  /// Creates an asset from a file or another resource that GStreamer can read; it is not opened.
  public init(id: ID, url: URL, colorimetry: Colorimetry? = nil) {
    self.init(
      id: id, location: url.isFileURL ? url.path : url.absoluteString, colorimetry: colorimetry)
  }

  /// The location as a URL; relative paths start from the working directory.
  public var url: URL {
    if let url = URL(string: location), url.scheme != nil { return url }
    return URL(fileURLWithPath: location)
  }

  /// Opens the media and reads its properties: tracks, durations, orientation, metadata.
  ///
  ///     let beach = Asset(id: "beach", url: url)
  ///     let size = try await beach.load().videoTracks.first?.uprightSize
  ///
  /// The result is what the file states: `colorimetry` does not change it.
  ///
  /// - Throws: `PipelineError` with the location and the reason, also if the task is cancelled.
  public func load() async throws(PipelineError) -> MediaDescription {
    do throws(PipelineError) {
      return try await MediaProbe.describe(location)
    } catch {
      var error = error
      error.message = "'\(location)': \(error.message)"
      throw error
    }
  }
}

extension CompositionDocument {
  /// Reads a composition file whose meaning does not depend on its media; relative paths of assets
  /// start from its directory.
  ///
  /// ``load(contentsOf:values:limits:)`` also reads files with sequences, whole clips and variables.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limits: How large it may be.
  /// - Throws: `CompositionFileError` with all errors in the file, or with one of kind `unreadable`
  ///   if the file cannot be read.
  public init(
    contentsOf url: URL, limits: CompositionLimits = .standard
  ) throws(CompositionFileError) {
    self = try CompositionText(contentsOf: url, limits: limits).document()
  }

  /// Reads a composition file, and opens the media on which its meaning depends.
  ///
  ///     let document = try await CompositionDocument.load(contentsOf: url)
  ///
  /// - Parameters:
  ///   - url: The file. Relative paths of assets start from its directory.
  ///   - values: Values of the variables of the file.
  ///   - limits: How large the file may be.
  /// - Returns: The composition with the positions of its values.
  /// - Throws: `CompositionFileError` with all errors in the file, or with one of kind `unreadable`
  ///   for each file that cannot be read.
  public static func load(
    contentsOf url: URL, values: VariableValues = VariableValues(),
    limits: CompositionLimits = .standard
  ) async throws(CompositionFileError) -> CompositionDocument {
    try await CompositionText(contentsOf: url, values: values, limits: limits).openingMedia()
  }
}

extension CompositionText {
  /// Reads the syntax of a composition file; relative paths of assets start from its directory.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - values: Values of the variables of the file.
  ///   - limits: How large the file may be.
  /// - Throws: `CompositionFileError` with the errors that hide all others, or with one of kind
  ///   `unreadable` if the file cannot be read.
  public init(
    contentsOf url: URL, values: VariableValues = VariableValues(),
    limits: CompositionLimits = .standard
  ) throws(CompositionFileError) {
    let bytes: Data
    do {
      bytes = try contents(of: url, upTo: limits.bytes + 1)
    } catch {
      throw CompositionFileError([
        Diagnostic(
          file: url.relativePath, line: 1, column: 1, kind: .unreadable,
          message: "cannot read the file: \(reason(for: error))")
      ])
    }
    try self.init(
      bytes, file: url.relativePath, directory: url.deletingLastPathComponent().relativePath,
      values: values, limits: limits)
  }

  /// Reads the meaning of the file, and opens the media on which it depends.
  ///
  /// - Parameters:
  ///   - cache: The results of earlier probes; `nil` opens every asset.
  ///   - policy: Which media may be opened; `nil` allows all.
  ///   - isolation: Where the media are opened.
  /// - Returns: The composition with the positions of its values.
  /// - Throws: `CompositionFileError` with all errors in the file; of kind `refused` for media that the
  ///   policy does not allow, which then are the only ones.
  public func openingMedia(
    cache: ProbeCache? = .shared, policy: RenderPolicy? = nil, isolation: MediaIsolation = .none
  ) async throws(CompositionFileError) -> CompositionDocument {
    try await openingMedia(cache: cache, in: Nesting(policy: policy, isolation: isolation))
  }

  /// Reads the meaning of a file that may be inside others, and opens the media on which it depends.
  func openingMedia(
    cache: ProbeCache?, in nesting: Nesting
  ) async throws(CompositionFileError) -> CompositionDocument {
    if !neededListings.isEmpty {
      return try await readingListings(nesting.policy).openingMedia(cache: cache, in: nesting)
    }
    if neededMedia.isEmpty { return try document() }
    if let policy = nesting.policy { try check(policy) }
    let catalog = await MediaCatalog(of: neededMedia, cache: cache, in: nesting)
    let failures = catalog.failures.mapValues(\.message)
    try refuse(failures.filter { catalog.refused.contains($0.key) })
    return try document(media: catalog.descriptions, failures: failures)
  }
}

extension CompositionText {
  /// Reads the tables and folders on which the meaning depends, as far as a policy allows it.
  private func readingListings(
    _ policy: RenderPolicy?
  ) throws(CompositionFileError) -> CompositionText {
    var contents: [FileListing: FileListing.Contents] = [:]
    for listing in neededListings { contents[listing] = listing.contents(policy, limits) }
    return try reading(contents)
  }

  /// Checks the media on which the meaning depends.
  private func check(_ policy: RenderPolicy) throws(CompositionFileError) {
    var refusals: [Asset.ID: String] = [:]
    for (index, asset) in neededMedia.enumerated() {
      refusals[asset.id] =
        index < policy.limits.assets
        ? policy.refusal(of: asset)
        : "the policy allows \(policy.limits.assets) assets"
    }
    try refuse(refusals)
  }

  /// Throws the errors of media that a policy does not allow.
  private func refuse(_ refusals: [Asset.ID: String]) throws(CompositionFileError) {
    if refusals.isEmpty { return }
    do throws(CompositionFileError) {
      // Its meaning without media does not matter.
      _ = try document(failures: refusals)
    } catch {
      var refused = error.diagnostics.filter { $0.kind == .unreadable }
      for index in refused.indices { refused[index].kind = .refused }
      throw refused.isEmpty ? error : CompositionFileError(refused)
    }
  }
}

extension FileListing {
  /// The number of files that is not a mistake.
  private static let limit = 10_000

  /// Reads the listing, if a policy allows it.
  fileprivate func contents(_ policy: RenderPolicy?, _ limits: CompositionLimits) -> Contents {
    // Of a pattern, the folder before its first placeholder counts; each file is an asset, which is checked, too.
    let fixed = path.prefix { $0 != "*" && $0 != "?" }
    let folder = fixed.lastIndex(of: "/").map { path[...$0] } ?? ""
    switch self {
    case .table:
      if let reason = policy?.refusal(of: path, isMedia: false) { return .refused(reason) }
      let url = URL(fileURLWithPath: path)
      do {
        return .table([UInt8](try Cutaway.contents(of: url, upTo: limits.bytes + 1)))
      } catch {
        return .unreadable(reason(for: error))
      }
    case .files:
      if let reason = policy?.refusal(of: folder + "*", isMedia: false) { return .refused(reason) }
      // A file may have such a name itself.
      if FileManager.default.fileExists(atPath: path) { return .files([path]) }
      let paths = FileSystem.paths(matching: path).filter { path in
        // What cannot be looked at is not a file to play.
        (try? FileStatus(of: path, followingLink: true))?.kind == .regular
      }
      if paths.isEmpty { return .unreadable("no file matches the pattern") }
      if paths.count > Self.limit {
        return .unreadable("\(paths.count) files match, more than \(Self.limit)")
      }
      return .files(
        paths.sorted { one, other in
          let order = one.compare(other, options: [.numeric, .caseInsensitive])
          return order == .orderedSame ? one < other : order == .orderedAscending
        })
    }
  }
}

extension ExportSession {
  /// Renders the composition to a file.
  ///
  /// - Parameters:
  ///   - url: The file; for an image sequence, with a placeholder such as `%05d`.
  ///   - fileType: The type of the file.
  /// - Throws: ``ExportError``; its code is `outputUnavailable` if `url` is not a file URL, and
  ///   `cancelled` if the task is cancelled.
  public func export(to url: URL, as fileType: ExportFileType) async throws(ExportError) {
    try await export(to: Self.path(of: url), as: fileType)
  }

  /// The graph that `export(to:as:)` runs, without running it.
  ///
  /// - Parameters:
  ///   - url: The file in the graph.
  ///   - fileType: The type of the file.
  /// - Returns: The graph.
  /// - Throws: ``ExportError``; its code is `outputUnavailable` if `url` is not a file URL.
  public func graph(
    to url: URL, as fileType: ExportFileType
  ) async throws(ExportError) -> PipelineGraph {
    try await graph(to: Self.path(of: url), as: fileType)
  }

  private static func path(of url: URL) throws(ExportError) -> String {
    if url.isFileURL { return url.path }
    throw ExportError(.outputUnavailable, "'\(url.absoluteString)' is not a file")
  }
}

extension StillImage {
  /// Writes the image to a file, which then contains either its previous data or the complete
  /// image.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - type: The format of the file.
  ///   - overwrites: Whether to replace an existing file.
  /// - Throws: `ExportError`, `PipelineError`; `CancellationError`.
  public func write(
    to url: URL, as type: FileType, overwriting overwrites: Bool = false
  ) async throws {
    try await write(to: url.path, as: type, overwriting: overwrites)
  }
}

extension ProbeCache {
  /// Creates a cache in a folder, which is created when the first record is stored.
  public init(folder: URL, limit: Int = 4_096) { self.init(folder: folder.path, limit: limit) }
}

/// The first bytes of a file.
private func contents(of url: URL, upTo count: Int) throws -> Data {
  let file = try FileHandle(forReadingFrom: url)
  defer {
    // A file that was only read has nothing to lose when it is closed.
    try? file.close()
  }
  return try file.read(upToCount: count) ?? Data()
}

/// The reason why Foundation cannot read a file, in words.
private func reason(for error: any Error) -> String {
  switch (error as? CocoaError)?.code {
  case .fileNoSuchFile?, .fileReadNoSuchFile?: "there is no such file"
  case .fileReadNoPermission?: "there is no permission to read it"
  default: (error as? POSIXError).map { "\($0.code)" } ?? error.localizedDescription
  }
}
