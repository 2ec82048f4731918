#!/usr/bin/env bash
export MUSIC="music.m4a music-2.m4a music-3.m4a music-4.m4a"
. "${BASH_SOURCE[0]%/*}/J7-melt.sh"
