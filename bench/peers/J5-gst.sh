#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
cannot "no stock element plays parts of files one after another; GES is what adds that"
