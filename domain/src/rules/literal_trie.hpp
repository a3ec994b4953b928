#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// Values under byte strings, several under one, in a radix tree: what a text begins with is found in one
/// walk along it.
///
/// Persistent: a copy takes no time and shares everything; adding to one of them copies the nodes on the way
/// that are shared, and changes those that are not where they are. So filling a new one copies nothing, and
/// adding to a copy of a large one copies a handful. Nothing is ever taken out.
///
/// Each value has an order, and each node knows the least one below it.
///
/// Thread-safety: any thread may read, while others add to copies. Keys have to be short enough for a
/// recursion of their length.
template <class Value>
class literal_trie {
    struct node;
    using node_pointer = boost::intrusive_ptr<node>;

public:
    /// One value, and those that were added under the same key before it.
    struct item : boost::intrusive_ref_counter<item> {
        item(Value what, std::uint64_t at, boost::intrusive_ptr<item> rest)
            : count(rest ? rest->count + 1 : 1), value(std::move(what)), order(at), next(std::move(rest)) {}
        // A long list is let go one by one: recursion would exhaust the stack.
        ~item() {
            auto rest = std::move(next);
            while (rest && rest->use_count() == 1) {
                auto after = std::move(rest->next);
                rest = std::move(after);
            }
        }
        item(const item&) = delete;
        item& operator=(const item&) = delete;

        std::uint32_t count;  ///< from here to the end
        Value value;
        std::uint64_t order;
        boost::intrusive_ptr<item> next;
    };

    /// A place on the way to keys. Valid as long as the trie, or a copy of it, is there and unchanged.
    class position {
    public:
        /// No key goes on from here, not even the empty one.
        [[nodiscard]] bool nowhere() const noexcept { return node_ == nullptr; }
        /// The place that is `bytes` further on.
        [[nodiscard]] position after(std::string_view bytes) const noexcept {
            position at = *this;
            while (at.node_ != nullptr && !bytes.empty()) {
                const std::string& label = at.node_->label;
                const std::size_t common = std::min(label.size() - at.used_, bytes.size());
                // Byte by byte: most of what is asked for is short.
                for (std::size_t each = 0; each < common; ++each)
                    if (label[at.used_ + each] != bytes[each]) return {};
                at.used_ += common;
                bytes.remove_prefix(common);
                if (bytes.empty()) break;
                at.node_ = at.node_->child_of(bytes.front());
                at.used_ = 0;
            }
            return at;
        }
        /// The same for one byte.
        [[nodiscard]] position after(char byte) const noexcept {
            position at = *this;
            if (node_ == nullptr) return at;
            if (used_ == node_->label.size()) {
                at.node_ = node_->child_of(byte);
                at.used_ = 1;
            } else if (node_->label[used_] == byte) {
                ++at.used_;
            } else {
                at.node_ = nullptr;
            }
            return at;
        }
        /// The values whose key ends here, the latest first; null: none.
        [[nodiscard]] const item* items() const noexcept {
            return node_ != nullptr && used_ == node_->label.size() ? node_->items.get() : nullptr;
        }
        /// The values of each key that ends here or goes on like a beginning of the text: `visit(const
        /// item&)`.
        template <class Iterator, class Visit>
        void each_beginning(Iterator at, Iterator end, Visit visit) const {
            const node* here = node_;
            std::size_t used = used_;
            while (here != nullptr) {
                for (; used < here->label.size(); ++used, ++at)
                    if (at == end || *at != here->label[used]) return;
                if (here->items) visit(*here->items);
                if (at == end) return;
                here = here->child_of(*at);
                used = 0;
            }
        }
        /// The values of each key that goes on like a part of the text: `visit(const item&)`, for some of
        /// them several times.
        template <class Visit>
        void each_part(std::string_view text, Visit visit) const {
            if (node_ == nullptr) return;
            const auto look_from = [&](std::size_t at) {
                each_beginning(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), visit);
            };
            if (const auto next = std::string_view(node_->label).substr(used_); !next.empty()) {
                for (auto at = text.find(next); at != std::string_view::npos; at = text.find(next, at + 1))
                    look_from(at);
                return;
            }
            // Most bytes begin no key: told from all that do by a bit.
            const std::uint64_t beginnings = node_->beginnings();
            for (std::size_t at = 0; at < text.size(); ++at)
                if ((beginnings & bit_of(text[at])) != 0) look_from(at);
        }
        /// Each place on the way along the text, from here on: `visit(const position&)`.
        template <class Iterator, class Visit>
        void each_place(Iterator at, Iterator end, Visit visit) const {
            for (position here = *this; !here.nowhere(); ++at) {
                visit(here);
                if (at == end) return;
                const char byte = *at;
                here = here.after(byte);
            }
        }
        /// The values of all keys that go on from here and may hold one of an order below `bound()`, which is
        /// asked again and again: `visit(const item&)`. Goes for the least order first.
        template <class Bound, class Visit>
        void each_below(const Bound& bound, const Visit& visit) const {
            if (node_ != nullptr) node_->each_below(bound, visit);
        }

