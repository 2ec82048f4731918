extension PipelineGraph {
  /// What an element is for.
  ///
  /// A program that runs a graph finds elements by their roles. Names are for people.
  public struct Role: RawRepresentable, Sendable, Hashable, Codable {
    /// The name of the role.
    public let rawValue: String

    /// Creates a role; Cutaway itself looks only for the roles below.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Receives the video in a preview; the elements before it can be replaced.
    public static let videoEntrance = Role(rawValue: "videoEntrance")
    /// Receives the sound in a preview; the elements before it can be replaced.
    public static let audioEntrance = Role(rawValue: "audioEntrance")
    /// Receives the frames that are shown, before they are converted for the sink.
    public static let shownVideo = Role(rawValue: "shownVideo")
    /// Lets the video pass at the pace of the clock.
    public static let videoPace = Role(rawValue: "videoPace")
    /// Lets the sound pass at the pace of the clock.
    public static let audioPace = Role(rawValue: "audioPace")
    /// Mutes the sound.
    public static let volume = Role(rawValue: "volume")
    /// Provides sound that elements before it play forwards, also during backward playback.
    public static let turningAudio = Role(rawValue: "turningAudio")
    /// Provides the compressed video, in a file's order.
    public static let encodedVideo = Role(rawValue: "encodedVideo")
    /// Provides the compressed sound.
    public static let encodedAudio = Role(rawValue: "encodedAudio")
    /// Encodes the sound.
    public static let audioEncoder = Role(rawValue: "audioEncoder")
    /// Interleaves streams into a file format.
    public static let muxer = Role(rawValue: "muxer")
    /// Writes metadata after the muxer.
    public static let tagWriter = Role(rawValue: "tagWriter")
    /// Writes the file.
    public static let file = Role(rawValue: "file")
    /// An `appsrc` that the program feeds.
    public static let input = Role(rawValue: "input")
    /// An `appsrc` that the program feeds, by its index.
    public static func input(_ index: Int) -> Role { Role(rawValue: "input\(index)") }
    /// A sink in memory, which the program reads or measures.
    public static let output = Role(rawValue: "output")
    /// An `appsrc` that the program feeds with the cues of a subtitle track, by its index.
    public static func subtitles(_ index: Int) -> Role { Role(rawValue: "subtitles\(index)") }

    /// The same role for another file of the graph, by its number; that of the first one is 0.
    public func ofFile(_ number: Int) -> Role {
      number == 0 ? self : Role(rawValue: "\(rawValue)OfFile\(number)")
    }
  }

  /// The first element with a role, if the graph has one.
  public func element(_ role: Role) -> Element? { elements.first { $0.role == role } }
}
