/// The example of a kind of element, which `cutaway new-effect` writes.
struct EffectExample {
  /// The function of `ElementClass` that makes the class of the element.
  let registration: String
  /// The source of the element.
  let source: String
  /// The source of its test.
  let test: String
  /// A line that plays the element.
  let launchLine: String
  /// How else to use the element, in Markdown.
  let usage: String
}

extension EffectExample {
  /// An effect on video, written once for 8 and 16 bits.
  static func filter(name: String, type: String) -> Self {
    Self(
      registration: "filter",
      source: """
        import CutawayElements

        /// Removes colour from frames.
        public struct \(type): VideoFilter, Codable, Hashable {
          public static let name = "\(name)"
          public static let summary = "Removes colour from frames"
          /// The order of the components of a pixel.
          public static let layouts: [PixelLayout] = [.bgra]
          /// It has no state, keeps no frames, opens no files, and each pixel is by itself: all cores may work on a frame.
          public static let traits: ElementTraits = [.stateless, .keepsPace, .safe, .pointwise]

          @Property(in: 0...1, "How much colour to remove, from 0 to 1") public var amount = 1.0

          public init() {}

          /// Changes one frame in place.
          public func apply(to frame: inout VideoFrame) {
            let keep = UInt16((1 - amount) * 256), take = 256 - keep
            frame.mapPixels { pixel, _, _ in
              let grey = UInt8((UInt16(pixel.x) + 5 * UInt16(pixel.y) + 2 * UInt16(pixel.z)) / 8)
              // `scaled(by:)` keeps alpha, so only one of the two may have it.
              let bare = Pixel(grey, grey, grey, 0)
              return pixel.scaled(by: keep) &+ bare.scaled(by: take)
            }
          }
        }

        """,
      test: """
        import CutawayElements
        import \(type)
        import Testing

        @Test func `an amount of 0 changes nothing`() throws {
          let image = Image(width: 8, height: 8, filledWith: Pixel(10, 200, 90, 255))
          #expect(try image.filtered(by: \(type) { $0.amount = 0 }) == image)
        }

        @Test func `an amount of 1 removes all colour and keeps alpha`() throws {
          let image = Image(width: 8, height: 8, filledWith: Pixel(10, 200, 90, 255))
          let pixel = try image.filtered(by: \(type) { $0.amount = 1 })[3, 3]
          #expect(pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == 255)
        }

        @Test func `parts of a frame give the same pixels`() throws {
          let pixels = (0..<64).map { Pixel(UInt8($0), 200, 90, 255) }
          let image = Image(width: 8, height: 8, layout: .bgra, pixels: pixels)
          #expect(try image.filtered(by: \(type)(), bands: 3) == image.filtered(by: \(type)()))
        }

        """,
      launchLine:
        "gst-launch-1.0 videotestsrc ! videoconvert ! \(name) amount=0.7 ! videoconvert ! autovideosink",
      usage: """
        In a composition, on a layer, a track or the whole picture, with the same `GST_PLUGIN_PATH`:

        ```yaml
        effects:
          - {element: \(name), amount: 0.7}
        ```

        `cutaway effects \(name)` lists its properties.
        """)
  }

  /// An effect on sound.
  static func audio(name: String, type: String) -> Self {
    Self(
      registration: "audioFilter",
      source: """
        import CutawayElements
        import Foundation

        /// Makes sound swell, regularly.
        public struct \(type): AudioFilter, Codable, Hashable {
          public static let name = "\(name)"
          public static let summary = "Makes sound swell, regularly"

          @Property(in: 0...1, "How much quieter the sound becomes, from 0 to 1") public var depth = 0.5
          @Property(in: 0.01...20, "Swellings per second") public var frequency = 4.0

          public init() {}

          /// The filter keeps nothing from one block to the next.
          public func makeState(for format: AudioFormat) {}

          /// Sound passes without a copy if the filter would not change it.
          public func isIdle(from time: Duration, count: Int, state: inout Void) -> Bool { depth == 0 }

          /// Changes a block of samples in place; its time makes the result independent of the blocks.
          public func apply(to block: inout AudioBlock, state: inout Void) {
            let (channels, rate) = (block.format.channels, Double(block.format.sampleRate))
            let start = block.time / .seconds(1)
            for frame in 0..<block.samples.count / channels {
              let turns = (start + Double(frame) / rate) * frequency
              let gain = Float(1 - depth * (0.5 - 0.5 * cos(2 * .pi * turns)))
              for channel in 0..<channels { block.samples[frame * channels + channel] *= gain }
            }
          }
        }

        """,
      test: """
        import CutawayElements
        import \(type)
        import Testing

        @Test func `sound is loudest at the start of a swelling and quietest in its middle`() {
          let filter = \(type) {
            $0.depth = 0.75
            $0.frequency = 1
          }
          // One second of two channels, at 8 samples per second.
          let format = AudioFormat(sampleRate: 8, channels: 2)
          var samples = [Float](repeating: 1, count: 16), state: Void = ()
          var block = AudioBlock(format: format, time: .seconds(3), samples: samples.mutableSpan)
          filter.apply(to: &block, state: &state)
          #expect(samples[0] == 1 && samples[1] == 1)
          #expect(abs(samples[8] - 0.25) < 0.001 && samples[9] == samples[8])
        }

        @Test func `a depth of 0 passes the sound on`() {
          var state: Void = ()
          #expect(\(type) { $0.depth = 0 }.isIdle(from: .zero, count: 1_024, state: &state))
        }

        """,
      launchLine:
        "gst-launch-1.0 audiotestsrc ! audioconvert ! \(name) depth=0.8 ! audioconvert ! autoaudiosink",
      usage: """
        `frequency` and `depth` can change while the sound plays. The samples are 32-bit floats, and the
        channels of a point in time lie side by side.
        """)
  }
}
