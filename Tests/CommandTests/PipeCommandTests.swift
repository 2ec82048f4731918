import Foundation
import TestSupport
import Testing

/// Exports into pipes, and playback into a stream.
@Suite struct PipeCommandTests {
  /// Runs a script in a folder with a composition of one second and its clip; `$C` is the command.
  private func run(_ script: String) async throws -> ChildProcess.Outcome {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    return try await run(script, in: folder)
  }

  private func run(
    _ script: String, in folder: TemporaryDirectory
  ) async throws -> ChildProcess.Outcome {
    let clip = try await TestMedia(video: .init(frameCount: 60), audio: .init()).file()
    try FileManager.default.copyItem(at: clip, to: folder.file("a.mp4"))
    try Data(
      """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {a: a.mp4}
      tracks:
        - {id: v, type: video, segments: [{asset: a, source: [0, 1]}]}
        - {id: s, type: audio, segments: [{asset: a, source: [0, 1]}]}
      """.utf8
    ).write(to: folder.file("edit.yaml"))
    return try await ChildProcess(
      "bash", ["-c", "set -e -o pipefail\n" + script], environment: ["C": TestedPackage.command],
      directory: folder.url, timeout: .seconds(120)
    ).run()
  }

  @Test(arguments: ["mkv", "webm", "ts", "fmp4", "ogg", "flac"])
  func `a pipe gets the streams of a file`(type: String) async throws {
    let outcome = try await run(
      """
      hash() { ffmpeg -v error -i "$1" -map 0 -f streamhash -; }
      $C export edit.yaml -o file --file-type \(type) -q
      $C export edit.yaml -o - --file-type \(type) -q | cat > piped
      mkfifo named
      cat named > received &
      $C export edit.yaml -o named --file-type \(type) -q
      wait
      test -p named
      hash file; hash piped; hash received
      """)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let lines = outcome.outputText.split(separator: "\n")
    let count = lines.count / 3
    #expect(count == (["ogg", "flac"].contains(type) ? 1 : 2))
    #expect(lines[..<count] == lines[count..<(2 * count)])
    #expect(lines[..<count].elementsEqual(lines[(2 * count)...]))
  }

  @Test(arguments: ["mkv", "webm", "ts", "fmp4", "ogg", "flac"])
  func `a file behind standard output keeps what it has`(type: String) async throws {
    let outcome = try await run(
      """
      # Between the two lines is the whole file. Sizes may differ: matroskamux writes
      # random identifiers without leading zeros.
      inner() {
        tail -c +7 "$1" | head -c -4 > "$1.film"
        ffmpeg -v error -i "$1.film" -map 0 -f streamhash -
      }
      E="$C export edit.yaml -o - --file-type \(type) -q"
      { echo begin; $E; echo end; } > whole
      echo begin > added; $E >> added; echo end >> added
      head -n 1 whole; head -n 1 added; tail -c 4 whole; tail -c 4 added
      inner whole > whole.hash; inner added > added.hash
      test -s whole.hash; cmp whole.hash added.hash && echo equal
      """)
    #expect(outcome.outputText == "begin\nbegin\nend\nend\nequal\n", "\(outcome.errorText)")
  }

