#include <assent/app/gate/answers.hpp>

// A callback that answers with yes or no alone.
const auto wrong = assent::answer_with([](const assent::permission_question&) { return true; });
