#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_ffmpeg -t 10 -i A.mp4 -t 10 -i B.mp4 \
  -filter_complex "[0:v]chromakey=0x00ff00:0.1:0.05[key];[1:v][key]overlay=format=yuv420" -map 0:a
