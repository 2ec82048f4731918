/// The reason why a timeline cannot be read.
package struct InterchangeError: Error, CustomStringConvertible {
  /// The name of the file, the place in it, and what is wrong there.
  package let description: String

  init(_ file: String, _ place: String, _ message: String) {
    description = place.isEmpty ? "\(file): \(message)" : "\(file): \(place): \(message)"
  }
}
