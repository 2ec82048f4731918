@_exported public import AVFoundation
@_exported public import CoreText
@_exported public import CutawayAppleUI

/// A colour.
public typealias NSColor = InterfaceColor
/// A font.
public typealias NSFont = InterfaceFont
/// An image.
public typealias NSImage = InterfaceImage
/// A path.
public typealias NSBezierPath = InterfacePath
/// Distances to the four sides.
public typealias NSEdgeInsets = InterfaceInsets
/// A screen.
public typealias NSScreen = InterfaceScreen
