import Glibc

/// A work-around for a fault of GStreamer.
///
/// Each one is a file of its own in a folder `Quirks`. The file declares this value and contains the
/// code of the work-around, which asks ``applies(to:)`` at run time. Targets that call GStreamer have
/// `applies` in CutawayElementBridge for the version that this process has loaded.
///
/// The environment variable `CUTAWAY_WITHOUT` contains names of work-arounds, separated by commas,
/// that do not apply in this process. With it, `scripts/check-quirks` tests whether the installed
/// version of GStreamer still needs them.
package struct Quirk: Sendable {
  /// The name of the work-around: that of its file, without the extension.
  package let name: String
  /// The fault, in one sentence without a full stop.
  package let fault: String
  /// The versions with the fault.
  package let versions: [VersionRange]
  /// The reason why the work-around applies to all versions, although only some have the fault;
  /// `nil` if it applies to those only.
  package let kept: String?
  /// The report or the change upstream; `nil` if none is known.
  package let upstream: String?
  /// The name of a test that fails without the work-around, in versions with the fault; `nil` if no
  /// test shows the fault.
  package let test: String?

  /// Declares a work-around in the file that contains it.
  package init(
    _ fault: String, versions: [VersionRange], kept: String? = nil, upstream: String? = nil,
    test: String?, file: String = #fileID
  ) {
    self.fault = fault
    self.versions = versions
    self.kept = kept
    self.upstream = upstream
    self.test = test
    // `Module/Name.swift`.
    name = String(file.drop { $0 != "/" }.dropFirst().prefix { $0 != "." })
  }

  /// Whether a version has the fault.
  package func isNeeded(by version: GStreamerVersion) -> Bool {
    versions.contains { $0.contains(version) }
  }

  /// Whether the work-around applies to a version of GStreamer.
  ///
  /// The version is `nil` where it is unknown, as it is to the translation, whose graphs are the same
  /// on all machines.
  package func applies(to version: GStreamerVersion?) -> Bool {
    if Self.switchedOff.contains(name) { return false }
    guard kept == nil, let version else { return true }
    return isNeeded(by: version)
  }

  private static let switchedOff = Set(
    // The process sets no variables of its environment.
    (unsafe getenv("CUTAWAY_WITHOUT").map { unsafe String(cString: $0) } ?? "")
      .split(separator: ",").map(String.init))
}
