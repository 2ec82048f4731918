#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
variant=export
run_ffmpeg -t 600 -i long.mp4 -t 11 -i B.mp4 -filter_complex "
  [0:v]drawtext=text=Summer:font=DejaVu Sans:fontsize=96:fontcolor=white:x=(w-tw)/2:y=900-th/2:
  enable='between(t,300,304)'[t];[t][1:v]xfade=duration=1:offset=599,format=yuv420p[v]" -map "[v]" -map 0:a
