import AVFoundation
import Hummingbird

// filmserver [PORT]: takes two uploads and returns a film. With 0, the system chooses the port; the log has it.
//
//   curl -T beach.mp4 localhost:8080/uploads/beach
//   curl -T city.mov localhost:8080/uploads/city
//   curl -o film.mp4 localhost:8080/films/beach/city

let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
  "filmserver-\(UUID().uuidString)", isDirectory: true)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
/// The most bytes of an upload.
let limit = 2 << 30

/// The file of an upload; names have letters, digits and hyphens only, so none leads out of the folder.
func file(named name: String) throws -> URL {
  let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-"))
  guard (1...64).contains(name.count), name.unicodeScalars.allSatisfy({ allowed.contains($0) })
  else { throw HTTPError(.badRequest, message: "a name has letters, digits and hyphens") }
  return folder.appendingPathComponent(name)
}

let router = Router()

router.put("uploads/:name") { request, context in
  let url = try file(named: context.parameters.require("name"))
  // Nobody reads a half upload: it gets its name at the end.
  let part = folder.appendingPathComponent(".\(UUID().uuidString)")
  guard FileManager.default.createFile(atPath: part.path, contents: nil) else {
    throw HTTPError(.internalServerError, message: "the upload cannot be stored")
  }
  // After a complete upload it is there no longer.
  defer { try? FileManager.default.removeItem(at: part) }
  let handle = try FileHandle(forWritingTo: part)
  var count = 0
  for try await buffer in request.body {
    count += buffer.readableBytes
    guard count <= limit else { throw HTTPError(.contentTooLarge) }
    try handle.write(contentsOf: Data(buffer.readableBytesView))
  }
  try handle.close()
  if FileManager.default.fileExists(atPath: url.path) {
    try FileManager.default.removeItem(at: url)
  }
  try FileManager.default.moveItem(at: part, to: url)
  return HTTPResponse.Status.created
}

router.get("films/:first/:second") { request, context -> Response in
  let clips = try ["first", "second"].map { try file(named: context.parameters.require($0)) }
  for clip in clips where !FileManager.default.fileExists(atPath: clip.path) {
    throw HTTPError(.notFound, message: "there is no upload \(clip.lastPathComponent)")
  }
  let output = folder.appendingPathComponent("\(UUID().uuidString).mp4")
  do {
    try await makeFilm(of: clips, to: output)
  } catch let error as AVError {
    throw HTTPError(.unprocessableContent, message: error.localizedDescription)
  }
  let body = ResponseBody { writer in
    // What remains is removed with the folder.
    defer { try? FileManager.default.removeItem(at: output) }
    let handle = try FileHandle(forReadingFrom: output)
    while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
      try await writer.write(ByteBuffer(bytes: part))
    }
    try await writer.finish(nil)
  }
  return Response(status: .ok, headers: [.contentType: "video/mp4"], body: body)
}

let app = Application(
  router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await app.runService()
try FileManager.default.removeItem(at: folder)
