import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayGraph
import CutawayModel
import CutawayTime
import Foundation

/// The composition that a command works on.
struct CompositionInput: ParsableArguments {
  @Argument(help: "The composition file, or - for standard input.", completion: .file())
  var file: String

  /// Reads the file.
  ///
  /// - Parameter tell: Receives the reason why it cannot be read.
  /// - Returns: The parsed file.
  /// - Throws: `ExitCode` after a message; `CompositionFileError`; `CancellationError`.
  func read(telling tell: (String) -> Void = tell) throws -> CompositionDocument {
    let input = InputFile(path: file)
    let bytes: [UInt8]
    do {
      bytes = try input.bytes(upTo: CompositionDocument.sizeLimit + 1)
    } catch let failure as InputFile.Failure {
      tell("error: \(failure.message)")
      throw Exit.unreadableInput
    }
    if let kind = mediaKind(of: bytes) {
      let hint = input.isStream ? "" : ": 'cutaway probe \(file)' describes it, and"
      tell(
        """
        error: \(input.name) is a media file (\(kind)), not a composition\(hint.isEmpty ? ";" : hint) \
        a composition lists it under 'assets' and plays it in a track
        """)
      throw Exit.invalidComposition
    }
    return try CompositionDocument(
      reading: bytes, file: input.name,
      directory: input.isStream ? "" : folder(of: file))
  }
}

extension CompositionInput {
  /// Creates an input from a path that is not an argument, so that `--force.yaml` is not taken for
  /// an option.
  init(file: String) {
    self.init()
    self.file = file
  }
}

extension CompositionDocument {
  /// Opens the media, removes unreadable media if `onMissing` allows it, and resolves everything
  /// that the composition leaves open.
  ///
  /// - Parameters:
  ///   - change: Changes the composition first.
  ///   - maximumSize: The upper bound of the output size. A larger output is scaled down.
  ///   - onMissing: How to treat segments whose media cannot be read.
  ///   - tell: Receives errors with their place in the file, and what is left out.
  /// - Returns: The composition with its media.
  /// - Throws: `ExitCode` after the messages.
  func resolved(
    changing change: (inout Composition) -> Void = { _ in }, maximumSize: PixelSize? = nil,
    onMissing: MissingMedia = .stop, telling tell: (String) -> Void = tell
  ) async throws -> ResolvedComposition {
    var composition = composition
    change(&composition)
    do throws(PreparationError) {
      return try await composition.prepared(maximumSize: maximumSize, onMissing: onMissing) {
        tell("\(diagnostic(for: $0))")
      }
    } catch {
      report(error.faults, telling: tell)
      throw error.code == .unreadableMedia ? Exit.unreadableInput : Exit.invalidComposition
    }
  }

  /// Reports likely mistakes with their place in the file.
  ///
  /// - Parameters:
  ///   - media: The properties of the assets; without them there are fewer warnings.
  ///   - known: Warnings that have already been reported.
  ///   - isRelevant: Whether a warning applies to the output.
  ///   - tell: Receives the new warnings.
  /// - Returns: All warnings.
  @discardableResult
  func warn(
    media: [Asset.ID: MediaDescription], besides known: Set<Diagnostic> = [],
    where isRelevant: (Warning) -> Bool = { _ in true },
    telling tell: (String) -> Void = tell
  ) -> Set<Diagnostic> {
    let warnings = composition.warnings(media: media).filter(isRelevant)
    // A warning that only moved in the file is not a new one.
    let told = Set(known.map(\.message))
    for warning in warnings {
      let text = diagnostic(for: warning)
      if !told.contains(text.message) { tell("\(text)") }
    }
    return Set(warnings.map(diagnostic(for:)))
  }

  private func diagnostic(for warning: Warning) -> Diagnostic {
    let range = warning.range.map { " (\($0.start.shortText)–\($0.end.shortText) s)" } ?? ""
    return diagnostic(at: warning.path, warning.message + range, kind: .warning)
  }

  func report(_ faults: [Composition.Fault], telling tell: (String) -> Void = tell) {
    for fault in faults { tell("\(diagnostic(at: fault.path, fault.error.message))") }
  }
}

/// The part of a path before its last slash; empty without a slash.
private func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "" }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Parses a time option, in any notation of the file format.
func parseTime(_ text: String, frameDuration: MediaTime, option: String) throws -> MediaTime {
  guard let time = MediaTime(spelling: text, frameDuration: frameDuration) else {
    throw ValidationError(
      "\(option): '\(text)' is not a time: expected 1.5, 1/30, 1500ms, 00:01:02.500 or 45f")
  }
  return time
}

/// Parses a range option: `A,B`.
func parseRange(_ text: String, frameDuration: MediaTime) throws -> TimeRange {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count == 2 else {
    throw ValidationError("--range: '\(text)' is not a range: expected START,END")
  }
  let start = try parseTime(String(parts[0]), frameDuration: frameDuration, option: "--range")
  let end = try parseTime(String(parts[1]), frameDuration: frameDuration, option: "--range")
  guard start < end else { throw ValidationError("--range: \(text) is empty") }
  return TimeRange(start: start, end: end)
}

/// Parses a size option: `WIDTHxHEIGHT`.
func parseSize(_ text: String, option: String) throws -> PixelSize {
  let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
  let sides = parts.compactMap { Int($0) }
  guard parts.count == 2, sides.count == 2, sides.allSatisfy({ (2...16_384).contains($0) }) else {
    throw ValidationError(
      "\(option): '\(text)' is not a size: expected WIDTHxHEIGHT from 2x2 to 16384x16384")
  }
  return PixelSize(width: sides[0], height: sides[1])
}
