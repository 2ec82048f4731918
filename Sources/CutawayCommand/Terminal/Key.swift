/// A key with a function during playback.
enum Key: Sendable, Hashable {
  case togglePause, quit, mute, home, end, slower, faster, pause, forward, backward, timeline
  case frames(Int)
  case seconds(Int)
}

extension Key {
  /// The key with an X name, pressed in a window.
  init?(windowName name: String) {
    let named: [String: Key] = [
      "space": .togglePause, "comma": .frames(-1), "period": .frames(1), "bracketleft": .slower,
      "bracketright": .faster, "Left": .seconds(-5), "Right": .seconds(5), "Home": .home,
      "End": .end,
    ]
    let letter = name.count == 1 ? name.first : nil
    guard let key = named[name] ?? letter.flatMap({ KeyParser.plain[$0] }) else { return nil }
    self = key
  }
}

/// Parses the bytes of a terminal or a pipe, which may split a key's escape sequence.
struct KeyParser {
  private var rest: ArraySlice<UInt8> = []

  static let plain: [Character: Key] = [
    " ": .togglePause, "q": .quit, "Q": .quit, ",": .frames(-1), ".": .frames(1), "[": .slower,
    "]": .faster, "j": .backward, "k": .pause, "l": .forward, "m": .mute, "i": .timeline,
  ]
  private static let escaped: [Character: Key] = [
    "C": .seconds(5), "D": .seconds(-5), "H": .home, "F": .end,
    // Home and End of older terminals: ESC [ 1 ~ and ESC [ 4 ~.
    "1": .home, "7": .home, "4": .end, "8": .end,
  ]

  /// The complete keys; keys without a function are omitted.
  mutating func keys(of bytes: some Sequence<UInt8>) -> [Key] {
    rest += bytes
    var keys: [Key] = []
    while let length = firstLength {
      if let key = key(of: rest.prefix(length)) { keys.append(key) }
      rest = rest.dropFirst(length)
    }
    return keys
  }

  private static let escape: UInt8 = 0x1B
  private static let introducers = [UInt8(ascii: "["), UInt8(ascii: "O")]

  /// The length of the first key in bytes; `nil` if it is incomplete.
  private var firstLength: Int? {
    guard let first = rest.first else { return nil }
    if first != Self.escape { return 1 }
    guard let second = rest.dropFirst().first else { return nil }
    guard Self.introducers.contains(second) else { return 1 }
    guard let third = rest.dropFirst(2).first else { return nil }
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(third) else { return 3 }
    // A number followed by a tilde.
    return rest.dropFirst(3).first.map { $0 == UInt8(ascii: "~") ? 4 : 3 }
  }

  private func key(of bytes: ArraySlice<UInt8>) -> Key? {
    if bytes.first != Self.escape {
      return bytes.first.flatMap { Self.plain[Character(UnicodeScalar($0))] }
    }
    return bytes.dropFirst(2).first.flatMap { Self.escaped[Character(UnicodeScalar($0))] }
  }
}
