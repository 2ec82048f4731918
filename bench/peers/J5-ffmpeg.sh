#!/usr/bin/env bash
# 60 inputs, each sought to its in-point, and the filter concat.
. "${BASH_SOURCE[0]%/*}/common.sh"
. "$here/../cuts.sh"
inputs=() streams=""
for i in {0..59}; do
  cut "$i"
  inputs+=(-threads 1 -ss "$(calc "$start/30")" -t 0.5 -i "$film")
  streams+="[$i:v][$i:a]"
done
run_ffmpeg "${inputs[@]}" -filter_complex "${streams}concat=n=60:a=1[v][a]" -map "[v]" -map "[a]"
