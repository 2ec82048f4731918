import CutawayDiagnostics
import CutawaySystem
public import Foundation

/// The folder into which processes render the parts of a film.
///
///     let folder = PartsFolder(URL(fileURLWithPath: "parts"))
///     let missing = folder.survey().missing
///     if missing.isEmpty { try await folder.join(to: "film.mp4") }
public struct PartsFolder: Sendable {
  let path: String

  /// Refers to a folder, which need not exist yet.
  public init(_ folder: URL) { self.init(path: folder.path) }

  init(path: String) { self.path = path }

  /// What a folder contains of a film.
  public struct Survey: Sendable {
    /// The number of parts of the picture; `nil` if there is no part yet.
    public internal(set) var count: Int?
    /// The numbers of the parts that are missing or do not fit the others, in order.
    public internal(set) var missing: [Int] = []
    /// Why parts do not fit, in words, by the number of the part.
    public internal(set) var faults: [Int: String] = [:]
    /// The manifests of the parts that fit.
    var parts: [Int: PartManifest] = [:]

    /// The missing parts as array systems take them, such as `3,7-8`; empty if none are missing.
    public var missingText: String { ranges(of: missing) }

    /// Whether the parts can be joined.
    public var isComplete: Bool { count != nil && missing.isEmpty }

    /// The error that names the missing parts, with the line for programs as its details.
    func error(in folder: String) -> ExportError {
      guard count != nil else {
        return ExportError(.missingParts, "there are no parts in '\(folder)' yet")
      }
      let reasons = missing.map { part in
        faults[part] ?? "part \(part) is not there yet"
      }
      return ExportError(
        .missingParts, "'\(folder)' is not complete: " + reasons.joined(separator: "; "),
        details: "missing: \(missingText)")
    }
  }

  /// Compares the parts in the folder with each other, without reading their files.
  ///
  /// A part fits if it has the plan, the version, the encoder and the decoder configuration of most
  /// others, and if its file has the size that its manifest states.
  public func survey() -> Survey {
    var survey = Survey()
    for name in FileSystem.names(in: path) {
      guard let part = PartManifest.part(ofName: name) else { continue }
      do {
        let manifest = try PartManifest(contentsOf: "\(path)/\(name)")
        guard manifest.part == part else {
          survey.faults[part] = "\(name) describes part \(manifest.part)"
          continue
        }
        if let fault = fault(ofFile: manifest) { survey.faults[part] = fault }
        survey.parts[part] = manifest
      } catch {
        survey.faults[part] = "\(name) is not the manifest of a part: \(reason(error))"
      }
    }
    survey.keep("plan") { $0.plan }
    survey.keep("version") { $0.version }
    survey.keep("GStreamer") { $0.gstreamer }
    survey.keep("number of parts") { "\($0.of)" }
    survey.keep("encoder") { $0.encoder }
    survey.keep("decoder configuration") { $0.codecData }
    survey.count = survey.parts.first?.value.of
    survey.checkOrder()
    for part in survey.faults.keys { survey.parts[part] = nil }
    let numbers = survey.count.map { Array(0...$0) } ?? []
    survey.missing = numbers.filter { survey.parts[$0] == nil }
    // Parts of another division are not asked for.
    survey.faults = survey.faults.filter { survey.missing.contains($0.key) }
    return survey
  }

  /// Waits until all parts are there and fit.
  ///
  /// It looks once a second. A cancelled task stops waiting.
  ///
  /// - Parameters:
  ///   - limit: The maximum time to wait; `nil` waits without a limit.
  ///   - onProgress: Called with the rendered frames of the parts that are there.
  /// - Throws: ``ExportError`` with ``ExportErrorCode/missingParts`` after the limit, or with
  ///   ``ExportErrorCode/cancelled``.
  public func waitForParts(
    for limit: Duration?, onProgress: (ExportProgress) -> Void = { _ in }
  ) async throws(ExportError) {
    let start = ContinuousClock.now
    while true {
      let survey = survey()
      if survey.isComplete { return }
      let elapsed = ContinuousClock.now - start
      if let limit, elapsed >= limit { throw survey.error(in: path) }
      if let progress = survey.progress(after: elapsed) { onProgress(progress) }
      do {
        try await Task.sleep(for: .seconds(1))
      } catch {
        throw ExportError(.cancelled, "the work was cancelled")
      }
    }
  }

  /// Whether a part is there and belongs to a plan.
  func hasPart(_ part: ExportPart, of plan: RenderPlan) -> Bool {
    // A manifest that cannot be read is that of no part.
    guard
      let manifest = try? PartManifest(
        contentsOf: "\(path)/\(PartManifest.name(of: part.number))")
    else { return false }
    return manifest.part == part.number && manifest.of == part.count
      && manifest.plan == plan.digest && manifest.version == plan.version
      && fault(ofFile: manifest) == nil
  }

