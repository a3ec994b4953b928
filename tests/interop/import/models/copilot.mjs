// Model of GitHub Copilot CLI's permission rules, from documents alone (no run of the agent beyond `copilot help`).
// decide(words, call) -> 'allow' | 'ask' | 'deny', or an array of possible outcomes, the strictest first, where the documents leave it open.
//   words: the words of the command line (the program's own name may be first)
//   call:  {tool: 'shell', command} | {tool: 'write', path} | {tool: 'url', url} | {tool: 'mcp', server, name}; optional cwd (default /proj), platform (default linux)
//
// SOURCES
// [H]  `copilot help permissions`, `copilot --help`, GitHub Copilot CLI 1.0.102 (the program as installed)
// [R]  github/docs content/copilot/reference/copilot-cli-reference/cli-command-reference.md @046d26799c8d
//      = https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-command-reference
// [D]  github/docs .../cli-config-dir-reference.md @03b432e6d532 = https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference
// [A]  github/docs content/copilot/how-tos/copilot-cli/use-copilot-cli/allowing-tools.md @128719b92f5d
// [C]  github/docs content/copilot/how-tos/copilot-cli/set-up-copilot-cli/configure-copilot-cli.md @03e038c5a490
// [L]  github/copilot-cli changelog.md @9532bdacf5a3 (2026-08-03)
// [G]  github/gh-aw pull 18612 and pkg/constants: CopilotStemCommands (another GitHub project on the CLI's parser, said of v0.0.418)
// [I]  github/copilot-cli issues, number after it (reports of users: used to open a set, never to close one)
// [W]  /work/shared/protocol/AGENTS.md (captures of 1.0.102)
//
// FACTS
//  1 [H] "Denial rules always take precedence over allow rules, even --allow-all-tools."
//  2 [H] "shell(command:*?) Exactly matches a specific shell command to be run. If the command is omitted, all shell commands are allowed. In most cases,
//        this will be an exact match against the command name. To match prefixes, use the :* suffix." "... for git and gh commands, where approval is
//        performed on a first-level subcommand basis, e.g. "git push" or "gh pr create"." "shell(git:*)" will match "git push" but not "gitea"."
//  3 [D] of saved command identifiers: "a trailing `:*` ... matches the text before `:*`, either by itself or followed by a space and more text. A plain `*`
//        has no special meaning, so `git*` doesn't match `git status`." Table: `git status` does not match `git status --short`; `gh pr:*` matches `gh pr view`.
//        [R] of shell rules: "the `:*` suffix matches the command stem followed by a space" (so the bare `git` under shell(git:*) is open for allow).
//        [L] 0.0.329 "`shell(npm run test:*)` to match any shell commands beginning with `npm run test`".
//  4 [C] "to prevent Copilot from using any `rm` command, use --deny-tool='shell(rm)'"; "prevent ... the `rm` and `git push` commands" (so with any arguments).
//        [A] "--allow-tool='shell(git commit)' Allow the `git commit` command." But the table of [D] says that an exact entry does not take arguments:
//        for ALLOW of two words with further arguments: open.
//  5 [G] "`git`... stem configurations append subcommands to form command identifiers"; "--allow-tool shell(dotnet) does exact matching" (`dotnet build` is not
//        allowed by it); "shell(curl) only matches a bare "curl" invocation with no arguments". [I1736] shell(git) does not allow `git commit`.
//        Of DENY shell(git) on `git push` the documents are silent: stricter reading first, set.
//  6 [W] a question has rawInput.commands[], one for each command of the line; [I66] "Allow just checks final command in piping | or chaining && ||?" closed as a
//        bug. So each command of a compound line is checked: one denied, all denied; all allowed, allowed.
//  7 [A] "read-only operations like searching, reading files, and running read-only shell commands are allowed automatically"; the list of such commands is not
//        published: for commands that may be on it {ask, allow}; [L] 1.0.3 "Prevent env command from being treated as safe"; 1.0.46 read-only gh.
//  8 [L] 0.0.423 "Users are prompted for shell commands with potentially dangerous expansion or substitution use cases"; 1.0.60 "Prompt for approval before running
//        commands that set dynamic-loader or git-config env vars": adds ask. Whether also with --allow-all-tools: silent, set.
//  9 [H] write: "Matches tools that create and modify files, except shell tool invocations. ... A relative path matches by trailing path components, so
//        "write(.env)" matches a file named ".env" in any directory ...; use an absolute path ... to scope the rule to a single location. To allow all shell
//        redirections, set --allow-all-tools." [R] "exact or trailing-path-segment match; no glob support yet"; "scopes the denial to that path"; "The match resolves
//        symlinks and `.`/`..` segments, and is case-insensitive on macOS and Windows." But [R] also shows `write(src/*.ts)` as an example: globs are open.
// 10 [H] paths: "file access is restricted to paths within the current working directory and its subdirectories, plus the system temporary directory";
//        [C] "Path permissions apply to shell commands, file operations ...; For shell commands, paths are heuristically extracted". [D] "A path prompt can still apply
//        for paths outside the allowed directories." File tools outside: ask. Shell: {ask, allow} (heuristic).
// 11 [H] url: "Applies to the shell and web-fetch tools. If omitted, matches all URLs." "All patterns are protocol-aware. Domains without a protocol default to
//        https://." "approving https://example.com does NOT allow http://example.com." [C] "a curated list of shell commands ... (such as curl, wget, and fetch)";
//        "By default, all URLs require approval". [D] "Supports exact URLs, domain patterns, and wildcard subdomains". Whether github.com covers api.github.com is open
//        ([H] has "# Allow GitHub API access ... --allow-url=github.com"); whether *.x covers x, ports, and a longer path under an exact URL: open.
//        [L] "web_fetch blocks loopback, private, and cloud metadata addresses": adds deny for those.
// 12 [H] MCP: "Exactly matches a specific tool from a specific MCP server, or all tools from that server if omitted." [D] "serverName must match the configured MCP
//        server name exactly". [R] "All MCP tool invocations require explicit permission. This applies even to read-only operations".
// 13 [H] "--available-tools option disables all other tools; the --excluded-tools option disables only the specified tools"; [A] "If you use both options together, the CLI
//        will apply ... --available-tools and ignore ... --excluded-tools". Names: [R] bash, create, edit, apply_patch, view, web_fetch ... A tool that is not
//        available counts as deny. How MCP tools are named there: silent, set. [I: AzureAD pull 3098] an empty --available-tools restricts nothing: set.
// 14 [L] 1.0.71 "Reject malformed --allow-tool and --deny-tool patterns with an error message": nothing runs; what is malformed is not said: adds deny.
// 15 [H] "--allow-all and --yolo ... equivalent to specifying --allow-all-tools --allow-all-paths --allow-all-urls together". So --allow-all-tools alone may leave the
//        question about a URL: set.
// 16 [L] 0.0.359 "`copilot -p` will no longer interactively prompt for permission requests": with -p an ask is {deny, ask}.
// SILENT (strict about deny, as a set with deny first): wrappers (env, sudo, xargs, bash -c, find -exec), commands in $(...), absolute program paths, quoted or
//   escaped names, assignments before the name, another case, options between git and its subcommand, rules longer than the identifier (shell(git push --force)),
//   a command name that is an expansion, here-documents.
import { read, wrapped, base, normal, under, glob, answer, together, RANK } from './words.mjs';

