import CutawayGraph
public import CutawayModel
import CutawayRuntime

/// A picture in memory.
public struct StillImage: Sendable, Hashable {
  public let size: PixelSize
  /// Rows from the top, pixels of red, green, blue and alpha, a byte each; alpha is straight.
  public let pixels: [UInt8]

  /// - Precondition: `pixels` are four bytes a pixel.
  public init(size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == size.width * size.height * 4, "not the pixels of \(size)")
    self.size = size
    self.pixels = pixels
  }

  init(_ picture: RawPicture) {
    self.init(
      size: PixelSize(width: picture.width, height: picture.height), pixels: picture.pixels)
  }

  /// What a picture is written as; alpha is left out.
  public enum FileType: Sendable, Hashable {
    case png
    /// The quality is 1…100.
    case jpeg(quality: Int = 90)

    /// The type by the end of a file's name: `png`, `jpg` or `jpeg`, in any case.
    public init?(pathExtension: String) {
      switch pathExtension.lowercased() {
      case "png": self = .png
      case "jpg", "jpeg": self = .jpeg()
      default: return nil
      }
    }
  }

  /// The bytes of a file.
  ///
  /// - Throws: `PipelineError` where the encoder is not installed; `CancellationError`.
  public func encoded(as type: FileType) async throws -> [UInt8] {
    try await withPipeline(graph(for: type)) { pipeline in
      try pipeline.play()
      pipeline.send(
        RawPicture(width: size.width, height: size.height, pixels: pixels), through: "picture")
      try await pipeline.waitForEnd()
      guard let bytes = pipeline.takeBytes(from: "file") else {
        throw PipelineError(.elementFailed, "the picture could not be encoded")
      }
      return bytes
    }
  }

  /// Writes a file, whose name holds either what was there before or all of the picture.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - type: What to write.
  ///   - overwrites: Whether there may be a file of that name already.
  /// - Throws: `ExportError`, `PipelineError`; `CancellationError`.
  public func write(
    to path: String, as type: FileType, overwriting overwrites: Bool = false
  ) async throws {
    try await onBlockingThreads {
      let file = try PendingOutput(OutputName(path), overwriting: overwrites)
      try file.write(try await encoded(as: type))
      try file.commit()
    }
  }

  private func graph(for type: FileType) -> PipelineGraph {
    var graph = PipelineGraph()
    let caps = """
      video/x-raw,format=RGBA,width=\(size.width),height=\(size.height),framerate=0/1,\
      colorimetry=sRGB
      """
    let source = graph.add("appsrc", name: "picture", [.init("format", "time")])
    let converter = graph.link(
      source.restricted(to: caps), graph.add("pixelconvert", name: "picture-output"))
    let encoder: PipelineGraph.Port
    switch type {
    case .png:
      encoder = graph.link(
        converter.restricted(to: "video/x-raw,format=RGB"), graph.add("pngenc", name: "pngenc"))
    case .jpeg(let quality):
      // What readers of JFIF take for granted: full range, and the matrix of BT.601.
      encoder = graph.link(
        converter.restricted(to: "video/x-raw,format=I420,colorimetry=1:4:0:0"),
        graph.add(
          "jpegenc", name: "jpegenc",
          [.init("quality", .int(quality)), .init("idct-method", "islow")]))
    }
    graph.link(
      encoder,
      graph.add("appsink", name: "file", [.init("sync", false), .init("wait-on-eos", false)]))
    return graph
  }
}
