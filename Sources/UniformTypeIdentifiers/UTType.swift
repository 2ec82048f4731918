public import Foundation

/// A type of file, by its identifier.
public struct UTType: Sendable, Hashable, Codable {
  /// The identifier, such as `public.mpeg-4`.
  public let identifier: String
  /// The usual file name extension.
  public let preferredFilenameExtension: String?
  /// The media type of the Internet.
  public let preferredMIMEType: String?

  private init(_ identifier: String, _ pathExtension: String?, _ type: String?) {
    self.identifier = identifier
    preferredFilenameExtension = pathExtension
    preferredMIMEType = type
  }

  /// Creates a known type; `nil` for an unknown identifier.
  public init?(_ identifier: String) {
    guard let known = Self.known.first(where: { $0.identifier == identifier }) else { return nil }
    self = known
  }
  /// Creates the type of a file name extension; `nil` if it is unknown.
  public init?(filenameExtension: String) {
    let wanted = filenameExtension.lowercased()
    guard
      let known = Self.known.first(where: { type in
        type.preferredFilenameExtension == wanted || type == .jpeg && wanted == "jpeg"
      })
    else { return nil }
    self = known
  }

  /// Whether a type is this one, or a kind of it.
  public func conforms(to type: UTType) -> Bool {
    if self == type || type == .item || type == .data { return true }
    switch type {
    case .movie: return Self.movies.contains(self)
    case .audio: return Self.sounds.contains(self)
    case .image: return Self.images.contains(self)
    case .audiovisualContent: return Self.movies.contains(self) || Self.sounds.contains(self)
    default: return false
    }
  }

  /// QuickTime.
  public static let quickTimeMovie = UTType("com.apple.quicktime-movie", "mov", "video/quicktime")
  /// MP4.
  public static let mpeg4Movie = UTType("public.mpeg-4", "mp4", "video/mp4")
  /// MP4 for Apple devices.
  public static let appleProtectedMPEG4Video = UTType(
    "com.apple.protected-mpeg-4-video", "m4v", "video/x-m4v")
  /// MPEG-4 audio.
  public static let mpeg4Audio = UTType("public.mpeg-4-audio", "m4a", "audio/mp4")
  /// WAV.
  public static let wav = UTType("com.microsoft.waveform-audio", "wav", "audio/vnd.wave")
  /// MP3.
  public static let mp3 = UTType("public.mp3", "mp3", "audio/mpeg")
  /// PNG.
  public static let png = UTType("public.png", "png", "image/png")
  /// JPEG.
  public static let jpeg = UTType("public.jpeg", "jpg", "image/jpeg")
  /// GIF.
  public static let gif = UTType("com.compuserve.gif", "gif", "image/gif")
  /// Any file with pictures that move.
  public static let movie = UTType("public.movie", nil, nil)
  /// Any file with video.
  public static let video = UTType("public.video", nil, nil)
  /// Any file with sound.
  public static let audio = UTType("public.audio", nil, nil)
  /// Any image.
  public static let image = UTType("public.image", nil, nil)
  /// Any file with pictures or sound.
  public static let audiovisualContent = UTType("public.audiovisual-content", nil, nil)
  /// Any bytes.
  public static let data = UTType("public.data", nil, nil)
  /// Anything.
  public static let item = UTType("public.item", nil, nil)

  private static let movies: [UTType] = [
    quickTimeMovie, mpeg4Movie, appleProtectedMPEG4Video, video,
  ]
  private static let sounds: [UTType] = [mpeg4Audio, wav, mp3]
  private static let images: [UTType] = [png, jpeg, gif]
  private static let known =
    movies + sounds + images + [movie, audio, image, audiovisualContent, data, item]
}

extension URL {
  /// The location of a file with a name and the extension of a type.
  public func appendingPathComponent(_ partialName: String, conformingTo type: UTType) -> URL {
    let file = appendingPathComponent(partialName)
    return type.preferredFilenameExtension.map { file.appendingPathExtension($0) } ?? file
  }
}
