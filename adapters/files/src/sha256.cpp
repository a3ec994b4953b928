#include <assent/adapters/files/sha256.hpp>

// The algorithm alone, and not OpenSSL's choice among providers: that would load all of the library, cost
// more than the digest of a short text, and take locks that threads share. OpenSSL would rather have that one
// used.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace assent::detail {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

static_assert(digest_digits == 2 * SHA256_DIGEST_LENGTH);

void require(int done) {
    if (done != 1) throw std::runtime_error("cannot compute a SHA-256 digest");
}

}  // namespace

void append_sha256_hex(std::string& out, std::initializer_list<std::string_view> parts) {
    SHA256_CTX context;
    require(SHA256_Init(&context));
    for (const auto part : parts) require(SHA256_Update(&context, part.data(), part.size()));
    std::array<unsigned char, SHA256_DIGEST_LENGTH> bytes{};
    require(SHA256_Final(bytes.data(), &context));

    std::array<char, digest_digits> text{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        text[2 * i] = hex_digits[bytes[i] >> 4U];
        text[2 * i + 1] = hex_digits[bytes[i] & 0xFU];
    }
    out.append(text.data(), text.size());
}

std::string sha256_hex(std::initializer_list<std::string_view> parts) {
    std::string text;
    append_sha256_hex(text, parts);
    return text;
}

bool is_digest(std::string_view text) noexcept {
    return text.size() == digest_digits && std::all_of(text.begin(), text.end(), [](char each) {
               return hex_digits.find(each) != std::string_view::npos;
           });
}

}  // namespace assent::detail
