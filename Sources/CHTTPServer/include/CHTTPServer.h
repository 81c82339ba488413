#ifndef CHTTPSERVER_H
#define CHTTPSERVER_H
#endif
