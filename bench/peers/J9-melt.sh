#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_melt atsc_1080p_30 1 A.mp4 out=899 B.mp4 out=899
