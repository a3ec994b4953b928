package main

/*
#cgo LDFLAGS: -lassent
#include <assent/c.h>
#include <string.h>
*/
import "C"
import (
	"fmt"
	"unsafe"
)

func main() {
	options := C.assent_options{policy_text: C.CString(`{"rules":{"deny":["Bash(rm *)"]}}`)}
	options.size = C.size_t(unsafe.Sizeof(options))
	gate := C.assent_gate_open(&options, nil)
	defer C.assent_gate_free(gate)
	call := C.CString(`{"tool_name":"Bash","input":{"command":"rm -r src"}}`)
	verdict := C.assent_decide(gate, call, C.strlen(call))
	defer C.assent_verdict_free(verdict)
	fmt.Println(verdict.outcome, C.GoStringN(verdict.reason.data, C.int(verdict.reason.bytes)))
}
