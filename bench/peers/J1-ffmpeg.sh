#!/usr/bin/env bash
# An overlay whose alpha fades, instead of xfade, which computes in float and queues all of B.
. "${BASH_SOURCE[0]%/*}/common.sh"
run_ffmpeg -t 16 -i A.mp4 -t 15 -i B.mp4 -filter_complex "
  [1:v]format=yuva420p,fade=in:d=2:alpha=1,setpts=PTS+14/TB[b];
  [0:v]tpad=stop_mode=clone:stop_duration=13[a];
  [a][b]overlay=format=yuv420:eof_action=pass[v];
  [0:a][1:a]acrossfade=d=2[s]" -map "[v]" -map "[s]"
