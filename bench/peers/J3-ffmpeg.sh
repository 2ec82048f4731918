#!/usr/bin/env bash
# perspective works between pixels; zoompan and scale with overlay are faster but jump from pixel to
# pixel.
. "${BASH_SOURCE[0]%/*}/common.sh"
p="(on-1)/300" # on counts from 1
run_ffmpeg -t 10 -i A.mp4 -filter_complex "[0:v]perspective=sense=destination:eval=frame:
  x0=-W/2*$p:y0=-H/2*$p:x1=W:y1=-H/2*$p:x2=-W/2*$p:y2=H:x3=W:y3=H[v]" -map "[v]" -map 0:a
