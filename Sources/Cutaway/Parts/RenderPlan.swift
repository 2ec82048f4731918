import CutawayDiagnostics
import CutawayElementBridge
import CutawayModel
import CutawayRuntime
import CutawaySystem
public import CutawayTime
import CutawayTranslation
import Foundation

/// How an export is divided, so that many machines can render it.
///
/// The picture consists of chunks, each of which has an encoder of its own. A part is a run of
/// chunks that one process renders; part 0 is the sound of the whole. The plan depends on the
/// composition, the contents of its media, the settings and the version of Cutaway, but not on the
/// number of parts, the machine or the clock. Processes with the same ``digest`` render parts of the
/// same film.
///
///     let plan = try await session.renderPlan(as: .mp4)
///     for part in 1...8 { print(plan.parts(8)[part - 1]) }
///
/// Each process renders its part with ``ExportSession/renderPart(_:into:as:)``, and
/// ``PartsFolder/join(to:overwriting:onWarning:onProgress:)`` makes a file of all parts.
public struct RenderPlan: Sendable, Hashable {
  /// A run of output frames with an encoder of its own.
  public struct Chunk: Sendable, Hashable {
    /// The output frames, counted from 0.
    public var frames: Range<Int64>
    /// The expected work, in units that compare only with those of other chunks.
    public var weight: Int64
  }

  /// The digest of everything that determines the film, as `sha256:` and 64 hexadecimal digits.
  public let digest: String
  /// The version of Cutaway.
  public let version: String
  /// Seconds per output frame.
  public let frameDuration: MediaTime
  /// The chunks of the picture, in order; empty for a film without picture.
  public let chunks: [Chunk]
  /// The digests of the media by the names of their assets.
  public let media: [String: String]

  /// The valid range of the length of chunks in seconds.
  public static let chunkLengths = MediaTime(2)...MediaTime(120)
  /// The length of chunks in seconds unless you specify another one.
  public static let usualChunkLength = MediaTime(10)

  /// The number of output frames.
  public var frameCount: Int64 { chunks.last?.frames.upperBound ?? 0 }

  /// Divides the picture into parts of about the same work.
  ///
  /// - Parameter count: The number of parts, at least 1.
  /// - Returns: The indices of each part's chunks. The first range is that of part 1. With more
  ///   parts than chunks, the last parts are empty.
  public func parts(_ count: Int) -> [Range<Int>] {
    chunks.map { RenderChunk(frames: $0.frames, weight: $0.weight) }.balanced(into: max(1, count))
  }

  /// The output frames of some chunks; `nil` if there are none.
  func frames(of chunks: Range<Int>) -> Range<Int64>? {
    guard let first = chunks.first, let last = chunks.last else { return nil }
    return self.chunks[first].frames.lowerBound..<self.chunks[last].frames.upperBound
  }
}

extension RenderPlan {
  /// Makes the plan of a film.
  ///
  /// - Throws: ``ExportError`` if a medium cannot be read.
  init(
    _ resolved: ResolvedComposition, _ plan: ExportPlan, _ settings: ExportSession.Settings,
    smart: SmartRenderer?, chunkLength: MediaTime, creationTime: Date
  ) throws(ExportError) {
    var media: [String: String] = [:]
    for asset in resolved.composition.assets where resolved.media[asset.id] != nil {
      do throws(SystemError) {
        media[asset.id.rawValue] = try MediaDigest.text(
          of: asset, resolved.media[asset.id])
      } catch {
        throw ExportError(source: asset.location, error.message)
      }
    }
    self.media = media
    version = libraryVersion
    frameDuration = resolved.frameDuration
    let hasPicture =
      plan.videoEncoder != nil && resolved.composition.tracks.contains { $0.mediaType == .video }
    let division =
      smart.map { $0.whole.chunks(length: chunkLength, $0.tables) }
      ?? (hasPicture ? resolved.chunks(length: chunkLength, onMissing: settings.onMissing) : [])
    chunks = division.map { Chunk(frames: $0.frames, weight: $0.weight) }
    let digest = SecureDigest()
    digest.add(try writtenOut(resolved.composition, media: media))
    let facts =
      [
        version, "\(frameDuration)", "\(resolved.outputSize)",
        "\(creationTime.timeIntervalSince1970)",
      ]
      + plan.facts + settings.facts
      // The format of the film, with all parameter sets.
      + [smart?.caps ?? ""]
      + chunks.map { "\($0.frames)" }
    digest.add(facts.joined(separator: "\n"))
    self.digest = digest.text()
  }
}

/// The composition as text that is the same on every machine: assets, and other files that it names,
/// are replaced by digests of their contents.
private func writtenOut(
  _ composition: Composition, media: [String: String]
) throws(ExportError) -> String {
  var composition = composition
  for index in composition.assets.indices {
    let id = composition.assets[index].id.rawValue
    composition.assets[index].location = media[id] ?? ""
  }
  do {
    let tree = try JSONSerialization.jsonObject(with: JSONEncoder().encode(composition))
    let data = try JSONSerialization.data(
      withJSONObject: replacingFiles(tree), options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  } catch {
    throw ExportError(.failed, "cannot write out the composition: \(error)")
  }
}

/// A tree of JSON in which digests of the contents replace the paths of files.
private func replacingFiles(_ value: Any) -> Any {
  switch value {
  case let text as String:
    // A text that is not the path of a readable file stays as it is.
    guard text.utf8.count < 4096, (try? FileStatus(of: text, followingLink: true))?.kind == .regular
    else { return text }
    return (try? MediaDigest.text(of: text)) ?? text
  case let list as [Any]: return list.map(replacingFiles)
  case let object as [String: Any]: return object.mapValues(replacingFiles)
  default: return value
  }
}

extension ExportPlan {
  /// What the encoders depend on, as texts.
  fileprivate var facts: [String] {
    [
      preset.rawValue, fileType.rawValue, videoEncoder?.factory ?? "", audioEncoder?.factory ?? "",
      "\(options.videoQuality ?? -1)", "\(options.keyFrameInterval ?? -1)",
      options.fixedKeyFrames?.text ?? "",
      "\(options.fixedKeyFrames ?? .zero)",
      options.speed?.rawValue ?? "", "\(options.audioBitrate ?? -1)",
    ]
  }
}

extension ExportSession.Settings {
  /// What the film depends on besides its encoders, as texts.
  fileprivate var facts: [String] {
    metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      + [
        "\(shouldOptimizeForNetworkUse)", onMissing.rawValue, loudness.map { "\($0)" } ?? "",
        sampleRate.map { "\($0)" } ?? "",
      ]
  }
}
