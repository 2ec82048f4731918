import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawaySystem

/// A digest of a media file by which machines compare their copies.
///
/// It covers the length of the file, its first and last MiB, and 64 KiB at each sixteenth. A change
/// elsewhere goes unnoticed, for the sake of files of many gigabytes.
enum MediaDigest {
  private static let edge = Int64(1) << 20
  private static let sample = Int64(64) << 10

  /// The digest of an asset; that of a series of images covers each of them, that of a composition file
  /// covers all files that it reads, and that of a generated picture covers its settings.
  ///
  /// - Throws: `SystemError` if a file cannot be read.
  static func text(
    of asset: Asset, _ description: MediaDescription?
  ) throws(SystemError) -> String {
    if let generator = asset.generator {
      let digest = SecureDigest()
      digest.add("\(generator)")
      if let image = generator.image { digest.add(image.pixels) }
      return digest.text()
    }
    if let edit = description?.edit {
      let digest = SecureDigest()
      for file in edit.files { digest.add(try text(of: file)) }
      return digest.text()
    }
    // A series that has become incomplete is reported when it is read.
    guard let series = asset.imageSeries,
      let numbers = try? series.numbers()
    else { return try text(of: asset.location) }
    let digest = SecureDigest()
    digest.add("\(series.frameDuration)\n")
    for number in numbers { digest.add(try text(of: series.path(number))) }
    return digest.text()
  }

  /// The digest of a location; that of the text for what is not a file, such as a URL.
  ///
  /// - Throws: `SystemError` if the file cannot be read.
  static func text(of location: String) throws(SystemError) -> String {
    let digest = SecureDigest()
    guard let path = localPath(location) else {
      digest.add(location)
      return digest.text()
    }
    let file = try OpenFile(path, for: .reading)
    let length = try file.status.size
    digest.add("\(length)\n")
    if length <= 2 * edge {
      digest.add(try file.read(Int(length), at: 0))
    } else {
      digest.add(try file.read(Int(edge), at: 0))
      for part in 1..<Int64(16) {
        digest.add(try file.read(Int(sample), at: length / 16 * part))
      }
      digest.add(try file.read(Int(edge), at: length - edge))
    }
    return digest.text()
  }
}
