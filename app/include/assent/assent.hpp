#pragma once

/// Everything an embedder needs, without Asio. <assent/async.hpp> adds sessions on an executor and
/// the transports; <assent/testing.hpp> the fakes.

#include <assent/adapters/control/control_channel.hpp>
#include <assent/adapters/control/nested_rule.hpp>
#include <assent/adapters/control/rule_text.hpp>
#include <assent/app/answers.hpp>
#include <assent/app/check_batch.hpp>
#include <assent/app/control_session.hpp>
#include <assent/app/log.hpp>
#include <assent/app/peer_link.hpp>
#include <assent/app/permission_gate.hpp>
#include <assent/app/permission_requester.hpp>
#include <assent/app/permission_responder.hpp>
#include <assent/app/resolved_call.hpp>
#include <assent/app/tool_runner.hpp>
#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/decide/permission_request.hpp>
#include <assent/domain/decide/permission_result.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/permission_update.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_registry.hpp>
#include <assent/ports/path_resolver.hpp>
#include <assent/version.hpp>
