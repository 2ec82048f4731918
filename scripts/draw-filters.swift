// Draws a sheet with a picture of each filter, for each category; see scripts/draw-filters.
import AVFoundation
import CoreImage
import CoreText
import Foundation

let size = CGSize(width: 480, height: 270), thumb = CGSize(width: 192, height: 108)
let frame = CGRect(origin: .zero, size: size), middle = CIVector(x: 240, y: 135)
let context = CIContext(), columns = 5, gap = 8.0, label = 18.0

/// Settings whose defaults change nothing, or which show a filter better.
let settings: [String: [String: Any]] = [
  "CIExposureAdjust": ["inputEV": 1], "CIGammaAdjust": ["inputPower": 1.8],
  "CIHueAdjust": ["inputAngle": 1.6], "CIVibrance": ["inputAmount": 1],
  "CIColorControls": ["inputSaturation": 1.8, "inputContrast": 1.2],
  "CIWhitePointAdjust": ["inputColor": CIColor(red: 1, green: 0.8, blue: 0.6)],
  "CITemperatureAndTint": ["inputTargetNeutral": CIVector(x: 4_000, y: 0)],
  "CIHighlightShadowAdjust": ["inputShadowAmount": 0.8, "inputHighlightAmount": 0.4],
  "CIToneCurve": [
    "inputPoint1": CIVector(x: 0.25, y: 0.1), "inputPoint3": CIVector(x: 0.75, y: 0.9),
  ],
  "CIColorMatrix": [
    "inputRVector": CIVector(x: 0, y: 0, z: 1, w: 0),
    "inputBVector": CIVector(x: 1, y: 0, z: 0, w: 0),
  ],
  "CIColorPolynomial": ["inputRedCoefficients": CIVector(x: 0, y: 0, z: 1, w: 0)],
  "CIColorCrossPolynomial": [
    "inputRedCoefficients": CIVector(string: "[0 1 0 0 0 0 0 0 0 0]")
  ],
  "CIColorClamp": [
    "inputMinComponents": CIVector(x: 0.2, y: 0.1, z: 0, w: 0),
    "inputMaxComponents": CIVector(x: 0.7, y: 0.7, z: 0.5, w: 1),
  ],
  "CIVignette": ["inputIntensity": 1], "CIVignetteEffect": ["inputRadius": 150],
  "CICrop": ["inputRectangle": CIVector(x: 120, y: 60, z: 240, w: 150)],
  "CIAffineTransform": [
    "inputTransform": CGAffineTransform(a: 0.6, b: 0.2, c: -0.2, d: 0.6, tx: 120, ty: 20)
  ],
  "CILanczosScaleTransform": ["inputScale": 0.6], "CIBicubicScaleTransform": ["inputScale": 0.6],
  "CIStraightenFilter": ["inputAngle": 0.2],
  "CIPerspectiveTransform": [
    "inputTopLeft": CIVector(x: 120, y: 250), "inputTopRight": CIVector(x: 360, y: 220),
    "inputBottomRight": CIVector(x: 460, y: 20), "inputBottomLeft": CIVector(x: 30, y: 40),
  ],
  "CIAffineTile": [
    "inputTransform": CGAffineTransform(a: 0.3, b: 0.1, c: -0.1, d: 0.3, tx: 0, ty: 0)
  ],
  "CIAffineClamp": [
    "inputTransform": CGAffineTransform(a: 0.6, b: 0, c: 0, d: 0.6, tx: 96, ty: 54)
  ],
  "CIQRCodeGenerator": ["inputMessage": Data("https://example.org".utf8)],
  "CICode128BarcodeGenerator": ["inputMessage": Data("Cutaway 1234".utf8)],
  "CITextImageGenerator": ["inputText": "Cutaway", "inputFontSize": 48],
  "CIMix": ["inputAmount": 0.5], "CIMotionBlur": ["inputRadius": 20],
  "CIGaussianBlur": ["inputRadius": 6], "CIBoxBlur": ["inputRadius": 8],
  "CIDiscBlur": ["inputRadius": 8], "CIBokehBlur": ["inputRadius": 10],
  "CIUnsharpMask": ["inputIntensity": 2.0], "CISharpenLuminance": ["inputSharpness": 2],
  "CIPixellate": ["inputScale": 14], "CICrystallize": ["inputRadius": 12],
  "CIPointillize": ["inputRadius": 8], "CIHexagonalPixellate": ["inputScale": 12],
]

func picture(_ path: String, _ seconds: Double) async throws -> CIImage {
  let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(fileURLWithPath: path)))
  generator.requestedTimeToleranceBefore = .zero
  let image = CIImage(
    cgImage: try await generator.image(at: CMTime(seconds: seconds, preferredTimescale: 600)).image)
  return image.transformed(
    by: CGAffineTransform(
      scaleX: size.width / image.extent.width, y: size.height / image.extent.height)
  ).cropped(to: frame)
}

