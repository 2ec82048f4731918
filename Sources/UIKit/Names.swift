@_exported public import AVFoundation
@_exported public import CoreText
@_exported public import CutawayAppleUI

/// A colour.
public typealias UIColor = InterfaceColor
/// A font.
public typealias UIFont = InterfaceFont
/// An image.
public typealias UIImage = InterfaceImage
/// A path.
public typealias UIBezierPath = InterfacePath
/// Distances to the four sides.
public typealias UIEdgeInsets = InterfaceInsets
/// A screen.
public typealias UIScreen = InterfaceScreen
