/// The key of the result of a filter.
public let kCIOutputImageKey = "outputImage"
/// The key of the image of a filter.
public let kCIInputImageKey = "inputImage"
/// The key of the image behind.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key of the second image of a transition.
public let kCIInputTargetImageKey = "inputTargetImage"
/// The key of a mask.
public let kCIInputMaskImageKey = "inputMaskImage"
/// The key of an image of a gradient.
public let kCIInputGradientImageKey = "inputGradientImage"
/// The key of an image of shades.
public let kCIInputShadingImageKey = "inputShadingImage"
/// The key of the time of a transition.
public let kCIInputTimeKey = "inputTime"
/// The key of a transform.
public let kCIInputTransformKey = "inputTransform"
/// The key of a scale.
public let kCIInputScaleKey = "inputScale"
/// The key of the factor of a width.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key of a centre.
public let kCIInputCenterKey = "inputCenter"
/// The key of a radius.
public let kCIInputRadiusKey = "inputRadius"
/// The key of an angle.
public let kCIInputAngleKey = "inputAngle"
/// The key of a width.
public let kCIInputWidthKey = "inputWidth"
/// The key of a sharpness.
public let kCIInputSharpnessKey = "inputSharpness"
/// The key of an intensity.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of stops of exposure.
public let kCIInputEVKey = "inputEV"
/// The key of a saturation.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of a brightness.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of a contrast.
public let kCIInputContrastKey = "inputContrast"
/// The key of a colour.
public let kCIInputColorKey = "inputColor"
/// The key of an extent.
public let kCIInputExtentKey = "inputExtent"
/// The key of weights of a convolution.
public let kCIInputWeightsKey = "inputWeights"
/// The key of the meaning of numbers.
public let kCIInputColorSpaceKey = "inputColorSpace"
/// The key of a bias.
public let kCIInputBiasKey = "inputBias"
/// The key of an amount.
public let kCIInputAmountKey = "inputAmount"
/// The key of a refraction.
public let kCIInputRefractionKey = "inputRefraction"
