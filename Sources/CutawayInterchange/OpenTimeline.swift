package import CutawayModel
import Foundation

/// A timeline of OpenTimelineIO as an edit.
package struct OpenTimeline: Sendable {
  /// The edit, without faults except those that concern its media.
  package let composition: Composition
  /// What the edit does not contain, each with its place in the file.
  package let warnings: [String]

  /// The maximum size of a file in bytes.
  ///
  /// Stop reading a file after one byte more.
  package static let sizeLimit = 64 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: JSON.
  ///   - file: The name of the file, for messages.
  ///   - directory: The file's own directory, which relative paths of media start from.
  ///   - name: The name of the timeline to read, which a file with several of them needs.
  /// - Throws: ``InterchangeError``.
  package init(
    reading bytes: [UInt8], file: String, directory: String, timeline name: String? = nil
  ) throws(InterchangeError) {
    if bytes.count > Self.sizeLimit {
      throw InterchangeError(file, "", "the file has more than \(Self.sizeLimit) bytes, the limit")
    }
    let timelines: [OTIOTimeline]
    do {
      timelines = try JSONDecoder().decode(OTIOFile.self, from: Data(bytes)).timelines
    } catch let error as DecodingError {
      throw InterchangeError(file, syntaxFaultOf: bytes) ?? InterchangeError(file, error)
    } catch {
      throw InterchangeError(file, "", "\(error)")
    }
    let matches = name.map { name in timelines.filter { $0.name == name } } ?? timelines
    guard matches.count == 1 else {
      let names = timelines.map { "'\($0.name)'" }.joined(separator: ", ")
      throw InterchangeError(
        file, "",
        timelines.isEmpty
          ? "the file contains no timeline"
          : matches.isEmpty
            ? "there is no timeline '\(name ?? "")', only \(names)"
            : "the file contains several timelines, one of which --timeline must name: \(names)")
    }
    var reader = OTIOReader(file: file, directory: directory)
    composition = try reader.composition(of: matches[0])
    warnings = reader.warnings
  }

  /// Whether bytes look like a file of OpenTimelineIO.
  package static func matches(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(4_096)
    return start.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
      && String(decoding: start, as: UTF8.self).contains("\"OTIO_SCHEMA\"")
  }
}

extension InterchangeError {
  init(_ file: String, _ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(file, context.codingPath.place, "'\(key.stringValue)' is missing")
    case .typeMismatch(let type, let context):
      self.init(file, context.codingPath.place, "expected \(Self.name(of: type))")
    case .valueNotFound(let type, let context):
      self.init(file, context.codingPath.place, "expected \(Self.name(of: type)), found null")
    case .dataCorrupted(let context):
      self.init(file, context.codingPath.place, context.debugDescription)
    @unknown default: self.init(file, "", "\(error)")
    }
  }

  /// Why bytes are not JSON, which the error of the decoder does not say; `nil` if they are.
  fileprivate init?(_ file: String, syntaxFaultOf bytes: [UInt8]) {
    do {
      // Called only for its errors.
      _ = try JSONSerialization.jsonObject(with: Data(bytes))
      return nil
    } catch let error as NSError {
      let reason = error.userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
      guard let match = reason.firstMatch(of: /\ around character (\d+)\.$/),
        let offset = Int(match.output.1), offset <= bytes.count
      else {
        self.init(file, "", "not JSON: \(reason)")
        return
      }
      let lines = bytes[..<offset].split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      self.init(
        "\(file):\(lines.count):\((lines.last?.count ?? 0) + 1)", "",
        "not JSON: \(reason[..<match.range.lowerBound])")
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Double.Type, is Int.Type: "a number"
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any Collection.Type: "\(type)".hasPrefix("Dictionary") ? "an object" : "a list"
    default: "an object"
    }
  }
}
