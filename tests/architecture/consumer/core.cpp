// Uses the decision core alone.
#include <assent/domain/call/permission_mode.hpp>

int main() {
    return assent::parse_word<assent::permission_mode>("ask") == assent::permission_mode::ask ? 0 : 1;
}
