import CutawayElementKit
package import CutawayKeyframes
import Glibc
import Synchronization

/// Draws Lottie animations with rlottie, which is loaded when the first one is drawn.
///
/// rlottie has had memory faults with hostile files. The caller checks the JSON before.
package final class LottieRenderer: Sendable {
  // rlottie draws with a mutable object, which only the mutex gives access to. The pointer is valid
  // until this object is freed.
  private let animation: Mutex<Animation>

  private struct Animation: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  /// Whether rlottie is installed.
  package static var isAvailable: Bool { Library.shared != nil }

  /// Loads an animation; `nil` if rlottie is not installed, or cannot read it.
  ///
  /// - Parameter json: The animation, without a null character.
  package init?(_ json: String) {
    guard let library = Library.shared else { return nil }
    // Animations with one name share their contents, and those without images need no folder.
    guard let pointer = library.load(json, "cutaway-\(Self.number())", "") else { return nil }
    animation = Mutex(Animation(pointer: pointer))
  }

  deinit { animation.withLock { Library.shared?.destroy($0.pointer) } }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - frame: The number of the frame, from 0.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  /// - Returns: The pixels, with straight alpha.
  package func pixels(of frame: Int, width: Int, height: Int) -> StillImage {
    var words = [UInt32](repeating: 0, count: width * height)
    animation.withLock { animation in
      words.withUnsafeMutableBufferPointer { buffer in
        Library.shared?.render(
          animation.pointer, frame, buffer.baseAddress, width, height, width * 4)
      }
    }
    return StillImage(premultiplied: words, width: width, height: height)
  }

  private static let counter = Atomic(0)

  private static func number() -> Int { counter.add(1, ordering: .relaxed).newValue }
}

/// The functions of rlottie's C interface (rlottie_capi.h).
private struct Library: Sendable {
  let load: Load
  let destroy: Destroy
  let render: Render

  typealias Load =
    @convention(c) @Sendable (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>
    ) -> OpaquePointer?
  typealias Destroy = @convention(c) @Sendable (OpaquePointer) -> Void
  typealias Render =
    @convention(c) @Sendable (
      OpaquePointer, Int, UnsafeMutablePointer<UInt32>?, Int, Int, Int
    ) -> Void

  /// The library; `nil` if it is not installed.
  static let shared = Library()

  /// The names of rlottie 0.1 in Debian, and of 0.2.
  private static let names = ["librlottie.so.0-1", "librlottie.so.0-2", "librlottie.so.0"]

  private init?() {
    // It stays loaded: its threads have no end.
    let handle = Self.names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
    guard let handle, let load = dlsym(handle, "lottie_animation_from_data"),
      let destroy = dlsym(handle, "lottie_animation_destroy"),
      let render = dlsym(handle, "lottie_animation_render")
    else { return nil }
    self.load = unsafeBitCast(load, to: Load.self)
    self.destroy = unsafeBitCast(destroy, to: Destroy.self)
    self.render = unsafeBitCast(render, to: Render.self)
  }
}
