#ifndef CPATTERN_H
#define CPATTERN_H
#endif
