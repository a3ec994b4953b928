// Model of Cursor CLI's (cursor-agent) permission rules, from documents alone (the agent was not run).
// decide(config, call) -> 'allow' | 'ask' | 'deny', or an array of possible outcomes, the strictest first, where the documents leave it open.
//   config: what ~/.cursor/cli-config.json holds: {permissions: {allow: [..], deny: [..]}, approvalMode?, sandbox?}; besides, for the command line: force?: true
//           (--force, --yolo), print?: true (-p); besides, as ~/.cursor/permissions.json: terminalAllowlist?, mcpAllowlist? (also as config.permissionsJson {...})
//   call:   {tool: 'shell', command} | {tool: 'read'|'write', path} | {tool: 'url', url} | {tool: 'mcp', server, name}; optional cwd = the workspace (default /proj)
//
// SOURCES (texts as stored; P and K in a verbatim copy of 2026-08-25)
// [P] https://cursor.com/docs/cli/reference/permissions.md     [K] https://cursor.com/docs/cli/reference/configuration.md
// [J] https://cursor.com/docs/reference/permissions.md (permissions.json reference)   [U] https://cursor.com/docs/cli/using.md   [N] https://cursor.com/docs/cli/headless.md
// [M] https://cursor.com/docs/agent/security/run-modes.md      [S] https://cursor.com/docs/agent/security.md   [F] `agent --help` as many repositories quote it
//
// FACTS
//  1 [P] "Deny rules take precedence over allow rules".
//  2 [P] "Shell(commandBase) Controls access to shell commands. The `commandBase` is the first token in the command line. Supports glob patterns and an optional
//        `command:args` syntax for finer control." Shell(git) "Allow any git subcommand"; Shell(curl:*) "Allow curl with any arguments"; "Use command:args (e.g., curl:*) to
//        match both command and arguments with globs".
//  3 [P] "Glob patterns use **, *, and ? wildcards"; "Relative paths are scoped to the current workspace"; "Absolute paths can target files outside the project".
//        Read(src/**/*.ts), Read(**/*.md) "anywhere", Read(.env*), Read(/etc/passwd), Write(src/**), Write(package.json), Write(**/*.key), Write(**/.env*).
//  4 [P] WebFetch: "when using the web fetch tool"; "Without an allowlist entry, each fetch prompts for approval."; "`*` matches all domains; `*.example.com` matches
//        subdomains; `example.com` matches that exact domain only".
//  5 [P] "Mcp(server:tool) ... Use `server` (from mcp.json) and `tool` name, with `*` for wildcards": Mcp(datadog:*), Mcp(*:search), Mcp(*:*).
//  6 [U] "Before running terminal commands, CLI will ask you to approve (y) or reject (n) execution." [S] "By default, terminal commands need your approval"; MCP: approval.
//  7 [S] "Reading files and searching code don't require approval." "Agents can modify workspace files without approval, except for configuration files." (said of Cursor, not
//        of the CLI; [M] reads outside the workspace: mode System allows, Workspace asks.) So an unlisted read or write: {ask, allow}.
//  8 [K] "approvalMode: allowlist, auto-review, or unrestricted". [M] Allowlist: "Actions in your allowlist run without approval. With sandboxing enabled, supported shell
//        commands can run in the sandbox." Auto-review: classifier, "It can allow a call ..., or block". Run Everything: "Every tool call runs automatically".
//        [F] "-f, --force  Force allow commands unless explicitly denied"; "--yolo  Alias for --force (Run Everything)". Absent approvalMode is read as allowlist.
//        Whether deny holds under "unrestricted" (not --force) is not said: strict, deny (set not opened: fact 1).
//  9 [J] "CLI permissions are separate. The Cursor CLI has its own permissions system." So permissions.json's lists are not documented to count for the CLI; a match there
//        opens {ask, allow}; they have no deny. Formats: "git: Any command starting with `git`", "git status: Only `git status` (and anything starting with `git status `)",
//        "npm:install*: `npm install`, `npm install express`. The `:` separates the base command from an args glob", "case-sensitive and uses prefix semantics: git matches
//        git status but not gitk"; mcpAllowlist "server:tool ... matched case-insensitively", `*` "also work inside names", "Entries that do not contain a `:` are ignored".
// 10 [N] -p without --force: "changes are only proposed, not applied"; an ask in print mode is {deny, ask}.
// SILENT (strict about deny, as a set with deny first): everything about compound lines (the literal reading of fact 2: only the FIRST token of the line counts; the strict
//   one: each command), wrappers, $(...), quotes, assignments, absolute program paths, case, Shell(git status) with a space, Shell(x:*) on x without arguments, whether * in
//   args crosses "/", dot files under * and **, `~`, `..` and symbolic links in paths, a pattern without slash below the root (Read(.env*) on a/.env), a directory named without
//   /**, Read/Write denies against shell commands (cat .env, > .env), *.x on x, scheme, path or port in WebFetch, Mcp(server) without colon, Mcp(server, tool), rules of unknown
//   type, a dot at the end of a host (the same host in DNS), [K] "Permission entries are exact strings".
//   A report of users (rho-coding-agent, docs.rs, 2026-10-05) that under ACP "WebFetch(*) denies are ignored" is not followed.
import { read, wrapped, base, normal, under, glob, answer, together } from './words.mjs';

