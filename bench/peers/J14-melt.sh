#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
cannot "a picture with round corners over a gradient needs an image that was made before"
