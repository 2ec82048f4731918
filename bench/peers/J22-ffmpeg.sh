#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
# zoompan moves by whole pixels; Cutaway moves between them.
run_ffmpeg -framerate 2 -i photos/%02d.jpg \
  -vf "zoompan=z='1+0.1*on/15':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=15:s=1920x1080:fps=30"
