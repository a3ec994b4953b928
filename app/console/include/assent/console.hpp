#pragma once

/// Where people answer: a console, its terminal and its page. Link assent::console for it.

#include <assent/app/console/console.hpp>
#include <assent/app/console/terminal_console.hpp>
#include <assent/app/console/web_console.hpp>