  @Test func `a pipe of fragments has the edit list and the metadata of a file`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let outcome = try await run(
      """
      sed -i 's/type: audio/type: audio, language: de/' edit.yaml
      printf '\\nmarkers: [{at: 0, title: One}, {at: 0.5, title: Two}]\\n' >> edit.yaml
      E="$C export edit.yaml --file-type fmp4 -q --metadata title=T --metadata mood=M"
      $E -o file
      $E -o - > piped
      ffprobe -v error -show_entries format_tags=title,mood:stream_tags=language \
        -show_chapters -of compact piped
      """, in: folder)
    #expect(outcome.status == .exited(0))
    #expect(outcome.errorText.isEmpty)
    let text = outcome.outputText
    for part in ["title=One", "title=Two", "tag:title=T", "tag:language=deu"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let file = try Data(contentsOf: folder.file("file"))
    let piped = try Data(contentsOf: folder.file("piped"))
    func place(_ kind: String, in data: Data) throws -> Int {
      try #require(data.range(of: Data(kind.utf8))).lowerBound
    }
    // The headers differ in the duration and the bitrates of the whole.
    #expect(try place("moof", in: file) == place("moof", in: piped))
    let fragments = piped[try place("moof", in: piped)...]
    #expect(file[fragments.startIndex..<fragments.endIndex] == fragments)
    #expect(file.count - piped.count < 200)
    let list = try place("elst", in: piped)
    #expect(try place("elst", in: file) == list)
    #expect(file[list..<list + 24] == piped[list..<list + 24])
  }

  @Test func `a pipe ends at a size limit`() async throws {
    // Reading the pipe back would wait.
    let outcome = try await run(
      "$C export edit.yaml -o - --file-type fmp4 -q --max-file-size 20000 | wc -c")
    #expect(outcome.errorText.contains("the file ends early"))
    #expect(Int(outcome.outputText.prefix { $0.isNumber }).map { $0 > 0 && $0 <= 20_000 } == true)
  }

  @Test(arguments: [
    ("mkv", "a pipe of mkv cannot contain the metadata mood"),
    ("ts", "ts cannot contain the metadata artist, mood, title"),
  ])
  func `what a pipe cannot contain is a warning`(type: String, warning: String) async throws {
    let outcome = try await run(
      """
      $C export edit.yaml -o - --file-type \(type) -q --metadata title=T --metadata artist=A \
        --metadata mood=M > film
      """)
    #expect(outcome.status == .exited(0))
    #expect(outcome.errorText == "warning: \(warning)\n")
  }

  @Test func `a type whose beginning is written last is refused`() async throws {
    let outcome = try await run("$C export edit.yaml -o - --file-type mp4 | cat")
    #expect(outcome.status == .exited(64))
    #expect(outcome.errorText.contains("MP4 needs a file, because its beginning is written last"))
    #expect(outcome.output.isEmpty)
  }

  @Test func `a reader that ends is an error`() async throws {
    // The reader is gone when the export begins.
    let outcome = try await run("{ sleep 1; $C export edit.yaml -o - --file-type ts -q; } | true")
    #expect(outcome.status == .exited(73))
    #expect(outcome.errorText.contains("Broken pipe"))
  }

  @Test(arguments: [
    "-o - -o film.mkv -o other.mp4", "-o film.mkv -o - -o other.mp4",
    "-o - -o film.mkv --passthrough-if-possible",
  ])
  func `the error of a pipe that ends names no other file`(outputs: String) async throws {
    let outcome = try await run(
      "{ sleep 1; $C export edit.yaml \(outputs) --file-type ts -q; } | true")
    #expect(outcome.status == .exited(73))
    #expect(outcome.errorText.contains("cannot write '-': Broken pipe"))
  }

