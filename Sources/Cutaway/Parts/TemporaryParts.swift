import CutawayDiagnostics
package import Foundation

/// A hidden folder for parts beside an output, which is removed at the end of the value's life.
///
/// If the process is killed, the next export into the same place removes it.
package final class TemporaryParts: Sendable {
  /// The folder.
  package let folder: URL
  private let hidden: HiddenFolder

  /// Creates a folder.
  ///
  /// - Parameter path: The path of the output.
  /// - Throws: ``ExportError`` if the folder of the output is not writable.
  package init(beside path: String) throws(ExportError) {
    hidden = HiddenFolder(
      try PendingOutput(
        OutputName(path.replacing("%", with: "%%") + "-%d", isSequence: true), overwriting: true))
    folder = URL(fileURLWithPath: hidden.path, isDirectory: true)
  }
}

/// Holds a hidden folder, which its end of life removes.
private struct HiddenFolder: ~Copyable, Sendable {
  private let output: PendingOutput
  let path: String

  init(_ output: consuming PendingOutput) {
    path = split(output.temporaryPath).folder
    self.output = output
  }
}
