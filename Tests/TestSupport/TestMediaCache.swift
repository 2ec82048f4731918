import Foundation

/// A file that can be recreated from its description, and therefore be cached.
protocol MadeMedia: Sendable {
  /// The unique name of the file: a short description, a digest of the whole description, and an
  /// extension.
  func fileName(version: Int) throws -> String

  /// Makes the file.
  func make(at url: URL, scratch: TemporaryDirectory) async throws
}

/// The files made so far, by their unique names.
actor TestMediaCache {
  static let shared = TestMediaCache(directory: defaultDirectory)

  /// Increase it after each change of a chart or a sound.
  ///
  /// Encoder settings are part of the digest.
  private static let version = 1

  private let directory: URL
  private var files: [String: Task<URL, any Error>] = [:]

  init(directory: URL) { self.directory = directory }

  func file(of media: some MadeMedia) async throws -> URL {
    let name = try media.fileName(version: Self.version)
    if let task = files[name] { return try await task.value }
    let task = Task { [directory] in try await Self.findOrMake(media, name, in: directory) }
    files[name] = task
    do {
      return try await task.value
    } catch {
      files[name] = nil
      throw error
    }
  }

  /// Processes that make the same file at once do so side by side: each renames its own into place.
  private static func findOrMake(
    _ media: some MadeMedia, _ name: String, in directory: URL
  ) async throws -> URL {
    let url = directory.appendingPathComponent(name)
    if FileManager.default.fileExists(atPath: url.path) { return url }
    let scratch = try TemporaryDirectory(in: directory)
    defer { scratch.remove() }
    let made = scratch.file("made." + url.pathExtension)
    try await media.make(at: made, scratch: scratch)
    do {
      try FileManager.default.moveItem(at: made, to: url)
    } catch {
      // Another process was faster: its file is as good.
      guard FileManager.default.fileExists(atPath: url.path) else { throw error }
    }
    return url
  }

  private static var defaultDirectory: URL {
    if let path = ProcessInfo.processInfo.environment["CUTAWAY_TEST_MEDIA"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FileManager.default.temporaryDirectory.appendingPathComponent(
      "cutaway-test-media", isDirectory: true)
  }
}

extension TestMedia: MadeMedia {
  /// A short description, and a digest of the whole description.
  func fileName(version: Int) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let making = (video?.encoder ?? []) + (audio?.encoder ?? []) + ["v\(version)"]
    let digest = Digest(try encoder.encode(self) + Data(making.joined(separator: " ").utf8))
    var parts: [String] = []
    if let video {
      let rate = "\(video.frameRate)".replacingOccurrences(of: "/", with: "_")
      parts += ["\(video.codec)", "\(video.width)x\(video.height)", rate, "\(video.frameCount)f"]
    }
    if let audio { parts += ["\(audio.codec)", "\(audio.sampleRate)"] }
    return (parts + ["\(digest)"]).joined(separator: "-") + "." + container.rawValue
  }
}