  @Test func `one description takes picture and sound`() async throws {
    let outcome = try await run(
      """
      $C play edit.yaml --sink 'video. ! x264enc tune=zerolatency ! queue ! mux. audio. ! avenc_aac \
        ! queue ! mux. mpegtsmux name=mux ! filesink location=sent.ts' </dev/null
      ffprobe -v error -count_frames -show_entries stream=codec_name,nb_read_frames -of csv=p=0 sent.ts
      """)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.outputText.contains("h264,30\n"))
    #expect(outcome.outputText.contains("aac,"))
  }

  @Test(arguments: [
    ("video. ! x264enc ! mpegtsmux", 1, "'mpegtsmux0' leads nowhere"),
    ("video. ! tee name=t", 1, "--sink: a part of the description leads nowhere"),
    ("video. ! x264enc ! mm. mpegtsmux name=m ! fakesink", 64, "no element has the name 'mm'"),
    ("video. ! mpegvideoparse0. mpegtsmux ! fakesink", 64, "has the name 'mpegvideoparse0'"),
    ("video. ! x264enc ! mpegtsmux0. mpegtsmux ! fakesink", 0, ""),
    ("video. ! x264enc ! m.sink_65 mpegtsmux name=m ! fakesink", 0, ""),
  ])
  func `mistakes in a description are errors`(sink: String, status: Int, part: String)
    async throws
  {
    let outcome = try await run("$C play edit.yaml --sink '\(sink)' </dev/null")
    #expect(outcome.status == .exited(status))
    #expect(part.isEmpty ? outcome.errorText.isEmpty : outcome.errorText.contains(part))
  }

  @Test func `standard output and a file get one export`() async throws {
    let outcome = try await run(
      """
      kind() { ffprobe -v error -show_entries format=format_name -of csv=p=0 "$1"; }
      $C export edit.yaml -o - -o film.mp4 --file-type ts -q > piped
      $C export edit.yaml -o /dev/stdout --file-type ts -q > named
      kind piped; kind film.mp4; kind named
      $C export edit.yaml -o a.mkv -o b.mkv --file-type ts || echo status $?
      """)
    #expect(
      outcome.outputText == "mpegts\n\"mov,mp4,m4a,3gp,3g2,mj2\"\nmpegts\nstatus 64\n",
      "\(outcome.errorText)")
  }

  @Test(arguments: [("q", 0), ("TERM", 143), ("INT", 130)])
  func `a stream that is ended early is complete`(end: String, status: Int32) async throws {
    // The film would last for 20 s.
    let sink = "video. ! x264enc tune=zerolatency ! mp4mux ! filesink location=sent.mp4"
    let outcome = try await run(
      """
      sed -i 's/source: .0, 1./source: [0, 1], duration: 20/' edit.yaml
      mkfifo keys
      set -m
      $C play edit.yaml --sink '\(sink)' <keys &
      exec 3>keys
      until test -s sent.mp4; do sleep 0.05; done
      sleep 1
      \(end == "q" ? "printf 'l q' >&3" : "kill -\(end) $!")
      wait $! && echo status 0 || echo status $?
      ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 sent.mp4
      """)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let lines = outcome.outputText.split(separator: "\n")
    #expect(lines.first == "status \(status)")
    #expect(lines.last.flatMap { Int($0) }.map { $0 > 1 && $0 < 600 } == true)
  }

  @Test func `a muxer gets the range from the start position on`() async throws {
    let outcome = try await run(
      """
      $C play edit.yaml --start 0.5 --sink 'video. ! x264enc tune=zerolatency ! mp4mux \
        ! filesink location=sent.mp4' </dev/null
      ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 sent.mp4
      $C play edit.yaml --rate 2 --sink 'video. ! fakesink' </dev/null || echo status $?
      """)
    #expect(outcome.outputText == "15\nstatus 64\n", "\(outcome.errorText)")
  }

  @Test(arguments: [
    (rate: "30", source: "[0, 1]", frames: 30, samples: 48_000.0),
    // The sound ends in the last frame.
    (rate: "30", source: "[0, 0.99]", frames: 30, samples: 48_000),
    // The rounds start between two samples.
    (rate: "29.97", source: "[0, 0.8]", frames: 24, samples: 24 * 1601.6),
  ])
  func `a loop is one stream without gaps`(
    rate: String, source: String, frames: Int, samples: Double
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let sink = """
      video. ! avenc_ffv1 ! queue ! mux. audio. ! audioconvert ! audio/x-raw,format=F32LE \
      ! queue ! mux. matroskamux name=mux streamable=true ! filesink location=sent.mkv
      """
    let outcome = try await run(
      """
      sed -i 's/source: .0, 1./source: \(source)/; s/frameRate: 30/frameRate: \(rate)/' edit.yaml
      mkfifo keys
      $C play edit.yaml --loop --sink '\(sink)' <keys &
      exec 3>keys
      until test "$(stat -c %s sent.mkv || echo 0)" -gt 0; do sleep 0.05; done
      sleep 5
      printf q >&3
      wait $!
      ffprobe -v error -select_streams v -show_entries packet=pts_time -of csv=p=0 sent.mkv
      """, in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let times = outcome.outputText.split(whereSeparator: \.isNewline).compactMap { Double($0) }
    let picture = try await RawVideo.read(folder.file("sent.mkv"))
    #expect(picture.count == times.count)
    #expect(times.count > frames * 2)
    let length = samples / 48_000 / Double(frames)
    for (index, time) in times.enumerated() {
      // Matroska has milliseconds.
      #expect(abs(time - Double(index) * length) < 0.001)
    }
    let first = (0..<frames).map { picture[$0].code()?.frame }
    #expect(rate != "30" || first == (0..<UInt16(frames)).map { $0 })
    for index in 0..<picture.count {
      #expect(picture[index].code()?.frame == first[index % frames], "frame \(index)")
    }
    let sound = try await RawAudio.read(folder.file("sent.mkv")).channels[0]
    // The queue in front of the muxer holds a second, and the elements around it some more.
    #expect(abs(sound.count - picture.count * Int(samples) / frames) < 96_000)
    let round = Int(samples.rounded())
    #expect(sound[..<round].contains { abs($0) > 0.01 })
    // What the composition lacks of its last frame is silent.
    if source == "[0, 0.99]" { #expect(sound[47_520..<48_000].allSatisfy { $0 == 0 }) }
    for number in 1..<(picture.count / frames) {
      let start = Int((Double(number) * samples).rounded())
      let count = min(round - 1, sound.count - start)
      #expect(
        sound[start + 1..<start + count].elementsEqual(sound[1..<count]), "round \(number)")
    }
  }

  @Test func `a loop into segments ends without an error`() async throws {
    let outcome = try await run(
      """
      mkfifo keys
      $C play edit.yaml --loop --sink 'video. ! x264enc tune=zerolatency key-int-max=15 ! h264parse \
        ! hls.video audio. ! avenc_aac ! aacparse ! hls.audio hlssink2 name=hls target-duration=1 \
        max-files=0 playlist-length=0 location=%05d.ts playlist-location=live.m3u8' <keys &
      exec 3>keys
      until test -e 00002.ts; do sleep 0.05; done
      printf q >&3
      wait $!
      ffprobe -v error -select_streams v -count_frames -show_entries stream=nb_read_frames \
        -of csv=p=0 live.m3u8 | sed -n 1p
      """)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.isEmpty)
    let count = try #require(
      Int(outcome.outputText.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(count > 60)
  }

  @Test(arguments: ["-o named.mkv", "-o named.mkv -o other.mp4"])
  func `an export that waits for the reader of a pipe can be ended`(files: String) async throws {
    let outcome = try await run(
      """
      mkfifo named.mkv
      set -m
      $C export edit.yaml \(files) -q &
      sleep 1
      kill -INT $!
      wait $! && echo status 0 || echo status $?
      ls
      """)
    #expect(
      outcome.outputText == "status 130\na.mp4\nedit.yaml\nnamed.mkv\n", "\(outcome.errorText)")
  }

  @Test(arguments: [
    "--mute --video-sink 'x264enc tune=zerolatency ! HLS'",
    "--sink 'video. ! x264enc tune=zerolatency ! hls. HLS name=hls'",
  ])
  func `a sink that is a bin with a muxer gets the picture`(options: String) async throws {
    let sink = "hlssink2 location=%05d.ts playlist-location=list.m3u8"
    let outcome = try await run(
      """
      $C play edit.yaml \(options.replacing("HLS", with: sink)) </dev/null
      ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 list.m3u8
      """)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.outputText.contains("30"))
  }
}
