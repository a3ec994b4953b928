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

/** Where the site has a Markdown page of the project. */
const urlOf = (file) => (file === 'README.md' ? 'index.html' : file.replace(/^docs\//, '').replace(/\.md$/, '.html').toLowerCase());

/** The groups and pages of the README's list of the documentation: the one place that has their order. */
function readOrder() {
  const groups = [{ name: '', pages: [{ file: 'README.md', title: 'Assent in a minute' }] }];
  for (const line of read('README.md').split('\n## Documentation\n')[1].split('\n## ')[0].split('\n')) {
    if (line.startsWith('### ')) groups.push({ name: line.slice(4), pages: [] });
    for (const [, title, file] of line.matchAll(/\[([^\]]+)\]\(([^)#]+\.md|docs\/decisions\/)\)/g)) {
      groups.at(-1).pages.push({ file, title: title[0].toUpperCase() + title.slice(1) });
    }
  }
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

function sidebar(url) {
  const current = navigation.flatMap((group) => group.pages).filter((page) => url === page.url || (page.below && url.startsWith(page.below))).at(-1);
  return navigation.map((group) => `${group.name && `<h2>${escape(group.name)}</h2>`}<ul>${group.pages.map((page) =>
    `<li><a href="${between(url, page.url)}"${page === current ? ' aria-current="page"' : ''}>${escape(page.title)}</a></li>`).join('')}</ul>`).join('\n');
}

/** What is before and behind a page, as it is read. */
function neighbours(url) {
  const order = navigation.flatMap((group) => group.pages);
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
<div class="search" role="search" hidden><input type="search" placeholder="Search ( / )" aria-label="Search pages and API" autocomplete="off" spellcheck="false"><div class="results" hidden></div></div>
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
  if (there.endsWith('.md')) return between(url, urlOf(there)) + hash;
  if (there === 'docs/decisions') return between(url, 'decisions/index.html');
  if (there.startsWith('docs/images/')) return between(url, there.slice('docs/'.length));
  if (headers.has(there)) return between(url, headers.get(there));
  sources.add(there);
  return between(url, sourceUrl(there)) + hash;
}

async function writeMarkdown(file, headers) {
  const url = urlOf(file);
  const contents = [];
  let title = '';
  const html = codeBlocks(await pandoc(read(file)))
    .replace(/(<(?:a|img|source)\b[^>]*? (?:href|src|srcset)=")([^"]*)/g, (_, tag, link) => tag + escape(target(unescape(link), file, url, headers)))
    .replace(/(<a href="([^"]*)">)[\w-]+\.md<\/a>/g, (link, start, to) => {
      const page = navigation.flatMap(({ pages }) => pages).find((each) => to.split('#')[0] === between(url, each.url));
      return page ? `${start}${escape(page.title)}</a>` : link;
    })
    .replace(/<table>[\s\S]*?<\/table>/g, (table) => `<div class="wide">${table}</div>`)
    .replace(/<(h[1-6]) id="([^"]*)">([\s\S]*?)<\/\1>/g, (_, tag, id, inner) => {
      if (tag === 'h1') title = textOf(inner);
      if (tag === 'h2') contents.push({ id, html: inner });
      return `<${tag} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="This heading">#</a></${tag}>`;
    });
  for (const section of html.split(/(?=<h[1-3] id=)/)) {
    const heading = section.match(/^<(h[1-3]) id="([^"]*)">([\s\S]*?)<a class="anchor"/);
    if (!heading) continue;
    searchable.push([heading[1] === 'h1' ? url : `${url}#${heading[2]}`, textOf(heading[3]), title, textOf(section.replace(/<h[1-3][\s\S]*?<\/h[1-3]>/, ' ').replace(/></g, '> <'))]);
  }
  writePage(url, title, html, { contents });
}

// ---- Files of the project that pages lead to ----------------------------------------------------------------

const sourceUrl = (file) => `source/${file}${statSync(path.join(root, file)).isDirectory() ? '/index' : ''}.html`;

function writeSources() {
  for (const file of [...sources].sort()) {
    const url = sourceUrl(file);
    const title = `<h1 class="path">${file.split('/').map(escape).join('/<wbr>')}</h1>`;
    if (url.endsWith('/index.html')) {
      const below = readdirSync(path.join(root, file), { recursive: true }).map((name) => `${file}/${name}`).sort();
      const rows = below.filter((name) => statSync(path.join(root, name)).isFile()).map((name) => `<li>${sources.has(name) ? `<a href="${between(url, sourceUrl(name))}">${escape(name)}</a>` : escape(name)}</li>`);
      writePage(url, file, `${title}<ul class="files">${rows.join('\n')}</ul>`);
    } else {
      writePage(url, file, `${title}<pre class="file"><code>${escape(read(file))}</code></pre>`, { kind: 'code' });
    }
  }
}

