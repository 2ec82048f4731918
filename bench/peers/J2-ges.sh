#!/usr/bin/env bash
# A corner-pin effect (c0rners of frei0r) with 10 keyframes a second, as GES itself does not turn
# pictures. Nearest neighbour, for its bilinear crashes here and its bicubic takes twice the CPU.
# (GStreamer's own rotate, nearest neighbour on a padded square, takes four times as much; the
# frei0r mixer of J2-gst.sh cannot be an effect.)
. "${BASH_SOURCE[0]%/*}/common.sh"
: "${WIDTH:=1920}" "${HEIGHT:=1080}" "${SUFFIX:=}"

# corner NUMBER DX DY: the keyframes of a corner. c0rners maps -1..2 frames to 0..1.
corner() {
  awk -v n="$1" -v dx="$2" -v dy="$3" -v W="$WIDTH" -v H="$HEIGHT" '
    BEGIN {
      for (i = 0; i <= 100; i++) {
        p = i / 100; s = .3 + .5 * p; a = p * 170 * atan2(0, -1) / 180
        cx = W / 2 + W / 4.8 * (2 * p - 1) + s * (dx * W * cos(a) - dy * H * sin(a))
        cy = H / 2 + s * (dx * W * sin(a) + dy * H * cos(a))
        x = x sprintf(" %.1f=%.7f", i / 10, (cx / W + 1) / 3)
        y = y sprintf(" %.1f=%.7f", i / 10, (cy / H + 1) / 3)
      }
      printf "+key corner-%d-x%s +key corner-%d-y%s", n, x, n, y
    }'
}

# shellcheck disable=SC2046
run_ges "${WIDTH}x$HEIGHT" \
  +clip "B$SUFFIX.mp4" duration=10 tracks=video +key alpha 0=1 10=0 \
  +effect "videoconvert n-threads=2 ! frei0r-filter-c0rners name=c0 feather-alpha=0
    transparent-background=true interpolator=0" \
  $(corner 1 -.5 -.5) $(corner 2 .5 -.5) $(corner 3 .5 .5) $(corner 4 -.5 .5) \
  +clip "A$SUFFIX.mp4" layer=1 duration=10
