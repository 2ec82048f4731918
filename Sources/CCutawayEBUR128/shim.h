/* The header of libebur128. */
#pragma once
#include <ebur128.h>