func draw(_ name: String, _ first: CIImage, _ second: CIImage) -> CIImage? {
  guard let filter = CIFilter(name: name) else { return nil }
  let mask = CIFilter(
    name: "CIRadialGradient",
    parameters: [
      "inputCenter": middle, "inputRadius0": 60, "inputRadius1": 130,
      "inputColor0": CIColor.white, "inputColor1": CIColor.black,
    ])?.outputImage?.cropped(to: frame)
  for key in filter.inputKeys {
    let kind = (filter.attributes[key] as? [String: Any])?[kCIAttributeType] as? String
    switch (kind, key) {
    case (kCIAttributeTypeImage, "inputImage"): filter.setValue(first, forKey: key)
    case (kCIAttributeTypeImage, let key) where key.contains("Mask"):
      filter.setValue(mask, forKey: key)
    case (kCIAttributeTypeImage, _): filter.setValue(second, forKey: key)
    case (_, "inputCenter"): filter.setValue(middle, forKey: key)
    case (_, "inputTime"): filter.setValue(0.5, forKey: key)
    case (_, "inputExtent"): filter.setValue(CIVector(cgRect: frame), forKey: key)
    default: break
    }
  }
  for (key, value) in settings[name] ?? [:] { filter.setValue(value, forKey: key) }
  return filter.outputImage
}

/// A result at the size of a thumbnail, on grey.
func thumbnail(_ image: CIImage) -> CGImage? {
  var image = image
  if image.extent.width < 64 || image.extent.height < 16, !image.extent.isInfinite {
    // A few pixels, enlarged.
    let extent = image.extent, tall = size.height / max(1, extent.height)
    let wide = extent.width == extent.height ? tall : size.width / max(1, extent.width)
    image = image.samplingNearest()
      .transformed(by: CGAffineTransform(translationX: -extent.minX, y: -extent.minY))
      .transformed(by: CGAffineTransform(scaleX: wide, y: tall))
  }
  let small = image.transformed(
    by: CGAffineTransform(scaleX: thumb.width / size.width, y: thumb.height / size.height))
  let grey = CIImage(color: CIColor(red: 0.85, green: 0.85, blue: 0.85))
  return context.createCGImage(
    small.composited(over: grey), from: CGRect(origin: .zero, size: thumb))
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let first = try await picture(CommandLine.arguments[2], 1),
  second = try await picture(CommandLine.arguments[3], 1)
let categories = [
  kCICategoryBlur, kCICategorySharpen, kCICategoryColorAdjustment, kCICategoryColorEffect,
  kCICategoryCompositeOperation, kCICategoryDistortionEffect, kCICategoryGenerator,
  kCICategoryGradient, kCICategoryGeometryAdjustment, kCICategoryHalftoneEffect,
  kCICategoryReduction, kCICategoryStylize, kCICategoryTileEffect, kCICategoryTransition,
]
var drawn: Set<String> = []
for category in categories {
  // The first category of a filter counts.
  let names = CIFilter.filterNames(inCategory: category).filter {
    (CIFilter(name: $0)?.attributes[kCIAttributeFilterCategories] as? [String])?.first == category
  }
  let rows = (names.count + columns - 1) / columns
  let width = Int(gap + Double(columns) * (thumb.width + gap))
  let height = Int(gap + Double(rows) * (thumb.height + label + gap))
  guard rows > 0,
    let canvas = CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { continue }
  canvas.setFillColor(CGColor(gray: 1, alpha: 1))
  canvas.fill(CGRect(x: 0, y: 0, width: width, height: height))
  for (index, name) in names.enumerated() {
    let x = gap + Double(index % columns) * (thumb.width + gap)
    let top = gap + Double(index / columns) * (thumb.height + label + gap)
    let y = Double(height) - top - thumb.height
    if let image = draw(name, first, second).flatMap(thumbnail) {
      canvas.draw(image, in: CGRect(x: x, y: y, width: thumb.width, height: thumb.height))
    } else {
      print("no picture of \(name)")
    }
    let font = CTFontCreateWithName("DejaVu Sans", 10, nil)
    let text = NSAttributedString(
      string: String(name.dropFirst(2)),
      attributes: [NSAttributedString.Key(kCTFontAttributeName as String): font])
    canvas.textPosition = CGPoint(x: x, y: y - 13)
    CTLineDraw(CTLineCreateWithAttributedString(text), canvas)
    drawn.insert(name)
  }
  guard let sheet = canvas.makeImage() else { continue }
  let file = folder.appendingPathComponent(
    category.replacingOccurrences(of: "CICategory", with: "") + ".jpg")
  try context.writeJPEGRepresentation(
    of: CIImage(cgImage: sheet), to: file, colorSpace: CGColorSpaceCreateDeviceRGB(),
    options: [
      CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String):
        0.8
    ])
}
let lacking = Set(CIFilter.filterNames(inCategory: nil)).subtracting(drawn)
if !lacking.isEmpty { print("without a category: \(lacking.sorted())") }
