import CutawayTime
import Foundation

/// A value of an OpenTimelineIO file to be written.
enum OTIOValue: Encodable {
  case null
  case bool(Bool)
  case number(Double)
  case integer(Int64)
  case text(String)
  case list([OTIOValue])
  case object([String: OTIOValue])
  case kept(OTIOKept)

  /// An object of a schema such as `Clip.2`.
  static func schema(_ schema: String, _ members: [String: OTIOValue]) -> OTIOValue {
    .object(members.merging(["OTIO_SCHEMA": .text(schema)]) { $1 })
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: OTIOKey.self)
      for (key, value) in members { try container.encode(value, forKey: OTIOKey(stringValue: key)) }
    case .list(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .kept(let kept): try kept.encode(to: encoder)
    case .null, .bool, .number, .integer, .text:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let bool): try container.encode(bool)
      case .number(let number): try container.encode(number)
      case .integer(let integer): try container.encode(integer)
      case .text(let text): try container.encode(text)
      default: try container.encodeNil()
      }
    }
  }
}

/// Writes times with the frame rate of the composition where it is exact.
struct OTIOClock {
  /// Seconds per frame.
  let frameDuration: MediaTime

  func time(_ time: MediaTime) -> OTIOValue {
    let frames = time / frameDuration
    let isWhole = frames.denominator == 1
    let rate = MediaTime(1) / frameDuration
    return .schema(
      "RationalTime.1",
      [
        "value": .integer(isWhole ? frames.numerator : time.numerator),
        "rate": isWhole ? .number(rate.seconds) : .integer(time.denominator),
      ])
  }

  func range(_ range: TimeRange) -> OTIOValue {
    .schema("TimeRange.1", ["start_time": time(range.start), "duration": time(range.duration)])
  }
}
