// There are no calls to filter: see bubblewrap.cpp beside it.
