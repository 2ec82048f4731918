#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_ffmpeg -i A.mp4 -i B.mp4 -filter_complex "[0:v][0:a][1:v][1:a]concat=a=1[v][a]" \
  -map "[v]" -map "[a]"
