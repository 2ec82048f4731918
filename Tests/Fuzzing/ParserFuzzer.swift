import Cutaway
import CutawayContainers
import CutawayFile
import CutawayInterchange
import CutawayOverlays
import Foundation

/// What reads bytes of strangers without GStreamer.
///
/// `CUTAWAY_PARSER` names the one to be tried.
private enum Parser: String, CaseIterable {
  case composition, subtitles, substation, transcript, timeline, path, picture, movie, matroska,
    stream, sound
}

/// Reads bytes that libFuzzer chooses.
///
/// It looks which code they reach. A trap ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryBytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let text = String(decoding: bytes, as: UTF8.self)
  // Errors of all kinds are expected. Only a trap is a fault.
  switch parser {
  case .composition:
    let text = try? CompositionText(bytes, file: "edit.yaml", directory: "/nowhere")
    _ = try? text?.document()
  case .subtitles: _ = SubtitleText(text)
  case .substation: _ = SubStationText(text)
  case .transcript: _ = try? Transcript(Data(bytes))
  case .timeline: _ = try? OpenTimeline(reading: bytes, file: "edit.otio", directory: "/nowhere")
  case .path: _ = try? LayerPath(svg: text)
  case .picture: _ = PictureMetadata(bytes)
  case .movie:
    withFile(bytes) { path in
      guard let header = MovieHeader(path: path) else { return }
      let lists = PacketList.ofMovie(header, at: path) ?? []
      readTimes(of: lists)
      _ = HeaderMask(header, lists).patches(hidesEdits: true)
    }
  case .matroska:
    withFile(bytes) { path in
      _ = MatroskaHeader(path: path)
      readTimes(of: PacketList.ofMatroska(at: path) ?? [])
    }
  case .stream:
    withFile(bytes) { path in
      _ = StreamContainer(path: path)
      _ = TransportClock.patches(path: path)
    }
  case .sound:
    withFile(bytes) { path in
      _ = MP3Header(path: path)
      _ = BlockedSound(path: path)
      _ = OggChain.isChained(path: path)
    }
  }
  return 0
}

private let parser: Parser = {
  let name = ProcessInfo.processInfo.environment["CUTAWAY_PARSER"] ?? ""
  if let parser = Parser(rawValue: name) { return parser }
  print("CUTAWAY_PARSER must be one of \(Parser.allCases.map(\.rawValue).joined(separator: ", "))")
  exit(64)
}()

/// The file for parsers that open one.
private let path = FileManager.default.temporaryDirectory
  .appendingPathComponent("cutaway-parser-\(ProcessInfo.processInfo.processIdentifier)").path

private func withFile(_ bytes: [UInt8], _ body: (String) -> Void) {
  do {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  } catch {
    print("cannot write \(path): \(error)")
    exit(1)
  }
  body(path)
}

/// Asks for frames and packets as readers do.
private func readTimes(of lists: [PacketList]) {
  for list in lists {
    let times = PictureTimes(list), order = DecodingOrder(list)
    for frame in [0, 1, times.frames.count / 2, times.frames.count - 1]
    where times.frames.count > frame && frame >= 0 {
      _ = times.frame(at: times.frames.start(of: frame))
      _ = times.appearance(ofFrameAfter: frame)
    }
    for packet in [0, list.packets.count / 2, list.packets.count - 1]
    where list.packets.count > packet && packet >= 0 {
      _ = order.stamp(of: packet)
      _ = order.frame(of: packet)
    }
  }
}