  /// Removes the manifests and the files of all parts, and then the folder if it is empty.
  ///
  /// - Throws: ``ExportError`` if a file cannot be removed.
  public func removeParts() throws(ExportError) {
    let names = FileSystem.names(in: path)
    let manifests = names.filter { PartManifest.part(ofName: $0) != nil }
    let stems = Set(manifests.map { $0.dropLast(5) })
    // A part without a manifest is not complete, so the manifests go first.
    let files = names.filter { name in
      !manifests.contains(name)
        && name.lastIndex(of: ".").map { stems.contains(name[..<$0]) } == true
    }
    try writing(path) { () throws(SystemError) in
      for name in manifests + files { try FileSystem.removeFile("\(path)/\(name)") }
    }
    // A folder with other files stays.
    try? FileSystem.removeDirectory(path)
  }

  /// What is wrong with a part's file, by its size alone.
  private func fault(ofFile manifest: PartManifest) -> String? {
    guard let name = manifest.file else { return nil }
    let file = "\(path)/\(name)"
    guard !name.contains("/"), let status = try? FileStatus(of: file, followingLink: true) else {
      return "the file '\(name)' of part \(manifest.part) is missing"
    }
    return status.size == manifest.bytes
      ? nil
      : "the file '\(name)' of part \(manifest.part) has \(status.size) bytes, not \(manifest.bytes)"
  }
}

extension PartsFolder.Survey {
  /// The progress of the parts that are there; `nil` if the length of the film is unknown.
  fileprivate func progress(after elapsed: Duration) -> ExportProgress? {
    guard let film = parts[0]?.film else { return nil }
    let frames = parts.values.flatMap(\.chunks).reduce(Int64(0)) { $0 + Int64($1.packets) }
    let time = film.frameDuration * Int(frames)
    return ExportProgress(
      fractionCompleted: min(0.999, Double(frames) / Double(max(1, film.frameCount))), time: time,
      duration: film.duration, framesRendered: frames,
      rate: time.seconds / max(0.001, elapsed / .seconds(1)), timeLeft: nil,
      bytesWritten: parts.values.reduce(0) { $0 + $1.bytes })
  }

  /// Sorts out the parts whose value differs from that of most others; parts without a value fit.
  fileprivate mutating func keep(_ name: String, _ value: (PartManifest) -> String?) {
    let valued = parts.compactMapValues(value)
    let owners = Dictionary(grouping: valued.keys) { valued[$0] ?? "" }
    // Of two values with the same number of parts, that of the lowest part counts.
    let usual = owners.max { a, b in
      (a.value.count, -(a.value.min() ?? 0)) < (b.value.count, -(b.value.min() ?? 0))
    }
    guard let usual, owners.count > 1 else { return }
    let other = usual.value.min().flatMap { parts[$0] }
    for (part, own) in valued where own != usual.key {
      guard let manifest = parts.removeValue(forKey: part) else { continue }
      faults[part] =
        "part \(part) has the \(name) \(own), and most others \(usual.key)"
        + otherMedia(manifest, besides: other)
    }
  }

  /// The assets whose contents differ, in words.
  private func otherMedia(_ manifest: PartManifest, besides other: PartManifest?) -> String {
    let names = manifest.media.keys.filter { name in
      other?.media[name].map { $0 != manifest.media[name] } == true
    }
    return names.isEmpty ? "" : " (other contents of \(names.sorted().joined(separator: ", ")))"
  }

  /// Finds chunks that are in two parts.
  fileprivate mutating func checkOrder() {
    var owners: [Int: Int] = [:]
    for (part, manifest) in parts.sorted(by: { $0.key < $1.key }) {
      for chunk in manifest.chunks {
        if let owner = owners[chunk.index] {
          faults[part] = "chunk \(chunk.index) is in part \(owner) and in part \(part)"
        } else {
          owners[chunk.index] = part
        }
      }
    }
  }
}

private func reason(_ error: any Error) -> String {
  (error as? SystemError)?.message ?? "it is damaged"
}

/// Numbers in order as ranges: `3,7-8`.
func ranges(of numbers: [Int]) -> String {
  var ranges: [ClosedRange<Int>] = []
  for number in numbers {
    if let last = ranges.last, last.upperBound + 1 == number {
      ranges[ranges.count - 1] = last.lowerBound...number
    } else {
      ranges.append(number...number)
    }
  }
  return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    .joined(separator: ",")
}
