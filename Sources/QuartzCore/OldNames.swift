// Spellings of Swift 2 and 3, which old code and tutorials use.

/// The last value after the active time.
public let kCAFillModeForwards = CAMediaTimingFillMode.forwards
/// The first value before the active time.
public let kCAFillModeBackwards = CAMediaTimingFillMode.backwards
/// Both.
public let kCAFillModeBoth = CAMediaTimingFillMode.both
/// Nothing.
public let kCAFillModeRemoved = CAMediaTimingFillMode.removed
/// In the middle.
public let kCAAlignmentCenter = CATextLayerAlignmentMode.center
/// At the left.
public let kCAAlignmentLeft = CATextLayerAlignmentMode.left
/// At the right.
public let kCAAlignmentRight = CATextLayerAlignmentMode.right
/// At the side of the script.
public let kCAAlignmentNatural = CATextLayerAlignmentMode.natural
/// At both sides.
public let kCAAlignmentJustified = CATextLayerAlignmentMode.justified
/// Nowhere.
public let kCATruncationNone = CATextLayerTruncationMode.none
/// At the end.
public let kCATruncationEnd = CATextLayerTruncationMode.end
/// Each axis scales on its own.
public let kCAGravityResize = CALayerContentsGravity.resize
/// Fits, centred.
public let kCAGravityResizeAspect = CALayerContentsGravity.resizeAspect
/// Covers, centred.
public let kCAGravityResizeAspectFill = CALayerContentsGravity.resizeAspectFill
/// Unscaled, in the centre.
public let kCAGravityCenter = CALayerContentsGravity.center
/// By straight lines.
public let kCAAnimationLinear = CAAnimationCalculationMode.linear
/// Not at all.
public let kCAAnimationDiscrete = CAAnimationCalculationMode.discrete
/// At a constant speed.
public let kCAAnimationPaced = CAAnimationCalculationMode.paced
/// By a spline.
public let kCAAnimationCubic = CAAnimationCalculationMode.cubic
/// Its right side points forwards.
public let kCAAnimationRotateAuto = CAAnimationRotationMode.rotateAuto
/// Constant.
public let kCAMediaTimingFunctionLinear = CAMediaTimingFunctionName.linear
/// Slow at first.
public let kCAMediaTimingFunctionEaseIn = CAMediaTimingFunctionName.easeIn
/// Slow at last.
public let kCAMediaTimingFunctionEaseOut = CAMediaTimingFunctionName.easeOut
/// Slow at both ends.
public let kCAMediaTimingFunctionEaseInEaseOut = CAMediaTimingFunctionName.easeInEaseOut
/// That of the system.
public let kCAMediaTimingFunctionDefault = CAMediaTimingFunctionName.default
/// At the end.
public let kCALineCapButt = CAShapeLayerLineCap.butt
/// A half circle.
public let kCALineCapRound = CAShapeLayerLineCap.round
/// A half square.
public let kCALineCapSquare = CAShapeLayerLineCap.square
/// Pointed.
public let kCALineJoinMiter = CAShapeLayerLineJoin.miter
/// Round.
public let kCALineJoinRound = CAShapeLayerLineJoin.round
/// Cut off.
public let kCALineJoinBevel = CAShapeLayerLineJoin.bevel
/// By the number of turns.
public let kCAFillRuleNonZero = CAShapeLayerFillRule.nonZero
/// By the number of crossings.
public let kCAFillRuleEvenOdd = CAShapeLayerFillRule.evenOdd
