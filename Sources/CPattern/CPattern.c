#include "CPattern.h"
