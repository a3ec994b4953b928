use std::os::raw::{c_char, c_void};

#[repr(C)]
struct Text { data: *const c_char, bytes: usize }
#[repr(C)] // its beginning: the library makes it
struct Verdict { size: usize, outcome: i32, status: i32, reason: Text }
#[repr(C)]
struct Options {
    size: usize, policy: *const c_char, policy_text: *const c_char, mode: *const c_char,
    allow: *const *const c_char, ask: *const *const c_char, deny: *const *const c_char,
    cwd: *const c_char, audit: *const c_char, callback: *const c_void, user_data: *mut c_void,
}
#[link(name = "assent")]
extern "C" {
    fn assent_gate_open(options: *const Options, error: *mut c_void) -> *mut c_void;
    fn assent_gate_free(gate: *mut c_void);
    fn assent_decide(gate: *mut c_void, call: *const c_char, bytes: usize) -> *const Verdict;
    fn assent_verdict_free(verdict: *const Verdict);
}

fn main() {
    let call = r#"{"tool_name":"Bash","input":{"command":"rm -r src"}}"#;
    unsafe {
        let mut options: Options = std::mem::zeroed();
        options.size = std::mem::size_of::<Options>();
        options.policy_text = b"{\"rules\":{\"deny\":[\"Bash(rm *)\"]}}\0".as_ptr().cast();
        let gate = assent_gate_open(&options, std::ptr::null_mut());
        let verdict = assent_decide(gate, call.as_ptr().cast(), call.len());
        let reason = std::slice::from_raw_parts((*verdict).reason.data.cast(), (*verdict).reason.bytes);
        println!("{} {}", (*verdict).outcome, std::str::from_utf8(reason).unwrap());
        assent_verdict_free(verdict);
        assent_gate_free(gate);
    }
}
