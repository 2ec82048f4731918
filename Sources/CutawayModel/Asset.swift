public import CutawayTime

/// A media file, a composition file, a series of images or a generated picture, under the name that a composition gives it.
public struct Asset: Sendable, Hashable, Codable, Identifiable {
  /// The name of an asset in its composition.
  public typealias ID = Identifier<Asset>

  /// The name that segments refer to; unique in a composition.
  public var id: ID
  /// A URI, or a path relative to the working directory; empty with a ``generator``.
  public var location: String
  /// Seconds per image of a series of images, whose ``location`` has the number of an image as `%d` or
  /// `%05d`; `nil` for everything else.
  public var frameDuration: MediaTime?
  /// Values of the variables of a composition file, in the notation of `--set`; `nil` gives none.
  ///
  /// Their relative paths start from the directory of that file.
  public var values: [String: String]?
  /// The picture that Cutaway generates, or an image in memory; `nil` for a file.
  public var generator: Generator?
  /// Overrides the colorimetry that the file states for its video; `nil` uses that of the file.
  public var colorimetry: Colorimetry?
  /// What decodes its video; `nil` is GStreamer's decoder of the highest rank.
  ///
  /// If a decoder of hardware fails, the next one decodes.
  public var decoder: Decoder?

  /// What decodes video: software or hardware.
  public typealias Decoder = SourceSegment.Decoder

  /// Matrix, transfer function, primaries and range of Y′CbCr, named after standards.
  public typealias Colorimetry = SourceSegment.Colorimetry

  /// Creates an asset; the file is not opened.
  public init(
    id: ID, location: String, frameDuration: MediaTime? = nil, colorimetry: Colorimetry? = nil
  ) {
    self.id = id
    self.location = location
    self.frameDuration = frameDuration
    self.colorimetry = colorimetry
  }

  /// Creates an asset without a file.
  public init(id: ID, generator: Generator) {
    self.init(id: id, location: "")
    self.generator = generator
  }

  /// Creates an asset whose image is in memory, with the colours of sRGB.
  ///
  /// Layers and segments show it like an image file of its size. A composition file contains its pixels.
  public init(id: ID, image: StillImage) { self.init(id: id, generator: .image(image)) }

  /// Whether the frames have the render size, whatever it is.
  package var adaptsToRenderSize: Bool { generator.map { $0.image == nil } ?? false }

  /// The series of images, if the asset is one.
  package var imageSeries: ImageSeries? {
    frameDuration.flatMap { ImageSeries(pattern: location, frameDuration: $0) }
  }

  /// Whether the asset is a single file or resource, which a copy of its packets could play.
  package var isFile: Bool { notAFile == nil }

  /// What the asset is instead of a single file or resource, as in "it is generated"; `nil` if it is
  /// one.
  package var notAFile: String? {
    if let generator { return generator.image == nil ? "generated" : "an image in memory" }
    if frameDuration != nil { return "a series of images" }
    return isEdit ? "a composition" : nil
  }

  /// Whether the asset is a composition file.
  package var isEdit: Bool {
    let name = location.lowercased()
    return generator == nil && frameDuration == nil
      && [".yaml", ".yml", ".cutaway.json"].contains { name.hasSuffix($0) }
  }
}
