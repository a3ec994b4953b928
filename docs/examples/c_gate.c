/* cc -std=c11 c_gate.c $(pkg-config --cflags --libs assent-c) -o c_gate */
#include <assent/c.h>

#include <stdio.h>
#include <string.h>

static assent_outcome ask(const assent_question *question, assent_answer *answer, void *user_data) {
    static const char no[] = "nobody is there to ask";
    (void)user_data;
    printf("asked: %s (risk %s)\n", question->operation.data, question->risk.data);
    if (strcmp(question->tool_name.data, "Read") == 0) return ASSENT_ALLOW;
    assent_answer_set_reason(answer, no, strlen(no));
    return ASSENT_DENY;
}

static void decide(assent_gate *gate, const char *call) {
    const assent_verdict *verdict = assent_decide(gate, call, strlen(call));
    if (verdict->outcome == ASSENT_ALLOW)
        printf("run it with %s: %s\n", verdict->input.data, verdict->reason.data);
    else
        printf("do not run it: %s\n", verdict->reason.data);
    assent_verdict_free(verdict);
}

int main(void) {
    const char *allow[] = {"Bash(npm *)", NULL};
    const char *deny[] = {"Bash(rm *)", NULL};
    const assent_options options = {.size = sizeof options, .allow = allow, .deny = deny, .callback = ask};
    assent_error error;
    assent_gate *gate = assent_gate_open(&options, &error);
    if (gate == NULL) return fprintf(stderr, "%s\n", error.message), 1;
    decide(gate, "{\"tool_name\":\"Bash\",\"input\":{\"command\":\"npm test\"}}");
    decide(gate, "{\"tool_name\":\"Bash\",\"input\":{\"command\":\"npm test && rm -r src\"}}");
    decide(gate, "{\"tool_name\":\"Read\",\"input\":{\"file_path\":\"/work/a.c\"}}");
    decide(gate, "{\"tool_name\":\"Bash\",\"input\":{\"command\":\"make install\"}}");
    decide(gate, "{\"tool_name\":\"Bash\"}");
    assent_gate_free(gate);
    return 0;
}
