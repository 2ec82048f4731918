#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
exec ffprobe -v error -show_format -show_streams A.mp4