const NO = 0, MAYBE = 1, YES = 2;
// [G], verbatim list
const STEMS = new Set(['git', 'gh', 'glab', 'npm', 'npx', 'yarn', 'pnpm', 'cargo', 'go', 'composer', 'pip', 'pipenv', 'poetry', 'conda', 'mvn', 'gradle', 'gradlew', 'dotnet',
  'bundle', 'swift', 'sbt', 'flutter', 'mix', 'cabal', 'stack', 'curl', 'wget']);
// tools with subcommands that are not on the list of [G]; a later version may treat them as stems
const PERHAPS_STEMS = new Set(['docker', 'docker-compose', 'kubectl', 'helm', 'terraform', 'deno', 'bun', 'uv', 'aws', 'az', 'gcloud', 'brew', 'apt', 'apt-get', 'systemctl',
  'podman', 'rustup', 'svn', 'hg', 'pip3', 'rails', 'ng', 'nx', 'turbo', 'vercel', 'heroku']);
// commands that may be on the unpublished list of fact 7
const READERS = new Set(['ls', 'cat', 'head', 'tail', 'grep', 'egrep', 'fgrep', 'rg', 'find', 'fd', 'wc', 'pwd', 'echo', 'printf', 'cd', 'which', 'whereis', 'type', 'whoami', 'id', 'date', 'uname',
  'hostname', 'df', 'du', 'ps', 'sort', 'uniq', 'cut', 'tr', 'diff', 'cmp', 'file', 'stat', 'tree', 'less', 'more', 'jq', 'yq', 'awk', 'sed', 'basename', 'dirname', 'realpath', 'readlink',
  'test', '[', 'true', 'false', ':', 'sleep', 'nl', 'od', 'hexdump', 'xxd', 'strings', 'md5sum', 'sha256sum', 'sha1sum', 'printenv', 'seq', 'column', 'comm', 'fold', 'rev', 'tac',
  'man', 'help', 'uptime', 'free', 'lsof', 'netstat', 'history', 'alias', 'export', 'set', 'unset', 'xargs', 'tee', 'command', 'time', 'exit', 'return', 'wait', 'pushd', 'popd', 'ping', 'nslookup', 'dig']);
