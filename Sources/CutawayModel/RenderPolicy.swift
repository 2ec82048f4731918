import CutawayGraph
import CutawayOverlays
public import CutawayTime

/// What compositions of strangers may read, which elements they may use, and how much they may cost.
///
/// The default allows no file at all, the effects and transitions of Cutaway, a few stock effects
/// without access to files, and films of ten minutes in 1080p. Add the folders with the uploads.
public struct RenderPolicy: Sendable, Hashable, Codable {
  /// The folders from which files may be read.
  ///
  /// A file belongs to a folder if it does after all symbolic links have been followed. Media, images,
  /// animations, subtitles, fonts and files that effects read are files in this sense.
  public var folders: [String] = []
  /// The schemes of other resources that may be read, such as `https`, in lower case.
  ///
  /// A server may redirect to any other resource, so allow none to strangers.
  public var schemes: Set<String> = []
  /// The factory names of the elements that effects, compositors and transitions may be.
  public var elements: Set<String> = Self.usualElements
  /// The text properties that may be set, as `ELEMENT.PROPERTY`.
  ///
  /// Their values name files, which must be in one of the folders.
  public var fileProperties: Set<String> = ["colorgrade.location", "lumatransition.image"]
  /// The upper bounds.
  public var limits = Limits()
  /// What the kernel must have, so that a worker process may start.
  public var require: Set<Protection> = []

  /// A part of the Linux kernel that limits a worker process.
  public enum Protection: String, CaseIterable, Sendable, Codable {
    /// Allows only some files and folders.
    case landlock
    /// Refuses the network and calls that no decoder needs.
    case seccomp
  }

  /// Upper bounds of a composition and its output.
  public struct Limits: Sendable, Hashable, Codable {
    /// The size of the picture in pixels; it may also lie on its side.
    public var size = PixelSize(width: 1_920, height: 1_920)
    /// The size of the picture of an asset in pixels; it may also lie on its side.
    public var sourceSize = PixelSize(width: 8_192, height: 8_192)
    /// Frames per second.
    public var frameRate = 60
    /// The duration in seconds.
    public var duration = MediaTime(600)
    /// The assets.
    public var assets = 100
    /// The segments of all tracks.
    public var segments = 2_000
    /// The video tracks that an instruction shows at once.
    public var layers = 8
    /// The layers that are drawn over the picture and in tracks, with those in each other and each
    /// copy.
    public var overlays = 200
    /// The particles of emitters at once.
    public var particles = 1_000
    /// The effects of a track, of a layer, and of the whole picture.
    public var effects = 8
    /// The bytes of an output file.
    public var fileSize: Int64 = 1 << 30
    /// The samples of an asset's sound in a second.
    public var sampleRate = 384_000
    /// The channels of an asset's sound.
    public var channels = 64
    /// The seconds that a job may take.
    public var time = MediaTime(1_800)
    /// The bytes of memory that a worker process may use.
    public var memory: Int64 = 1 << 31
    /// The seconds of processor time that a worker process may use.
    public var processorTime = MediaTime(14_400)

    /// The usual bounds.
    public init() {}
  }

  /// Stock effects that open no files and whose memory is that of the picture.
  ///
  /// A policy that allows all of them also allows the elements in Swift that state the trait
  /// `ElementTraits.safe`, such as the effects and transitions of Cutaway.
  public static let usualElements = ElementCatalog.safeStock

  /// Creates a policy for strangers, whose files may be in the given folders.
  public init(folders: [String] = []) { self.folders = folders }
}

extension RenderPolicy.Limits {
  /// The faults of a composition that exceed the limits, as far as they are known without its media.
  package func faults(of composition: Composition) -> [Composition.Fault] {
    var faults: [Composition.Fault] = []
    func check<Value: Comparable>(
      _ found: Value, _ limit: Value, _ path: [String], _ what: String
    ) {
      if found > limit {
        faults.append(
          .refused(path, "\(what): \(text(found)); the policy allows \(text(limit))"))
      }
    }
    func text(_ value: some Comparable) -> String { (value as? MediaTime)?.text ?? "\(value)" }
    check(composition.assets.count, assets, ["assets"], "assets")
    check(composition.tracks.map(\.segments.count).reduce(0, +), segments, ["tracks"], "segments")
    check(composition.duration, duration, ["tracks"], "seconds of the composition")
    if let frame = composition.render.frameDuration {
      faults += self.faults(ofFrameDuration: frame)
    }
    if let size = composition.render.size {
      let scale = composition.render.scale.seconds
      func side(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
      faults += self.faults(
        of: PixelSize(width: side(size.width), height: side(size.height)), in: self.size,
        ["render", "size"], "the picture")
    }
    for tile in composition.tiledInstructions() {
      let path = tile.index.map { ["instructions", "\($0)"] } ?? ["tracks"]
      let shown = tile.instruction.layers.filter { layer in
        composition.track(layer.track)?.segments(overlapping: tile.instruction.range).contains {
          !$0.isEmpty
        } ?? false
      }
      check(shown.count, layers, path, "layers at once")
      for (place, layer) in tile.instruction.layers.enumerated() {
        check(layer.effects.count, effects, path + ["layers", "\(place)"], "effects")
      }
    }
    for (index, track) in composition.tracks.enumerated() {
      check(track.effects.count, effects, ["tracks", "\(index)"], "effects")
    }
    check(composition.effects.count, effects, ["effects"], "effects")
    let drawn = composition.placedLayers, count = LayerCount(drawn.map(\.layer))
    let place = drawn.first?.path ?? ["overlays"]
    check(count.layers, overlays, place, "drawn layers, with copies")
    check(count.particles, particles, place, "particles at once")
    return faults
  }

  /// The fault of a frame duration, if it is too short.
  package func faults(ofFrameDuration frame: MediaTime) -> [Composition.Fault] {
    guard frame < MediaTime(1, over: Int64(frameRate)) else { return [] }
    return [
      .refused(
        ["render", "frameDuration"],
        "frames per second: \((MediaTime(1) / frame).text); the policy allows \(frameRate)")
    ]
  }

  /// The fault of a size, if it is too large.
  package func faults(
    of size: PixelSize, in limit: PixelSize, _ path: [String], _ what: String
  ) -> [Composition.Fault] {
    let (long, short) = (max(limit.width, limit.height), min(limit.width, limit.height))
    if max(size.width, size.height) <= long, min(size.width, size.height) <= short { return [] }
    return [
      .refused(
        path,
        "\(what) has \(size.width)×\(size.height) pixels; the policy allows "
          + "\(limit.width)×\(limit.height)")
    ]
  }
}

extension Composition.Fault {
  /// What a policy does not allow.
  package static func refused(_ path: [String], _ message: String) -> Self {
    Self(path: path, error: CompositionError(.refused, message))
  }
}
