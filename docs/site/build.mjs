// build.mjs OUT PROGRAM: the documentation as a site, which needs neither a network nor a server. Pages come from Markdown by
// pandoc, the API reference from the public headers by Doxygen, the manual from the program by mandoc, and one search goes over
// all of them. A link that leads nowhere ends it.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const [out, program] = process.argv.slice(2).map((arg) => path.resolve(arg));
const doxygenOut = path.join(root, '.build/docs/doxygen');

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const unescape = (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'")
  .replace(/&#160;|&nbsp;/g, ' ').replace(/&amp;/g, '&');
const textOf = (html) => unescape(html.replace(/<[^>]*>/g, '')).replace(/\s+/g, ' ').trim();
const between = (from, to) => path.posix.relative(path.posix.dirname(from), to);

function write(url, text) {
  const file = path.join(out, url);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

// ---- Which pages there are, in which order ------------------------------------------------------------------

/** Where the site has a Markdown page of the project: docs/security.md and SECURITY.md are two of them. */
const urlOf = (file) => {
  const url = file.replace(/\.md$/, '.html').toLowerCase();
  if (url.startsWith('docs/')) return url.slice('docs/'.length);
  return file === 'README.md' ? 'index.html' : `project/${url}`;
};

/** The group of the README's list that the manual and the interface join. */
const reference = 'Reference';

/** The groups and pages of the README's list of the documentation: the one place that has their order. */
function readOrder() {
  const groups = [{ name: '', pages: [{ file: 'README.md', title: 'Assent in a minute' }] }];
  const section = read('README.md').split('\n## Documentation\n')[1].split('\n## ')[0].replace(/\n +/g, ' ');
  for (const line of section.split('\n')) {
    const group = line.match(/^- \*\*([^*]+)\*\*:/);
    if (!group) continue;
    groups.push({ name: group[1], pages: [] });
    for (const [, title, file] of line.matchAll(/\[([^\]]+)\]\(([^)#]+\.md|docs\/decisions\/)\)/g)) {
      groups.at(-1).pages.push({ file, title: title[0].toUpperCase() + title.slice(1) });
    }
  }
  if (!groups.some(({ name }) => name === reference)) throw new Error(`README.md, Documentation: expected a line that begins with "- **${reference}**:"`);
  return groups;
}

const decisions = readdirSync(path.join(root, 'docs/decisions')).sort().map((name) => ({
  file: `docs/decisions/${name}`,
  title: read(`docs/decisions/${name}`).match(/^# (.*)/)[1],
}));

// ---- One page -----------------------------------------------------------------------------------------------

const version = read('CMakeLists.txt').match(/project\(\s*assent\s+VERSION ([0-9.]+)/i)[1];
const searchable = [];  // [url, title, page, text]
let navigation = [];    // groups of { url, title }

const allPages = () => navigation.flatMap(({ pages }) => pages);

function sidebar(url) {
  const current = allPages().find((page) => url === page.url || (page.below && url.startsWith(page.below)));
  return navigation.map((group) => `${group.name && `<h2>${escape(group.name)}</h2>`}<ul>${group.pages.map((page) =>
    `<li><a href="${between(url, page.url)}"${page === current ? ' aria-current="page"' : ''}>${escape(page.title)}</a></li>`).join('')}</ul>`).join('\n');
}

/** What is before and behind a page, as it is read. */
function neighbours(url) {
  const order = allPages();
  const at = order.findIndex((page) => page.url === url);
  const link = (page, rel) => (at >= 0 && page ? `<a rel="${rel}" href="${between(url, page.url)}">${escape(page.title)}</a>` : '');
  return `<nav class="neighbours" aria-label="Pages before and behind">${link(order[at - 1], 'prev')}${link(order[at + 1], 'next')}</nav>`;
}

function writePage(url, title, body, { contents = [], kind = 'text' } = {}) {
  const top = between(url, 'index.html').replace(/index\.html$/, '');
  const onThisPage = contents.length < 3 ? '' : `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${
    contents.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`).join('')}</ul></nav>`;
  write(url, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} - Assent</title>
<link rel="stylesheet" href="${top}site.css">
<link rel="icon" href="data:,">
</head>
<body data-top="${top}">
<a class="skip" href="#main">To the text</a>
<header>
<a class="name" href="${top}index.html">Assent</a> <span class="version">${version}</span>
<div class="search" role="search" hidden>
<input type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off" spellcheck="false">
<div class="results" hidden></div>
</div>
<button class="menu" aria-expanded="false" aria-controls="pages">Pages</button>
</header>
<nav id="pages" aria-label="Pages">${sidebar(url)}</nav>
<main id="main" class="${kind}">
${body}
${neighbours(url)}
</main>
${onThisPage}
<script src="${top}site.js"></script>
</body>
</html>
`);
}

// ---- Markdown -----------------------------------------------------------------------------------------------

const pandoc = (text) => new Promise((done, failed) => {
  const child = execFile('pandoc', ['--from=gfm', '--to=html5', '--wrap=none', '--columns=10000'], { maxBuffer: 2 ** 28 },
    (error, html) => (error ? failed(error) : done(html)));
  child.stdin.end(text);
});

/** The text of a console, in which a command begins with `$ ` and goes on with `> `: only commands are copied. */
function consoleText(text) {
  let command = false;
  return text.split('\n').map((line) => {
    command = line.startsWith('$ ') || (command && line.startsWith('&gt; '));
    return command ? line.replace(/^(\S+) (.*)$/, '<span class="prompt">$1 </span><span class="command">$2</span>') : line;
  }).join('\n');
}

/** Blocks of code without the ids of lines. */
const codeBlocks = (html) => html
  .replace(/<div class="sourceCode" id="cb\d+">(<pre[\s\S]*?<\/pre>)<\/div>/g, '$1')
  .replace(/<span id="cb\d+-\d+"><a [^>]*><\/a>(.*)<\/span>/g, '$1')
  .replace(/(<pre class="console"><code>)([\s\S]*?)(<\/code>)/g, (_, start, text, end) => start + consoleText(text) + end);

const sources = new Set();  // files and folders of the project that pages lead to

/** Where a link of a page of the project leads in the site. */
function target(link, file, url, headers) {
  if (/^[a-z]+:/.test(link)) return link;
  const [to, fragment] = link.split('#');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (to === '') return hash;
  const there = path.posix.join(path.posix.dirname(file), to).replace(/\/$/, '');
  if (allPages().some((page) => page.url === urlOf(there)) || there.startsWith('docs/decisions/')) return between(url, urlOf(there)) + hash;
  if (there === 'docs/decisions') return between(url, 'decisions/index.html');
  if (there.startsWith('docs/images/')) return between(url, there.slice('docs/'.length));
  if (headers.has(there)) return between(url, headers.get(there));
  sources.add(there);
  return between(url, sourceUrl(there)) + (there.endsWith('.md') ? '' : hash);
}

/** Links that are named by their file get the name of their page. */
function pageNames(html, url) {
  return html.replace(/(<a href="([^"]*)">)[\w-]+\.md<\/a>/g, (link, start, to) => {
    const page = allPages().find((each) => to.split('#')[0] === between(url, each.url));
    return page ? `${start}${escape(page.title)}</a>` : link;
  });
}

function writeMarkdown(file, text, headers) {
  const url = urlOf(file);
  const contents = [];
  let title = '';
  const linked = codeBlocks(text).replace(/(<(?:a|img|source)\b[^>]*? (?:href|src|srcset)=")([^"]*)/g,
    (_, start, link) => start + escape(target(unescape(link), file, url, headers)));
  const html = pageNames(linked, url)
    .replace(/<table>[\s\S]*?<\/table>/g, (table) => `<div class="wide">${table}</div>`)
    .replace(/<(h[1-6]) id="([^"]*)">([\s\S]*?)<\/\1>/g, (_, level, id, inner) => {
      if (level === 'h1') title = textOf(inner);
      if (level === 'h2') contents.push({ id, html: inner });
      return `<${level} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="This heading">#</a></${level}>`;
    });
  for (const section of html.split(/(?=<h[1-3] id=)/)) {
    const [all, level, id, heading] = section.match(/^<(h[1-3]) id="([^"]*)">([\s\S]*?)<a class="anchor"[\s\S]*?<\/\1>/) ?? [];
    if (all === undefined) continue;
    const words = textOf(section.slice(all.length).replace(/></g, '> <'));
    searchable.push([level === 'h1' ? url : `${url}#${id}`, textOf(heading), title, words]);
  }
  writePage(url, title, html, { contents });
}

