"""Files of check-strangers that lead to other files and addresses."""

import gzip
import json
import struct
import zlib


def wrapped(r, body):
    """Returns a list of media within another format."""
    way, size = r.choice(["plain", "plain", "space", "mark", "wide", "id3", "ape", "parts", "gzip", "tail"]), r.choice(
        [0, 100, 70000, 300000]
    )
    if way == "id3":
        size += 20
        return (
            b"ID3\3\0\0"
            + bytes(size >> shift & 127 for shift in (21, 14, 7, 0))
            + b"TIT2\0\0\0\6\0\0\0title".ljust(size, b"\0")
            + body
        )
    if way == "ape":
        ends = [b"APETAGEX" + struct.pack("<IIIIQ", 2000, size + 46, 1, flags, 0) for flags in (0xA0000000, 0x80000000)]
        return ends[0] + struct.pack("<II", size, 0) + b"Title\0" + b"A" * size + ends[1] + body
    if way == "parts":
        kind = b"application/" + (b"x-hls" if body[:1] == b"#" else b"xges" if b"<ges" in body else b"dash+xml")
        return (
            b"--b\r\nContent-Type: "
            + kind
            + b"\r\n"
            + (b"X-Y: " + b"a" * 99 + b"\r\n") * (size // 106)
            + b"\r\n"
            + body
            + b"\r\n--b\r\n"
        )
    return {
        "plain": body,
        "space": b" \r\n\t" * (1 + size // 4) + body,
        "mark": b"\xef\xbb\xbf" + body,
        "gzip": gzip.compress(body),
        "tail": body + b"\0" * 5000,
        "wide": body.decode().encode(r.choice(["utf-16", "utf-16-be", "utf-32"])),
    }[way]


def files(w, kind):
    """Returns the name, the content and the use of a file in the folder that names others, or is larger than it seems."""
    r, film = w.r, w.secret("film")
    if kind == "playlists":
        uri = r.choice([f"file://{film}", f"http://127.0.0.1:{w.port}/x.mp4", "../secret/clip.mp4"])
        base = f"<Representation id='1' bandwidth='9' width='160' height='90'><BaseURL>{uri}</BaseURL><SegmentList duration='1'><SegmentURL media='{uri}'/></SegmentList></Representation>"
        lists = [
            f"#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.0,\n{uri}\n#EXT-X-ENDLIST\n",
            f"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9\n{uri}\n",
            f"#EXTM3U\n#EXTINF:1,x\n{uri}\n",
            f"{uri}\n",
            f'#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI="{uri}"\n#EXT-X-KEY:METHOD=AES-128,URI="{uri}"\n#EXTINF:1.0,\n{uri}\n#EXT-X-ENDLIST\n',
            "<?xml version='1.0'?><MPD xmlns='urn:mpeg:dash:schema:mpd:2011' type='static' mediaPresentationDuration='PT1S' profiles='urn:mpeg:dash:profile:isoff-main:2011'><Period>"
            f"<AdaptationSet mimeType='video/mp4'>{base}</AdaptationSet></Period></MPD>",
            "<?xml version='1.0'?><SmoothStreamingMedia MajorVersion='2' Duration='10000000'><StreamIndex Type='video' Url='x' Chunks='1'/></SmoothStreamingMedia>",
            f"<ges version='0.4'><project><ressources><asset id='file://{film}' extractable-type-name='GESUriClip'/></ressources><timeline><track caps='video/x-raw' track-type='4' track-id='0'/><layer priority='0'><clip id='0' type-name='GESUriClip' layer-priority='0' "
            f"track-types='4' start='0' duration='900000000' inpoint='0' rate='0' asset-id='file://{film}'/></layer></timeline></project></ges>",
            f"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video {w.port} RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n",
            f"[playlist]\nFile1={uri}\n",
            f"[Reference]\nRef1={uri}\n",
            f"ffconcat version 1.0\nfile '{film}'\n",
            f"file '{film}'\n",
            f"<asx version='3.0'><entry><ref href='{uri}'/></entry></asx>",
            f"<smil><body><video src='{uri}'/></body></smil>",
            f"RTSPtextrtsp://127.0.0.1:{w.port}/x",
            f"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM '{uri}'>]><tt xmlns='http://www.w3.org/ns/ttml'>&y;</tt>",
        ]
        return (
            w.name(r.choice("mp4 m3u8 mpd ts mp3 srt png json sdp xges".split())),
            wrapped(r, r.choice(lists[:8] * 2 + lists).encode()),
            r.choice(["film", "film", "film", "image", "lines", "lottie"]),
        )
    svg = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:xi='http://www.w3.org/2001/XInclude' width='160' height='90'>{}</svg>"
    if kind == "references":
        uri = r.choice(
            [f"file://{w.secret('image')}", f"http://127.0.0.1:{w.port}/x.png", "../secret/logo.png", w.secret("lines")]
        )
        lottie = {
            "v": "5",
            "fr": 10,
            "ip": 0,
            "op": 10,
            "w": 160,
            "h": 90,
            "assets": [{"id": "i", "w": 9, "h": 9, "u": r.choice(["", uri]), "p": uri, "e": r.randrange(2)}],
            "layers": [{"ty": 2, "refId": "i", "ip": 0, "op": 10, "st": 0, "ks": {}}],
            "fonts": {"list": [{"fPath": uri, "origin": 3, "fName": "f", "fFamily": "f"}]},
        }
        movie = b"rdrf\0\0\0\0url " + struct.pack(">I", len(uri) + 1) + uri.encode() + b"\0"
        for name in (b"", b"rmda", b"rmra", b"moov"):
            movie = struct.pack(">I", len(name + movie) + 4) + name + movie
        inner = r.choice(
            [
                "<image xlink:href='U' width='9' height='9'/>",
                "<image href='U' width='9' height='9'/>",
                "<use href='U#a'/>",
                "<text><xi:include href='U' parse='text'/></text>",
                "<text>&y;</text>",
                "<style>@import url('U');</style>",
                "<filter id='f'><feImage href='U'/></filter><rect width='9' height='9' filter='url(#f)'/>",
            ]
        ).replace("U", uri)
        return r.choice(
            [
                (
                    w.name("svg"),
                    f"<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY y SYSTEM '{uri}'>]>" + svg.format(inner),
                    r.choice(["image", "film", "luma"]),
                ),
                (w.name("json"), json.dumps(lottie), "lottie"),
                (w.name("mov"), b"\0\0\0\x10ftypqt  \0\0\0\0" + movie, "film"),
                (
                    w.name("srt"),
                    f"1\n00:00:00,000 --> 00:00:01,000\n<font face='{uri}'>x</font> <img src='{uri}'>\n",
                    "lines",
                ),
                (w.name("vtt"), f"WEBVTT\n\nSTYLE\n@import url({uri});\n\n00:00.000 --> 00:01.000\nx\n", "lines"),
                (w.name("cube"), f'TITLE "{uri}"\nLUT_3D_SIZE 2\n' + "0 0 0\n" * 8, "table"),
            ]
        )
    side = r.choice([9000, 20000, 65000])
    rows = zlib.compress(b"\0" * ((1 + side // 8) * min(side, 20000)), 1)
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in (
            (b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)),
            (b"IDAT", rows),
            (b"IEND", b""),
        )
    )
    gif = (
        b"GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff"
        + b"\x21\xf9\4\0\1\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\2\2\x44\1\0" * 9
        + b";"
    )
    inner = [
        {"id": f"a{n}", "layers": [{"ty": 0, "refId": f"a{n + 1}", "ip": 0, "op": 9, "w": 9, "h": 9, "ks": {}}] * 9}
        for n in range(12)
    ]
    laughs = (
        "<!DOCTYPE svg [<!ENTITY a0 'xxxxxxxxxx'>"
        + "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 11))
        + "]>"
    )
    lottie = {
        "v": "5",
        "fr": 10,
        "ip": 0,
        "op": r.choice([10, 10**9]),
        "w": r.choice([9, 10**6]),
        "h": 9,
        "assets": inner,
        "layers": inner[0]["layers"],
    }
    return r.choice(
        [
            (w.name("png"), png, r.choice(["image", "film", "luma"])),
            (w.name("gif"), gif, r.choice(["image", "film"])),
            (w.name("svg"), laughs + svg.format("<text>&a10;</text>"), "image"),
            (
                w.name("svg"),
                svg.replace("160", "1000000").replace("90", "1000000").format("<rect width='9' height='9'/>"),
                "image",
            ),
            (w.name("json"), json.dumps(lottie), "lottie"),
            (w.name("json"), '{"v":"5","layers":' + "[" * 90000, "lottie"),
            (
                w.name("srt"),
                "".join(f"{n}\n00:00:00,000 --> 09:00:00,000\n{'x' * 99}\n\n" for n in range(30000)),
                "lines",
            ),
            (w.name("cube"), f"LUT_3D_SIZE {r.choice([256, 65536, 10 ** 12, -1])}\n0 0 0\n", "table"),
            (w.name("ttf"), b"\0\1\0\0" + b"\xff" * 999, "font"),
            (w.name("srt"), b"\0" * (20 << 20), "lines"),
        ]
    )
