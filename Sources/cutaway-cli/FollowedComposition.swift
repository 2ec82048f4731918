import ArgumentParser
import Composition
import CompositionFile
import Synchronization
import Translation

/// A composition whose file is read anew whenever it or its media change, from when this was made.
struct FollowedComposition: Sendable {
  /// Makes of a file what is played, telling what there is to say.
  typealias Resolution =
    @Sendable (CompositionDocument, @Sendable (String) -> Void) async throws -> ResolvedComposition

  private let input: CompositionInput
  private let resolve: Resolution
  private let watcher: FileWatcher

  /// - Parameters:
  ///   - input: The file.
  ///   - first: What has been read of it already.
  ///   - resolve: Makes of it what is played.
  init(
    _ input: CompositionInput, after first: CompositionDocument, resolve: @escaping Resolution
  ) {
    self.input = input
    self.resolve = resolve
    watcher = FileWatcher([input.file] + first.composition.watchedFiles)
  }

  /// What became of a change.
  enum Change: Sendable {
    /// There is another composition, with warnings.
    case composition(ResolvedComposition, [String])
    /// What is there cannot be played.
    case faults([String])
  }

  /// Follows until the task is cancelled.
  ///
  /// - Parameter observe: Told of each change.
  func run(observing observe: (Change) async -> Void) async {
    for await _ in watcher.changes {
      let lines = Lines()
      do {
        let document = try input.read(telling: lines.add)
        watcher.watch([input.file] + document.composition.watchedFiles)
        let composition = try await resolve(document, lines.add)
        await observe(.composition(composition, lines.all))
      } catch let error as CompositionFileError {
        await observe(.faults(error.diagnostics.map(\.description)))
      } catch {
        await observe(.faults(lines.all))
      }
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
    assets.map(\.location).filter { $0.hasPrefix("/") || !$0.contains(":") }
  }
}