// ---- The API reference --------------------------------------------------------------------------------------

const tag = (xml, name) => unescape(xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1] ?? '');

function compounds() {
  const include = ['domain', 'ports', 'adapters', 'app'].flatMap((layer) =>
    readdirSync(path.join(root, layer), { recursive: true }).map((name) => `${layer}/${name}`).filter((name) => name.endsWith('/include')));
  execFileSync('doxygen', ['docs/site/Doxyfile'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ASSENT_INCLUDE: include.join(' ') } });
  const xml = readFileSync(path.join(root, '.build/docs/assent.tag'), 'utf8');
  return [...xml.matchAll(/<compound kind="(\w+)"[^>]*>([\s\S]*?)<\/compound>/g)].map(([, kind, body]) => {
    const [own, ...members] = body.split('<member ');
    const page = tag(own, 'filename');
    return { kind, own, members, name: tag(own, 'name'), path: path.relative(root, tag(own, 'path')), page: page.endsWith('.html') ? page : `${page}.html` };
  });
}

/** The types, header by header, in the order of the folders; each with the first words of its description. */
function writeApiIndex(all) {
  const briefs = new Map([...readFileSync(path.join(doxygenOut, 'annotated.html'), 'utf8')
    .matchAll(/<a class="el" href="([^"]*)"[^>]*>[^<]*<\/a><\/td><td class="desc">([\s\S]*?)<\/td>/g)].map(([, page, brief]) => [page, brief]));
  const pageOf = new Map(all.map((each) => [each.name, each.page]));
  const folders = new Map();
  for (const header of all.filter(({ kind }) => kind === 'file')) {
    const folder = header.path.replace(/^.*\/include\/assent\/?/, '') || 'assent';
    folders.set(folder, [...(folders.get(folder) ?? []), header]);
  }
  const rank = (folder) => ['assent', 'app', 'domain', 'adapters', 'ports'].indexOf(folder.split('/')[0]);
  const sections = [...folders].sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b)).map(([folder, headers]) => {
    const rows = headers.sort((a, b) => a.name.localeCompare(b.name)).map((header) => {
      const types = [...header.own.matchAll(/<class kind="\w+">([^<]*)</g)].map(([, name]) => unescape(name)).filter((name) => !/::detail::|[<]/.test(name));
      const functions = new Map(header.members.filter((member) => /^kind="function"/.test(member) && !tag(member, 'name').startsWith('operator') && /^namespaceassent(_1_1testing)?\.html$|_8h\.html$/.test(tag(member, 'anchorfile')))
        .map((member) => [escape(tag(member, 'name')), `${tag(member, 'anchorfile')}#${tag(member, 'anchor')}`]));
      const shown = types.map((name) => `<dt><a href="${pageOf.get(name)}"><code>${escape(name.replace(/^assent::/, ''))}</code></a></dt><dd>${briefs.get(pageOf.get(name)) ?? ''}</dd>`);
      return `<h3><a href="${header.page}"><code>${escape(header.name)}</code></a></h3>${shown.length ? `<dl>${shown.join('\n')}</dl>` : ''}${
        functions.size ? `<p>${[...functions].map(([name, url]) => `<a href="${url}"><code>${name}()</code></a>`).join(', ')}</p>` : ''}`;
    });
    return { id: folder.replaceAll('/', '-'), title: folder === 'assent' ? 'What to include' : folder, rows };
  });
  const body = sections.map(({ id, title, rows }) => `<h2 id="${id}">${title}</h2>${rows.join('\n')}`).join('\n');
  writePage('api/index.html', 'API reference',
    `<h1>API reference</h1><p>All names are in the namespace <a href="namespaceassent.html"><code>assent</code></a>. ` +
    `What to include, and what is in it: <a href="../getting-started.html#in-your-own-program">getting started</a>.</p>${body}`,
    { contents: sections.map(({ id, title }) => ({ id, html: escape(title) })), kind: 'api index' });
}