const GIT_READERS = new Set(['status', 'log', 'diff', 'show', 'describe', 'blame', 'grep', 'tag', 'branch', 'remote', 'ls-files', 'ls-remote', 'ls-tree', 'rev-parse', 'shortlog', 'reflog', 'cat-file',
  'config', 'help', '--version', 'version', 'stash', 'rev-list', 'merge-base', 'name-rev', 'for-each-ref', 'show-ref', 'worktree', 'count-objects', 'check-ignore', 'diff-tree', 'whatchanged']);
const READ_VERBS = new Set(['ls', 'list', 'get', 'describe', 'show', 'view', 'info', 'status', 'ps', 'images', 'logs', 'top', 'version', 'help', 'diff', 'search', 'outdated', 'why', 'tree', 'plan', 'freeze', 'env', 'doc', 'vet', 'explain', 'cat', 'checks']);
const NET = new Set(['curl', 'wget', 'fetch']);
const KINDS = new Set(['shell', 'write', 'read', 'url', 'memory']);

const TAKES = new Set(['-i', '--interactive', '-p', '--prompt', '--model', '--reasoning-effort', '--effort', '--context', '--auto-tier', '--agent', '-n', '--name', '--session-id', '-C', '--log-dir',
  '--extension-sdk-path', '--log-level', '--stream', '--output-format', '--add-dir', '--attachment', '--disable-mcp-server', '--add-github-mcp-toolset', '--add-github-mcp-tool', '--plugin-dir',
  '--additional-mcp-config', '--mcp-github-auth', '--max-autopilot-continues', '--mode', '--environment-host', '--environment-compute-id', '--dynamic-retrieval', '--enable-mcp-server',
  '--max-ai-credits', '--usage-output-file', '--config-dir']);
const LISTS = new Set(['--allow-tool', '--deny-tool', '--available-tools', '--excluded-tools', '--allow-url', '--deny-url', '--secret-env-vars']);

function split(value) { // "a quoted, comma-separated list" [R]; a comma inside parentheses belongs to the pattern
  const out = []; let d = 0, cur = '';
  for (const c of value) {
    if (c === '(') d++; if (c === ')') d = Math.max(0, d - 1);
    if (c === ',' && d === 0) { out.push(cur); cur = ''; } else cur += c;
  }
  out.push(cur);
  return out.map(s => s.trim()).filter(s => s !== '');
}

function rule(text) {
  const m = /^([^()]+)(?:\(([^]*)\))?$/.exec(text);
  if (!m) return { text, malformed: true };
  return { text, kind: m[1].trim(), arg: m[2], malformed: m[2] === '' };
}

export function options(words) {
  const o = { allow: [], deny: [], allowUrl: [], denyUrl: [], available: null, excluded: [], dirs: [], allTools: false, allPaths: false, allUrls: false, temp: true, prompt: false, cwd: null };
  const list = { '--allow-tool': v => o.allow.push(...v.map(rule)), '--deny-tool': v => o.deny.push(...v.map(rule)), '--allow-url': v => o.allowUrl.push(...v), '--deny-url': v => o.denyUrl.push(...v),
    '--available-tools': v => { o.available = [...(o.available ?? []), ...v]; }, '--excluded-tools': v => o.excluded.push(...v), '--secret-env-vars': () => {} };
  for (let i = 0; i < words.length; i++) {
    const w = words[i];
    if (w === '--') break;
    const eq = w.startsWith('--') ? w.indexOf('=') : -1;
    const name = eq > 0 ? w.slice(0, eq) : w, value = eq > 0 ? w.slice(eq + 1) : null;
    if (LISTS.has(name)) {
      const vals = value !== null ? [value] : [];
      if (value === null) while (i + 1 < words.length && !words[i + 1].startsWith('-')) vals.push(words[++i]); // [H] "--allow-tool [<tools>...]"
      list[name](vals.flatMap(split));
    } else if (TAKES.has(name)) {
      const v = value !== null ? value : words[++i];
      if (name === '-p' || name === '--prompt') o.prompt = true;
      if (name === '--add-dir' && v) o.dirs.push(v);
      if (name === '-C' && v) o.cwd = v;
    } else if (w === '--allow-all-tools') o.allTools = true;
    else if (w === '--allow-all-paths') o.allPaths = true;
    else if (w === '--allow-all-urls') o.allUrls = true;
    else if (w === '--allow-all' || w === '--yolo') o.allTools = o.allPaths = o.allUrls = true;
    else if (w === '--disallow-temp-dir') o.temp = false;
  }
  for (const r of o.allow) if (r.kind === 'url') o.allowUrl.push(r.arg ?? '*all*');
  for (const r of o.deny) if (r.kind === 'url') o.denyUrl.push(r.arg ?? '*all*');
  return o;
}

