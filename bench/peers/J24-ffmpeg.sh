#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
# Without springs, blurred shadows and transitions with eased times; zoompan moves by whole pixels, and loudnorm measures as it
# goes. Captions are a file of ASS, made from the words: ffmpeg does not read them.
cd "$here/../../pipelines/media"
captions=$out/J24.ass
python3 - words.json >"$captions" <<'PYTHON'
import json, sys

words = json.load(open(sys.argv[1]))["words"]
print("[Script Info]\nPlayResX: 1080\nPlayResY: 1920\n[V4+ Styles]")
print("Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Bold, Outline, Shadow, Alignment, MarginV")
print("Style: W,DejaVu Sans,84,&HFFFFFF,&H000000,1,6,3,2,420\n[Events]")
print("Format: Layer, Start, End, Style, Text")

def time(t):
    return f"{int(t // 3600)}:{int(t % 3600 // 60):02}:{t % 60:05.2f}"

for first in range(0, len(words), 3):
    group = words[first:first + 3]
    for place, word in enumerate(group):
        end = group[place + 1]["start"] if place + 1 < len(group) else word["end"]
        text = " ".join(
            "{\\c&H66D1FF&}" + w["word"] + "{\\c&HFFFFFF&}" if i == place else w["word"] for i, w in enumerate(group))
        print(f"Dialogue: 0,{time(word['start'])},{time(end)},W,{text}")
PYTHON
# moving SECONDS: fills the frame, and moves in on it.
moving() {
  echo "fps=30,scale=1080:1920:force_original_aspect_ratio=increase,crop=1080:1920,setsar=1,zoompan=z='1.25+0.15*on/$1/30'"\
":x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=1:s=1080x1920:fps=30,format=yuv420p,settb=AVTB"
}
photo=(-loop 1 -framerate 30)
run_ffmpeg -t 7.4 -i portrait.mp4 -ss 1 -t 7.4 -i beach.mp4 -t 7.4 -i city.mov "${photo[@]}" -t 6.4 -i noon.jpg \
  -t 5.4 -i fast60.mp4 "${photo[@]}" -t 6.4 -i dusk.jpg -t 5.4 -i pal25.mp4 -ss 8 -t 6.4 -i beach.mp4 \
  "${photo[@]}" -t 6 -i dawn.jpg -f lavfi -t 5.4 -i "gradients=s=1080x1920:r=30:c0=0x1b1b3a:c1=0x693668:x0=0:y0=0:x1=0:y1=1919:speed=0.00001" \
  -loop 1 -framerate 30 -t 60 -i logo.png -f lavfi -t 60 -i "color=c=0xffd166:s=1080x14:r=30" \
  -stream_loop 5 -i voice.flac -stream_loop 5 -i song.m4a -filter_complex "
  [0:v]fps=30,split[p][q];[p]scale=1080:1920:force_original_aspect_ratio=increase,crop=1080:1920,boxblur=40:2[r];
  [q]scale=1080:1920:force_original_aspect_ratio=decrease[s];[r][s]overlay=(W-w)/2:(H-h)/2,$(moving 7.4)[v0];
  [1:v]$(moving 7.4)[v1];[2:v]$(moving 7.4)[v2];[3:v]$(moving 6.4)[v3];[4:v]$(moving 5.4)[v4];[5:v]$(moving 6.4)[v5];
  [6:v]$(moving 5.4)[v6];[7:v]$(moving 6.4)[v7];[8:v]$(moving 6)[v8];
  [10:v]split[l1][l2];[l2]scale=320:320[l3];[9:v][l3]overlay=380:570:shortest=1,
  drawtext=fontfile=DejaVuSans-Bold.ttf:text='Follow @cutaway':fontsize=84:fontcolor=white:x=(w-tw)/2:y=1110,format=yuv420p,
  setsar=1,settb=AVTB[v9];
  [v0][v1]xfade=slideleft:0.4:7[a1];[a1][v2]xfade=zoomin:0.4:14[a2];[a2][v3]xfade=slideleft:0.4:21[a3];
  [a3][v4]xfade=slideleft:0.4:27[a4];[a4][v5]xfade=slideleft:0.4:32[a5];[a5][v6]xfade=circleopen:0.4:38[a6];
  [a6][v7]xfade=slideleft:0.4:43[a7];[a7][v8]xfade=slideleft:0.4:49[a8];[a8][v9]xfade=fadewhite:0.4:54.6[film];
  [l1]scale=120:120[l4];[film][l4]overlay=900:250:enable='lt(t,54.4)'[f1];
  [f1]drawtext=fontfile=DejaVuSans-Bold.ttf:text='This film is one':fontsize=96:fontcolor=white:box=1:boxcolor=0xe11d48:boxborderw=16
  :x=(w-tw)/2:y=850:enable='lt(t,3)':alpha='min(1,min(t*3,(3-t)*3))',
  drawtext=fontfile=DejaVuSans-Bold.ttf:text='text file':fontsize=96:fontcolor=white:box=1:boxcolor=0xe11d48:boxborderw=16
  :x=(w-tw)/2:y=980:enable='lt(t,3)':alpha='min(1,min(t*3,(3-t)*3))',
  ass=$captions:fontsdir=.[f2];
  [f2][11:v]overlay=x='-W+W*t/60':y=0[v];
  [12:a]aresample=48000,aformat=channel_layouts=stereo,atrim=0:54,adelay=400|400,apad=whole_dur=60,asplit[n1][n2];
  [13:a]aresample=48000,atrim=0:60,volume=0.8[m];[m][n1]sidechaincompress=threshold=0.01:ratio=8:attack=200:release=500[d];
  [d][n2]amix=inputs=2:normalize=0:duration=first,loudnorm=I=-14,aresample=48000[s]" -map "[v]" -map "[s]" -t 60
