import CutawayTime
import Foundation

/// What an `identity name=probe silent=false` printed under `gst-launch-1.0 -v`: caps and times.
struct LaunchLog {
  /// The fields of the last caps that passed, without their types.
  private(set) var caps: [String: String] = [:]
  /// Stream time and duration of each buffer.
  private(set) var buffers: [(time: MediaTime?, duration: MediaTime?)] = []

  init(_ text: String) {
    var origin = MediaTime.zero
    for line in text.split(separator: "\n") {
      // The event, because the notification of the pad's caps is sometimes lost.
      if line.contains("GstIdentity:probe: last-message = event"), line.contains("(type: caps") {
        caps = Self.fields(line.filter { $0 != "\\" })
      } else if line.contains("GstIdentity:probe: last-message = event"),
        line.contains("(type: segment")
      {
        origin =
          Self.nanoseconds("time=(guint64)", line) - Self.nanoseconds("start=(guint64)", line)
      } else if line.contains("GstIdentity:probe: last-message = chain") {
        let time = Self.clock("pts: ", line).map { $0 + origin }
        buffers.append((time, Self.clock("duration: ", line)))
      }
    }
  }

  private static func fields(_ line: String) -> [String: String] {
    var fields: [String: String] = [:]
    for match in line.matches(of: /([a-z-]+)=\([a-z]+\)([^,;"]+)/) {
      fields[String(match.1)] = String(match.2)
    }
    return fields
  }

  /// The number after a key that starts a word, as `start` is not `restart`.
  private static func nanoseconds(_ key: String, _ line: Substring) -> MediaTime {
    guard let range = line.range(of: " " + key) else { return .zero }
    return MediaTime(nanoseconds: Int64(line[range.upperBound...].prefix { $0.isNumber }) ?? 0)
  }

  /// The time after a key, written `0:00:01.500000000`, or `nil` for `none`.
  private static func clock(_ key: String, _ line: Substring) -> MediaTime? {
    guard let range = line.range(of: key) else { return nil }
    let text = line[range.upperBound...].prefix { $0.isNumber || $0 == ":" || $0 == "." }
    let parts = text.split { $0 == ":" || $0 == "." }.compactMap { Int64($0) }
    guard parts.count == 4 else { return nil }
    return MediaTime(
      nanoseconds: ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000_000_000 + parts[3])
  }
}
