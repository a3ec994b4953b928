// A small reader of shell lines, shared by copilot.mjs and cursor.mjs. Written from the POSIX shell grammar
// (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html), not from either agent.
// read(line) -> {commands, inner, odd}
//   commands: simple commands of the line, in order: {words:[{raw,value,quoted,expands}], assigns:[text], redirs:[{op,target}]}
//   inner:    simple commands inside $(...), `...`, <(...), >(...)
//   ops:      how many control operators stand between or around them (; & | && || newline parentheses)
//   odd:      the reader did not understand everything (here-documents, functions, unbalanced quotes)
const RESERVED = new Set(['if', 'then', 'elif', 'else', 'fi', 'do', 'done', 'while', 'until', '!', '{', '}', 'esac']);

export function read(line, depth = 0) {
  const out = { commands: [], inner: [], odd: depth > 6, ops: 0 };
  if (depth > 6) return out;
  let i = 0, word = null, cur = fresh(), redir = null;
  const n = line.length;
  function fresh() { return { words: [], assigns: [], redirs: [] }; }
  function start() { if (!word) word = { raw: '', value: '', quoted: false, expands: false }; }
  function sub(text) { const r = read(text, depth + 1); out.inner.push(...r.commands, ...r.inner); if (r.odd) out.odd = true; }
  function endWord() {
    if (!word) return;
    if (redir) { cur.redirs.push({ op: redir, target: word.value, expands: word.expands }); redir = null; }
    else if (!cur.words.length && !word.quoted && RESERVED.has(word.value)) { /* reserved word: the command follows */ }
    else if (!cur.words.length && /^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(word.raw)) cur.assigns.push(word.value);
    else cur.words.push(word);
    word = null;
  }
  function endCommand() {
    endWord();
    if (redir) { out.odd = true; redir = null; }
    if (cur.words.length || cur.assigns.length || cur.redirs.length) out.commands.push(cur);
    cur = fresh();
  }
  function balanced(from) { // index after the ")" that closes an already open "("
    let d = 1, j = from, q = null;
    for (; j < n; j++) {
      const c = line[j];
      if (q) { if (c === '\\' && q === '"') j++; else if (c === q) q = null; continue; }
      if (c === '\\') j++; else if (c === "'" || c === '"') q = c;
      else if (c === '(') d++; else if (c === ')' && --d === 0) return j + 1;
    }
    out.odd = true; return n;
  }
  function dollar(raw) { // at "$": consumes, returns text
    start(); word.expands = true;
    if (line[i + 1] === '(') { const e = balanced(i + 2); sub(line.slice(i + 2, e - 1)); const t = line.slice(i, e); i = e; return t; }
    if (line[i + 1] === '{') { let j = line.indexOf('}', i); if (j < 0) { out.odd = true; j = n - 1; } const t = line.slice(i, j + 1); i = j + 1; return t; }
    const m = /^\$[A-Za-z_0-9?*@#!$-]*/.exec(line.slice(i)); i += m[0].length; return m[0];
  }
  function tick() { // at "`"
    start(); word.expands = true;
    let j = i + 1; while (j < n && line[j] !== '`') j += line[j] === '\\' ? 2 : 1;
    if (j >= n) out.odd = true;
    sub(line.slice(i + 1, Math.min(j, n))); const t = line.slice(i, j + 1); i = j + 1; return t;
  }
  while (i < n) {
    const c = line[i];
    if (c === '\\') {
      if (line[i + 1] === '\n') { i += 2; continue; }
      start(); word.raw += line.slice(i, i + 2); word.value += line[i + 1] ?? ''; word.quoted = true; i += 2; continue;
    }
    if (c === "'") {
      const j = line.indexOf("'", i + 1); start(); word.quoted = true;
      if (j < 0) { out.odd = true; word.raw += line.slice(i); word.value += line.slice(i + 1); i = n; continue; }
      word.raw += line.slice(i, j + 1); word.value += line.slice(i + 1, j); i = j + 1; continue;
    }
    if (c === '"') {
      start(); word.quoted = true; let closed = false; word.raw += '"'; i++;
      while (i < n) {
        if (line[i] === '"') { closed = true; word.raw += '"'; i++; break; }
        if (line[i] === '\\' && '"\\$`'.includes(line[i + 1] ?? ' ')) { word.raw += line.slice(i, i + 2); word.value += line[i + 1]; i += 2; }
        else if (line[i] === '$') { const t = dollar(); word.raw += t; word.value += t; }
        else if (line[i] === '`') { const t = tick(); word.raw += t; word.value += t; }
        else { word.raw += line[i]; word.value += line[i]; i++; }
      }
      if (!closed) out.odd = true;
      continue;
    }
    if (c === '$') {
      if (line[i + 1] === "'") { start(); word.quoted = true; word.expands = true; i++; continue; }
      const t = dollar(); word.raw += t; word.value += t; continue;
    }
    if (c === '`') { const t = tick(); word.raw += t; word.value += t; continue; }
    if (c === ' ' || c === '\t') { endWord(); i++; continue; }
    if (c === '#' && !word) { while (i < n && line[i] !== '\n') i++; continue; }
    if ((c === '<' || c === '>') && line[i + 1] === '(') {
      start(); word.expands = true; const e = balanced(i + 2); sub(line.slice(i + 2, e - 1)); word.raw += line.slice(i, e); word.value += line.slice(i, e); i = e; continue;
    }
    if (c === '&' && line[i + 1] === '>') { endWord(); redir = line[i + 2] === '>' ? '>>' : '>'; i += line[i + 2] === '>' ? 3 : 2; continue; }
    if (c === '<' || c === '>') {
      if (word && /^\d+$/.test(word.raw)) word = null; else endWord();
      let op = c; i++;
      if (c === '>' && line[i] === '>') { op = '>>'; i++; }
      else if (c === '>' && line[i] === '|') i++;
      else if (c === '<' && line[i] === '<') { i++; if (line[i] === '<') { i++; op = '<<<'; } else { out.odd = true; op = '<<'; if (line[i] === '-') i++; } }
      else if (c === '<' && line[i] === '>') { op = '>'; i++; }
      if (line[i] === '&') { const m = /^&(\d+|-)/.exec(line.slice(i)); if (m) { i += m[0].length; continue; } i++; }
      redir = op; continue;
    }
    if (c === ';' || c === '\n' || c === '&' || c === '|') {
      endCommand(); i++; if (c !== '\n' || line.slice(i).trim()) out.ops++;
      if (line[i] === c && c !== '\n') i++; else if (c === '|' && line[i] === '&') i++;
      continue;
    }
    if (c === '(') { if (word && cur.words.length === 0) { out.odd = true; } endCommand(); i++; out.ops++; continue; }
    if (c === ')') { endCommand(); i++; continue; }
    start(); word.raw += c; word.value += c; i++;
  }
  endCommand();
  return out;
}

// Commands that a command runs by its arguments: env X, sudo X, xargs X, bash -c '...', find -exec X ...
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);
const WITHVAL = {
  env: new Set(['-u', '-C', '-S']), sudo: new Set(['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T', '-U']), doas: new Set(['-u', '-C']),
  nice: new Set(['-n']), ionice: new Set(['-c', '-n', '-p']), xargs: new Set(['-n', '-I', '-P', '-L', '-d', '-s', '-a', '-E']),
  timeout: new Set(['-s', '-k']), stdbuf: new Set(['-i', '-o', '-e']), nohup: new Set(), time: new Set(['-f', '-o']), command: new Set(),
  exec: new Set(['-a']), builtin: new Set(), setsid: new Set(), watch: new Set(['-n']), busybox: new Set(), parallel: new Set(['-j']), strace: new Set(['-o', '-e']),
};
export function base(name) { return name.slice(name.lastIndexOf('/') + 1); }
export function wrapped(cmd, depth = 0) { // -> simple commands inside, at any depth
  if (depth > 5 || !cmd.words.length) return [];
  const v = cmd.words.map(w => w.value), name = base(v[0]);
  let found = [];
  const rest = k => ({ words: cmd.words.slice(k), assigns: [], redirs: [] });
  if (SHELLS.has(name)) {
    const k = v.findIndex((x, j) => j > 0 && /^-[a-z]*c[a-z]*$/.test(x));
    if (k > 0 && v[k + 1] !== undefined) { const r = read(v[k + 1]); found = [...r.commands, ...r.inner]; }
  } else if (name === 'eval') { const r = read(v.slice(1).join(' ')); found = [...r.commands, ...r.inner]; }
  else if (name === 'find') {
    for (let k = 1; k < v.length; k++) if (['-exec', '-execdir', '-ok', '-okdir'].includes(v[k])) found.push(rest(k + 1));
  } else if (WITHVAL[name]) {
    let k = 1;
    while (k < v.length) {
      if (v[k] === '--') { k++; break; }
      if (name === 'env' && /^[A-Za-z_][A-Za-z0-9_]*=/.test(v[k])) { k++; continue; }
      if (v[k].startsWith('-') && v[k].length > 1) { k += WITHVAL[name].has(v[k]) ? 2 : 1; continue; }
      break;
    }
    if (name === 'timeout' && k < v.length) k++;
    while (k < v.length && /^[A-Za-z_][A-Za-z0-9_]*=/.test(v[k])) k++;
    if (k < v.length) found.push(rest(k));
  }
  return found.concat(...found.map(c => wrapped(c, depth + 1)));
}

