#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_ffmpeg -t 10 -i A.mp4 -i logo.png \
  -filter_complex "[1:v]format=yuva420p,colorchannelmixer=aa=0.7[l];[0:v][l]overlay=W-w-40:40:format=yuv420[v]" \
  -map "[v]" -map 0:a
