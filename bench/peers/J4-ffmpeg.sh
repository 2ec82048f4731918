#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
small=scale=480:270:flags=bilinear
run_ffmpeg -t 10 -i A.mp4 -t 10 -i B.mp4 -ss 5 -t 10 -i B.mp4 -ss 10 -t 10 -i B.mp4 -i logo.png \
  -filter_complex "
  [1:v]${small}[b];[2:v]${small}[c];[3:v]${small}[d];[4:v]format=yuva420p[l];
  [0:v][b]overlay=1400:40[x];[x][c]overlay=1400:350[y];[y][d]overlay=1400:660[z];
  [z][l]overlay=60:780:format=yuv420[v]" -map "[v]" -map 0:a