// Paths, POSIX, by text alone (no file system: symbolic links are not known here).
export function normal(path, cwd) {
  const abs = path.startsWith('/') ? path : cwd + '/' + path, out = [];
  for (const p of abs.split('/')) { if (p === '' || p === '.') continue; if (p === '..') out.pop(); else out.push(p); }
  return '/' + out.join('/');
}
export function under(path, dir) { return path === dir || path.startsWith(dir === '/' ? '/' : dir + '/'); }

// Glob with **, *, ?; options: cross (a * goes over "/"), dot (a * takes a leading ".")
export function glob(pattern, text, { cross = false, dot = true } = {}) {
  let re = '', i = 0;
  const seg = dot ? '' : '(?!\\.)';
  let atStart = true;
  while (i < pattern.length) {
    const c = pattern[i];
    if (c === '*') {
      if (pattern[i + 1] === '*') {
        let j = i; while (pattern[j] === '*') j++;
        if (!cross && pattern[j] === '/' && (i === 0 || pattern[i - 1] === '/')) { re += dot ? '(?:[^/]+/)*' : '(?:(?!\\.)[^/]+/)*'; i = j + 1; atStart = true; continue; }
        re += cross || dot ? '[^]*' : '(?:(?!\\.)[^/]*(?:/(?!\\.)[^/]*)*)'; i = j; atStart = false; continue;
      }
      re += cross ? '[^]*' : (atStart ? seg : '') + '[^/]*'; i++; atStart = false; continue;
    }
    if (c === '?') { re += cross ? '[^]' : (atStart ? seg : '') + '[^/]'; i++; atStart = false; continue; }
    re += c.replace(/[.+^${}()|[\]\\/]/g, '\\$&'); atStart = c === '/'; i++;
  }
  return new RegExp('^' + re + '$').test(text);
}

export const RANK = { deny: 2, ask: 1, allow: 0 };
export function answer(set) { const a = [...set].sort((x, y) => RANK[y] - RANK[x]); return a.length === 1 ? a[0] : a; }
export function stricter(a, b) { return RANK[a] >= RANK[b] ? a : b; }
export function together(sets) { // every choice of one outcome a command: the strictest of the choice
  let acc = new Set(['allow']);
  for (const s of sets) { const next = new Set(); for (const a of acc) for (const b of s) next.add(stricter(a, b)); acc = next; }
  return acc;
}
