/// A track's part of a fragment (ISO/IEC 14496-12, 8.8.6 to 8.8.8 and 8.8.12).
struct FragmentPart {
  /// The values that apply to a sample unless its run states others.
  struct Values: Hashable {
    var duration = 0, size = 0, flags = 0
  }

  /// A sample of a run.
  struct Sample: Hashable {
    /// The duration in ticks, and the size in bytes.
    var duration: Int, size: Int
    var flags: Int
    /// The ticks from decoding to presentation.
    var offset: Int

    /// Whether it can be decoded without earlier samples.
    var isKey: Bool { flags & 0x10000 == 0 }
  }

  /// The number of the track.
  let track: Int
  /// The decoding time of the first sample in ticks; `nil` if it follows from the fragments before.
  let start: Int?
  let values: Values
  /// The runs of samples.
  let runs: [BoxView]

  /// Reads a part.
  ///
  /// - Parameters:
  ///   - part: The contents of a `traf`.
  ///   - defaults: The values of each track in the header of the movie.
  init?(_ part: BoxView, defaults: [Int: Values]) {
    guard let header = part.box("tfhd") else { return nil }
    track = header.word(4)
    var values = defaults[track] ?? Values()
    let flags = header.word(0) & 0xFFFFFF
    var offset = 8
    func field(_ flag: Int, size: Int = 4) -> Int? {
      guard flags & flag != 0 else { return nil }
      defer { offset += size }
      return header.word(offset)
    }
    _ = field(0x1, size: 8)  // The place of the data.
    _ = field(0x2)  // The description of the format.
    values.duration = field(0x8) ?? values.duration
    values.size = field(0x10) ?? values.size
    values.flags = field(0x20) ?? values.flags
    self.values = values
    start = part.box("tfdt").map { $0.byte(0) == 1 ? $0.longWord(4) : $0.word(4) }
    runs = part.boxes("trun")
  }

  /// The default values of the tracks in the header of a movie; `nil` if it has no fragments.
  static func defaults(in movie: BoxView) -> [Int: Values]? {
    guard let extends = movie.box("mvex") else { return nil }
    var defaults: [Int: Values] = [:]
    for box in extends.boxes("trex") {
      defaults[box.word(4)] = Values(
        duration: box.word(12), size: box.word(16), flags: box.word(20))
    }
    return defaults
  }
}

/// The samples of a run.
struct FragmentRun: Sequence, IteratorProtocol {
  /// The number of samples.
  let count: Int
  /// The place of the data, from the start of the fragment; `nil` is behind the run before.
  let dataOffset: Int?
  /// Whether all samples have the same values.
  let isUniform: Bool
  private let run: BoxView
  private let values: FragmentPart.Values
  private let fields: [Int]
  private var firstFlags: Int?
  private var place: Int
  private var index = 0

  /// Reads the head of a run; `nil` if it states more samples than there can be.
  ///
  /// - Parameters:
  ///   - run: The contents of a `trun`.
  ///   - values: The values of the track's part of the fragment.
  ///   - fileSize: The size of the file in bytes, which limits the number of samples of one size.
  init?(_ run: BoxView, _ values: FragmentPart.Values, fileSize: Int) {
    let flags = run.word(0) & 0xFFFFFF
    (self.run, self.values) = (run, values)
    dataOffset = flags & 0x1 != 0 ? run.signedWord(8) : nil
    place = 8 + (flags & 0x1 != 0 ? 4 : 0)
    if flags & 0x4 != 0 {
      firstFlags = run.word(place)
      place += 4
    }
    fields = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }
    isUniform = fields.isEmpty
    count = run.word(4)
    // A run without fields has packets of one size, whose data are in the file.
    let room =
      fields.isEmpty
      ? fileSize / Swift.max(1, values.size) : (run.count - place) / (4 * fields.count)
    guard count <= room else { return nil }
  }

  mutating func next() -> FragmentPart.Sample? {
    guard index < count else { return nil }
    var sample = FragmentPart.Sample(
      duration: values.duration, size: values.size,
      flags: (index == 0 ? firstFlags : nil) ?? values.flags, offset: 0)
    for field in fields {
      let value = run.word(place)
      place += 4
      switch field {
      case 0x100: sample.duration = value
      case 0x200: sample.size = value
      case 0x400: sample.flags = value
      default: sample.offset = Int(Int32(truncatingIfNeeded: value))
      }
    }
    index += 1
    return sample
  }
}
