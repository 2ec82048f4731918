#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
read -ra music <<<"${MUSIC:-music.m4a music.m4a music.m4a music.m4a}"
file=$out/$name.wav
ramp() { echo "[$1:a]volume=eval=frame:volume=$2+($3-($2))*t/60[t$1]"; }
inputs=()
for song in "${music[@]}"; do inputs+=(-i "$song"); done
run_ffmpeg "${inputs[@]}" -filter_complex "
  $(ramp 0 0 .5);$(ramp 1 .5 0);$(ramp 2 .1 .4);$(ramp 3 .4 .1);
  [t0][t1][t2][t3]amix=4:normalize=0" -t 60
