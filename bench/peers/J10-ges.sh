#!/usr/bin/env bash
# The timeline of J1-ges.sh.
. "${BASH_SOURCE[0]%/*}/common.sh"
exec /usr/bin/python3 "$here/ges.py" 1920x1080 "$out/$name.png@20" \
  +clip B.mp4 start=14 duration=15 +key alpha 0=0 2=1 +key volume 0=0 2=1 \
  +clip A.mp4 layer=1 duration=16 +key volume 14=1 16=0
