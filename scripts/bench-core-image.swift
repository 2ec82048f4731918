// Measures recipes of Core Image on pixel buffers; see scripts/bench-core-image.
import AVFoundation
import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation

let frames = Int(CommandLine.arguments[1]) ?? 200, width = 1920, height = 1080

func pixelBuffer() -> CVPixelBuffer {
  var buffer: CVPixelBuffer?
  let status = CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
  guard status == kCVReturnSuccess, let buffer else { fatalError("no pixel buffer: \(status)") }
  return buffer
}

/// A picture of moving waves and noise, so that no table and no branch is used more than in a film.
func fill(_ buffer: CVPixelBuffer) {
  CVPixelBufferLockBaseAddress(buffer, [])
  defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
  guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
  let bytes = base.assumingMemoryBound(to: UInt8.self)
  let pitch = CVPixelBufferGetBytesPerRow(buffer)
  var state: UInt32 = 1
  for y in 0..<height {
    for x in 0..<width {
      state = state &* 1_664_525 &+ 1_013_904_223
      let noise = Double(state >> 28)
      let place = y * pitch + 4 * x
      bytes[place] = UInt8(120 + 100 * sin(Double(x) / 60) + noise)
      bytes[place + 1] = UInt8(120 + 100 * sin(Double(y) / 45) + noise)
      bytes[place + 2] = UInt8(120 + 100 * cos(Double(x + y) / 80) + noise)
      bytes[place + 3] = 255
    }
  }
}

/// A cube of 33 samples that turns colours.
func cube() -> Data {
  var values: [Float] = []
  for blue in 0..<33 {
    for green in 0..<33 {
      for red in 0..<33 {
        values += [Float(green) / 32, Float(blue) / 32, Float(red) / 32, 1]
      }
    }
  }
  return values.withUnsafeBytes { Data($0) }
}

let source = pixelBuffer(), other = pixelBuffer(), destination = pixelBuffer()
fill(source)
fill(other)
let sticker = CIImage(cvPixelBuffer: other), table = cube(), context = CIContext()

let recipes: [(name: String, goal: String, draw: (CIImage) -> CIImage)] = [
  ("identity", "", { $0 }),
  (
    "five filters of single pixels", "12",
    {
      $0.applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.6])
        .applyingFilter("CIColorControls", parameters: ["inputContrast": 1.1])
        .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.9])
        .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4])
        .applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.2])
    }
  ),
  (
    "Gaussian blur, radius 10", "30",
    { $0.clampedToExtent().applyingGaussianBlur(sigma: 10).cropped(to: $0.extent) }
  ),
  (
    "source-over with an affine map", "12",
    {
      sticker.transformed(by: CGAffineTransform(a: 0.4, b: 0.1, c: -0.1, d: 0.4, tx: 400, ty: 200))
        .composited(over: $0)
    }
  ),
  (
    "cube of 33 samples", "20",
    {
      $0.applyingFilter(
        "CIColorCube", parameters: ["inputCubeDimension": 33, "inputCubeData": table])
    }
  ),
  (
    "motion blur, radius 20", "",
    {
      $0.clampedToExtent().applyingFilter("CIMotionBlur", parameters: ["inputRadius": 20])
        .cropped(to: $0.extent)
    }
  ),
]

/// CPU seconds of all threads.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Resident memory in MiB.
func memory() -> Double {
  // Without /proc the column is 0.
  let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  let count = pages?.dropFirst().first.flatMap { Int($0) } ?? 0
  return Double(count) * Double(getpagesize()) / 1_048_576
}

print("| recipe | CPU ms a frame | asked | MiB more at the end |")
print("| --- | --- | --- | --- |")
for recipe in recipes {
  var early = 0.0, start = 0.0
  for frame in 0..<frames {
    if frame == frames / 10 { (early, start) = (memory(), processorTime()) }
    context.render(recipe.draw(CIImage(cvPixelBuffer: source)), to: destination)
  }
  let cost = (processorTime() - start) / Double(frames - frames / 10) * 1_000
  print(
    "| \(recipe.name) | \(String(format: "%.1f", cost)) | \(recipe.goal) |"
      + " \(String(format: "%.1f", memory() - early)) |")
}
