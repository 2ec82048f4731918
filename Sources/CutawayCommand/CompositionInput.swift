import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayModel
import CutawaySystem
import CutawayTime
import CutawayTranslation
import Foundation

/// The composition that a command works on.
struct CompositionInput: ParsableArguments {
  @Argument(
    help: "The composition file, or - for standard input. A media file is played as a whole.",
    completion: .file())
  var file: String

  @OptionGroup(title: "Variables") var variables: VariableArguments
  @OptionGroup var policy: PolicyOption

  /// Reads the file, and opens the media on which its meaning depends.
  ///
  /// - Parameter tell: Receives the reason why it cannot be read.
  /// - Returns: The parsed file.
  /// - Throws: `ExitCode` after a message; `CompositionFileError`; `CancellationError`.
  func read(telling tell: (String) -> Void = tell) async throws -> CompositionDocument {
    let (bytes, isMedia) = try await text(telling: tell)
    return try await document(
      of: bytes, isMedia: isMedia, values: try variables.values(telling: tell))
  }

  /// Reads bytes of the file with values of its variables.
  ///
  /// The paths of a composition that was made for a media file start from the working directory.
  func document(
    of bytes: [UInt8], isMedia: Bool, values: VariableValues
  ) async throws -> CompositionDocument {
    let input = InputFile(path: file)
    let text = try CompositionText(
      bytes, file: input.name,
      directory: input.isStream || isMedia ? "" : folder(of: file),
      values: values, limits: limits)
    let policy = try self.policy.policy(for: self)
    let document = try await text.openingMedia(policy: policy)
    document.notePlaces()
    // After a cancellation, media that were not opened do not count as unreadable.
    try Task.checkCancellation()
    if let faults = policy?.faults(in: document.composition), !faults.isEmpty {
      document.report(faults)
      throw Exit.refused
    }
    return document
  }

  /// How large the file may be: without a policy, it is the user's own.
  private var limits: CompositionLimits { policy.policy == nil ? .large : .standard }

  /// The bytes of the file, or of a composition that plays it if it is a media file.
  ///
  /// - Throws: `ExitCode` after a message; `CancellationError`.
  func text(
    telling tell: (String) -> Void = tell
  ) async throws -> (bytes: [UInt8], isMedia: Bool) {
    let input = InputFile(path: file)
    if let reason = try policy.refusal(ofComposition: file) {
      tell("error: cannot use '\(file)': \(reason)")
      throw Exit.refused
    }
    let bytes = try input.bytes(upTo: limits.bytes + 1, telling: tell)
    guard let kind = mediaKind(of: bytes) else { return (bytes, false) }
    if input.isStream {
      tell(
        """
        error: \(input.name) is a media file (\(kind)), not a composition; a composition lists it \
        under 'assets' and plays it in a track
        """)
      throw Exit.invalidComposition
    }
    if let reason = try policy.policy(for: self)?.refusal(of: file) {
      tell("error: cannot use '\(file)': \(reason)")
      throw Exit.refused
    }
    let composition = try await ClipComposition([.init(path: file)], telling: tell)
    return (Array(composition.text.utf8), true)
  }
}

extension CompositionInput {
  /// Creates an input from a path that is not an argument, so that `--force.yaml` is not taken for
  /// an option.
  init(file: String, variables: VariableArguments, policy: PolicyOption) {
    self.init()
    self.file = file
    self.variables = variables
    self.policy = policy
  }
}

extension CompositionDocument {
  /// Opens the media, removes unreadable media if `onMissing` allows it, and resolves everything
  /// that the composition leaves open.
  ///
  /// - Parameters:
  ///   - change: Changes the composition first.
  ///   - maximumSize: The upper bound of the output size. A larger output is scaled down.
  ///   - renderSize: The render size of the export, for which captions are laid out.
  ///   - onMissing: How to treat segments whose media cannot be read.
  ///   - policy: What the composition may read, use and cost; `nil` allows everything.
  ///   - ranges: The parts of the composition that the command shows; `nil` is all of it. Warnings about others are
  ///     left out.
  ///   - tell: Receives errors with their place in the file, and what is left out.
  /// - Returns: The composition with its media.
  /// - Throws: `ExitCode` after the messages, and the errors of `ranges`.
  func resolved(
    changing change: (inout Composition) -> Void = { _ in }, maximumSize: PixelSize? = nil,
    renderSize: PixelSize? = nil, onMissing: MissingMedia = .stop, policy: RenderPolicy? = nil,
    showing ranges: (ResolvedComposition) throws -> [TimeRange]? = { _ in nil },
    telling tell: (String) -> Void = tell
  ) async throws -> ResolvedComposition {
    var composition = composition, warnings: [Warning] = []
    change(&composition)
    let resolved: ResolvedComposition
    do throws(PreparationError) {
      resolved = try await composition.prepared(
        maximumSize: maximumSize, renderSize: renderSize, onMissing: onMissing, policy: policy
      ) {
        warnings.append($0)
      }
    } catch {
      for warning in warnings { tell("\(diagnostic(for: warning))") }
      report(error.faults, telling: tell)
      switch error.code {
      case .refused: throw Exit.refused
      case .unreadableMedia: throw Exit.unreadableInput
      default: throw Exit.invalidComposition
      }
    }
    let shown = try ranges(resolved)
    for warning in warnings where resolved.composition.concerns(warning, in: shown) {
      tell("\(diagnostic(for: warning))")
    }
    return resolved
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

  /// Lets the supervisor of a worker know where the file names each asset.
  fileprivate func notePlaces() {
    guard WorkerNotes.isWorker else { return }
    for (index, asset) in composition.assets.enumerated() {
      let place = diagnostic(at: ["assets", "\(index)"], "")
      WorkerNotes.send(
        .place(of: asset.location, at: "\(place.file):\(place.line):\(place.column)"))
    }
  }

  private func diagnostic(for warning: Warning) -> Diagnostic {
    let range = warning.range.map { " (\($0.start.shortText)–\($0.end.shortText) s)" } ?? ""
    return diagnostic(at: warning.path, warning.message + range, kind: .warning)
  }

  func report(_ faults: [Composition.Fault], telling tell: (String) -> Void = tell) {
    for fault in faults { tell("\(diagnostic(at: fault.path, fault.error.message))") }
  }

  /// Runs work on the composition, and gives the failure of a source or an effect its place in the file.
  func locatingFailures<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let error as ExportError where error.source != nil || error.factory != nil {
      throw located(error)
    } catch let error as ImageGenerationError where error.source != nil || error.factory != nil {
      throw located(error)
    } catch let error as PipelineError where error.source != nil || error.factory != nil {
      throw located(error)
    }
  }

  private func located<Code>(_ error: CutawayError<Code>) -> any Error {
    let faults = error.located(in: composition).faults
    guard !faults.isEmpty else { return error }
    return CompositionFileError(
      faults.map { fault in
        diagnostic(
          at: fault.path, fault.error.message, kind: error.source == nil ? .meaning : .unreadable)
      })
  }
}

/// The part of a path before its last slash; empty without a slash.
func folder(of path: String) -> String {
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