// ---- Files of the project that pages lead to ----------------------------------------------------------------

const sourceUrl = (file) => `source/${file}${statSync(path.join(root, file)).isDirectory() ? '/index' : ''}.html`;

/** The files below a folder. Those that have a page are links. */
function listing(folder, url) {
  const names = readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`).sort();
  const items = names.filter((name) => statSync(path.join(root, name)).isFile()).map((name) =>
    `<li>${sources.has(name) ? `<a href="${between(url, sourceUrl(name))}">${escape(name)}</a>` : escape(name)}</li>`);
  return `<ul class="files">${items.join('\n')}</ul>`;
}

function writeSources() {
  for (const file of sources) {
    const url = sourceUrl(file);
    const title = `<h1 class="path">${file.split('/').map(escape).join('/<wbr>')}</h1>`;
    const body = url.endsWith('/index.html') ? listing(file, url) : `<pre class="file"><code>${escape(read(file))}</code></pre>`;
    writePage(url, file, title + body, { kind: 'code' });
  }
}

// ---- The API reference --------------------------------------------------------------------------------------

const tag = (xml, name) => unescape(xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1] ?? '');

/** What Doxygen has found: files, types and namespaces with their members; a type with the first words about it. */
function compounds() {
  const include = ['domain', 'ports', 'adapters', 'app'].flatMap((layer) =>
    readdirSync(path.join(root, layer), { recursive: true }).map((name) => `${layer}/${name}`).filter((name) => name.endsWith('/include')));
  execFileSync('doxygen', ['docs/site/Doxyfile'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ASSENT_INCLUDE: include.join(' ') } });
  const list = readFileSync(path.join(doxygenOut, 'annotated.html'), 'utf8');
  const briefs = new Map([...list.matchAll(/<a class="el" href="([^"]*)"[^>]*>[^<]*<\/a><\/td><td class="desc">([\s\S]*?)<\/td>/g)]
    .map(([, page, brief]) => [page, brief]));
  const xml = readFileSync(path.join(root, '.build/docs/assent.tag'), 'utf8');
  return [...xml.matchAll(/<compound kind="(\w+)"[^>]*>([\s\S]*?)<\/compound>/g)].map(([, kind, body]) => {
    const [own, ...members] = body.split('<member ');
    const page = tag(own, 'filename').replace(/(?<!\.html)$/, '.html');
    return {
      kind, page, name: tag(own, 'name'), folder: path.relative(root, tag(own, 'path')), brief: briefs.get(page) ?? '',
      types: [...own.matchAll(/<class kind="\w+">([^<]*)</g)].map(([, name]) => unescape(name)),
      members: members.map((member) => ({
        kind: member.match(/kind="(\w+)"/)[1], name: tag(member, 'name'), page: tag(member, 'anchorfile'), anchor: tag(member, 'anchor'),
      })).filter(({ name, anchor }) => anchor && !name.startsWith('operator')),
    };
  });
}

const isType = ({ kind, name }) => /^(class|struct|union|concept)$/.test(kind) && !/::detail\b/.test(name);
const shortName = (name) => name.replace(/^assent::/, '');

/** A header with its types and functions. */
function headerText(header, typeOf) {
  const types = header.types.map((name) => typeOf.get(name)).filter((type) => type && !type.name.includes('<'));
  const functions = new Map(header.members.filter(({ kind, page }) => kind === 'function' && !/detail/.test(page))
    .map(({ name, page, anchor }) => [name, `<a href="${page}#${anchor}"><code>${escape(name)}()</code></a>`]));
  const rows = types.map(({ name, page, brief }) => `<dt><a href="${page}"><code>${escape(shortName(name))}</code></a></dt><dd>${brief}</dd>`);
  return `<h3><a href="${header.page}"><code>${escape(header.name)}</code></a></h3>` +
    (rows.length > 0 ? `<dl>${rows.join('\n')}</dl>` : '') + (functions.size > 0 ? `<p>${[...functions.values()].join(', ')}</p>` : '');
}

/** All headers, in the order of the folders: what users meet first comes first. */
function writeApiIndex(all) {
  const layers = ['assent', 'app', 'domain', 'adapters', 'ports'];
  const typeOf = new Map(all.filter(isType).map((each) => [each.name, each]));
  const folders = new Map(layers.map((layer) => [layer, []]));
  for (const header of all.filter(({ kind }) => kind === 'file').sort((a, b) => a.name.localeCompare(b.name))) {
    const folder = header.folder.replace(/^.*\/include\/assent\/?/, '') || 'assent';
    folders.set(folder, [...(folders.get(folder) ?? []), header]);
  }
  const rank = (folder) => layers.indexOf(folder.split('/')[0]);
  const sections = [...folders].filter(([, headers]) => headers.length > 0).sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
    .map(([folder, headers]) => ({ id: folder.replaceAll('/', '-'), title: folder === 'assent' ? 'What to include' : folder, headers }));
  const body = sections.map(({ id, title, headers }) => `<h2 id="${id}">${title}</h2>${headers.map((header) => headerText(header, typeOf)).join('\n')}`);
  writePage('api/index.html', 'API reference',
    '<h1>API reference</h1><p>All names are in the namespace <a href="namespaceassent.html"><code>assent</code></a>. ' +
    `What to include, and what is in it: <a href="../getting-started.html#in-your-own-program">getting started</a>.</p>${body.join('\n')}`,
    { contents: sections.map(({ id, title }) => ({ id, html: escape(title) })), kind: 'api index' });
}

/** One of Doxygen's pages in ours. What it has for scripts and for its own navigation is left away. */
function writeApiPage(name) {
  const html = readFileSync(path.join(doxygenOut, name), 'utf8');
  const title = textOf(html.match(/<title>Assent: (.*?)(?: \w+(?: Template)? Reference)?<\/title>/)[1]);
  const body = html.match(/<div class="header">[\s\S]*<\/div><!-- contents -->/)[0]
    .replace(/ on\w+="[^"]*"/g, '').replace(/<img [^>]*>/g, '').replace(/<div class="summary">[\s\S]*?<\/div>/, '')
    .replace(/<div class="title">([\s\S]*?)<\/div>/, '<h1>$1</h1>')
    .replace(/ (\w+)( Template)? Reference<\/h1>/, (_, kind) => ` <small>${kind.toLowerCase()}</small></h1>`);
  const members = new Map();
  for (const [, id, text] of body.matchAll(/<h2 class="memtitle"><span class="permalink"><a href="#(\w+)">.*?<\/span>([^<]*)/g)) {
    const member = text.replace('()', '').trim();
    if (!members.has(member)) members.set(member, { id, html: `<code>${member}</code>` });
  }
  writePage(`api/${name}`, title, body, { kind: 'api', contents: [...members.values()] });
}

function writeApi(all) {
  const wanted = /^(class|struct|union|concept|namespace)assent.*(?<!-members)\.html$|_8h(pp)?(_source)?\.html$/;
  const names = readdirSync(doxygenOut).filter((name) => wanted.test(name));
  for (const name of names) writeApiPage(name);
  writeApiIndex(all);
  for (const type of all.filter(isType)) searchable.push([`api/${type.page}`, type.name, 'API', textOf(type.brief) || type.kind]);
  for (const { name: owner, members } of all.filter(({ kind, name }) => kind !== 'file' && !/::detail\b/.test(name))) {
    for (const { kind, name, page, anchor } of members) searchable.push([`api/${page}#${anchor}`, shortName(`${owner}::${name}`), 'API', kind]);
  }
  return names.length + 1;
}

