import CutawayDiagnostics
import Foundation

extension ExportMetadata {
  /// The creation time for the headers of the output.
  ///
  /// It is never the time of the export, so that equal exports produce equal files.
  ///
  /// - Parameter environment: The environment of the process.
  /// - Returns: The metadata's `date`; else the time of `SOURCE_DATE_EPOCH`, in seconds since 1970
  ///   (reproducible-builds.org); else the start of 1970.
  /// - Throws: ``ExportError`` if that variable is not a valid number.
  func creationTime(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ExportError) -> Date {
    if let date, let time = Self.time(of: date) { return time }
    guard let text = environment["SOURCE_DATE_EPOCH"] else { return Date(timeIntervalSince1970: 0) }
    guard let seconds = UInt32(text) else {
      throw ExportError(
        .incompatible,
        "SOURCE_DATE_EPOCH is '\(text)': expected seconds since 1970, as in 1800000000")
    }
    return Date(timeIntervalSince1970: TimeInterval(seconds))
  }

  /// The start of the period that a date such as `2026`, `2026-11-22` or
  /// `2026-11-22T10:30:00+01:00` names; in UTC without a time zone.
  ///
  /// - Returns: `nil` if the text is not a date.
  static func time(of text: String) -> Date? {
    let form =
      #/
      (\d{4}) (?: -(\d\d) (?: -(\d\d)
      (?: [T\ ](\d\d):(\d\d) (?: :(\d\d) )? (?: Z | ([+\-]\d\d):?(\d\d) )? )? )? )?
      /#
    guard let match = text.wholeMatch(of: form) else { return nil }
    let (_, year, month, day, hour, minute, second, zone, part) = match.output
    func number(_ text: Substring??, default value: Int = 0) -> Int {
      (text ?? nil).flatMap { Int($0) } ?? value
    }
    let sign = (zone ?? nil)?.hasPrefix("-") == true ? -1 : 1
    let components = DateComponents(
      calendar: Calendar(identifier: .gregorian),
      timeZone: TimeZone(secondsFromGMT: number(zone) * 3600 + sign * number(part) * 60),
      year: Int(year), month: number(month, default: 1), day: number(day, default: 1),
      hour: number(hour), minute: number(minute), second: number(second))
    return components.isValidDate ? components.date : nil
  }
}
