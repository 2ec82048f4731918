// The program's own types, which must not conflict with names of Cutaway.

struct Track { var title: String }

struct Color { var name: String }

struct Composition {
  var tracks: [Track]
  var ink: Color
}