// ---- The manual ---------------------------------------------------------------------------------------------

/** The pages that the program writes of itself. \return how many */
function writeManual() {
  const folder = path.join(root, '.build/docs/man');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync(program, ['man', folder]);
  const links = (html) => html.replace(/\bdocs\/[\w-]+\.md\b/g,
    (file) => (existsSync(path.join(root, file)) ? `<a href="../${urlOf(file)}">${file}</a>` : file));
  const rows = readdirSync(folder).map((name) => name.replace(/\.1$/, '')).sort().map((name) => {
    const html = execFileSync('mandoc', ['-T', 'html', '-O', 'fragment', path.join(folder, `${name}.1`)], { encoding: 'utf8' });
    const url = `man/${name}.1.html`;
    const title = `${name}(1)`;
    const what = textOf(html.match(/id="NAME">[\s\S]*?<p class="Pp">([\s\S]*?)<\/p>/)[1]).replace(/^\S+ - /, '');
    const contents = [];
    const body = html.match(/<div class="manual-text">([\s\S]*)<\/div>\s*<table class="foot">/)[1]
      .replace(/<section class="Sh">\s*<h1 class="Sh" id="NAME">[\s\S]*?<\/section>/, `<h1>${title}</h1><p>${escape(what)}</p>`)
      .replace(/<(\/?)h2\b/g, '<$1h3')
      .replace(/<h1 class="Sh" id="([^"]*)">([\s\S]*?)<\/h1>/g, (_, id, inner) => {
        const heading = textOf(inner)[0] + textOf(inner).slice(1).toLowerCase();
        contents.push({ id, html: escape(heading) });
        return `<h2 id="${id}">${escape(heading)}</h2>`;
      });
    writePage(url, title, links(body), { contents, kind: 'text man' });
    searchable.push([url, title, 'Manual', `${what} ${textOf(body)}`]);
    return `<dt><a href="${name}.1.html"><code>${title}</code></a></dt><dd>${links(escape(what))}</dd>`;
  });
  writePage('man/index.html', 'Manual',
    `<h1>Manual</h1><p>What <code>man</code> shows, and <code>--help</code>.</p><dl>${rows.join('\n')}</dl>`, { kind: 'index' });
  return rows.length + 1;
}

