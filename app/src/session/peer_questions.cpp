#include <assent/app/session/peer_questions.hpp>

#include <utility>

namespace assent {

peer_questions::peer_questions(std::shared_ptr<permission_gate> gate, std::shared_ptr<mailbox> mail,
                               on_settled settled)
    : gate_(std::move(gate)), mail_(std::move(mail)), settled_(std::move(settled)) {}

void peer_questions::ask(std::string_view wire_id, const tool_call& call) {
    const std::uint64_t serial = ++last_serial_;
    const std::string id(wire_id);
    open_.insert_or_assign(id, question{serial, question_id::none});
    const auto heard = [this, mail = mail_, id, serial](
                           const std::shared_ptr<const permission_question>& asked, settlement outcome) {
        mail->post(
            [this, id, serial, asked, outcome = std::make_shared<const settlement>(std::move(outcome))] {
                settled(id, serial, *asked, *outcome);
            });
    };
    const question_id asked = gate_->ask(call, id, heard);
    if (const auto at = open_.find(id); at != open_.end() && at->second.serial == serial)
        at->second.id = asked;
}

void peer_questions::settled(const std::string& id, std::uint64_t serial, const permission_question& asked,
                             const settlement& outcome) {
    const auto at = open_.find(id);
    if (at == open_.end() || at->second.serial != serial) return;  // withdrawn
    open_.erase(at);
    settled_(id, asked, outcome);
}

bool peer_questions::withdraw(std::string_view id) {
    const auto at = open_.find(id);
    if (at == open_.end()) return false;  // already answered, or never asked
    const question_id asked = at->second.id;
    open_.erase(at);  // so that nothing is answered any more
    gate_->cancel(asked, decision_source::cancelled);
    return true;
}

void peer_questions::settle_all(decision_source why) {
    std::vector<question_id> ids;
    for (const auto& entry : open_) ids.push_back(entry.second.id);
    for (const question_id id : ids) gate_->cancel(id, why);
}

void unrecorded_allows::add(written_answer place, std::string_view id) {
    places_.push_back(place);
    ids_ += id;
    id_ends_.push_back(ids_.size());
}

std::vector<std::string_view> unrecorded_allows::ids() const {
    std::vector<std::string_view> ids;
    std::size_t begin = 0;
    for (const std::size_t end : id_ends_) {
        ids.push_back(std::string_view(ids_).substr(begin, end - begin));
        begin = end;
    }
    return ids;
}

}  // namespace assent
