#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
cannot "a mixer of shifted inputs cannot seek"