const NO = 0, MAYBE = 1, YES = 2;
const lower = s => s.toLowerCase();

function rule(text) {
  if (typeof text !== 'string') return null;
  const m = /^\s*([A-Za-z_]+)\s*(?:\(([^]*)\))?\s*$/.exec(text);
  if (!m) return { kind: '', arg: '', odd: true };
  return { kind: m[1], arg: m[2] };
}
function ofKind(r, kind) { // YES: this kind; MAYBE: close to it (another case, the editor's names)
  if (!r) return NO;
  if (r.kind === kind) return YES;
  const near = { Shell: ['shell', 'bash', 'terminal'], Read: ['read'], Write: ['write', 'edit', 'delete'], WebFetch: ['webfetch', 'fetch'], Mcp: ['mcp'] }[kind];
  return near.includes(lower(r.kind)) ? MAYBE : NO;
}
const best = (rules, f) => rules.reduce((m, r) => Math.max(m, f(r)), NO);

// ---- shell ----
function tokenTri(pattern, token, side) {
  if (pattern === token) return YES;
  if (/[*?]/.test(pattern)) {
    if (glob(pattern, token)) return YES;
    if (glob(pattern, token, { cross: true })) return MAYBE;
  }
  if (side === 'deny' && (lower(pattern) === lower(token) || (/[*?]/.test(pattern) && glob(lower(pattern), lower(token), { cross: true })))) return MAYBE;
  return NO;
}
function shellTri(arg, cmd, side) { // one simple command
  if (arg === undefined) return MAYBE; // bare Shell
  if (!cmd.words.length) return NO;
  const v = cmd.words.map(w => w.value), text = v.join(' ');
  const match = (name) => {
    const colon = arg.indexOf(':');
    if (colon < 0) {
      if (arg === '') return side === 'deny' ? MAYBE : NO;
      let t = tokenTri(arg, name, side);
      const whole = [name, ...v.slice(1)].join(' ');
      if (t === NO && /\s/.test(arg)) { // Shell(git status): not of the documented form
        if (whole === arg || whole.startsWith(arg.trim() + ' ')) t = MAYBE;
        else if (/[*?]/.test(arg) && glob(arg.trim(), whole, { cross: true })) t = MAYBE;
        else if (/\s\*+$/.test(arg) && whole === arg.replace(/\s\*+$/, '')) t = MAYBE;
      } else if (t === NO && /[*?]/.test(arg) && glob(arg, whole, { cross: true })) t = MAYBE;
      return t;
    }
    const b = arg.slice(0, colon), a = arg.slice(colon + 1);
    let t = tokenTri(b, name, side);
    if (t === NO) { // Shell(npm run test:*) with a space before the colon
      const whole = [name, ...v.slice(1)].join(' ');
      if (/\s/.test(b) && (whole === b || whole.startsWith(b + ' ')) && (a === '*' || a === '**' || glob(a, whole.slice(b.length + 1), { cross: true }))) return MAYBE;
      if (whole === arg) return MAYBE;
      return NO;
    }
    const args = v.slice(1).join(' ');
    if (a === '*' || a === '**') return args === '' ? Math.min(t, side === 'deny' ? YES : MAYBE) : t;
    if (a === '') return args === '' ? MAYBE : side === 'deny' ? MAYBE : NO;
    if (!/[*?]/.test(a) ? a === args : glob(a, args)) return t;
    if (glob(a, args, { cross: true })) return MAYBE;
    if (side === 'deny') {
      const bare = a.replace(/\s*\*+$/, '');
      if (args === bare || args.startsWith(bare + ' ')) return MAYBE; // Shell(git:push) on "git push origin": exact or prefix?
      if (bare && lower(args).startsWith(lower(bare)) && !args.startsWith(bare)) return MAYBE;
      if (bare && v.slice(1).includes(bare.split(' ')[0])) return MAYBE; // "git -C x push"
    } else if (a.endsWith(' *') && args === a.slice(0, -2)) return MAYBE;
    else if (args.startsWith(a + ' ') && !/[*?]/.test(a)) return MAYBE; // "prefix semantics" of [J]
    return NO;
  };
  let t = match(v[0]);
  if (t === YES && (cmd.words[0].quoted || cmd.words[0].expands || cmd.assigns.length)) t = MAYBE;
  if (t === YES && arg.includes(':') && !/:\*+$/.test(arg) && cmd.words.some(w => w.quoted || w.expands)) t = MAYBE;
  if (t === NO && v[0].includes('/')) t = Math.min(MAYBE, match(base(v[0])));
  if (t === NO && side === 'deny' && (cmd.words[0].expands || (arg.includes(':') && cmd.words.some(w => w.expands) && tokenTri(arg.split(':')[0], v[0], side)))) t = MAYBE;
  return t;
}
function shellRule(r, cmd, side) { const k = ofKind(r, 'Shell'); return k === NO ? NO : Math.min(k, shellTri(r.arg, cmd, side)); }

