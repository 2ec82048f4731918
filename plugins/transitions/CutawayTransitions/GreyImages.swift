import CutawayElementKit
import CutawayMedia
import Synchronization

/// The images that luma transitions used last.
enum GreyImages {
  private struct Entry {
    var path: String
    var map: GreyMap
  }

  /// The latest one is the last.
  private static let recent = Mutex<[Entry]>([])
  /// So many transitions can run at the same time without reading their images for each frame.
  private static let capacity = 4

  /// The grey levels of an image, stretched to a width.
  ///
  /// - Throws: `ElementError`, which names the file.
  static func map(of path: String, width: Int) throws(ElementError) -> GreyMap {
    let known = recent.withLock { entries -> GreyMap? in
      let index = entries.firstIndex { $0.path == path && $0.map.width == width }
      guard let index else { return nil }
      entries.append(entries.remove(at: index))
      return entries.last?.map
    }
    if let known { return known }
    let plane = try read(path)
    let map = GreyMap(plane.levels, columns: plane.width, rows: plane.height, width: width)
    recent.withLock { entries in
      entries = entries.suffix(capacity - 1) + [Entry(path: path, map: map)]
    }
    return map
  }

  private static func read(_ path: String) throws(ElementError) -> LumaPlane {
    if path.isEmpty {
      throw ElementError("lumatransition needs an image", code: .invalidSettings)
    }
    return try LumaPlane(at: path)
  }
}
