import ArgumentParser
import CutawayFile
import CutawayModel
import CutawayTranslation
import Foundation
import Synchronization

/// A composition whose file is reread whenever the file or its media change.
struct FollowedComposition: Sendable {
  /// Resolves a file for playback, and reports messages.
  typealias Resolution =
    @Sendable (CompositionDocument, @Sendable (String) -> Void) async throws -> ResolvedComposition

  private let input: CompositionInput
  private let resolve: Resolution
  private let watcher: FileWatcher
  private let first: Composition
  private let warnings: Set<Diagnostic>

  /// Creates a followed composition.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - first: The version that has already been read.
  ///   - warnings: The warnings that have been reported about it.
  ///   - resolve: Resolves the file for playback.
  init(
    _ input: CompositionInput, after first: CompositionDocument, _ warnings: Set<Diagnostic>,
    resolve: @escaping Resolution
  ) {
    self.input = input
    self.resolve = resolve
    self.first = first.composition
    self.warnings = warnings
    watcher = FileWatcher([input.file] + first.watchedFiles)
  }

  /// The result of a change.
  enum Change: Sendable {
    /// A new composition, or changed media; with warnings.
    case composition(ResolvedComposition, reloadsMedia: Bool, [String])
    /// The errors of a composition that cannot be played.
    case faults([String])
  }

  /// Follows the file until the task is cancelled.
  ///
  /// - Parameter observe: Receives each change.
  func run(observing observe: (Change) async -> Void) async {
    var (last, told, hasFailed) = (first, warnings, false)
    for await _ in watcher.changes {
      let lines = Lines()
      do {
        try checkFile()
        let document = try await input.read(telling: lines.add)
        let watched = [input.file] + document.watchedFiles
        watcher.watch(watched)
        // If the composition is the same, the media have changed.
        let isMedia = document.composition == last
        last = document.composition
        let composition = try await resolve(document, lines.add)
        let inner = composition.media.values.flatMap { $0.edit?.files ?? [] }
        if !inner.isEmpty { watcher.watch(watched + inner) }
        // Warnings are not repeated at each save.
        told = document.warn(media: composition.media, besides: told, telling: lines.add)
        await observe(
          .composition(composition, reloadsMedia: isMedia || hasFailed, lines.all))
        hasFailed = false
      } catch let failure as InputFile.Failure {
        hasFailed = true
        await observe(.faults(["\(input.file): error: \(failure.message)"]))
      } catch let error as CompositionFileError {
        hasFailed = true
        await observe(.faults(error.diagnostics.map(\.description)))
      } catch {
        hasFailed = true
        await observe(.faults(lines.all))
      }
    }
  }

  /// Rejects a pipe in place of the file: reading would block, and changes would go unnoticed.
  private func checkFile() throws(InputFile.Failure) {
    // The next read reports a missing file.
    let kind = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: input.file).resolvingSymlinksInPath().path)[.type]
    let known = kind as? FileAttributeType
    if let known, known != .typeRegular, known != .typeDirectory {
      throw InputFile.Failure(message: "it is no longer a regular file")
    }
  }

  /// The reported lines.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}

extension CompositionDocument {
  /// The tables, and the media that are local files.
  fileprivate var watchedFiles: [String] {
    let media = composition.assets.filter { $0.isFile || $0.isEdit }.map(\.location)
    return tables + media.filter { $0.hasPrefix("/") || !$0.contains("://") }
  }
}
