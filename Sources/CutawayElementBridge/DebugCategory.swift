import CCutawayGStreamer

/// A category of GStreamer's debug log: `GST_DEBUG=tracksrc:5` shows that of `tracksrc`.
package struct DebugCategory: Sendable {
  /// How much a message matters; a higher level shows those of the lower ones, too.
  package enum Level: UInt32, Sendable {
    case error = 1
    case warning = 2
    case info = 4
    case debug = 5
    case log = 6
  }

  // GStreamer never frees a category, and locks its accesses to it.
  private nonisolated(unsafe) let category: UnsafeMutablePointer<GstDebugCategory>

  /// Finds or creates the category of an element.
  package init(_ name: String, _ summary: String) {
    category = _gst_debug_category_new(name, 0, summary)
  }

  /// Logs a message, which is composed only if the category's level asks for it.
  @inline(__always)
  package func log(
    _ level: Level, _ message: @autoclosure () -> String, file: StaticString = #fileID,
    function: StaticString = #function, line: Int = #line
  ) {
    if isShown(level) { write(level, nil, message(), file, function, line) }
  }

  /// Logs a message of an instance.
  @inline(__always)
  func log(
    _ level: Level, _ instance: Instance, _ message: @autoclosure () -> String,
    file: StaticString = #fileID, function: StaticString = #function, line: Int = #line
  ) {
    if isShown(level) { write(level, instance, message(), file, function, line) }
  }

  package func isShown(_ level: Level) -> Bool {
    gst_debug_category_get_threshold(category).rawValue >= level.rawValue
  }

  private func write(
    _ level: Level, _ instance: Instance?, _ message: String, _ file: StaticString,
    _ function: StaticString, _ line: Int
  ) {
    gst_debug_log_literal(
      category, GstDebugLevel(level.rawValue), file.description, function.description, Int32(line),
      instance?.assumingMemoryBound(to: GObject.self), message)
  }
}

extension GstClockTime {
  /// The time in the form of GStreamer's log: hours, minutes, seconds and nanoseconds.
  var logText: String {
    if self == gst_swift_unknown_time() { return "none" }
    let second: GstClockTime = 1_000_000_000
    func padded(_ number: GstClockTime, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
    let seconds = self / second
    return "\(seconds / 3600):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
      + ".\(padded(self % second, 9))"
  }
}
