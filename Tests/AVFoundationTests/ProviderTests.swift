import AVFoundation
import Foundation
import TestSupport
import Testing

/// Providers of readers and receivers of writers, as programs for the systems of 2025 use them.
@Suite(.serialized) struct ProviderTests {
  private typealias Provider = AVAssetReaderOutput.Provider<
    CMReadySampleBuffer<CMSampleBuffer.DynamicContent>
  >

  private static var h264: [String: Any] {
    [
      AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
      AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 2_000_000],
    ]
  }

  @Test func `a film goes from providers to receivers`() async throws {
    let film = try await Clips.film(6)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.mov")
    let reader = try AVAssetReader(asset: film)
    let frames = reader.outputProvider(
      for: AVAssetReaderTrackOutput(
        track: try film.video(),
        outputSettings: [
          kCVPixelBufferPixelFormatTypeKey as String:
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        ]))
    let sound = reader.outputProvider(
      for: AVAssetReaderTrackOutput(
        track: try film.audio(), outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM]))
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let video = writer.inputReceiver(
      for: AVAssetWriterInput(mediaType: .video, outputSettings: Self.h264))
    let audio = writer.inputReceiver(
      for: AVAssetWriterInput(
        mediaType: .audio,
        outputSettings: [
          AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        ]))
    try writer.start()
    try reader.start()
    writer.startSession(atSourceTime: .zero)
    @Sendable func copy(
      _ provider: Provider, to receiver: AVAssetWriterInput.SampleBufferReceiver
    ) async throws -> Int {
      var count = 0
      while let sample = try await provider.next() {
        try await receiver.append(sample)
        count += sample.sampleCount
      }
      receiver.finish()
      return count
    }
    async let frameCount = copy(frames, to: video)
    async let sampleCount = copy(sound, to: audio)
    #expect(try await frameCount == 60)
    #expect(try await sampleCount == 96_000)
    await writer.finishWriting()
    #expect(writer.status == .completed)
    let written = try await RawVideo.read(url).map { Shown($0.code()) }
    #expect(written == (0..<60).map { Shown(6, $0) })
    let (before, after) = (try await RawAudio.read(film.url), try await RawAudio.read(url))
    let (a, b) = (try #require(before.channels.first), try #require(after.channels.first))
    let peaks = (0..<min(a.count, b.count)).filter { abs(a[$0]) > 0.5 }
    #expect(!peaks.isEmpty)
    #expect(
      peaks.allSatisfy { place in
        b[max(0, place - 24)..<min(b.count, place + 24)].contains { abs($0) > 0.2 }
      })
  }

  @Test func `samples have their content and their times`() async throws {
    let film = try await Clips.film(6)
    let reader = try AVAssetReader(asset: film)
    let frames = reader.outputProvider(
      for: AVAssetReaderTrackOutput(
        track: try film.video(),
        outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]))
    let packets = reader.outputProvider(
      for: AVAssetReaderTrackOutput(track: try film.video(), outputSettings: nil))
    try reader.start()
    let first = try #require(try await frames.next())
    #expect(first.presentationTimeStamp == .zero)
    #expect(first.contentType == .pixelBuffer)
    #expect(first.formatDescription != nil)
    guard case .pixelBuffer(let image) = first.content else {
      Issue.record("\(first.content)")
      return
    }
    #expect(image.size == CVImageSize(width: 320, height: 180))
    #expect(CGSize(image.size) == CGSize(width: 320, height: 180))
    #expect(image.pixelFormatType.rawValue == kCVPixelFormatType_32BGRA)
    #expect(!image.isPlanar && image.planeCount == 1)
    let (plane, pixel) = image.accessUnsafeRawPlaneBytes { planes in
      (planes[0].properties, Array(planes[0].bytes[..<4]))
    }
    #expect(plane.size == image.size)
    // The same byte by the older functions.
    image.withUnsafeBuffer { buffer in
      #expect(plane.bytesPerRow == CVPixelBufferGetBytesPerRow(buffer))
      let base = CVPixelBufferGetBaseAddress(buffer)!.assumingMemoryBound(to: UInt8.self)
      #expect((0..<4).map { base[$0] } == pixel)
    }
    #expect(CMReadySampleBuffer<CVReadOnlyPixelBuffer>(first) != nil)
    #expect(CMReadySampleBuffer<CMReadOnlyDataBlockBuffer>(first) == nil)
    var count = 1
    while let next = try await frames.next() {
      #expect(next.presentationTimeStamp == f(count))
      count += 1
    }
    #expect(count == 60)
    let packet = try #require(try await packets.next())
    guard case .dataBuffer(let bytes) = packet.content else {
      Issue.record("\(packet.content)")
      return
    }
    #expect(bytes.count == packet.totalSampleSize && bytes.count > 100)
    // The length of the first unit precedes it.
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    #expect(length > 0 && length < bytes.count)
    #expect(Data(bytes).count == bytes.count)
  }

  @Test func `frames of a receiver's pool become a film`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Self.h264)
    var attributes = CVPixelBufferCreationAttributes(
      pixelFormatType: CVPixelFormatType(rawValue: kCVPixelFormatType_32BGRA),
      size: CVImageSize(width: 320, height: 180), compatibility: [.cgBitmapContext])
    attributes.backing = .ioSurface
    let receiver = writer.inputPixelBufferReceiver(for: input, pixelBufferAttributes: attributes)
    #expect(receiver.pixelBufferPool == nil)
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    let pool = try #require(receiver.pixelBufferPool)
    #expect(pool.pixelBufferAttributes.size == attributes.size)
    for number in 0..<30 {
      var buffer = try pool.makeMutablePixelBuffer()
      buffer.accessUnsafeMutableRawPlaneBytes { planes in
        let (properties, bytes) = planes[0]
        for row in 0..<properties.size.height {
          for column in 0..<properties.size.width {
            let place = row * properties.bytesPerRow + column * 4
            // Red becomes brighter; blue in the left half.
            bytes[place] = column < 160 ? 255 : 0
            bytes[place + 1] = 0
            bytes[place + 2] = UInt8(number * 8)
            bytes[place + 3] = 255
          }
        }
      }
      try await receiver.append(CVReadOnlyPixelBuffer(buffer), with: f(number))
    }
    receiver.finish()
    await writer.finishWriting()
    #expect(writer.status == .completed)
    let frames = try await RawVideo.read(url, as: .rgba)
    #expect(frames.count == 30)
    for (number, frame) in frames.enumerated() {
      let left = (90 * 320 + 60) * 4, right = (90 * 320 + 260) * 4
      #expect(abs(Int(frame.bytes[left]) - number * 8) <= 6)
      #expect(frame.bytes[left + 2] > 245 && frame.bytes[right + 2] < 10)
      #expect(abs(Int(frame.bytes[right]) - number * 8) <= 6)
    }
  }

  @Test func `a provider and a receiver say why nothing comes`() async throws {
    let film = try await Clips.film(6)
    let reader = try AVAssetReader(asset: film)
    let output = AVAssetReaderTrackOutput(
      track: try film.video(),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    let provider = reader.outputProvider(for: output)
    await #expect(throws: AVError.self) { try await provider.next() }
    try reader.start()
    #expect(throws: AVError.self) { try reader.start() }
    #expect(try await provider.next() != nil)
    reader.cancelReading()
    let ended = await #expect(throws: AVError.self) { try await provider.next() }
    #expect(ended?.code == .operationCancelled)

    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let writer = try AVAssetWriter(outputURL: folder.file("a.mov"), fileType: .mov)
    let receiver = writer.inputPixelBufferReceiver(
      for: AVAssetWriterInput(mediaType: .video, outputSettings: Self.h264),
      pixelBufferAttributes: nil)
    let frame = CVReadOnlyPixelBuffer(
      try CVMutablePixelBuffer(
        CVPixelBufferCreationAttributes(
          pixelFormatType: CVPixelFormatType(rawValue: kCVPixelFormatType_32BGRA),
          size: CVImageSize(width: 320, height: 180))))
    await #expect(throws: AVError.self) { try await receiver.append(frame, with: .zero) }
    #expect(throws: AVError.self) { try receiver.appendImmediately(frame, with: .zero) }
    try writer.start()
    #expect(throws: AVError.self) { try writer.start() }
    writer.startSession(atSourceTime: .zero)
    #expect(try receiver.appendImmediately(frame, with: .zero))
    // Times have to ascend.
    await #expect(throws: AVError.self) { try await receiver.append(frame, with: .zero) }
    #expect(writer.status == .failed)

    func create(_ format: OSType, _ width: Int, alignment: Int? = nil) throws {
      _ = try CVMutablePixelBuffer(
        CVPixelBufferCreationAttributes(
          pixelFormatType: CVPixelFormatType(rawValue: format),
          size: CVImageSize(width: width, height: 8), bytesPerRowAlignment: alignment))
    }
    #expect(throws: CVError.invalidPixelFormat) { try create(1, 8) }
    #expect(throws: CVError.invalidSize) { try create(kCVPixelFormatType_32BGRA, 0) }
    #expect(throws: CVError.invalidPixelBufferAttributes) {
      try create(kCVPixelFormatType_32BGRA, 8, alignment: 4_096)
    }
    try create(kCVPixelFormatType_32BGRA, 8, alignment: 16)
  }

  @Test func `a compositor draws on values of frames`() async throws {
    let composition = AVMutableComposition()
    try await composition.add().insertTimeRange(f(0, 30), of: Clips.silent(1).video(), at: .zero)
    let plain = try await image(of: composition, at: f(4))
    let video = videoComposition([OwnInstruction(f(0, 30), sources: [1], shown: 1)])
    video.customVideoCompositorClass = Mirror.self
    let mirrored = try await image(of: composition, video, at: f(4))
    for (x, y) in [(5, 5), (300, 45), (40, 150), (200, 100)] {
      #expect(try mirrored.color(319 - x, y).isNear(plain.color(x, y), within: 14), "\(x), \(y)")
    }
  }
}

/// Swaps left and right of the first source frame, in 32BGRA.
private final class Mirror: NSObject, AVVideoCompositing {
  let sourcePixelBufferAttributes: [String: any Sendable]? = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let id = request.sourceTrackIDs.first?.int32Value,
      let source = request.sourceReadOnlyPixelBuffer(byTrackID: id)
    else { return request.finish(with: NSError(domain: "Mirror", code: 1)) }
    var output: CVMutablePixelBuffer
    do {
      output = try request.renderContext.makeMutablePixelBuffer()
    } catch {
      return request.finish(with: error)
    }
    let (columns, rows) = (source.size.width, source.size.height)
    source.accessUnsafeRawPlaneBytes { from in
      output.accessUnsafeMutableRawPlaneBytes { to in
        for row in 0..<rows {
          for column in 0..<columns {
            for part in 0..<4 {
              let place = row * to[0].properties.bytesPerRow + (columns - 1 - column) * 4 + part
              to[0].bytes[place] =
                from[0].bytes[row * from[0].properties.bytesPerRow + column * 4 + part]
            }
          }
        }
      }
    }
    request.finish(withComposedPixelBuffer: CVReadOnlyPixelBuffer(output))
  }
}
