#!/usr/bin/env bash
# drawtext moves by whole pixels.
. "${BASH_SOURCE[0]%/*}/common.sh"
texts=
for ((index = 0; index < 20; index++)); do
  texts+=${texts:+,}"drawtext=font=DejaVu Sans:text=Title number $index:fontsize=40:fontcolor=white:"
  texts+="x=$((60 + index % 4 * 460))+$((20 + index))*t/10:y=$((60 + index / 4 * 200))+$((60 - index))*t/10:"
  texts+="alpha=0.2+0.08*t"
done
run_ffmpeg -t 10 -i A.mp4 -vf "$texts"
