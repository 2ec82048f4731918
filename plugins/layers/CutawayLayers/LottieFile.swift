package import CutawayElementKit
import CutawayMedia
import CutawaySystem
package import CutawayTime
import Foundation

/// A Lottie animation that has been checked, so that it can be drawn.
package struct LottieFile: Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The duration of a frame.
  package let frameDuration: MediaTime
  /// The number of frames.
  package let frameCount: Int
  /// What is in the file and is not drawn, in words.
  package let undrawn: [String]
  /// The text of the file.
  let json: String

  private static let (largestFile, largestSide, mostFrames, deepest) =
    (16 << 20, 4_096.0, 100_000.0, 64)

  /// Reads and checks a file; `nil` if it is no file, or no Lottie animation: a JSON object with `v`
  /// and `layers`.
  ///
  /// - Parameter location: A path or a `file:` URI.
  /// - Throws: `ElementError` with the code `unreadable`, which names the file and what is wrong.
  package init?(at location: String) throws(ElementError) {
    func refuse(_ reason: String) -> ElementError {
      ElementError("the animation \(location) \(reason)", code: .unreadable)
    }
    // What cannot be opened is no animation; who reads it as media reports why.
    guard let path = localPath(location), let status = try? FileStatus(of: path),
      status.kind == .regular, let handle = FileHandle(forReadingAtPath: path)
    else { return nil }
    defer { try? handle.close() }  // Nothing was written.
    guard let start = try? handle.read(upToCount: 64),
      start.first(where: { !" \n\r\t".utf8.contains($0) }) == UInt8(ascii: "{"),
      let rest = try? handle.read(upToCount: Self.largestFile)
    else { return nil }
    let data = start + rest
    // JSON of other kinds is no animation either.
    let object: [String: Any]
    if data.count > Self.largestFile {
      guard start.contains(Data("\"layers\"".utf8)) || start.contains(Data("\"v\"".utf8)) else {
        return nil
      }
      throw refuse("is larger than 16 MiB")
    }
    guard let found = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
      found["v"] is String, found["layers"] is [Any]
    else { return nil }
    object = found
    func number(_ key: String) throws(ElementError) -> Double {
      guard let number = object[key] as? NSNumber, number.doubleValue.isFinite else {
        throw refuse("has no number '\(key)'")
      }
      return number.doubleValue
    }
    let (width, height) = (try number("w"), try number("h"))
    let (rate, first, end) = (try number("fr"), try number("ip"), try number("op"))
    guard width >= 1, height >= 1, width <= Self.largestSide, height <= Self.largestSide else {
      throw refuse("has \(width)×\(height) pixels; the largest side is 4096")
    }
    guard rate >= 0.01, rate <= 1_000 else { throw refuse("has \(rate) frames per second") }
    guard end - first >= 1, end - first <= Self.mostFrames else {
      throw refuse("has \(end - first) frames; 1 to 100000 are possible")
    }
    var survey = LottieSurvey(deepest: Self.deepest)
    if let fault = survey.fault(in: object, depth: 1) { throw refuse(fault) }
    guard let json = String(data: data, encoding: .utf8), !json.contains("\0") else {
      throw refuse("is not text in UTF-8")
    }
    self.json = json
    (self.width, self.height) = (Int(width), Int(height))
    frameDuration = Self.duration(atRate: rate)
    frameCount = Int(end - first)
    undrawn = survey.undrawn.sorted()
  }

  /// The duration of a frame, which is exact for whole rates and those of NTSC.
  private static func duration(atRate rate: Double) -> MediaTime {
    let whole = rate.rounded()
    if abs(rate - whole) < 1e-6 { return MediaTime(1, over: Int64(whole)) }
    let ntsc = (rate * 1.001).rounded()
    if abs(rate - ntsc / 1.001) < 1e-3 { return MediaTime(1_001, over: Int64(ntsc) * 1_000) }
    return MediaTime(1_000, over: Int64((rate * 1_000).rounded()))
  }
}

/// Looks for what must not be in an animation, and for what is not drawn.
private struct LottieSurvey {
  let deepest: Int
  private(set) var undrawn: Set<String> = []

  init(deepest: Int) { self.deepest = deepest }

  /// What is wrong in a value; `nil` if nothing is.
  mutating func fault(in value: Any, depth: Int) -> String? {
    if depth > deepest { return "is deeper than \(deepest) levels" }
    if let map = value as? [String: Any] {
      note(map)
      // Images in files: 'p' is a name and 'e' is 1 if it is data.
      if let name = map["p"] as? String, map["u"] is String || map["e"] != nil,
        !name.hasPrefix("data:")
      {
        return "refers to another file, '\(name)'"
      }
      for inner in map.values {
        if let fault = fault(in: inner, depth: depth + 1) { return fault }
      }
    } else if let list = value as? [Any] {
      for inner in list {
        if let fault = fault(in: inner, depth: depth + 1) { return fault }
      }
    } else if let number = value as? NSNumber, !number.doubleValue.isFinite {
      return "has a number that is not finite"
    }
    return nil
  }

  private mutating func note(_ map: [String: Any]) {
    if map["ty"] as? NSNumber == 5, map["t"] is [String: Any] { undrawn.insert("text layers") }
    if map["x"] is String, map["k"] != nil { undrawn.insert("expressions") }
    if let effects = map["ef"] as? [Any], !effects.isEmpty { undrawn.insert("effects") }
  }
}
