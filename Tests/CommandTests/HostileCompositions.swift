import Foundation
import TestSupport

/// Compositions that try to read what they must not, or cost too much.
struct HostileCompositions {
  let folder: TemporaryDirectory
  /// The folder whose files nobody may open.
  var secret: String { folder.file("secret").path }
  /// The folder of the compositions, which the policy allows.
  var uploads: URL { folder.file("uploads") }

  init() async throws {
    folder = try TemporaryDirectory()
    let files = FileManager.default
    for name in ["uploads", "secret"] {
      try files.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
    }
    let clip = try await TestMedia(
      video: .init(frameCount: 30, clip: 91), audio: .init(sound: .ticks, clip: 91)
    ).file()
    for place in ["uploads/clip.mp4", "secret/film.mp4"] {
      try files.copyItem(at: clip, to: folder.file(place))
    }
    // The content does not matter: these are never opened.
    for name in ["image.png", "font.ttf", "grade.cube", "lines.srt", "lottie.json"] {
      try Data("secret".utf8).write(to: folder.file("secret/\(name)"))
    }
    for (name, target) in [
      ("link.mp4", "../secret/film.mp4"), ("inside", "../secret"), ("self.mp4", "self.mp4"),
      ("nowhere.mp4", "../secret/none.mp4"),
    ] {
      try files.createSymbolicLink(
        atPath: uploads.appendingPathComponent(name).path, withDestinationPath: target)
    }
    let playlist =
      "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://\(secret)/film.mp4\n"
      + "#EXT-X-ENDLIST\n"
    for name in ["list.m3u8", "list.mp4"] {
      try Data(playlist.utf8).write(to: uploads.appendingPathComponent(name))
    }
    try Data(playlist.utf16.flatMap { [UInt8($0), 0] }).write(
      to: uploads.appendingPathComponent("wide.mp4"))
    let presentation = "<?xml version=\"1.0\"?><MPD><BaseURL>file://\(secret)/</BaseURL></MPD>"
    try Data(presentation.utf8).write(to: uploads.appendingPathComponent("list.mpd"))
    for name in ["pipe.mp4", "inner-pipe.yaml"] {
      _ = try await ChildProcess("mkfifo", [uploads.appendingPathComponent(name).path]).run()
    }
    try writeEdits()
  }

