import CutawayElementKit
import CutawayMedia
import Synchronization

/// The image that a luma transition used last.
enum GreyImages {
  private struct Entry {
    var path: String
    var map: GreyMap
  }

  private static let last = Mutex<Entry?>(nil)

  /// The grey levels of an image, stretched to a size.
  ///
  /// - Throws: `ElementError`, which names the file.
  static func map(of path: String, width: Int, height: Int) throws(ElementError) -> GreyMap {
    let known = last.withLock { $0 }
    if let known, known.path == path, known.map.width == width, known.map.height == height {
      return known.map
    }
    let plane = try read(path)
    let map = GreyMap(
      plane.levels, columns: plane.width, rows: plane.height, width: width, height: height)
    last.withLock { $0 = Entry(path: path, map: map) }
    return map
  }

  private static func read(_ path: String) throws(ElementError) -> LumaPlane {
    if path.isEmpty {
      throw ElementError("lumatransition needs an image", code: .invalidSettings)
    }
    let reader = MediaReader(.init(location: path, trackIndex: 0, output: .video), from: 0)
    defer { reader.close() }
    let reading: MediaReader.Reading
    do throws(ElementError) {
      reading = try reader.next()
    } catch {
      throw ElementError("cannot read the image \(path): \(error)", code: error.code)
    }
    guard case .sample(let sample) = reading, let plane = sample.luma, plane.width > 0,
      plane.height > 0
    else { throw ElementError("\(path) contains no image", code: .unreadable) }
    return plane
  }
}
