import Cutaway
import CutawayFile
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The samples in `pipelines/`: their expected graphs, and the proof that GStreamer alone renders
/// them like the library does.
@Suite(
  .serialized,
  .enabled(
    if: FileManager.default.fileExists(
      atPath: TestedPackage.root.appendingPathComponent("pipelines/media/voice.flac").path),
    "no media of the samples: scripts/make-sample-media pipelines/media makes them"))
struct SampleTests {
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: TestedPackage.root.appendingPathComponent("pipelines").path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()

  /// Reads a sample; its assets are relative to the package's folder.
  private func resolved(_ name: String, in directory: String) async throws -> ResolvedComposition {
    let file = TestedPackage.root.appendingPathComponent("pipelines/\(name).yaml")
    // The test opens the media from any working directory.
    var text = try CompositionText(
      Data(contentsOf: file), file: file.path, directory: directory)
    let tables = text.neededListings
    if !tables.isEmpty {
      text = try text.reading(
        Dictionary(uniqueKeysWithValues: tables.map { ($0, try contents(of: $0)) }))
    }
    let needed = await MediaCatalog(of: text.neededMedia.map(absolute))
    var composition = try text.document(media: needed.descriptions).composition
    // The graph has the paths of the file.
    var opened = composition
    opened.assets = composition.assets.map(absolute)
    let catalog = await MediaCatalog(of: opened)
    opened.fonts.files = composition.fonts.files.map(absolute)
    let captioned = try await opened.resolvingCaptions(
      in: composition.renderSize(catalog.descriptions))
    let heard = try await ResolvedComposition.knowing(captioned, catalog.descriptions)
      .measuringWaveforms()
    composition.overlays = heard.composition.overlays
    return try ResolvedComposition.knowing(composition, catalog.descriptions)
  }

  private func contents(of listing: FileListing) throws -> FileListing.Contents {
    .table([UInt8](try Data(contentsOf: URL(filePath: absolute(listing.path)))))
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : TestedPackage.root.appendingPathComponent(path).path
  }

  private func absolute(_ asset: Asset) -> Asset {
    // The graph of a composition file has the paths in it, and generated pictures have none.
    if asset.isEdit || asset.generator != nil || asset.location.hasPrefix("/") { return asset }
    var absolute = asset
    absolute.location = self.absolute(asset.location)
    return absolute
  }

  @Test func `the sample folder is not empty`() { #expect(Self.names.count >= 13) }

  @Test(arguments: names)
  func `a sample is translated to its expected graph`(name: String) async throws {
    let graph = try Translation(await resolved(name, in: "pipelines")).graph(to: SinkOutput())
    let file = TestedPackage.root.appendingPathComponent("pipelines/\(name).launch")
    if ProcessInfo.processInfo.environment["CUTAWAY_RECORD"] != nil {
      try Data((graph.launchText + "\n").utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == graph.launchText + "\n")
  }

  @Test(arguments: names)
  func `gst-launch renders a sample's graph as the library does, bit for bit`(
    name: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let resolved = try await resolved(
      name, in: TestedPackage.root.appendingPathComponent("pipelines").path)
    let size = resolved.outputSize
    // Of a film whose frames do not fit into memory, the first transition of social-clip.
    let isLarge = resolved.frameCount * Int64(size.width * size.height) > 1 << 30
    let translation = try Translation(
      resolved,
      range: isLarge ? TimeRange(start: MediaTime(13, over: 2), duration: MediaTime(1)) : nil)
    let text =
      isLarge
      ? translation.graph(to: SinkOutput()).launchText
      : try String(
        contentsOf: TestedPackage.root.appendingPathComponent("pipelines/\(name).launch"),
        encoding: .utf8)
    let video = folder.file("video"), audio = folder.file("audio")
    let runnable =
      text
      .replacingOccurrences(
        of: "autovideosink name=video-sink",
        with: "video/x-raw,format=I420 ! filesink async=false location=\(video.path)"
      )
      .replacingOccurrences(
        of: "autoaudiosink name=audio-sink",
        with: "audio/x-raw,format=F32LE ! filesink async=false location=\(audio.path)")
    // As a shell would split it.
    let words = runnable.split(whereSeparator: \.isWhitespace).map(String.init)
    _ = try await ChildProcess(
      "gst-launch-1.0", ["-q"] + words,
      environment: TestedPackage.pluginEnvironment(registry: folder.file("registry")),
      directory: TestedPackage.root, timeout: .seconds(300)
    ).check()
    let rendering = try await Rendering(translation)
    #expect(rendering.frames.count == (isLarge ? 30 : Int(resolved.frameCount)))
    let frames = try rawFrames(at: video.path, width: size.width, height: size.height)
    #expect(frames.count == rendering.frames.count)
    for (index, (ours, theirs)) in zip(rendering.frames, frames).enumerated()
    where ours.bytes != theirs.bytes {
      Issue.record("frame \(index) of \(name) differs")
    }
    let sound = try rawSound(at: audio.path, sampleRate: 48_000, channels: 2)
    #expect(sound.channels.count == rendering.sound.channels.count)
    for (channel, (ours, theirs)) in zip(rendering.sound.channels, sound.channels).enumerated() {
      #expect(ours.count == theirs.count)
      let difference = zip(ours, theirs).enumerated().first { $1.0 != $1.1 }
      #expect(difference == nil, "\(name), channel \(channel)")
    }
  }

  @Test func `two exports are equal, and a single frame equals theirs`() async throws {
    let resolved = try await resolved(
      "dissolve", in: TestedPackage.root.appendingPathComponent("pipelines").path)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let range = TimeRange(start: MediaTime(3), duration: MediaTime(1))
    var digests: [[String]] = []
    for name in ["one.mkv", "two.mkv"] {
      let file = folder.file(name)
      var settings = ExportSession.Settings()
      settings.timeRange = range
      try await ExportSession(resolved, preset: .lossless, settings: settings)
        .export(to: file.path, as: .mkv)
      digests.append(try await RawVideo.read(file).map { "\(Digest($0.bytes))" })
    }
    #expect(digests[0].count == 30)
    #expect(digests[0] == digests[1])

    let single = try await Rendering(
      Translation(
        resolved, range: TimeRange(start: MediaTime(18, over: 5), duration: MediaTime(1, over: 30)))
    ).frames
    #expect(single.map { "\(Digest($0.bytes))" } == [digests[0][18]])
  }
}
