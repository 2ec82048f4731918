import CutawaySystem

/// What a debug build reports, once in a process.
enum DebugBuild {
  #if DEBUG
  /// Nothing depends on this line, so that a closed standard error is no error.
  static let report: Void? = try? StandardStream.error.write(
    "Cutaway is built for debugging, and renders about 13 times slower: build with -c release\n")
  #else
  static var report: Void? { nil }
  #endif
}
