/* The headers of libebur128 and of glibc's allocator. */
#pragma once
#include <ebur128.h>
#include <malloc.h>
