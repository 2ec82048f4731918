// Programs for the Mac import it for AppKit.
@_exported public import AppKit
