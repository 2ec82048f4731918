// Swift Testing expects this module wherever a file imports it beside AppKit. Apple's has attachments of
// images; on Linux it is empty, but must exist.
