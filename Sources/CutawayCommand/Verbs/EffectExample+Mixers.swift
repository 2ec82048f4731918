extension EffectExample {
  /// A transition from one picture to another.
  static func transition(name: String, type: String) -> Self {
    Self(
      registration: "mixer",
      source: """
        import CutawayElements

        /// Uncovers the incoming picture along an edge that moves from corner to corner.
        public struct \(type): Transition, Codable, Hashable {
          public static let name = "\(name)"
          public static let summary = "Uncovers a picture from corner to corner"

          @Property(in: 0...1, "The position in the transition") public var progress = 0.0
          @Property(in: 0.001...1, "The width of the edge, as a fraction of the diagonal")
          public var softness = 0.1

          public init() {}

          /// The edge at the current progress; the soft part is outside of the picture at both ends.
          public func mask(width: Int, height: Int) -> Mask {
            Mask(end: Float(progress * (1 + softness)), softness: Float(softness))
          }

          /// The weights of a frame.
          public struct Mask: TransitionMask {
            let end: Float
            let softness: Float

            /// Eight points of a row at a time: 0 shows the outgoing picture, 1 the incoming one.
            public func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
              (end - (x + y) / 2) / softness
            }
          }
        }

        """,
      test: """
        import CutawayElements
        import \(type)
        import Testing

        private let dark = PlanarImage(width: 32, height: 32, y: 50)
        private let bright = PlanarImage(width: 32, height: 32, y: 200)

        private func frame(at progress: Double) throws -> PlanarImage {
          try PlanarImage.mixed(
            by: \(type) { $0.progress = progress },
            [
              (settings: PictureInput(), picture: .planar(dark)),
              (settings: PictureInput(), picture: .planar(bright)),
            ], in: dark.format)
        }

        @Test func `a transition begins and ends with one of the pictures`() throws {
          #expect(try frame(at: 0) == dark)
          #expect(try frame(at: 1) == bright)
        }

        @Test func `the incoming picture appears in the upper left corner first`() throws {
          let half = try frame(at: 0.5)
          #expect(half[0, 0, 0] == 200 && half[0, 31, 31] == 50)
        }

        """,
      launchLine: """
        gst-launch-1.0 \(name) name=t keyframes="progress{1..3=0>1@easeInOut}" ! videoconvert ! autovideosink \\
          videotestsrc ! videoconvert ! t.sink_0 videotestsrc pattern=ball ! videoconvert ! t.sink_1
        """,
      usage: """
        The pad `sink_0` is the outgoing picture, `sink_1` the incoming one. `keyframes` moves `progress`,
        and each other property that can be animated, at the exact time of each frame.
        """)
  }

  /// A drawing of any number of pictures.
  static func compositor(name: String, type: String) -> Self {
    Self(
      registration: "mixer",
      source: """
        import CutawayElements

        /// Shows the first picture on the left, and the second one on the right.
        public struct \(type): Compositor, Codable, Hashable {
          public static let name = "\(name)"
          public static let summary = "Shows two pictures side by side"

          @Property(in: 0...1, "Where the pictures meet, as a fraction of the width")
          public var position = 0.5

          public init() {}

          /// Draws some rows of a frame; the compiler makes a copy for 8 and one for 16 bits.
          public func compose<Component: PixelComponent>(
            _ sources: borrowing MixerFrames, into output: inout PackedBand<Component>,
            at time: FrameInstant
          ) {
            // A picture that has ended, or not begun, leaves its place to the other one.
            guard sources.contains(0) || sources.contains(1) else { return output.clear() }
            let left = sources.pixels(of: sources.contains(0) ? 0 : 1)
            let right = sources.pixels(of: sources.contains(1) ? 1 : 0)
            let edge = Int(position * Double(output.format.width))
            output.draw { x, y in x < edge ? left.pixel(x, y) : right.pixel(x, y) }
          }
        }

        """,
      test: """
        import CutawayElements
        import \(type)
        import Testing

        private let red = Image(width: 8, height: 4, layout: .rgba, filledWith: Pixel(255, 0, 0, 255))
        private let blue = Image(width: 8, height: 4, layout: .rgba, filledWith: Pixel(0, 0, 255, 255))

        @Test func `the pictures meet at the position`() throws {
          let image = try Image.mixed(
            by: \(type) { $0.position = 0.25 },
            [
              (settings: PictureInput(), picture: red), (settings: PictureInput(), picture: blue),
            ], in: red.format)
          #expect(image[1, 3] == red[0, 0] && image[2, 0] == blue[0, 0])
        }

        @Test func `one picture fills the frame while the other is missing`() throws {
          let image = try Image.mixed(
            by: \(type)(),
            [(settings: PictureInput(), picture: nil), (settings: PictureInput(), picture: blue)],
            in: blue.format)
          #expect(image == blue)
        }

        """,
      launchLine: """
        gst-launch-1.0 \(name) name=c keyframes="position{0..2=0>1@easeInOut}" ! videoconvert ! autovideosink \\
          videotestsrc ! videoconvert ! c.sink_0 videotestsrc pattern=ball ! videoconvert ! c.sink_1
        """,
      usage: """
        The pads `sink_0`, `sink_1` … are the pictures, in the order of their numbers. `keyframes` moves each
        property that can be animated, at the exact time of each frame.
        """)
  }
}
