// Swift Testing expects this module wherever a file imports it beside CoreImage. Apple's has attachments of
// images; on Linux it is empty, but must exist.