// ---- Links --------------------------------------------------------------------------------------------------

/** Every link of every page of the site: how many there are, and those that lead nowhere. */
function checkLinks() {
  const pages = readdirSync(out, { recursive: true }).filter((name) => name.endsWith('.html'));
  const texts = new Map(pages.map((page) => [page, readFileSync(path.join(out, page), 'utf8')]));
  const idsOf = (html) => new Set([...html.matchAll(/ (?:id|name)="([^"]*)"/g)].map(([, id]) => unescape(id)));
  const ids = new Map([...texts].map(([page, html]) => [page, idsOf(html)]));
  let count = 0;
  const dead = [];
  const leads = (page, link) => {
    const [to, fragment] = decodeURI(unescape(link)).split('#');
    const there = to === '' ? page : path.posix.join(path.posix.dirname(page), to);
    if (!fragment) return existsSync(path.join(out, there)) && !there.startsWith('..');
    return ids.get(there)?.has(fragment) ?? false;
  };
  for (const [page, html] of texts) {
    for (const [, link] of html.matchAll(/<[a-z]+ [^>]*?\b(?:href|src|srcset)="([^"]*)"/g)) {
      if (/^(https?|mailto|data):/.test(link)) continue;
      count += 1;
      if (!leads(page, link)) dead.push(`${page}: ${link}`);
    }
  }
  for (const [url, title] of searchable) {
    count += 1;
    if (!leads('index.html', url)) dead.push(`search, ${title}: ${url}`);
  }
  return { count, dead };
}

