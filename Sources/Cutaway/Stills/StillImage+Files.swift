import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
public import CutawayModel
import CutawayRuntime
import CutawayTranslation

extension StillImage {
  /// The format of an image file.
  public enum FileType: Sendable, Hashable {
    /// PNG, which is lossless; with alpha, if a pixel is transparent.
    case png
    /// JPEG with a quality of 1 to 100; black shows through transparent pixels.
    case jpeg(quality: Int = 90)

    /// The type of a file name extension: `png`, `jpg` or `jpeg`, in any case; `nil` for others.
    public init?(pathExtension: String) {
      switch pathExtension.lowercased() {
      case "png": self = .png
      case "jpg", "jpeg": self = .jpeg()
      default: return nil
      }
    }
  }

  /// Encodes the image as the bytes of a file.
  ///
  /// - Throws: `PipelineError` if the encoder is not installed; `CancellationError`.
  public func encoded(as type: FileType) async throws -> [UInt8] {
    let image = type == .png ? self : overBlack
    return try await withPipeline(graph(for: type)) { pipeline in
      try pipeline.play()
      pipeline.send(image, through: .input)
      try await pipeline.waitForEnd()
      guard let bytes = pipeline.takeSample(from: .output)?.bytes else {
        throw PipelineError(.elementFailed, "cannot encode the image")
      }
      return bytes
    }
  }

  /// Writes the image to a file, which then contains either its previous data or the complete
  /// image.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - type: The format of the file.
  ///   - overwrites: Whether to replace an existing file.
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

  /// The image in front of black.
  private var overBlack: StillImage {
    if isOpaque { return self }
    var pixels = pixels
    for place in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[place + 3])
      for channel in place..<place + 3 {
        pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 127) / 255)
      }
      pixels[place + 3] = 255
    }
    return StillImage(size: size, pixels: pixels)
  }

  private func graph(for type: FileType) -> PipelineGraph {
    var graph = PipelineGraph()
    let caps = """
      video/x-raw,format=RGBA,width=\(size.width),height=\(size.height),framerate=0/1,\
      colorimetry=sRGB
      """
    let source = graph.add("appsrc", name: "picture", role: .input, [.init("format", "time")])
    let converter = graph.link(
      source.restricted(to: caps), graph.add("pixelconvert", name: "picture-output"))
    let encoder: PipelineGraph.Port
    switch type {
    case .png:
      encoder = graph.link(
        converter.restricted(to: "video/x-raw,format=\(isOpaque ? "RGB" : "RGBA")"),
        // Level 6, the default, takes more than twice the time for 10 to 18 % fewer bytes.
        graph.add("pngenc", name: "pngenc", [.init("compression-level", 3)]))
    case .jpeg(let quality):
      // Readers of JFIF assume full range and the matrix of BT.601.
      encoder = graph.link(
        converter.restricted(to: "video/x-raw,format=I420,colorimetry=1:4:0:0"),
        graph.add(
          "jpegenc", name: "jpegenc",
          [.init("quality", .int(quality)), .init("idct-method", "islow")]))
    }
    graph.link(
      encoder,
      graph.add(
        "appsink", name: "file", role: .output,
        [.init("sync", false), .init("wait-on-eos", false)]))
    return graph
  }
}