// ---- shell ----
function identifiers(v) { // what the CLI may call this command (facts 2, 5); one entry: certain
  const name = v[0], args = v.slice(1);
  const stem = STEMS.has(name), perhaps = PERHAPS_STEMS.has(name);
  if (!stem && !perhaps) return [name];
  if (!args.length) return [name];
  const ids = new Set();
  if (perhaps || name === 'curl' || name === 'wget') ids.add(name);
  if (name === 'curl' || name === 'wget') { ids.add(name + ' ' + args[0]); return [...ids]; }
  if (!args[0].startsWith('-')) ids.add(name + ' ' + args[0]);
  else { // options before the subcommand: silent
    ids.add(name); ids.add(name + ' ' + args[0]);
    const withValue = name === 'git' ? ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path'] : ['-R', '--repo', '--prefix', '-C', '--cwd', '-w', '--workspace', '--filter'];
    let k = 0;
    while (k < args.length && args[k].startsWith('-')) k += withValue.includes(args[k]) ? 2 : 1;
    if (args[k] !== undefined) ids.add(name + ' ' + args[k]);
    const plain = args.find(a => !a.startsWith('-')); if (plain !== undefined) ids.add(name + ' ' + plain);
  }
  const plain = args.filter(a => !a.startsWith('-'));
  if (name !== 'git' && plain.length > 1) ids.add([name, plain[0], plain[1]].join(' ')); // "gh pr create" [H], "npm run build" [D]
  if (name === 'gh' && plain.length > 1 && !args[0].startsWith('-') && !args[1].startsWith('-')) ids.delete('gh ' + plain[0]);
  return [...ids];
}

const lower = s => s.toLowerCase();
function hits(arg, v, side) { // arg: text inside shell(...); v: values of the words
  const text = v.join(' '), ids = identifiers(v), name = v[0];
  let pattern = arg, prefix = false;
  if (pattern.endsWith(':*')) { prefix = true; pattern = pattern.slice(0, -2); }
  if (pattern === '' || pattern === '*') return MAYBE;
  let best = NO;
  const up = t => { if (t > best) best = t; };
  if (pattern !== pattern.trim()) { const t = hits(pattern.trim() + (prefix ? ':*' : ''), v, side); return Math.min(t, side === 'deny' ? MAYBE : NO); }
  if (prefix) {
    const h = ids.filter(id => id === pattern || id.startsWith(pattern + ' '));
    if (h.length) up(h.length === ids.length && (side === 'deny' || !h.includes(pattern) || text !== pattern || !STEMS.has(pattern)) ? YES : MAYBE);
    if (text === pattern || text.startsWith(pattern + ' ')) up(MAYBE);
    if (pattern.includes(' ') && text.startsWith(pattern)) up(side === 'deny' ? MAYBE : NO); // "beginning with" (fact 3)
  } else {
    const h = ids.filter(id => id === pattern);
    if (h.length) {
      if (h.length < ids.length) up(MAYBE);
      else if (side === 'deny' || text === pattern || !pattern.includes(' ')) up(YES);
      else up(MAYBE); // fact 4
    }
    if (text === pattern) up(MAYBE);
    if (side === 'deny' && text.startsWith(pattern + ' ')) up(MAYBE); // facts 5 and SILENT
    if (/[*?]/.test(pattern) && glob(pattern, text, { cross: true })) up(MAYBE); // fact 3 says literal, [L] 0.0.329 says glob
  }
  if (best === NO && side === 'deny') { // another case
    const lt = lower(text), lp = lower(pattern);
    if ((lt === lp || lt.startsWith(lp + ' ')) && !(text === pattern || text.startsWith(pattern + ' '))) up(MAYBE);
    if (ids.some(id => lower(id) === lp && id !== pattern)) up(MAYBE);
  }
  return best;
}

