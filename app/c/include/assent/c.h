/*
 * Assent for programs in C, and in every language that can call C: docs/c-interface.md.
 *
 * - Everything fails closed. Whatever goes wrong is ASSENT_DENY, which is 0: an argument that is NULL, a text that
 *   nobody can read, memory that runs out, a callback that fails.
 * - Nothing is thrown across these functions.
 * - All functions may be called from any thread, also with one gate at once. Only what frees an object has to
 *   be the last that is done with it. A process that is forked opens gates of its own: those of the other
 *   one deny there, and are not freed.
 * - Texts are UTF-8. Those that are given to you also end with a NUL, which `bytes` does not count, and their
 *   `data` is never NULL.
 */
#ifndef ASSENT_C_H
#define ASSENT_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#define ASSENT_API __attribute__((visibility("default")))
#else
#define ASSENT_API
#endif

#ifdef __cplusplus
#define ASSENT_NOEXCEPT noexcept
extern "C" {
#else
#define ASSENT_NOEXCEPT
#endif

/* Of this header. A library with another number has another soname. */
#define ASSENT_ABI_VERSION 0

/* What is decided about a call. Only ASSENT_ALLOW lets it happen. */
typedef int32_t assent_outcome;
enum {
    ASSENT_DENY = 0,
    ASSENT_ALLOW = 1,
    ASSENT_ASK = 2 /* nothing has decided it, and the gate has no callback to ask */
};

/* Whether something went wrong, and what. */
typedef int32_t assent_status;
enum {
    ASSENT_OK = 0,
    ASSENT_INVALID_ARGUMENT = 1, /* NULL, a size of another library, a word that means nothing here */
    ASSENT_INVALID_POLICY = 2,   /* the policy or a rule cannot be read, or is wrong */
    ASSENT_INVALID_CALL = 3,     /* the text of the call cannot be read */
    ASSENT_NO_RECORD = 4,        /* the audit file cannot be opened */
    ASSENT_NO_MEMORY = 5,
    ASSENT_FAILED = 6 /* anything else */
};

/* `data` has `bytes` bytes. */
typedef struct assent_text {
    const char *data;
    size_t bytes;
} assent_text;

/* Why a gate was not made. */
#define ASSENT_MESSAGE_BYTES 1024
typedef struct assent_error {
    assent_status status;
    char message[ASSENT_MESSAGE_BYTES]; /* ends with a NUL; what is longer is cut off */
} assent_error;

/* A call that the callback is asked about. It lives as long as the call of the callback. */
typedef struct assent_question {
    size_t size; /* of this struct in the library: what is behind it is not there */
    assent_text tool_name;
    assent_text input; /* a JSON object, as it came */
    assent_text tool_use_id;
    assent_text agent_id;
    assent_text operation; /* in words, safe to show: "Write to file: src/a.c" */
    assent_text does;      /* what its commands do, in one line, safe to show; empty: it has none */
    assent_text why;       /* why it is asked */
    assent_text risk;      /* low, medium, high or critical */
} assent_question;

/* What the callback says beside its outcome. It lives as long as the call of the callback. */
typedef struct assent_answer assent_answer;

/*
 * Decides a call that nothing else has decided, as a rule by asking a person. It runs on the thread that called
 * assent_decide, on several at once where several decide, and may take its time: when the policy's time for a
 * question is over (5 minutes by default), its answer counts as a denial. It may decide other calls with the
 * same gate. Anything but ASSENT_ALLOW denies, and so does an answer that a function below has refused.
 */
typedef assent_outcome (*assent_can_use_tool)(const assent_question *question, assent_answer *answer,
                                              void *user_data);

/* Why it is denied, for the model and for people; copied. Without one there is a stock text. */
ASSENT_API assent_status assent_answer_set_reason(assent_answer *answer, const char *text, size_t bytes)
    ASSENT_NOEXCEPT;
/* Allows the call with another input, a JSON object that replaces the whole one; copied. Rules look at it. */
ASSENT_API assent_status assent_answer_set_input(assent_answer *answer, const char *json, size_t bytes)
    ASSENT_NOEXCEPT;

/* How a gate decides. Set all to 0, then `size` to sizeof(assent_options). All texts end with a NUL. */
typedef struct assent_options {
    size_t size;
    const char *policy;           /* a policy file, or `careful`, `standard`, `project` or `bare`; NULL: `bare` */
    const char *policy_text;      /* what is in a policy file, instead of that */
    const char *mode;             /* ask, allow, deny, accept_edits, plan or dont_ask; NULL: the policy's */
    const char *const *allow;     /* rules such as `Bash(npm *)`; NULL behind the last one. NULL: none */
    const char *const *ask;
    const char *const *deny;
    const char *cwd;              /* the agent's working directory, absolute; NULL: not known */
    const char *audit;            /* a file that gets a line for each decision; NULL: none */
    assent_can_use_tool callback; /* NULL: calls that nothing decides are ASSENT_ASK */
    void *user_data;              /* for the callback */
} assent_options;

/* Decides the calls of one agent. Rate limits count in it. */
typedef struct assent_gate assent_gate;

/* NULL where there is something wrong, and `error` says what; it may be NULL. Free it with assent_gate_free. */
ASSENT_API assent_gate *assent_gate_open(const assent_options *options, assent_error *error) ASSENT_NOEXCEPT;
/* Nothing may use the gate any more. NULL is ignored. Verdicts stay. */
ASSENT_API void assent_gate_free(assent_gate *gate) ASSENT_NOEXCEPT;

/* A decision and why. */
typedef struct assent_verdict {
    size_t size; /* of this struct in the library: what is behind it is not there */
    assent_outcome outcome;
    assent_status status;    /* ASSENT_OK: the gate has decided. Else it is denied because of that */
    assent_text reason;      /* for the model and for people; never empty. A callback's is as it was set */
    assent_text source;      /* what decided: rule, mode, guard, callback, ...; docs/errors.md has all */
    assent_text input;       /* allowed: the JSON object to run the tool with. Else empty */
    /* {"behavior":"allow","updatedInput":{...}}, {"behavior":"deny","message":"..."}, or the same with "ask" */
    assent_text json;
    /* Of assent_explain: all steps, for people; its `json` has the same. Empty where the call cannot be read. */
    assent_text explanation;
} assent_verdict;

/*
 * Decides a call, and asks the callback where nothing else decides. When this returns, the decision is on record,
 * or will be soon where the policy's audit says `"durability": "accepted"`; ASSENT_ASK is none.
 *
 * `call` is what can_use_tool asks, as JSON, of 16 MiB at most:
 *     {"tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"toolu_1"}
 * Ambiguous JSON, such as a key that is there twice, is denied.
 *
 * Never NULL. Free it with assent_verdict_free.
 */
ASSENT_API const assent_verdict *assent_decide(assent_gate *gate, const char *call, size_t bytes)
    ASSENT_NOEXCEPT;
/*
 * What assent_decide would say before it asks, and why. It changes nothing and is not recorded, so nothing may
 * happen because of it. Otherwise the same.
 */
ASSENT_API const assent_verdict *assent_explain(assent_gate *gate, const char *call, size_t bytes)
    ASSENT_NOEXCEPT;
/* NULL is ignored. */
ASSENT_API void assent_verdict_free(const assent_verdict *verdict) ASSENT_NOEXCEPT;

/* Of the library: "0.1.0", and its ASSENT_ABI_VERSION. */
ASSENT_API const char *assent_version(void) ASSENT_NOEXCEPT;
ASSENT_API int32_t assent_abi_version(void) ASSENT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
