import AVFoundation
import Synchronization
import TestSupport
import Testing

/// High dynamic range and more than 8 bits through readers, compositors and writers.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HDRTests {
  /// A kind of film, and the layout that keeps its samples.
  struct Film: Sendable, CustomTestStringConvertible {
    /// `hlg`, `pq` or `sdr`.
    var colors: String
    /// The format in ffmpeg.
    var pixels: String
    var layout: OSType
    var isHDR: Bool { colors != "sdr" }
    var testDescription: String { "\(colors) \(pixels)" }

    var transfer: String {
      switch colors {
      case "hlg": "arib-std-b67"
      case "pq": "smpte2084"
      default: "bt709"
      }
    }
    var attachment: String {
      switch colors {
      case "hlg": kCVImageBufferTransferFunction_ITU_R_2100_HLG
      case "pq": kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
      default: kCVImageBufferTransferFunction_ITU_R_709_2
      }
    }

    /// A lossless file whose lower bits matter, because it was scaled with 10 bits.
    func file() async throws -> URL {
      let matrix = isHDR ? "bt2020nc" : "bt709", primaries = isHDR ? "bt2020" : "bt709"
      return try await FFmpegMedia(
        "mkv",
        [
          "-vf", "format=\(pixels),scale=314:182:flags=bicubic,setsar=1", "-c:v", "libx265",
          "-x265-params",
          "log-level=error:lossless=1:colorprim=\(primaries):transfer=\(transfer):"
            + "colormatrix=\(matrix)",
        ], video: .init(frameCount: 4)
      ).file()
    }

    /// The words of a frame, as ffmpeg decodes them.
    func words(_ file: URL) async throws -> [UInt16] {
      let bytes = try await ChildProcess(
        "ffmpeg",
        ["-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", pixels, "-"],
        timeout: .seconds(60)
      ).check().output
      return stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[bytes.startIndex + $0]) | UInt16(bytes[bytes.startIndex + $0 + 1]) << 8
      }
    }
  }

  static let films = [
    Film(
      colors: "hlg", pixels: "yuv420p10le", layout: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
    ),
    Film(
      colors: "pq", pixels: "yuv420p10le", layout: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange),
    Film(
      colors: "sdr", pixels: "yuv420p10le", layout: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
    ),
    Film(
      colors: "hlg", pixels: "yuv422p10le", layout: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
    ),
    Film(
      colors: "sdr", pixels: "yuv422p10le", layout: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
    ),
  ]

  private func frames(_ output: AVAssetReaderOutput, of asset: AVAsset) throws -> [CVPixelBuffer] {
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    try #require(reader.startReading(), "\(reader.error as Any)")
    let all = try output.all().map { try #require($0.imageBuffer) }
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return all
  }

  private func settings(_ layout: OSType) -> [String: Any] {
    [kCVPixelBufferPixelFormatTypeKey as String: layout]
  }

  /// The samples of frames, plane by plane as ffmpeg writes them: Y, then Cb, then Cr.
  private func planar(_ frames: [CVPixelBuffer]) -> [UInt16] {
    frames.flatMap { frame -> [UInt16] in
      let (luma, chroma) = (frame.words(0), frame.words(1))
      let width = CVPixelBufferGetWidthOfPlane(frame, 0)
      let columns = CVPixelBufferGetWidthOfPlane(frame, 1)
      let first = (0..<CVPixelBufferGetHeightOfPlane(frame, 0)).flatMap { y in
        (0..<width).map { luma.rows[y * luma.stride + $0] >> 6 }
      }
      let others = (0..<2).flatMap { component in
        (0..<CVPixelBufferGetHeightOfPlane(frame, 1)).flatMap { y in
          (0..<columns).map { chroma.rows[y * chroma.stride + $0 * 2 + component] >> 6 }
        }
      }
      return first + others
    }
  }

  private func transfer(_ frame: CVPixelBuffer) -> String? {
    CVBufferCopyAttachment(frame, kCVImageBufferTransferFunctionKey, nil) as? String
  }

  @Test(arguments: films) func `a reader keeps ten bits and the colours`(film: Film) async throws {
    let file = try await film.file(), asset = AVURLAsset(url: file)
    let output = AVAssetReaderTrackOutput(
      track: try asset.video(), outputSettings: settings(film.layout))
    let read = try frames(output, of: asset)
    #expect(read.count == 4)
    #expect(read.allSatisfy { transfer($0) == film.attachment })
    #expect(try await planar(read) == film.words(file))
  }

  @Test(arguments: films)
  func `a compositor that passes frames changes no bit`(film: Film) async throws {
    let file = try await film.file(), asset = AVURLAsset(url: file)
    let composition = AVMutableComposition()
    try composition.add().insertTimeRange(f(0, 4), of: asset.video(), at: .zero)
    for type in [DeepPasser.self, DeepCopier.self] as [any AVVideoCompositing.Type] {
      let video = videoComposition(
        [OwnInstruction(f(0, 4), sources: [1], shown: 1)], size: CGSize(width: 314, height: 182))
      video.customVideoCompositorClass = type
      DeepPasser.layout.withLock { $0 = film.layout }
      let output = AVAssetReaderVideoCompositionOutput(
        videoTracks: composition.tracks(withMediaType: .video),
        videoSettings: settings(film.layout))
      output.videoComposition = video
      let read = try frames(output, of: composition)
      #expect(read.count == 4)
      #expect(read.allSatisfy { transfer($0) == film.attachment })
      #expect(try await planar(read) == film.words(file), "\(type)")
      #expect(DeepPasser.seen.withLock { $0 } == ["\(film.attachment) \(film.layout)"])
    }
  }

  @Test func `a compositor without HDR gets and gives SDR`() async throws {
    let film = Self.films[0], asset = AVURLAsset(url: try await film.file())
    let composition = AVMutableComposition()
    try composition.add().insertTimeRange(f(0, 4), of: asset.video(), at: .zero)
    let video = videoComposition(
      [OwnInstruction(f(0, 4), sources: [1], shown: 1)], size: CGSize(width: 314, height: 182))
    func read(_ type: any AVVideoCompositing.Type) throws -> CVPixelBuffer {
      video.customVideoCompositorClass = type
      DeepPasser.layout.withLock { $0 = film.layout }
      let output = AVAssetReaderVideoCompositionOutput(
        videoTracks: composition.tracks(withMediaType: .video),
        videoSettings: settings(film.layout))
      output.videoComposition = video
      return try #require(frames(output, of: composition).first)
    }
    let deep = try read(DeepPasser.self), plain = try read(PlainPasser.self)
    #expect(transfer(plain) == kCVImageBufferTransferFunction_ITU_R_709_2)
    #expect(DeepPasser.seen.withLock { $0 } == ["ITU_R_709_2 \(film.layout)"])
    // HLG's 75 % is about the white of SDR.
    let (hlg, sdr) = (planar([deep]), planar([plain]))
    let (brightest, index) = try #require(
      hlg[..<(314 * 182)].enumerated().map { ($1, $0) }.max { $0.0 < $1.0 })
    #expect(brightest > 900 && sdr[index] < brightest + 40)
    #expect(sdr != hlg)
  }

  @Test(arguments: films.filter { $0.pixels == "yuv420p10le" })
  func `a writer keeps ten bits and the colours`(film: Film) async throws {
    let file = try await film.file(), asset = AVURLAsset(url: file)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let target = folder.file("out.mov")
    let read = try frames(
      AVAssetReaderTrackOutput(track: try asset.video(), outputSettings: settings(film.layout)),
      of: asset)
    let name = film.isHDR ? "ITU_R_2020" : "ITU_R_709_2"
    var compression: [String: Any] = [AVVideoQualityKey: 1.0]
    if !film.isHDR { compression[AVVideoProfileLevelKey] = "HEVC_Main10_AutoLevel" }
    let writer = try AVAssetWriter(outputURL: target, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 314, AVVideoHeightKey: 182,
        AVVideoColorPropertiesKey: [
          AVVideoColorPrimariesKey: name, AVVideoTransferFunctionKey: film.attachment,
          AVVideoYCbCrMatrixKey: name,
        ], AVVideoCompressionPropertiesKey: compression,
      ])
    #expect(input.ignoredSettings == [])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input, sourcePixelBufferAttributes: nil)
    writer.add(input)
    try #require(writer.startWriting(), "\(writer.error as Any)")
    writer.startSession(atSourceTime: .zero)
    for (index, frame) in read.enumerated() {
      #expect(adaptor.append(frame, withPresentationTime: f(index)), "\(writer.error as Any)")
    }
    input.markAsFinished()
    await writer.finishWriting()
    try #require(writer.status == .completed, "\(writer.error as Any)")
    let facts = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=pix_fmt,color_transfer,color_primaries,color_space",
        "-of", "default=nw=1", target.path,
      ], timeout: .seconds(60)
    ).check().outputText
    #expect(
      Set(facts.split(separator: "\n").map(String.init)) == [
        "pix_fmt=yuv420p10le", "color_transfer=\(film.transfer)",
        "color_space=\(film.isHDR ? "bt2020nc" : "bt709")",
        "color_primaries=\(film.isHDR ? "bt2020" : "bt709")",
      ])
    let (stored, source) = (try await film.words(target), try await film.words(file))
    try #require(stored.count == source.count)
    let errors: [Int] = zip(stored, source).map { abs(Int($0) - Int($1)) }
    let sum = Double(errors.reduce(0, +))
    #expect(sum / Double(errors.count) < 4)
  }

  @Test(arguments: films.filter { $0.pixels == "yuv420p10le" }, [false, true])
  func `a file of HEVC takes the depth and the colours of its first frame`(
    film: Film, soundComesFirst: Bool
  ) async throws {
    let asset = AVURLAsset(url: try await film.file())
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let target = folder.file("out.mov")
    let read = try frames(
      AVAssetReaderTrackOutput(track: try asset.video(), outputSettings: settings(film.layout)),
      of: asset)
    let ticks = try await Clips.sound(2, seconds: 1)
    let sound = AVAssetReaderTrackOutput(track: try ticks.audio(), outputSettings: [:])
    let reader = try AVAssetReader(asset: ticks)
    reader.add(sound)
    try #require(reader.startReading())
    let writer = try AVAssetWriter(outputURL: target, fileType: .mov)
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 314, AVVideoHeightKey: 182,
      ])
    let audio = AVAssetWriterInput(
      mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: video)
    writer.add(video)
    writer.add(audio)
    try #require(writer.startWriting(), "\(writer.error as Any)")
    writer.startSession(atSourceTime: .zero)
    func appendFrames() {
      for (index, frame) in read.enumerated() {
        #expect(adaptor.append(frame, withPresentationTime: f(index)), "\(writer.error as Any)")
      }
      video.markAsFinished()
    }
    if !soundComesFirst { appendFrames() }
    #expect(audio.isReadyForMoreMediaData)
    for sample in sound.all() { #expect(audio.append(sample), "\(writer.error as Any)") }
    audio.markAsFinished()
    if soundComesFirst { appendFrames() }
    await writer.finishWriting()
    try #require(writer.status == .completed, "\(writer.error as Any)")
    let facts = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=pix_fmt,color_transfer,codec_name", "-of",
        "csv=p=0", target.path,
      ], timeout: .seconds(60)
    ).check().outputText
    #expect(
      facts.contains("hevc,yuv420p10le,\(film.transfer)") && facts.contains("aac"), "\(facts)")
  }

  @Test func `a frame in other colours than the file is refused`() async throws {
    let film = Self.films[0], asset = AVURLAsset(url: try await film.file())
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let frame = try #require(
      frames(
        AVAssetReaderTrackOutput(track: try asset.video(), outputSettings: settings(film.layout)),
        of: asset
      ).first)
    let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 314, AVVideoHeightKey: 182,
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input, sourcePixelBufferAttributes: nil)
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    #expect(!adaptor.append(frame, withPresentationTime: .zero))
    let reason = (writer.error as? AVError)?.localizedFailureReason ?? ""
    #expect(reason.contains("a frame is hlg, and the file is bt709"), "\(reason)")
    writer.cancelWriting()
  }

  @Test(arguments: [
    (kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, "nv16"),
    (kCVPixelFormatType_422YpCbCr8, "uyvy422"), (kCVPixelFormatType_422YpCbCr8_yuvs, "yuyv422"),
  ])
  func `layouts in 4:2:2 are read bit for bit`(
    layout: OSType, name: String
  ) async throws {
    let media = FFmpegMedia(
      "mkv",
      [
        "-vf", "format=yuv422p,scale=314:182:flags=bicubic,\(FFmpegMedia.labels709)", "-c:v",
        "libx264", "-qp", "0",
      ], video: .init(frameCount: 2))
    let file = try await media.file(), asset = AVURLAsset(url: file)
    let read = try frames(
      AVAssetReaderTrackOutput(track: try asset.video(), outputSettings: settings(layout)),
      of: asset)
    func bytes(_ path: String, _ name: String) async throws -> [UInt8] {
      Array(
        try await ChildProcess(
          "ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", name, "-"],
          timeout: .seconds(60)
        ).check().output)
    }
    let all = read.flatMap { frame -> [UInt8] in
      let count = max(1, CVPixelBufferGetPlaneCount(frame))
      return (0..<count).flatMap { plane -> [UInt8] in
        let isPlanar = CVPixelBufferIsPlanar(frame)
        let base =
          isPlanar
          ? CVPixelBufferGetBaseAddressOfPlane(frame, plane) : CVPixelBufferGetBaseAddress(frame)
        let stride =
          isPlanar
          ? CVPixelBufferGetBytesPerRowOfPlane(frame, plane) : CVPixelBufferGetBytesPerRow(frame)
        let bytes = UnsafeRawBufferPointer(start: base, count: stride * 182)
        return (0..<182).flatMap { bytes[($0 * stride)..<($0 * stride + (isPlanar ? 314 : 628))] }
      }
    }
    if name != "nv16" { return #expect(try await all == bytes(file.path, name)) }
    // ffmpeg 5 does not convert into it.
    let planes = try await bytes(file.path, "yuv422p"), count = 314 * 182
    var expected: [UInt8] = []
    for frame in 0..<2 {
      let base = frame * count * 2, first = base + count, second = first + count / 2
      expected += planes[base..<first]
      for (blue, red) in zip(planes[first..<second], planes[second..<second + count / 2]) {
        expected += [blue, red]
      }
    }
    #expect(all == expected)
  }
}