// ---- The site -----------------------------------------------------------------------------------------------

rmSync(out, { recursive: true, force: true });
rmSync(doxygenOut, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const file of ['site.css', 'site.js']) cpSync(path.join(here, file), path.join(out, file));
cpSync(path.join(root, 'docs/images'), path.join(out, 'images'), { recursive: true });

const order = readOrder();
navigation = order.map(({ name, pages }) => ({
  name,
  pages: pages.map(({ file, title }) =>
    (file === 'docs/decisions/' ? { url: 'decisions/index.html', below: 'decisions/', title } : { url: urlOf(file), title })),
}));
navigation.find(({ name }) => name === reference).pages.unshift(
  { url: 'man/index.html', below: 'man/', title: 'Manual' }, { url: 'api/index.html', below: 'api/', title: 'API reference' });

const api = compounds();
const headers = new Map(api.filter(({ kind }) => kind === 'file').map(({ folder, name, page }) => [`${folder}/${name}`, `api/${page}`]));
const files = [...order.flatMap(({ pages }) => pages).map(({ file }) => file).filter((file) => file.endsWith('.md')),
  ...decisions.map(({ file }) => file)];
const waiting = [...files];
const texts = new Map();
await Promise.all([1, 2, 3, 4].map(async () => {
  for (let file = waiting.shift(); file; file = waiting.shift()) texts.set(file, await pandoc(read(file)));
}));
for (const file of files) writeMarkdown(file, texts.get(file), headers);
writePage('decisions/index.html', 'Decisions', `<h1>Decisions</h1><ul>${decisions.map(({ file, title }) =>
  `<li><a href="${between('decisions/index.html', urlOf(file))}">${escape(title)}</a></li>`).join('\n')}</ul>`);
writeSources();
const apiPages = writeApi(api);
const manualPages = writeManual();
write('search.js', `searchable(${JSON.stringify(searchable)});\n`);

const { count, dead } = checkLinks();
for (const each of dead) console.error(`dead link: ${each}`);
console.log(`${files.length + 1} pages, ${apiPages} of the API, ${manualPages} of the manual, ${sources.size} files and folders; ` +
  `${count} links, dead links ${dead.length}`);
process.exitCode = dead.length === 0 ? 0 : 1;
