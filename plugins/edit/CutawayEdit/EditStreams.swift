import Cutaway
import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayFile
import CutawayMedia
import CutawayModel
import CutawaySources
import Foundation
import Synchronization

/// The values of variables as in the query of a URI.
struct EditVariables {
  var values: [String: String] = [:]

  init(_ values: [String: String]) { self.values = values }

  init(_ text: String) {
    var parts = URLComponents()
    parts.percentEncodedQuery = text
    for item in parts.queryItems ?? [] { values[item.name] = item.value ?? "" }
  }

  var text: String {
    var parts = URLComponents()
    parts.queryItems = values.sorted { $0.key < $1.key }.map {
      URLQueryItem(name: $0.key, value: $0.value)
    }
    return parts.percentEncodedQuery ?? ""
  }
}

/// What decodes the video of a composition file.
package enum EditDecoder: String, PropertyEnumeration {
  /// GStreamer's choice.
  case any
  case software, hardware
}

/// Opens a composition file, and makes the elements of its streams.
///
/// - Parameters:
///   - place: The file, and the values of its variables.
///   - policy: The path of a policy file; empty allows everything.
///   - decoder: What decodes the video of assets that state no decoder.
/// - Returns: The streams.
/// - Throws: `ElementError` with the errors of the file.
func openStreams(
  of place: EditLocation, policy: String, decoder: EditDecoder
) throws(ElementError) -> OpenedStreams {
  guard FileManager.default.fileExists(atPath: place.path) else {
    throw ElementError("\(place.path): there is no such file", code: .notFound)
  }
  let rules = try policy.isEmpty ? nil : readPolicy(policy)
  let composition: PlayedComposition
  switch waiting({ () async -> Result<PlayedComposition, PipelineError> in
    do throws(PipelineError) {
      return .success(
        try await PlayedComposition(
          place.path, values: place.values, policy: rules,
          decoder: Asset.Decoder(rawValue: decoder.rawValue)))
    } catch {
      return .failure(error)
    }
  }) {
  case .success(let opened): composition = opened
  case .failure(let error):
    throw ElementError(
      "\(error)", code: error.code == .missingElement ? .missingElement : .unreadable)
  }
  var streams = try composition.edit.makeStreams()
  for index in streams.indices {
    let languages = composition.languages
    streams[index].language = streams[index].kind == .video ? languages.picture : languages.sound
  }
  for track in composition.subtitles {
    streams.append(
      try .subtitles(track.texts, duration: composition.duration, language: track.language))
  }
  return OpenedStreams(streams, tags: composition.tags, chapters: composition.chapters)
}

private func readPolicy(_ path: String) throws(ElementError) -> RenderPolicy {
  let bytes: Data
  do {
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
  } catch {
    throw ElementError("policy: cannot read \(path)", code: .notFound)
  }
  do throws(CompositionFileError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return try RenderPolicy(reading: bytes, file: path, directory: folder)
  } catch {
    throw ElementError("policy: \(error)", code: .invalidSettings)
  }
}

/// Runs work on other threads and waits for it: a state change returns when the pads are there.
///
/// Opening has time limits of its own, so it ends.
private func waiting<Value: Sendable>(
  _ body: @escaping @Sendable () async -> Value
) -> Value {
  let answer = Mutex<Value?>(nil), bell = DispatchSemaphore(value: 0)
  Task(executorPreference: openers) {
    let value = await body()
    answer.withLock { $0 = value }
    bell.signal()
  }
  while true {
    bell.wait()
    if let value = answer.withLock({ $0 }) { return value }
  }
}

/// Threads for the work that a state change waits for; a limit could make one wait for itself.
private let openers = BlockingThreads(limit: .max)
