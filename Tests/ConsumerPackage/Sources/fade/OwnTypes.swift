// Names that this program has for things of its own: they must not get into the way of Cutaway's.

struct Track { var title: String }

struct Color { var name: String }

struct Composition {
  var tracks: [Track]
  var ink: Color
}
