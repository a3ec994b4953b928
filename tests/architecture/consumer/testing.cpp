// An embedder's test program links the fakes and the harness.
#include <assent/testing.hpp>

int main() {}
