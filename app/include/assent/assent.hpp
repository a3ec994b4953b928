#pragma once

/// Everything an embedder needs, without Asio. <assent/async.hpp> adds sessions on an executor and
/// the transports; <assent/testing.hpp> the fakes.

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/nested_rule.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/app/gate/answers.hpp>
#include <assent/app/gate/check_batch.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/gate/resolved_call.hpp>
#include <assent/app/runner/tool_runner.hpp>
#include <assent/app/session/control_session.hpp>
#include <assent/app/session/peer_link.hpp>
#include <assent/app/session/permission_requester.hpp>
#include <assent/app/session/permission_responder.hpp>
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
