#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
clips=(clips/000.mp4 out=59)
for i in $(seq -f %03g 1 199); do
  clips+=("clips/$i.mp4" out=59 -mix 8 -mixer luma -mixer mix:-1)
done
run_melt "$here/melt-360p30" 1 "${clips[@]}"
