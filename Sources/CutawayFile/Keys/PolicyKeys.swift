public import CutawayModel
import CutawayTime

extension Constructs {
  static let policy = Construct<RenderPolicy>(
    "policy", as: "a policy", blank: RenderPolicy(), isBlock: true,
    fields: [
      Field(
        "folders", \.folders, .list(of: .location, "paths"), .implied,
        "The folders from which files may be read, relative to the policy, after all symbolic links have been followed."
      ),
      Field(
        "schemes", \.schemes, ValueForm<[String]>.texts("a scheme, such as https", "schemes"),
        .implied, "The schemes of other resources that may be read, such as `https`."),
      Field(
        "elements", \.elements, ValueForm<[String]>.texts("the name of an element", "elements"),
        .implied(as: "see [Elements](#elements)"),
        "The elements that effects, compositors and transitions may be."),
      Field(
        "fileProperties", \.fileProperties,
        ValueForm<[String]>.texts("a property, such as colorgrade.location", "properties"),
        .implied,
        "The text properties that may be set, as `element.property`. Their values are files in the folders."
      ),
      Field(
        "limits", \.limits, .map(policyLimits), .implied(as: "the defaults of its keys"),
        "The upper bounds."),
      Field(
        "require", \.require,
        ValueForm<[RenderPolicy.Protection]>.list(
          of: .word(as: "a part of the kernel"), "parts of the kernel"
        ).converted {
          Set($0)
        } back: { parts in
          RenderPolicy.Protection.allCases.filter(parts.contains)
        },
        .implied,
        "What the kernel must have. Without it, nothing runs; otherwise a worker process is limited as far as the kernel can."
      ),
    ])

  static let policyLimits = Construct<RenderPolicy.Limits>(
    "limits", as: "'limits'", blank: RenderPolicy.Limits(),
    fields: pictureLimits + countLimits + outputLimits)

  private static let pictureLimits: [Field<RenderPolicy.Limits>] = [
    Field("size", \.size, .size, .stated, "The picture in pixels; it may also lie on its side."),
    Field(
      "sourceSize", \.sourceSize, .size, .stated,
      "The picture of an asset in pixels; it may also lie on its side."),
    Field(
      "frameRate", \.frameRate, .integer("frames per second", in: 1...1_000), .stated,
      "Frames per second."),
    Field("duration", \.duration, .duration, .stated, "The duration of the composition."),
  ]

  private static let countLimits: [Field<RenderPolicy.Limits>] = [
    Field("assets", \.assets, .count, .stated, "Assets."),
    Field("segments", \.segments, .count, .stated, "Segments of all tracks."),
    Field("layers", \.layers, .count, .stated, "Video tracks that are shown at once."),
    Field(
      "overlays", \.overlays, .count, .stated,
      "Layers that are drawn over the picture and in tracks, with those in each other and copies."),
    Field("particles", \.particles, .count, .stated, "Particles of emitters at once."),
    Field(
      "effects", \.effects, .count, .stated,
      "Effects of a track, of a layer, and of the whole picture."),
  ]

  private static let outputLimits: [Field<RenderPolicy.Limits>] = [
    Field(
      "fileSize", \.fileSize, .bytes, .stated, "Bytes of an output file."),
    Field(
      "sampleRate", \.sampleRate, .integer("samples per second", in: 1...1_000_000_000), .stated,
      "Samples of an asset's sound in a second."),
    Field("channels", \.channels, .count, .stated, "Channels of an asset's sound."),
    Field("time", \.time, .duration, .stated, "How long a job may take."),
    Field("memory", \.memory, .bytes, .stated, "Bytes of memory of a worker process."),
    Field(
      "processorTime", \.processorTime, .duration, .stated,
      "Processor time of a worker process."),
  ]
}

extension ValueForm<Int64> {
  /// A number of bytes.
  fileprivate static var bytes: Self {
    ValueForm<Int>.integer("a number of bytes", in: 1...1 << 50).converted {
      Int64($0)
    } back: {
      Int($0)
    }
  }
}

extension ValueForm<[String]> {
  /// A list of texts, in alphabetical order.
  fileprivate static func texts(_ name: String, _ list: String) -> ValueForm<Set<String>> {
    ValueForm<[String]>.list(of: .text(name), list).converted {
      Set($0)
    } back: {
      $0.sorted()
    }
  }
}

extension ValueForm<Int> {
  fileprivate static var count: Self { integer("a number", in: 0...1_000_000) }
}

extension RenderPolicy {
  /// Reads a policy.
  ///
  /// - Parameters:
  ///   - bytes: YAML, or JSON.
  ///   - file: The name of the file, for diagnostics.
  ///   - directory: The file's own directory, which relative folders start from.
  /// - Throws: `CompositionFileError` with all errors in the file.
  public init(
    reading bytes: some Collection<UInt8>, file: String, directory: String
  ) throws(CompositionFileError) {
    let tree = try SourceTree(SourceText(bytes, file: file), file: file)
    var reader = Reader(file: file, directory: directory, diagnostics: tree.diagnostics)
    guard let policy = reader.whole(tree.root, of: Constructs.policy, path: nil),
      reader.diagnostics.isEmpty
    else { throw CompositionFileError(reader.diagnostics) }
    self = policy
  }

  /// The policy as a file that states every limit.
  public var yaml: String {
    Constructs.policy.yaml(self).lines().joined(separator: "\n") + "\n"
  }
}