function terminal(entry, v) { // [J] terminalAllowlist
  const text = v.join(' ');
  if (typeof entry !== 'string') return false;
  const c = entry.indexOf(':');
  if (c < 0) return text === entry || text.startsWith(entry + ' ');
  return v[0] === entry.slice(0, c) && glob(entry.slice(c + 1), v.slice(1).join(' '), { cross: true });
}

function looksPath(s) { return s !== '' && !s.startsWith('-') && !/^[a-z]+:\/\//.test(s); }

function shellOutcomes(c, command, ws) {
  const { allow, deny, extra, fallback } = c;
  const parsed = read(command), list = parsed.commands;
  // is the first token of the line the name of the first command, as it stands? not after "(", "{", "!", "if", A=1 or a redirection
  const first = list[0]?.words[0], plain = Boolean(first) && command.trimStart().startsWith(first.raw);
  let denied = NO;
  list.forEach((cmd, i) => {
    const t = best(deny, r => shellRule(r, cmd, 'deny'));
    denied = Math.max(denied, i === 0 && plain ? t : Math.min(MAYBE, t)); // the first token of the line: certain; later commands: silent
    for (const x of wrapped(cmd)) denied = Math.max(denied, Math.min(MAYBE, best(deny, r => shellRule(r, x, 'deny'))));
  });
  for (const x of parsed.inner) for (const y of [x, ...wrapped(x)]) denied = Math.max(denied, Math.min(MAYBE, best(deny, r => shellRule(r, y, 'deny'))));
  if (list.length && best(deny, r => ofKind(r, 'Shell') === YES && (r.arg === '*' || r.arg === '**' || r.arg === '*:*') ? (r.arg === '*:*' ? MAYBE : YES) : NO) === YES) denied = YES;
  if (parsed.odd && deny.some(r => ofKind(r, 'Shell') && r.arg && command.includes(r.arg.split(/[:*?]/)[0]))) denied = Math.max(denied, MAYBE);
  // Read and Write denies against files that the line names
  for (const cmd of [...list, ...list.flatMap(x => wrapped(x)), ...parsed.inner]) {
    const files = [...cmd.words.slice(1).map(w => w.value), ...cmd.redirs.map(r => r.target)].filter(looksPath);
    if (denied === NO && files.some(f => best(deny, r => Math.max(fileRule(r, 'Read', f, ws, 'deny'), fileRule(r, 'Write', f, ws, 'deny'))) > NO)) denied = MAYBE;
  }
  let set;
  if (c.force) set = new Set(['allow']);
  else {
    const sets = list.map(cmd => {
      const t = best(allow, r => shellRule(r, cmd, 'allow'));
      const s = t === YES ? new Set(['allow']) : t === MAYBE ? new Set(['allow', ...fallback]) : new Set(fallback);
      if (t === NO && wrapped(cmd).length && wrapped(cmd).every(x => best(allow, r => shellRule(r, x, 'allow')) > NO)) s.add('allow');
      if (cmd.words.length && extra.terminal.some(e => terminal(e, cmd.words.map(w => w.value)))) s.add('allow');
      if (!cmd.words.length) s.add('allow');
      return s;
    });
    if (!sets.length) set = new Set(['ask', 'allow']);
    else {
      set = together(sets);
      if (sets.length > 1) for (const x of sets[0]) set.add(x);
      if ((sets.length > 1 || parsed.ops || !plain) && set.has('allow')) set.add('ask'); // the first token alone, or each command, or never a compound line
      if (set.has('allow') && (parsed.inner.length || parsed.odd || list.some(x => x.redirs.some(r => r.op.startsWith('>') && r.target !== '/dev/null') || x.words.some(w => w.expands)))) set.add('ask');
    }
  }
  if (denied === YES) return new Set(['deny']);
  if (denied === MAYBE) set.add('deny');
  return set;
}

// ---- files ----
function fileTri(pattern, path, ws, side) {
  if (pattern === undefined) return MAYBE;
  if (pattern === '') return NO;
  const home = '/home/user';
  const tildeP = pattern.startsWith('~/') || pattern === '~', tilde = path.startsWith('~/') || path === '~';
  const p = tildeP ? home + pattern.slice(1) : pattern, f = tilde ? home + path.slice(1) : path;
  const abs = f.startsWith('/') ? f : ws + '/' + f, full = normal(f, ws);
  const target = p.startsWith('/') ? p : ws + '/' + p.replace(/^(\.\/)+/, '');
  const odd = p.split('/').includes('..') || p.startsWith('./');
  const test = (text, opt) => glob(odd ? normal(p, ws) : target, text, opt);
  const cooked = test(full), raw = abs === full ? cooked : test(abs.replace(/\/\.\//g, '/').replace(/\/{2,}/g, '/'));
  let t = NO;
  if (cooked && raw) t = test(full, { dot: false }) ? YES : MAYBE; // dot files: silent
  else if (cooked || raw) t = MAYBE;
  if (t === YES && (odd || tildeP || tilde)) t = MAYBE;
  if (t === NO && !p.startsWith('/') && p.startsWith('**') && !under(full, ws) && glob('/' + p, full)) t = MAYBE; // "scoped to the current workspace" against "anywhere"
  if (t === NO && !p.startsWith('/') && (p === '**' || p === '*') && !under(full, ws)) t = MAYBE;
  if (t === NO && side === 'deny') {
    const low = glob(lower(target), lower(full));
    if (low || glob(target, full, { cross: true })) t = MAYBE;
    else if (!p.includes('/') && glob(p, base(full))) t = MAYBE; // Read(.env*) on a/.env
    else if (!/[*?]/.test(p.replace(/\/+$/, '')) && under(full, normal(p, ws)) && normal(p, ws) !== '/') t = MAYBE; // a directory
    else if (/\/\*\*?$/.test(p) && full === normal(p.replace(/\/\*\*?$/, ''), ws)) t = MAYBE; // the directory itself
    else if (!p.startsWith('/') && !p.startsWith('**') && p.includes('/') && glob('/**/' + p, full)) t = MAYBE;
  }
  return t;
}
function fileRule(r, kind, path, ws, side) { const k = ofKind(r, kind); return k === NO ? NO : Math.min(k, fileTri(r.arg, path, ws, side)); }

// ---- web fetch ----
function webTri(pattern, url, side) {
  if (pattern === undefined) return MAYBE;
  let u; try { u = new URL(url); } catch { try { u = new URL('https://' + url); } catch { return side === 'deny' ? MAYBE : NO; } }
  const h = u.hostname.toLowerCase();
  if (h.endsWith('.') && h.length > 1) { // the same host as without the dot, and another text
    const dotless = new URL(u); dotless.hostname = h.slice(0, -1);
    return Math.max(hostTri(pattern, u, side), Math.min(MAYBE, hostTri(pattern, dotless, side)));
  }
  return hostTri(pattern, u, side);
}
function hostTri(pattern, u, side) {
  const h = u.hostname.toLowerCase();
  if (pattern === '*') return YES;
  if (pattern === '**') return MAYBE;
  const one = p => p === h ? YES : p.startsWith('*.') && !/[*?]/.test(p.slice(2)) ? (h.endsWith(p.slice(1)) ? YES : NO) : /[*?]/.test(p) && glob(p, h, { cross: true }) ? MAYBE : NO;
  let t = one(pattern);
  if (t === YES && (u.port || u.username)) t = MAYBE;
  if (t === NO) {
    let p = lower(pattern).replace(/^[a-z]+:\/\//, ''); const path = /[/]/.test(p) ? p.slice(p.indexOf('/')) : ''; p = p.replace(/\/.*$/, ''); const port = /:(\d+|\*)$/.exec(p); if (port) p = p.slice(0, -port[0].length);
    if (p !== pattern || path) { // scheme, path, port or case in the pattern
      if (one(p) > NO && (side === 'deny' || path === '' || path === '/' || path === '/*' || path === '/**' || glob(path, u.pathname, { cross: true }))) t = MAYBE;
    }
  }
  if (t === NO && side === 'deny' && pattern.startsWith('*.') && h === pattern.slice(2)) t = MAYBE; // *.x on x
  return t;
}

// ---- MCP ----
function partTri(p, s, side) {
  if (p === s || p === '*') return YES;
  if (p.includes('*') && glob(p, s, { cross: true })) return YES;
  const lp = lower(p), ls = lower(s);
  if (lp === ls || (p.includes('*') && glob(lp, ls, { cross: true }))) return MAYBE; // [J] case-insensitive, [P] silent
  return NO;
}
function mcpTri(arg, call, side) {
  if (arg === undefined) return MAYBE;
  let i = arg.indexOf(':'), cap = YES;
  if (i < 0) { i = arg.indexOf(','); cap = MAYBE; }
  if (i < 0) return Math.min(MAYBE, partTri(arg.trim(), call.server, side));
  return Math.min(cap, partTri(arg.slice(0, i).trim(), call.server, side), partTri(arg.slice(i + 1).trim(), call.name, side), /\s/.test(arg) && cap === YES ? MAYBE : YES);
}
function mcpList(entry, call) {
  if (typeof entry !== 'string' || !entry.includes(':')) return false;
  const i = entry.indexOf(':');
  return glob(lower(entry.slice(0, i)), lower(call.server), { cross: true }) && glob(lower(entry.slice(i + 1)), lower(call.name), { cross: true });
}

export function decide(config, call) {
  const perms = config?.permissions ?? {}, ws = normal(call.cwd ?? '/proj', '/');
  const list = x => (Array.isArray(x) ? x : []);
  const allow = list(perms.allow).map(rule).filter(Boolean), deny = list(perms.deny).map(rule).filter(Boolean);
  const pj = config?.permissionsJson ?? {};
  const extra = { terminal: [...list(config?.terminalAllowlist), ...list(pj.terminalAllowlist)], mcp: [...list(config?.mcpAllowlist), ...list(pj.mcpAllowlist)] };
  const mode = config?.approvalMode ?? 'allowlist';
  const force = config?.force === true || mode === 'unrestricted';
  const fallbackShell = mode === 'auto-review' ? ['deny', 'ask', 'allow'] : config?.sandbox?.mode === 'enabled' ? ['ask', 'allow'] : ['ask'];
  const fallbackOther = mode === 'auto-review' ? ['deny', 'ask', 'allow'] : ['ask'];
  let set;
  if (call.tool === 'shell') set = shellOutcomes({ allow, deny, extra, fallback: fallbackShell, force }, call.command, ws);
  else {
    let d = NO, a = NO, fallback = fallbackOther;
    if (call.tool === 'read' || call.tool === 'write') {
      const kind = call.tool === 'read' ? 'Read' : 'Write';
      d = best(deny, r => fileRule(r, kind, call.path, ws, 'deny'));
      a = best(allow, r => fileRule(r, kind, call.path, ws, 'allow'));
      fallback = ['ask', 'allow']; // fact 7
    } else if (call.tool === 'url' || call.tool === 'webfetch') {
      const f = side => r => { const k = ofKind(r, 'WebFetch'); return k === NO ? NO : Math.min(k, webTri(r.arg, call.url, side)); };
      d = best(deny, f('deny')); a = best(allow, f('allow'));
    } else if (call.tool === 'mcp') {
      const f = side => r => { const k = ofKind(r, 'Mcp'); return k === NO ? NO : Math.min(k, mcpTri(r.arg, call, side)); };
      d = best(deny, f('deny')); a = best(allow, f('allow'));
      if (a === NO && extra.mcp.some(e => mcpList(e, call))) a = MAYBE;
    }
    set = force || a === YES ? new Set(['allow']) : a === MAYBE ? new Set(['allow', ...fallback]) : new Set(fallback);
    if (call.tool === 'write' && !force && set.has('allow') && /(^|\/)\.(vscode|cursor|idea)\//i.test(normal(call.path, ws))) set.add('ask'); // [S] "Configuration files (like workspace settings) need your approval first"
    if (d === YES) set = new Set(['deny']); else if (d === MAYBE) set.add('deny');
  }
  if (config?.print === true && !force && (set.has('ask') || (call.tool === 'write' && set.has('allow')))) set.add('deny');
  return answer(set);
}
