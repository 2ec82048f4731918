import ArgumentParser
import CutawayFile
import CutawayGraph
import CutawayModel
import Foundation
import Synchronization

/// A composition whose file is read anew whenever it or its media change, from when this was made.
struct FollowedComposition: Sendable {
  /// Makes of a file what is played, telling what there is to say.
  typealias Resolution =
    @Sendable (CompositionDocument, @Sendable (String) -> Void) async throws -> ResolvedComposition

  private let input: CompositionInput
  private let resolve: Resolution
  private let watcher: FileWatcher
  private let first: Composition
  private let warnings: Set<Diagnostic>

  /// - Parameters:
  ///   - input: The file.
  ///   - first: What has been read of it already.
  ///   - warnings: What has been told of it.
  ///   - resolve: Makes of it what is played.
  init(
    _ input: CompositionInput, after first: CompositionDocument, _ warnings: Set<Diagnostic>,
    resolve: @escaping Resolution
  ) {
    self.input = input
    self.resolve = resolve
    self.first = first.composition
    self.warnings = warnings
    watcher = FileWatcher([input.file] + first.composition.watchedFiles)
  }

  /// What became of a change.
  enum Change: Sendable {
    /// There is another composition, or media may be others; with warnings.
    case composition(ResolvedComposition, reloadsMedia: Bool, [String])
    /// What is there cannot be played.
    case faults([String])
  }

  /// Follows until the task is cancelled.
  ///
  /// - Parameter observe: Told of each change.
  func run(observing observe: (Change) async -> Void) async {
    var (last, told, hasFailed) = (first, warnings, false)
    for await _ in watcher.changes {
      let lines = Lines()
      do {
        try checkFile()
        let document = try input.read(telling: lines.add)
        watcher.watch([input.file] + document.composition.watchedFiles)
        // Where the file says the same, it is the media that have changed.
        let isMedia = document.composition == last
        last = document.composition
        let composition = try await resolve(document, lines.add)
        // What has been told is not told at each save.
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

  /// A pipe in the place of the file would be waited for, and nothing else be noticed.
  private func checkFile() throws(InputFile.Failure) {
    // Whatever reads the file next reports that it is gone.
    let kind = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: input.file).resolvingSymlinksInPath().path)[.type]
    let known = kind as? FileAttributeType
    if let known, known != .typeRegular, known != .typeDirectory {
      throw InputFile.Failure(message: "there is something else in the place of the file")
    }
  }

  /// What has been told.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}

extension Composition {
  /// The media that are files here.
  fileprivate var watchedFiles: [String] {
    assets.map(\.location).filter { $0.hasPrefix("/") || !$0.contains("://") }
  }
}
