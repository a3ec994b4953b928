// A program in C++ that takes the interface for C.
#include <assent/c.h>

int main() { return assent_abi_version() == ASSENT_ABI_VERSION ? 0 : 1; }
