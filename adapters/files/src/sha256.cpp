#include "sha256.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

namespace assent::detail {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

struct free_context {
    void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};

void require(bool done) {
    if (!done) throw std::runtime_error("cannot compute a SHA-256 digest");
}

}  // namespace

std::string sha256_hex(std::initializer_list<std::string_view> parts) {
    const std::unique_ptr<EVP_MD_CTX, free_context> context(EVP_MD_CTX_new());
    require(context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1);
    for (const auto part : parts) require(EVP_DigestUpdate(context.get(), part.data(), part.size()) == 1);
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    require(EVP_DigestFinal_ex(context.get(), bytes.data(), &size) == 1);

    std::string text;
    text.reserve(digest_digits);
    for (unsigned i = 0; i < size; ++i) {
        text += hex_digits[bytes[i] >> 4U];
        text += hex_digits[bytes[i] & 0xFU];
    }
    return text;
}

bool is_digest(std::string_view text) noexcept {
    return text.size() == digest_digits && std::all_of(text.begin(), text.end(), [](char each) {
               return hex_digits.find(each) != std::string_view::npos;
           });
}

}  // namespace assent::detail
