import CutawayDiagnostics
import CutawayModel
import Synchronization

/// The place of a composition among those that play it, and what all of them may read.
struct Nesting: Sendable {
  /// What the composition and those inside it may read; `nil` allows everything.
  let policy: RenderPolicy?
  /// Where media are opened.
  let isolation: MediaIsolation
  /// The files of the compositions around, the outermost first.
  private(set) var files: [File] = []
  private let budget = Budget()

  /// A composition file.
  struct File: Sendable {
    /// The name by which it was opened.
    var name: String
    /// The path after all links.
    var path: String
  }

  /// What remains for all compositions together.
  private final class Budget: Sendable {
    let rest = Mutex(1_000)
  }

  /// The place of an outermost composition.
  init(policy: RenderPolicy?, isolation: MediaIsolation = .none) {
    (self.policy, self.isolation) = (policy, isolation)
  }

  /// The place inside another file.
  ///
  /// - Throws: `PipelineError` if the file is one of those around, or if there are too many.
  func inside(_ file: File) throws(PipelineError) -> Nesting {
    if let first = files.firstIndex(where: { $0.path == file.path }) {
      let chain = (files[first...].map(\.name) + [file.name]).joined(separator: " → ")
      throw PipelineError(.unreadable, "the composition plays itself: \(chain)")
    }
    guard files.count < NestedEdit.depthLimit else {
      let chain = (files.map(\.name) + [file.name]).joined(separator: " → ")
      throw PipelineError(
        .unreadable,
        "at most \(NestedEdit.depthLimit) compositions can be inside each other: \(chain)")
    }
    let isAllowed = budget.rest.withLock { rest in
      rest -= 1
      return rest >= 0
    }
    guard isAllowed else {
      throw PipelineError(.unreadable, "there are more than 1000 compositions inside each other")
    }
    var nesting = self
    nesting.files.append(file)
    return nesting
  }
}
