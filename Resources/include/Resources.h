#ifndef RESOURCES_H
#define RESOURCES_H
#endif
