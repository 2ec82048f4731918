// Swift Testing asks for a module of this name where CoreGraphics is imported, too.