    private:
        friend class literal_trie;
        const node* node_ = nullptr;
        std::size_t used_ = 0;  // bytes of its label
    };

    [[nodiscard]] position root() const noexcept {
        position at;
        at.node_ = root_.get();
        return at;
    }

    /// Adds a value under a key, beside those that are there. \return where it is, in this trie and its
    /// copies
    const item* add(std::string_view key, Value value, std::uint64_t order) {
        node_pointer* slot = &root_;
        while (*slot) {
            node& here = own(*slot);
            const auto [label_end, key_end] =
                std::mismatch(here.label.begin(), here.label.end(), key.begin(), key.end());
            if (label_end != here.label.end())
                here.split(static_cast<std::size_t>(label_end - here.label.begin()));
            here.least = std::min(here.least, order);
            key.remove_prefix(static_cast<std::size_t>(key_end - key.begin()));
            if (key.empty()) {
                here.items = new item(std::move(value), order, std::move(here.items));
                return here.items.get();
            }
            slot = &here.slot_of(key.front());
        }
        *slot = new node;
        (*slot)->label = key;
        (*slot)->least = order;
        (*slot)->items = new item(std::move(value), order, nullptr);
        return (*slot)->items.get();
    }

private:
    // Up to so many are looked at one by one.
    static constexpr std::size_t few_children = 8;

    static constexpr std::uint64_t bit_of(char byte) noexcept {
        return std::uint64_t{1} << (static_cast<unsigned char>(byte) % 64U);
    }

    struct child {
        char first;  // of its label
        node_pointer at;
    };
    struct node : boost::intrusive_ref_counter<node> {
        [[nodiscard]] const node* child_of(char first) const noexcept {
            if (children.size() <= few_children) {
                for (const child& each : children)
                    if (each.first == first) return each.at.get();
                return nullptr;
            }
            const auto found = std::lower_bound(children.begin(), children.end(), first, before);
            return found != children.end() && found->first == first ? found->at.get() : nullptr;
        }
        // The bytes with which keys go on behind the label, a bit each; those that end there go on like any.
        [[nodiscard]] std::uint64_t beginnings() const noexcept {
            std::uint64_t bits = items ? ~std::uint64_t{0} : 0;
            for (const child& each : children) bits |= bit_of(each.first);
            return bits;
        }
        [[nodiscard]] node_pointer& slot_of(char first) {
            auto found = std::lower_bound(children.begin(), children.end(), first, before);
            if (found == children.end() || found->first != first)
                found = children.insert(found, {first, nullptr});
            return found->at;
        }
        // Moves everything but the first bytes of the label into a child.
        void split(std::size_t kept) {
            const node_pointer rest = new node;
            rest->label = label.substr(kept);
            rest->children = std::move(children);
            rest->items = std::move(items);
            rest->least = least;
            label = label.substr(0, kept);
            children.clear();
            children.push_back({rest->label.front(), rest});
        }
        template <class Bound, class Visit>
        void each_below(const Bound& bound, const Visit& visit) const {
            if (least >= bound()) return;
            if (items) visit(*items);
            const auto first =
                std::min_element(children.begin(), children.end(),
                                 [](const child& a, const child& b) { return a.at->least < b.at->least; });
            if (first != children.end()) first->at->each_below(bound, visit);
            for (auto each = children.begin(); each != children.end(); ++each)
                if (each != first) each->at->each_below(bound, visit);
        }

        static bool before(const child& one, char first) noexcept { return one.first < first; }

        std::string label;
        std::vector<child> children;  // by their first byte
        boost::intrusive_ptr<item> items;
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    };

    // The node in a slot, which nobody else sees.
    [[nodiscard]] static node& own(node_pointer& slot) {
        if (slot->use_count() > 1) slot = new node(*slot);
        return *slot;
    }

    node_pointer root_;
};

}  // namespace assent
