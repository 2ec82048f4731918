import CutawayElementBridge

/// The version of the library, of its plugins and of its command.
package let cutawayVersion = libraryVersion
