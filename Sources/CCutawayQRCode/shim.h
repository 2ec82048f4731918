/* The header of the library that makes QR codes. */
#pragma once
#include <qrencode.h>
