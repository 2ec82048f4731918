#!/usr/bin/env bash
# With two threads, their requests for frames make the decoder seek to and fro: 5 times the CPU.
. "${BASH_SOURCE[0]%/*}/common.sh"
run_melt atsc_1080p_30 1 A.mp4 in=0 out=479 B.mp4 in=0 out=449 -mix 60 -mixer luma -mixer mix:-1