/** Doxygen's pages in ours. What they have for scripts and for its own navigation is left away. */
function writeApi(all) {
  const names = readdirSync(doxygenOut).filter((name) => /^(class|struct|union|concept|namespace)assent.*(?<!-members)\.html$|_8h(pp)?(_source)?\.html$/.test(name));
  for (const name of names) {
    const html = readFileSync(path.join(doxygenOut, name), 'utf8');
    const body = html.match(/<div class="header">[\s\S]*<\/div><!-- contents -->/)[0]
      .replace(/ on\w+="[^"]*"/g, '').replace(/<img [^>]*>/g, '').replace(/<div class="summary">[\s\S]*?<\/div>/, '')
      .replace(/<div class="title">([\s\S]*?)<\/div>/, '<h1>$1</h1>').replace(/ (\w+)( Template)? Reference<\/h1>/, (_, kind) => ` <small>${kind.toLowerCase()}</small></h1>`);
    const members = new Map([...body.matchAll(/<h2 class="memtitle"><span class="permalink"><a href="#(\w+)">.*?<\/span>([^<]*)/g)]
      .map(([, id, member]) => [member.replace('()', ''), { id, html: `<code>${member.replace('()', '').trim()}</code>` }]).reverse());
    writePage(`api/${name}`, textOf(html.match(/<title>Assent: (.*?)(?: \w+(?: Template)? Reference)?<\/title>/)[1]), body, { kind: 'api', contents: [...members.values()].reverse() });
  }
  for (const each of all) {
    if (/^(class|struct|union|concept)$/.test(each.kind) && !/::detail\b/.test(each.name)) searchable.push([`api/${each.page}`, each.name, 'API', each.kind]);
    for (const member of each.members) {
      const name = tag(member, 'name');
      if (each.kind === 'file' || /::detail\b/.test(each.name) || !tag(member, 'anchor') || name.startsWith('operator')) continue;
      searchable.push([`api/${tag(member, 'anchorfile')}#${tag(member, 'anchor')}`, `${each.name}::${name}`.replace(/^assent::/, ''), 'API', member.match(/kind="(\w+)"/)[1]]);
    }
  }
  return names.length;
}

// ---- The manual ---------------------------------------------------------------------------------------------

/** The pages that the program writes of itself. \return how many */
function writeManual() {
  const folder = path.join(root, '.build/docs/man');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync(program, ['man', folder]);
  const links = (html) => html.replace(/\bdocs\/[\w-]+\.md\b/g, (file) => (existsSync(path.join(root, file)) ? `<a href="../${urlOf(file)}">${file}</a>` : file));
  const rows = readdirSync(folder).sort((a, b) => a.replace('.1', '').localeCompare(b.replace('.1', ''))).map((name) => {
    const html = execFileSync('mandoc', ['-T', 'html', '-O', 'fragment', path.join(folder, name)], { encoding: 'utf8' });
    const url = `man/${name}.html`;
    const title = name.replace(/\.(\d)$/, '($1)');
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
    return `<dt><a href="${name}.html"><code>${title}</code></a></dt><dd>${links(escape(what))}</dd>`;
  });
  writePage('man/index.html', 'Manual', `<h1>Manual</h1><p>What <code>man</code> shows, and <code>--help</code>.</p><dl>${rows.join('\n')}</dl>`, { kind: 'index' });
  return rows.length;
}

// ---- Links --------------------------------------------------------------------------------------------------

/** Every link of every page of the site: how many there are, and those that lead nowhere. */
function checkLinks() {
  const pages = readdirSync(out, { recursive: true }).filter((name) => name.endsWith('.html'));
  const texts = new Map(pages.map((page) => [page, readFileSync(path.join(out, page), 'utf8').replace(/<script>[\s\S]*?<\/script>/g, '')]));
  const ids = new Map([...texts].map(([page, html]) => [page, new Set([...html.matchAll(/ (?:id|name)="([^"]*)"/g)].map(([, id]) => unescape(id)))]));
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
  pages: pages.map(({ file, title }) => (file === 'docs/decisions/' ? { url: 'decisions/index.html', below: 'decisions/', title } : { url: urlOf(file), title })),
}));
const reference = navigation.find(({ name }) => name === 'Reference') ?? navigation.at(-1);
reference.pages.unshift({ url: 'man/index.html', below: 'man/', title: 'Manual' }, { url: 'api/index.html', below: 'api/', title: 'API reference' });

const api = compounds();
const headers = new Map(api.filter(({ kind }) => kind === 'file').map((each) => [path.posix.join(each.path, each.name), `api/${each.page}`]));
const files = [...order.flatMap(({ pages }) => pages.map(({ file }) => file)).filter((file) => file.endsWith('.md')), ...decisions.map(({ file }) => file)];
const waiting = [...files];
await Promise.all([0, 1, 2, 3].map(async () => {
  while (waiting.length > 0) await writeMarkdown(waiting.shift(), headers);
}));
writePage('decisions/index.html', 'Decisions', `<h1>Decisions</h1><ul>${decisions.map(({ file, title }) =>
  `<li><a href="${between('decisions/index.html', urlOf(file))}">${escape(title)}</a></li>`).join('\n')}</ul>`);
writeSources();
writeApiIndex(api);
const apiPages = writeApi(api);
const manualPages = writeManual();
write('search.js', `searchable(${JSON.stringify(searchable)});\n`);

const { count, dead } = checkLinks();
for (const each of dead) console.error(`dead link: ${each}`);
console.log(`${files.length + 1} pages, ${apiPages} of the API, ${manualPages} of the manual, ${sources.size} files and folders; ${count} links, dead links ${dead.length}`);
process.exitCode = dead.length === 0 ? 0 : 1;
