import CutawayModel

extension Track {
  /// The base name of the track's elements: its id, with each character that a launch line does not
  /// accept replaced by an underscore.
  ///
  /// The prefix distinguishes it from the elements that every graph has.
  var elementName: String {
    let plain = id.rawValue.map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "_"
    }
    return "track-" + String(plain)
  }
}
