import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTranslation
import Dispatch
import Foundation
import Synchronization

/// Passes ten frames, or 0.4 seconds of sound, through an effect in a separate process.
///
/// The pads of an element do not state whether it outputs as many frames as it receives, with the
/// same time stamps, nor whether it hangs or crashes. `gst-launch-1.0` runs the trial. If it is not
/// installed, there is no trial.
struct EffectTrial {
  private let effect: Effect
  private let medium: ElementInspection.Medium
  private let pluginPath: String

  /// Passed trials, which no process repeats until the plugin file changes.
  private static let records = RecordFolder.ofUser("effects", limit: 1_024)
  private static let known = Mutex<[String: String?]>([:])
  /// The time after which an effect counts as hanging; a trial usually takes 0.1 seconds.
  private static let limit = DispatchTimeInterval.seconds(10)

  /// Creates a trial of an effect without animations; `nil` if none is needed, because the element's base class preserves time
  /// stamps or this process registered the element itself.
  init?(_ effect: Effect, _ inspection: ElementInspection, as medium: ElementInspection.Medium) {
    guard !inspection.keepsTime, let path = inspection.pluginPath else { return nil }
    self.effect = effect
    self.medium = medium
    pluginPath = path
  }

  /// The reason why the element, with its properties, is not an effect; `nil` if it is one.
  func fault() -> String? {
    let subject = subject
    if let known = Self.known.withLock({ $0[subject] }) { return known }
    let record = Data(subject.utf8)
    let fault = Self.records?.data(of: subject) == record ? nil : run()
    // On a busy machine an effect may seem to hang, so only passed trials are stored.
    if fault == nil {
      Self.records?.keep(record, of: subject)
      Self.records?.prune()
    }
    Self.known.withLock { $0[subject] = .some(fault) }
    return fault
  }

  /// The effect, its plugin file and the version of that file.
  private var subject: String {
    let file = FileIdentity(location: pluginPath).map { "\($0.inode) \($0.modified)" } ?? ""
    return "\(medium) \(arguments.joined(separator: " ")) \(pluginPath) \(file)"
  }

  /// The effect as arguments of `gst-launch-1.0`.
  private var arguments: [String] {
    [effect.element] + effect.settings.map { "\($0.name)=\($0.value)" }
  }

  private static let frameCount = 10
  /// Ten times the size of the frames with 16 bits per component at unchanged size.
  private static let mostBytes = 10 * frameCount * 160 * 120 * 8
  private static let millisecondsPerFrame = 40

  private var line: [String] {
    let source =
      switch medium {
      case .video:
        "videotestsrc num-buffers=\(Self.frameCount) "
          + "! video/x-raw,width=160,height=120,framerate=25/1 ! videoconvert"
      case .audio:
        "audiotestsrc wave=ticks samplesperbuffer=1920 num-buffers=\(Self.frameCount) "
          + "! audio/x-raw,rate=48000,channels=2 ! audioconvert"
      }
    let start = ["--gst-plugin-load=\(pluginPath)", "--no-fault", "-q"]
    // `gdppay` writes each buffer with its time stamps.
    let end = "! \(medium)/x-raw ! gdppay ! fdsink"
    return start + source.split(separator: " ").map(String.init) + ["!"] + arguments
      + end.split(separator: " ").map(String.init)
  }

  private func run() -> String? {
    let process = Process(), output = Pipe(), errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["LC_ALL=C", "gst-launch-1.0"] + line
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    // If the process cannot start, there is no trial.
    guard (try? process.run()) != nil else { return nil }
    let id = process.processIdentifier, isLate = Atomic(false)
    let clock = DispatchWorkItem {
      isLate.store(true, ordering: .relaxed)
      kill(id, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit, execute: clock)
    // The error messages fit into the pipe's buffer.
    var bytes: [UInt8] = []
    // A failed read counts as the end of the output.
    while bytes.count < Self.mostBytes,
      let part = try? output.fileHandleForReading.read(upToCount: 1 << 16), !part.isEmpty
    {
      bytes += part
    }
    if bytes.count >= Self.mostBytes { kill(id, SIGKILL) }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    clock.cancel()
    if bytes.count >= Self.mostBytes { return "it outputs frames without end" }
    if isLate.load(ordering: .relaxed) { return "it stalls" }
    if process.terminationReason == .uncaughtSignal {
      return "it crashes (signal \(process.terminationStatus))"
    }
    // Exit status 127: `env` did not find the command.
    if process.terminationStatus == 127 { return nil }
    if process.terminationStatus != 0 { return "it fails: \(Self.message(text))" }
    return fault(of: Packets(bytes).times)
  }

  /// The first error of `gst-launch-1.0`, without the path of the element.
  private static func message(_ text: String) -> String {
    let line = text.split(separator: "\n").first { $0.contains("ERROR") } ?? ""
    return line.split(separator: ": ").dropFirst().last.map(String.init) ?? "no reason reported"
  }

  private func fault(of times: [Packets.Times]) -> String? {
    let end = Self.frameCount * Self.millisecondsPerFrame
    switch medium {
    case .video:
      if times.count != Self.frameCount {
        return "it outputs \(times.count) frames for \(Self.frameCount)"
      }
      let isKept = times.enumerated().allSatisfy { index, times in
        times.start.isNear(index * Self.millisecondsPerFrame)
      }
      return isKept ? nil : "it changes the time stamps of frames"
    case .audio:
      let length = times.reduce(0) { $0 + Int64(clamping: $1.duration) } / 1_000_000
      if abs(length - Int64(end)) > 1 { return "it outputs \(length) ms of sound for \(end) ms" }
      return times.first?.start.isNear(0) == true ? nil : "it changes the time stamps of sound"
    }
  }
}

extension UInt64 {
  /// Whether a time in nanoseconds is within one millisecond of `milliseconds`.
  fileprivate func isNear(_ milliseconds: Int) -> Bool {
    abs(Int64(clamping: self) - Int64(milliseconds) * 1_000_000) <= 1_000_000
  }
}

/// The output of `gdppay`: a big-endian header of 62 bytes before each payload (GStreamer Data
/// Protocol 1.0).
private struct Packets {
  struct Times {
    var start: UInt64
    var duration: UInt64
  }

  /// The time stamps and durations of the buffers, in nanoseconds.
  private(set) var times: [Times] = []

  init(_ bytes: [UInt8]) {
    func number(_ length: Int, at place: Int) -> UInt64 {
      bytes[place..<place + length].reduce(0) { $0 << 8 | UInt64($1) }
    }
    var place = 0
    while place + 62 <= bytes.count {
      let isBuffer = number(2, at: place + 4) == 1
      if isBuffer {
        times.append(
          Times(start: number(8, at: place + 10), duration: number(8, at: place + 18)))
      }
      place += 62 + Int(number(4, at: place + 6))
    }
  }
}
