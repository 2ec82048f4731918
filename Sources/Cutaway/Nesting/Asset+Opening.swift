import CutawayDiagnostics
import CutawayFile
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawaySystem
import CutawayTranslation
import Foundation

extension Asset {
  /// Reads and prepares a composition file.
  ///
  /// - Parameters:
  ///   - nesting: The compositions around.
  ///   - cache: The results of earlier probes; `nil` opens every asset.
  /// - Returns: Its properties and its graphs.
  /// - Throws: `PipelineError` with the errors of the file, or with the reason why it cannot be played.
  func openedEdit(
    in nesting: Nesting, cache: ProbeCache?
  ) async throws(PipelineError) -> MediaDescription {
    try await openedComposition(in: nesting, cache: cache).media
  }

  /// Reads and prepares a composition file.
  ///
  /// - Parameters:
  ///   - nesting: The compositions around.
  ///   - cache: The results of earlier probes; `nil` opens every asset.
  /// - Returns: Its properties and its graphs, and what they were made from.
  /// - Throws: `PipelineError` with the errors of the file, or with the reason why it cannot be played.
  func openedComposition(
    in nesting: Nesting, cache: ProbeCache?
  ) async throws(PipelineError) -> (media: MediaDescription, resolved: ResolvedComposition) {
    guard let path = localPath(location) else {
      throw PipelineError(.unreadable, "a composition inside another one is a local file")
    }
    let file: Nesting.File, isRegular: Bool
    do throws(SystemError) {
      isRegular = try FileStatus(of: path, followingLink: true).kind == .regular
      file = Nesting.File(name: location, path: try FileSystem.resolvedPath(path))
    } catch {
      throw PipelineError(.unreadable, error.message)
    }
    // A pipe would block, and would be empty when it is read again.
    guard isRegular else { throw PipelineError(.unreadable, "it is not a regular file") }
    return try await described(at: path, in: try nesting.inside(file), cache)
  }

  private func described(
    at path: String, in nesting: Nesting, _ cache: ProbeCache?
  ) async throws(PipelineError) -> (media: MediaDescription, resolved: ResolvedComposition) {
    var values = VariableValues()
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
    for (name, value) in self.values ?? [:] {
      values.set(name, to: value, from: "'vars' of the asset '\(id)'", directory: folder)
    }
    let document: CompositionDocument
    do throws(CompositionFileError) {
      document = try await CompositionText(contentsOf: URL(fileURLWithPath: path), values: values)
        .openingMedia(cache: cache, in: nesting)
    } catch {
      let isRefused = error.diagnostics.contains { $0.kind == .refused }
      throw PipelineError(
        .unreadable, error.description,
        faults: isRefused ? [.refused([], error.description)] : [])
    }
    let composition = document.composition.decoded(by: decoder)
    func failure(_ faults: [Composition.Fault]) -> PipelineError {
      PipelineError(
        .unreadable,
        faults.map { "\(document.diagnostic(at: $0.path, $0.error.message))" }
          .joined(separator: "\n"), faults: faults)
    }
    let resolved: ResolvedComposition
    do throws(PreparationError) {
      resolved = try await composition.prepared(in: nesting, cache: cache)
    } catch {
      // A cancellation has no faults.
      guard !error.faults.isEmpty else { throw PipelineError(.unreadable, error.message) }
      // What a nested file refuses, all files around it refuse.
      throw failure(
        .refused ~= error
          ? error.faults.map { .refused($0.path, $0.error.message) } : error.faults)
    }
    do throws(TranslationError) {
      let media = try resolved.nested(
        name: location, values: self.values ?? [:],
        files: [path] + composition.readFiles(resolved.media),
        policy: nesting.policy)
      return (media, resolved)
    } catch {
      throw failure(error.faults)
    }
  }
}

extension Composition {
  /// The composition with a decoder for all assets that state none; those inside nested edits follow.
  package func decoded(by decoder: Asset.Decoder?) -> Composition {
    guard let decoder else { return self }
    var composition = self
    for index in assets.indices where assets[index].decoder == nil {
      composition.assets[index].decoder = decoder
    }
    return composition
  }

  /// The local files that the composition reads.
  fileprivate func readFiles(_ media: [Asset.ID: MediaDescription]) -> [String] {
    let ofAssets = assets.filter { media[$0.id] != nil && $0.generator == nil }.flatMap { asset in
      if let edit = media[asset.id]?.edit { return edit.files }
      // A series that has become incomplete is reported when it is read.
      if let series = asset.imageSeries, let numbers = try? series.numbers() {
        return numbers.map { series.path($0) }
      }
      return localPath(asset.location).map { [$0] } ?? []
    }
    let texts = placedElements.flatMap { $0.effect.properties.values }.compactMap { value in
      if case .string(let text) = value { text } else { nil }
    }
    // A text that is not the path of a file is something else.
    let ofEffects = texts.filter {
      (try? FileStatus(of: $0, followingLink: true))?.kind == .regular
    }
    return ofAssets + ofEffects.sorted() + fonts.files
  }
}
