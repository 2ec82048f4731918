import CutawayModel

extension Track {
  /// What the track's elements are called: its id, with what a launch line does not take left out.
  ///
  /// The prefix keeps it apart from the elements that every graph has.
  var elementName: String {
    let plain = id.map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "_"
    }
    return "track-" + String(plain)
  }
}
