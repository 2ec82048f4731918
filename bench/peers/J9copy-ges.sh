#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
if [[ $variant != export ]]; then cannot "renders smartly into a file only"; fi
exec ges-launch-1.0 --no-interactive --smart-rendering -o "file://$file" \
  -f "video/quicktime,variant=iso:video/x-h264:audio/mpeg,mpegversion=4,base-profile=lc" \
  +clip A.mp4 duration=30.0 +clip B.mp4 start=30.0 duration=30.0 >/dev/null
