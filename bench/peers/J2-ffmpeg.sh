#!/usr/bin/env bash
# perspective with corners for each frame resamples once, and between pixels: rotate and scale cost
# more and snap to pixels. The border of 2 clear pixels is what the filter repeats outside the layer.
. "${BASH_SOURCE[0]%/*}/common.sh"
: "${WIDTH:=1920}" "${HEIGHT:=1080}" "${SUFFIX:=}"
p="(on-1)/300" # on counts from 1
scale="(0.3+0.5*$p)" angle="(170*PI/180*$p)"
w=$((WIDTH / 2 + 2)) h=$((HEIGHT / 2 + 2))

# corner NUMBER DX DY: where a corner, so far from the middle, goes.
corner() {
  local x="$2*cos($angle)-($3)*sin($angle)" y="$2*sin($angle)+($3)*cos($angle)"
  echo "x$1=$w+$WIDTH/4.8*(2*$p-1)+$scale*($x):y$1=$h+$scale*($y)"
}

corners=$(corner 0 -$w -$h):$(corner 1 $w -$h):$(corner 2 -$w $h):$(corner 3 $w $h)
run_ffmpeg -t 10 -i "A$SUFFIX.mp4" -t 10 -i "B$SUFFIX.mp4" -filter_complex "
  [1:v]format=yuva420p,fade=out:d=10:alpha=1,
  pad=$((WIDTH + 4)):$((HEIGHT + 4)):2:2:black@0,
  perspective=sense=destination:eval=frame:${corners}[b];
  [0:v][b]overlay=-2:-2:format=yuv420[v]" -map "[v]" -map 0:a