  /// Writes composition files that others play.
  private func writeEdits() throws {
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.file(name))
    }
    try write(edit(""), to: "secret/other.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: uploads.appendingPathComponent("inner-link.yaml").path,
      withDestinationPath: "../secret/other.yaml")
    let track = "tracks: [{id: v, type: video, segments: [{asset: x, source: [0, 1]}]}]"
    for (name, text) in [
      ("secret", edit(track, asset: "../secret/film.mp4")),
      ("font", edit("fonts: {files: ['../secret/font.ttf']}\noverlays: [{text: x}]")),
      ("table", edit("effects: [{element: colorgrade, location: ../secret/grade.cube}]")),
      ("size", edit("").replacing("[320, 180]", with: "[16384, 16384]")),
      ("self", edit(track, asset: "inner-self.yaml")),
      ("bomb", edit(bomb("bomb-1.yaml"))), ("pipe", ""), ("link", ""),
    ] {
      if !text.isEmpty { try write(text, to: "uploads/inner-\(name).yaml") }
      try write(edit("sequence: [inner-\(name).yaml]"), to: "uploads/outer-inner-\(name).yaml")
    }
    // Eight layers of a file with eight layers, and so on.
    for level in 1...5 {
      try write(
        edit(bomb(level == 5 ? "c" : "bomb-\(level + 1).yaml")), to: "uploads/bomb-\(level).yaml")
    }
  }

  /// Eight layers, none of which hides another one or equals it.
  private func bomb(_ asset: String) -> String {
    let layers = (0..<8).map { "{track: v\($0), opacity: 0.5}" }.joined(separator: ", ")
    return "tracks:\n"
      + (0..<8).map {
        "  - {id: v\($0), type: video, segments: "
          + "[{asset: \(asset), source: [0.0\($0), 0.5], duration: 1}]}\n"
      }.joined() + "instructions: [{range: [0, 1], layers: [\(layers)]}]\n"
  }

  /// Ways to name a file that must not be read.
  private func locations(of name: String) -> [String] {
    let path = "\(secret)/\(name)"
    return [
      path, "../secret/\(name)", "./../secret/\(name)", "x/../../secret/\(name)",
      "\(uploads.path)/../secret/\(name)", "inside/\(name)", "./inside/../inside/\(name)",
      "file://\(path)", "file:\(path)", "FILE://\(path)", "file://localhost\(path)",
      "file://\(uploads.path)/%2e%2e/secret/\(name)", "file:../secret/\(name)",
      "/proc/self/cwd/../secret/\(name)", "/proc/self/root\(path)",
    ]
  }

  /// Resources that are no regular file of the folder.
  private let resources = [
    "link.mp4", "self.mp4", "nowhere.mp4", "list.m3u8", "list.mp4", "wide.mp4", "list.mpd",
    "pipe.mp4", ".", "/dev/zero", "/dev/stdin", "/etc/passwd", "/proc/self/environ",
    "http://127.0.0.1:9/x.mp4", "HTTPS://127.0.0.1:9/x.mp4", "ftp://127.0.0.1/x",
    "rtsp://127.0.0.1/x",
    "rtmp://127.0.0.1/x", "udp://127.0.0.1:9", "fd://0", "pipe://0", "appsrc://", "cdda://1",
    "cutaway:/etc/passwd", "cutaway:../secret/clip.mp4", "layers:x", "images:/etc/%d.png@1/25",
    "v4l2:///dev/video0",
    "data://x", "data:video/mp4;base64,AAAA", "smb://host/x", "gopher://x/",
  ]

  private let shown = """
    tracks: [{id: v, type: video, segments: [{asset: c, source: [0, 1]}]}]
    """

  private func edit(_ rest: String, asset: String? = nil) -> String {
    let other = asset.map { ", x: '\($0)'" } ?? ""
    return "cutaway: 1\nrender: {size: [320, 180], frameRate: 30}\nassets: {c: clip.mp4\(other)}\n"
      + (rest.contains("tracks:") || rest.contains("sequence:") ? "" : shown + "\n") + rest + "\n"
  }

  /// The compositions, with what each of them tries.
  var all: [(attempt: String, text: String)] {
    var all: [(String, String)] = []
    func add(_ attempt: String, _ text: String) { all.append((attempt, text)) }
    for place in locations(of: "film.mp4") + resources {
      add(
        "segment \(place)",
        edit("tracks: [{id: v, type: video, segments: [{asset: x, source: [0, 1]}]}]", asset: place)
      )
      add(
        "sound \(place)",
        edit(
          "tracks: [{id: s, type: audio, segments: [{asset: x, source: [0, 1]}]}]", asset: place))
      add("clip \(place)", edit("sequence: [x]", asset: place))
      add("music \(place)", edit("sequence: {clips: [c], music: x}", asset: place))
    }
    for place in locations(of: "image.png") {
      add("image \(place)", edit("overlays: [{image: x}]", asset: place))
      add(
        "luma \(place)",
        edit(
          """
          tracks:
            - id: v
              type: video
              segments:
                - {asset: c, source: [0, 1]}
                - {asset: c, source: [0, 1], transition: {type: luma, duration: 0.5, image: '\(place)'}}
          """))
    }
    for place in locations(of: "font.ttf") {
      add("font \(place)", edit("fonts: {files: ['\(place)']}\noverlays: [{text: x}]"))
    }
    for place in locations(of: "grade.cube") {
      add("table \(place)", edit("effects: [{element: colorgrade, location: '\(place)'}]"))
    }
    for place in locations(of: "lines.srt") {
      add("captions \(place)", edit("overlays: [{captions: x}]", asset: place))
    }
    for place in locations(of: "lottie.json") {
      add("animation \(place)", edit("overlays: [{image: x}]", asset: place))
    }
    for place in locations(of: "other.yaml")
      + resources.filter({ $0.hasPrefix("/") }).map({
        "\($0).yaml"
      })
    {
      add("edit \(place)", edit("sequence: [x]", asset: place))
    }
    for name in [
      "inner-secret", "inner-font", "inner-table", "inner-size", "inner-bomb", "inner-self",
      "inner-pipe", "inner-link",
    ] {
      add("\(name)", edit("sequence: [x]", asset: "\(name).yaml"))
      add(
        "\(name) in a track",
        edit(
          "tracks: [{id: v, type: video, segments: [{asset: x, source: [0, 1]}]}]",
          asset: "\(name).yaml"))
      add("\(name) in another", edit("sequence: [x]", asset: "outer-\(name).yaml"))
    }
    for element in [
      "gdkpixbufoverlay, location: \(secret)/image.png",
      "rsvgoverlay, location: \(secret)/image.png",
      "filesink, location: stolen", "textoverlay, text: x",
      "frei0r-filter-facebl0r, classifier: /x",
      "identity, dump: true", "identity ! filesink location=stolen", "shmsink", "multifilesink",
      "opencv-facedetect", "queue", "blur ! fakesink", "tracksrc",
      "layertree, location: \(secret)/x",
    ] {
      let parts = element.split(separator: ", ", maxSplits: 1)
      let properties = parts.count > 1 ? ", \(parts[1])" : ""
      add("element \(element)", edit("effects: [{element: '\(parts[0])'\(properties)}]"))
    }
    for compositor in ["compositor", "glvideomixer", "layertree"] {
      add(
        "compositor \(compositor)",
        edit(
          "instructions: [{range: [0, 1], layers: [{track: v}], compositor: {element: \(compositor)}}]"
        ))
    }
    add("size", edit("").replacing("[320, 180]", with: "[16384, 16384]"))
    add("scale", edit("").replacing("frameRate: 30", with: "frameRate: 30, scale: 8"))
    add("rate", edit("").replacing("frameRate: 30", with: "frameRate: 1000"))
    add(
      "duration",
      edit("tracks: [{id: v, type: video, segments: [{asset: c, source: [0, 1], duration: 601}]}]"))
    add(
      "segments",
      edit(
        "tracks: [{id: v, type: video, segments: [{asset: c, source: [0, 0.01], loop: 10000}]}]"))
    add(
      "layers",
      edit(
        "tracks:\n"
          + (0..<9).map {
            "  - {id: v\($0), type: video, segments: [{asset: c, source: [0, 1]}]}\n"
          }.joined()))
    add(
      "effects",
      edit(
        "effects: [" + [String](repeating: "{element: blur}", count: 9).joined(separator: ", ")
          + "]"))
    add(
      "overlays",
      edit(
        "overlays: ["
          + [String](repeating: "{text: x}", count: 201).joined(separator: ", ") + "]"))
    add(
      "assets",
      "cutaway: 1\nassets: {" + (0..<101).map { "a\($0): clip.mp4" }.joined(separator: ", ")
        + "}\ntracks: [{id: v, type: video, segments: [{asset: a0, source: [0, 1]}]}]\n")
    return all
  }
}
