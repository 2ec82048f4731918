#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_ges_launch 1920x1080 +clip A.mp4 duration=30.0 +clip B.mp4 start=30.0 duration=30.0