function shellRule(r, cmd, side) {
  if (r.malformed) return NO;
  if (r.kind !== 'shell') return /^(shell|bash|powershell)$/i.test(r.kind) ? Math.min(MAYBE, r.arg === undefined ? MAYBE : shellRule({ ...r, kind: 'shell' }, cmd, side)) : NO;
  if (r.arg === undefined) return YES;
  if (!cmd.words.length) return NO;
  const v = cmd.words.map(w => w.value);
  let t = hits(r.arg, v, side);
  const need = Math.max(1, r.arg.replace(/:\*$/, '').split(/\s+/).length);
  if (t === YES && (cmd.words.slice(0, need).some(w => w.quoted || w.expands) || cmd.assigns.length)) t = MAYBE;
  if (t === NO && v[0].includes('/')) t = Math.min(MAYBE, hits(r.arg, [base(v[0]), ...v.slice(1)], side));
  if (t === NO && side === 'deny' && cmd.words[0].expands) t = MAYBE;
  if (t === NO && side === 'deny' && cmd.words.slice(0, need).some(w => w.expands) && r.arg.startsWith(v[0])) t = MAYBE;
  return t;
}
const best = (rules, f) => rules.reduce((m, r) => Math.max(m, f(r)), NO);

function outside(token, o, cwd, home = '/home/user') {
  let p = token;
  if (/^--?[A-Za-z-]+=/.test(p)) p = p.slice(p.indexOf('=') + 1);
  if (/^[a-z]+:\/\//.test(p)) return false;
  if (p === '~' || p.startsWith('~/')) p = home + p.slice(1);
  else if (/^\$\{?HOME\}?/.test(p)) p = p.replace(/^\$\{?HOME\}?/, home);
  if (!(p.startsWith('/') || p === '..' || p.startsWith('../') || p.includes('/../') || p.endsWith('/..'))) return false;
  p = normal(p, cwd);
  if (p === '/dev/null' || p === '/dev/stdout' || p === '/dev/stderr') return false;
  return !allowedPath(p, o, cwd);
}
function allowedPath(p, o, cwd) {
  if (o.allPaths || under(p, cwd)) return true;
  if (o.temp && under(p, '/tmp')) return true;
  return o.dirs.some(d => under(p, normal(d, cwd)));
}

const MODIFIERS = /^(LD_|DYLD_|GIT_|PAGER$|EDITOR$|VISUAL$|BASH_ENV$|ENV$|PATH$|IFS$)/;
function shellOutcomes(o, command, cwd) {
  const parsed = read(command);
  const sets = [];
  let denyInside = NO;
  const deep = c => [c, ...wrapped(c)];
  for (const c of parsed.inner) for (const x of deep(c)) denyInside = Math.max(denyInside, Math.min(MAYBE, best(o.deny, r => shellRule(r, x, 'deny'))));
  for (const c of parsed.commands) {
    let deny = best(o.deny, r => shellRule(r, c, 'deny'));
    let allow = o.allTools ? YES : best(o.allow, r => shellRule(r, c, 'allow'));
    const inside = wrapped(c);
    for (const x of inside) deny = Math.max(deny, Math.min(MAYBE, best(o.deny, r => shellRule(r, x, 'deny'))));
    if (allow === NO && inside.length && inside.every(x => best(o.allow, r => shellRule(r, x, 'allow')) > NO)) allow = MAYBE;
    const v = c.words.map(w => w.value), name = v.length ? base(v[0]) : '';
    const extra = new Set();
    // URLs (fact 11)
    const urls = [...new Set([...v.slice(1), ...inside.flatMap(x => x.words.map(w => w.value))].flatMap(s => s.match(/\b(?:https?|ftp):\/\/[^\s'"<>|]+/g) ?? []))];
    const net = NET.has(name), netInside = inside.some(x => x.words.length && NET.has(base(x.words[0].value)));
    let urlAllow = YES;
    for (const u of urls) {
      const d = urlTri(u, o.denyUrl, 'deny'); deny = Math.max(deny, net && v[0] === name ? d : Math.min(MAYBE, d));
      if (!o.allUrls) urlAllow = Math.min(urlAllow, urlTri(u, o.allowUrl, 'allow'));
    }
    if (net && !urls.length && v.length > 1 && (o.denyUrl.length)) deny = Math.max(deny, MAYBE); // curl example.com: not seen by the regular expression, or seen
    let def = new Set(['ask']);
    const args = v.slice(1);
    if (!c.words.length) def = new Set(['ask', 'allow']);
    else if (READERS.has(name) || (name === 'git' && (!args.length || args.some(a => GIT_READERS.has(a)))) || name === 'gh' || ((STEMS.has(name) || PERHAPS_STEMS.has(name)) && args.slice(0, 4).some(a => READ_VERBS.has(a))) || args.includes('--version') || args.includes('--help') || args.includes('-v') || args.includes('-h')) def = new Set(['ask', 'allow']);
    let set;
    if (allow === YES) set = new Set(['allow']); else if (allow === MAYBE) set = new Set([...def, 'allow', 'ask']); else set = new Set(def);
    if (urls.length && urlAllow < YES) {
      if (net && !o.allTools && urlAllow === NO && !o.allow.some(r => r.kind === 'shell' && r.arg === undefined)) set = new Set(['ask']); // shell(curl:*) without the URL: "all URLs require approval"; of bare `shell` [C] says "any shell command without individual approval": open
      else set.add('ask');
    } else if (net && v.length > 1 && !urls.length && !o.allUrls) set.add('ask');
    if ((net || netInside) && urls.length && urlAllow > NO && allow === NO) set.add('allow'); // does an allowed URL alone allow curl? silent
    if (set.has('allow')) {
      if (!o.allTools && c.redirs.some(r => r.op !== '<' && r.op !== '<<' && r.op !== '<<<' && r.target !== '/dev/null')) set.add('ask'); // fact 9
      if (c.assigns.some(a => MODIFIERS.test(a.split('=')[0])) || (inside.length && v.some(a => /^[A-Z_]+=/.test(a) && MODIFIERS.test(a.split('=')[0])))) set.add('ask');
      if (c.words.some(w => w.expands) || c.assigns.some(a => /[$`]/.test(a))) set.add('ask');
      if (!o.allPaths && [...args, ...c.redirs.map(r => r.target), ...inside.flatMap(x => x.words.map(w => w.value))].some(t => outside(t, o, cwd))) set.add('ask'); // fact 10
      if (!o.allPaths && v.length && v[0].startsWith('/')) set.add('ask');
      if (!o.allPaths && SCRIPTS.has(name) && args.some(a => /(^|[\s;'"(=])(\/|~|\.\.)/.test(a))) set.add('ask');
      if (name === 'kill' || name === 'pkill' || name === 'killall') set.add('ask').add('deny'); // [L] 0.0.x "Kill command safety filter"
    }
    for (const e of extra) set.add(e);
    if (deny === YES) set = new Set(['deny']); else if (deny === MAYBE) set.add('deny');
    sets.push(set);
  }
  let all = sets.length ? together(sets) : new Set(['ask', 'allow', 'deny']);
  if (parsed.inner.length && all.has('allow')) all.add('ask');
  if (denyInside && !(all.size === 1 && all.has('deny'))) all.add('deny');
  if (parsed.odd) {
    if (all.has('allow')) all.add('ask');
    if (o.deny.some(r => r.kind === 'shell' && (r.arg === undefined || command.includes(r.arg.replace(/:\*$/, '').split(' ')[0])))) all.add('deny');
    if (!(all.size === 1 && all.has('deny')) && o.deny.some(r => r.kind === 'shell' && r.arg === undefined)) all = new Set(['deny']);
  }
  if (o.deny.some(r => r.kind === 'shell' && r.arg === undefined && !r.malformed)) all = new Set(['deny']);
  return all;
}
const SCRIPTS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'python', 'python3', 'node', 'perl', 'ruby', 'eval']);

// ---- write ----
function writeTri(r, path, cwd, platform, side) {
  if (r.malformed) return NO;
  if (r.kind !== 'write') return /^(write|edit|create|apply_patch)$/i.test(r.kind) ? MAYBE : NO;
  if (r.arg === undefined) return YES;
  const fold = platform === 'darwin' || platform === 'win32' ? lower : s => s;
  const full = fold(normal(path, cwd));
  const one = a => {
    if (a.startsWith('/')) return normal(a, '/') === full ? YES : NO;
    if (a.startsWith('~')) return normal('/home/user' + a.slice(1), '/') === full ? MAYBE : NO;
    const here = normal(a, cwd);
    if (/^\.\.?(\/|$)/.test(a) || a.includes('/../')) { // is "./x" a trailing path or the file in this directory? silent
      const tail = normal(a, '/');
      return here === full ? (a.startsWith('./') ? YES : MAYBE) : (full === tail || full.endsWith(tail)) ? MAYBE : NO;
    }
    const tail = '/' + a.split('/').filter(s => s !== '' && s !== '.').join('/');
    return full === tail || full.endsWith(tail) ? YES : NO;
  };
  const a = fold(r.arg);
  let t = a.endsWith('/') ? NO : one(a);
  if (t === NO && /[*?[\]{}]/.test(a)) { // fact 9: globs open
    const rel = full.startsWith(cwd + '/') ? full.slice(cwd.length + 1) : full;
    if ([full, rel, base(full)].some(s => glob(a, s, { cross: true }))) t = MAYBE;
  }
  if (t === NO && a.endsWith('/')) { const d = normal(a, cwd); if (under(full, d) || full.includes('/' + a)) t = MAYBE; }
  if (t === NO && side === 'deny') { const d = a.startsWith('/') ? normal(a, '/') : normal(a, cwd); if (under(full, d) && d !== '/') t = MAYBE; } // a directory named without slash
  return t;
}

// ---- url ----
function parseUrl(text) { try { return new URL(text); } catch { return null; } }
export function urlTri(url, patterns, side) {
  const u = parseUrl(url) ?? parseUrl('https://' + url);
  let t = NO;
  for (const p of patterns) t = Math.max(t, one(p));
  return t;
  function one(p) {
    if (p === '*all*') return YES;
    if (!u) return MAYBE;
    if (p === '*') return MAYBE;
    let scheme = 'https:', rest = p;
    const m = /^([a-z][a-z0-9+.-]*:)\/\//i.exec(p);
    if (m) { scheme = m[1].toLowerCase(); rest = p.slice(m[0].length); }
    const slash = rest.search(/[/?#]/);
    let host = (slash < 0 ? rest : rest.slice(0, slash)).toLowerCase(); const path = slash < 0 ? '' : rest.slice(slash);
    if (scheme !== u.protocol) return NO; // fact 11
    if (host.includes('@')) return MAYBE;
    let port = ''; const pm = /:(\d+)$/.exec(host); if (pm) { port = pm[1]; host = host.slice(0, -pm[0].length); }
    const norm = port === (scheme === 'https:' ? '443' : '80') ? '' : port;
    let h = u.hostname.toLowerCase(), res;
    if (host.startsWith('*.')) { const d = host.slice(2); res = h.endsWith('.' + d) ? YES : h === d ? MAYBE : NO; }
    else if (host.includes('*')) res = glob(host, h, { cross: true }) ? MAYBE : NO;
    else res = h === host ? YES : h.replace(/\.$/, '') === host ? MAYBE : h.endsWith('.' + host) ? MAYBE : NO; // subdomain: open
    if (res === NO) return NO;
    if (norm !== u.port) res = norm === '' ? Math.min(res, MAYBE) : (side === 'deny' ? NO : NO);
    if (res === NO) return NO;
    if (u.username && res === YES) res = MAYBE;
    if (path !== '' && path !== '/') {
      const full = u.pathname + u.search;
      if (u.pathname + u.search + u.hash === path || full === path) return res;
      if (path.includes('*')) return Math.min(res, MAYBE);
      if (full.startsWith(path)) return side === 'deny' ? Math.min(res, MAYBE) : (full === path + '/' ? MAYBE : MAYBE);
      return NO;
    }
    if (path === '/' && u.pathname !== '/') return Math.min(res, MAYBE); // "exact URL" https://x/ and another path
    return res;
  }
}
function privateHost(url) {
  const u = parseUrl(url); if (!u) return false;
  const h = u.hostname;
  return h === 'localhost' || h.endsWith('.localhost') || /^(127|10|0)\./.test(h) || /^192\.168\./.test(h) || /^169\.254\./.test(h) || /^172\.(1[6-9]|2\d|3[01])\./.test(h) || h.startsWith('[') || /^metadata\./.test(h);
}

// ---- MCP ----
function mcpTri(r, call, side) {
  if (r.malformed || r.kind === undefined || KINDS.has(r.kind)) return NO;
  const eq = (p, s) => p === s ? YES : (lower(p) === lower(s) || p.replace(/[^A-Za-z0-9_-]/g, '-') === s.replace(/[^A-Za-z0-9_-]/g, '-')) ? (side === 'deny' ? MAYBE : NO) : (p.includes('*') && glob(p.replace(/:\*$/, '*'), s, { cross: true })) ? MAYBE : NO;
  const s = eq(r.kind, call.server);
  if (s === NO) return side === 'deny' && (r.kind === `${call.server}-${call.name}` || r.kind === call.name) && r.arg === undefined ? MAYBE : NO;
  if (r.arg === undefined) return s;
  return Math.min(s, eq(r.arg, call.name));
}

// ---- availability (fact 13) ----
function availability(o, call) { // YES: cannot be used
  const names = { shell: ['bash'], write: ['create', 'edit', 'apply_patch'], url: ['web_fetch'], mcp: [`${call.server}-${call.name}`] }[call.tool] ?? [];
  const loose = { shell: ['shell', 'powershell', 'execute'], write: ['write', 'str_replace_editor'], url: ['url', 'fetch', 'web_search', 'web-fetch'], mcp: [call.server, call.name, `${call.server}(${call.name})`, `${call.server}/${call.name}`, `${call.server}/*`] }[call.tool] ?? [];
  const like = list => list.some(x => loose.includes(x.replace(/\(.*\)$/, '')) || loose.includes(x) || x === '*' || x.includes('*') || names.some(n => lower(n) === lower(x) && n !== x) || names.some(n => x.startsWith(n + '(')));
  if (o.available !== null) {
    if (!o.available.length) return MAYBE;
    const n = names.filter(x => o.available.includes(x)).length;
    if (call.tool === 'mcp') return n ? NO : like(o.available) ? MAYBE : YES;
    if (n === names.length) return NO;
    return n > 0 || like(o.available) ? MAYBE : YES;
  }
  if (o.excluded.length) {
    const n = names.filter(x => o.excluded.includes(x)).length;
    if (n === names.length) return YES;
    return n > 0 || like(o.excluded) ? MAYBE : NO;
  }
  return NO;
}

export function decide(words, call) {
  const o = options(words), platform = call.platform ?? 'linux';
  const cwd = normal(o.cwd ?? '.', call.cwd ?? '/proj');
  let set;
  if (call.tool === 'shell') set = shellOutcomes(o, call.command, cwd);
  else if (call.tool === 'write') {
    const deny = best(o.deny, r => writeTri(r, call.path, cwd, platform, 'deny'));
    const allow = o.allTools ? YES : best(o.allow, r => writeTri(r, call.path, cwd, platform, 'allow'));
    set = allow === YES ? new Set(['allow']) : allow === MAYBE ? new Set(['ask', 'allow']) : new Set(['ask']);
    if (set.has('allow')) {
      if (call.path.startsWith('~')) set.add('ask');
      else if (!allowedPath(normal(call.path, cwd), o, cwd)) set = new Set(['ask']);
    }
    if (deny === YES) set = new Set(['deny']); else if (deny === MAYBE) set.add('deny');
  } else if (call.tool === 'url') {
    let deny = urlTri(call.url, o.denyUrl, 'deny'), allow = o.allUrls ? YES : urlTri(call.url, o.allowUrl, 'allow');
    if (o.deny.some(r => /^(web_fetch|web-fetch|fetch|URL|Url)$/.test(r.kind ?? ''))) deny = Math.max(deny, MAYBE);
    if (o.allow.some(r => /^(web_fetch|web-fetch|fetch|URL|Url)$/.test(r.kind ?? '')) || o.allTools) allow = Math.max(allow, MAYBE);
    set = allow === YES ? new Set(['allow']) : allow === MAYBE ? new Set(['ask', 'allow']) : new Set(['ask']);
    if (privateHost(call.url)) set.add('deny');
    if (deny === YES) set = new Set(['deny']); else if (deny === MAYBE) set.add('deny');
  } else if (call.tool === 'mcp') {
    const deny = best(o.deny, r => mcpTri(r, call, 'deny')), allow = o.allTools ? YES : best(o.allow, r => mcpTri(r, call, 'allow'));
    set = allow === YES ? new Set(['allow']) : allow === MAYBE ? new Set(['ask', 'allow']) : new Set(['ask']);
    if (deny === YES) set = new Set(['deny']); else if (deny === MAYBE) set.add('deny');
  } else set = new Set(['ask']);
  const gone = availability(o, call);
  if (gone === YES) set = new Set(['deny']); else if (gone === MAYBE) set.add('deny');
  if ([...o.allow, ...o.deny].some(r => r.malformed)) set.add('deny');
  if (o.prompt && set.has('ask')) set.add('deny');
  return answer(set);
}
