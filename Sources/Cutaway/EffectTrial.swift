import CutawayGraph
import CutawayModel
import CutawayRuntime
import Dispatch
import Foundation
import Synchronization

/// A few frames, or half a second of sound, through an effect in a process of its own.
///
/// Pads do not say whether an element gives as many frames as it takes, with the same times, nor whether it
/// stands still or crashes. `gst-launch-1.0` runs the trial; where that is not installed, there is none.
struct EffectTrial {
  private let effect: Effect
  private let medium: ElementInspection.Medium
  private let pluginPath: String

  /// What passed is not tried again, in this process or a later one, while the plugin is the same file.
  private static let records = RecordFolder.ofUser("effects", limit: 1_024)
  private static let known = Mutex<[String: String?]>([:])
  /// A trial takes a tenth of a second.
  private static let limit = DispatchTimeInterval.seconds(10)

  /// `nil` where there is no need: the element's base class keeps the times of frames, or this process has
  /// registered it itself.
  init?(_ effect: Effect, _ inspection: ElementInspection, as medium: ElementInspection.Medium) {
    guard !inspection.keepsTime, let path = inspection.pluginPath else { return nil }
    self.effect = effect
    self.medium = medium
    pluginPath = path
  }

  /// Why the element, with its properties, is not an effect; `nil` where it is.
  func fault() -> String? {
    let subject = subject
    if let known = Self.known.withLock({ $0[subject] }) { return known }
    let record = Data(subject.utf8)
    let fault = Self.records?.data(of: subject) == record ? nil : run()
    // A machine may be so busy that an effect seems to stand still: only what passed is kept.
    if fault == nil {
      Self.records?.keep(record, of: subject)
      Self.records?.prune()
    }
    Self.known.withLock { $0[subject] = .some(fault) }
    return fault
  }

  /// What is tried, and the file that it comes from.
  private var subject: String {
    let file = FileIdentity(location: pluginPath).map { "\($0.inode) \($0.modified)" } ?? ""
    return "\(medium) \(arguments.joined(separator: " ")) \(pluginPath) \(file)"
  }

  /// The effect as arguments of `gst-launch-1.0`.
  private var arguments: [String] {
    var graph = PipelineGraph()
    _ = graph.add(effect, name: "trial")
    return graph.elements.flatMap { element in
      [element.factory] + element.properties.map { "\($0.name)=\($0.value)" }
    }
  }

  private static let frameCount = 10
  /// Ten times what the frames take with 16 bits a component, where they keep their size.
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
    // Each buffer with its times, in GStreamer's own protocol.
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
    // Without a process there is no trial.
    guard (try? process.run()) != nil else { return nil }
    let id = process.processIdentifier, isLate = Atomic(false)
    let clock = DispatchWorkItem {
      isLate.store(true, ordering: .relaxed)
      kill(id, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit, execute: clock)
    // What it has to say of errors fits into a pipe.
    var bytes: [UInt8] = []
    // A pipe that cannot be read is at its end.
    while bytes.count < Self.mostBytes,
      let part = try? output.fileHandleForReading.read(upToCount: 1 << 16), !part.isEmpty
    {
      bytes += part
    }
    if bytes.count >= Self.mostBytes { kill(id, SIGKILL) }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    clock.cancel()
    if bytes.count >= Self.mostBytes { return "it gives frame after frame and does not end" }
    if isLate.load(ordering: .relaxed) { return "it stands still" }
    if process.terminationReason == .uncaughtSignal {
      return "it crashes (signal \(process.terminationStatus))"
    }
    // The shell's answer where there is no such command.
    if process.terminationStatus == 127 { return nil }
    if process.terminationStatus != 0 { return "it fails: \(Self.message(text))" }
    return fault(of: Packets(bytes).times)
  }

  /// The first error of `gst-launch-1.0`, without the path of the element.
  private static func message(_ text: String) -> String {
    let line = text.split(separator: "\n").first { $0.contains("ERROR") } ?? ""
    return line.split(separator: ": ").dropFirst().last.map(String.init) ?? "no reason given"
  }

  private func fault(of times: [Packets.Times]) -> String? {
    let end = Self.frameCount * Self.millisecondsPerFrame
    switch medium {
    case .video:
      if times.count != Self.frameCount {
        return "it gives \(times.count) frames for \(Self.frameCount)"
      }
      let isKept = times.enumerated().allSatisfy { index, times in
        times.start.isNear(index * Self.millisecondsPerFrame)
      }
      return isKept ? nil : "it gives frames other times"
    case .audio:
      let length = times.reduce(0) { $0 + Int64(clamping: $1.duration) } / 1_000_000
      if abs(length - Int64(end)) > 1 { return "it gives \(length) ms of sound for \(end) ms" }
      return times.first?.start.isNear(0) == true ? nil : "it gives sound other times"
    }
  }
}

extension UInt64 {
  /// Whether nanoseconds lie within a millisecond of milliseconds.
  fileprivate func isNear(_ milliseconds: Int) -> Bool {
    abs(Int64(clamping: self) - Int64(milliseconds) * 1_000_000) <= 1_000_000
  }
}

/// What `gdppay` writes: headers of 62 bytes, each before its payload, big-endian (GStreamer Data Protocol 1.0).
private struct Packets {
  struct Times {
    var start: UInt64
    var duration: UInt64
  }

  /// Those of the buffers.
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
