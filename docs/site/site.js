// What pages do beside being read: search, copying code, and the list of pages on narrow screens. It works from files, too.
'use strict';
const top_folder = document.body.dataset.top;

// ---- Copying ----

// A page from another machine may not copy unless its connection is safe.
for (const block of navigator.clipboard ? document.querySelectorAll('main.text pre') : []) {
  const button = document.createElement('button');
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const commands = [...block.querySelectorAll('.command')].map((each) => each.textContent);
    await navigator.clipboard.writeText(commands.length > 0 ? commands.join('\n') : block.querySelector('code').textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'block';
  block.replaceWith(frame);
  frame.append(block, button);
}

// ---- The list of pages ----

const menu = document.querySelector('.menu');
menu.addEventListener('click', () => {
  const open = document.body.classList.toggle('pages-open');
  menu.setAttribute('aria-expanded', String(open));
});
const pages = document.querySelector('#pages');
const current = pages.querySelector('[aria-current]');
if (current && current.offsetTop > pages.clientHeight) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;

// ---- Search ----

const most_results = 30;
const box = document.querySelector('.search');
const input = box.querySelector('input');
const results = box.querySelector('.results');
let entries;  // of search.js, which is loaded when it is first needed
box.hidden = false;

globalThis.searchable = (list) => {
  // Where a word may begin: behind anything that is no letter or digit, so `gate` finds permission_gate.
  entries = list.map(([url, title, page, text]) => ({ url, title, page, text, low: ` ${title.toLowerCase()}`, lowText: ` ${page.toLowerCase()} ${text.toLowerCase()}` }));
  show();
};

function load() {
  if (document.querySelector('script[data-search]')) return;
  const script = document.createElement('script');
  script.dataset.search = '';
  script.src = `${top_folder}search.js`;
  document.head.append(script);
}

const begins = (word) => new RegExp(`(^|[^a-z0-9])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** How well an entry fits; 0: not all words are in it. */
function score(entry, query, words) {
  let sum = entry.title.toLowerCase() === query || entry.title.toLowerCase().endsWith(`::${query}`) ? 40 : 0;
  for (const word of words) {
    const inTitle = word.test(entry.low);
    if (!inTitle && !word.test(entry.lowText)) return 0;
    sum += inTitle ? 10 : 1;
  }
  // Pages before the API, and short titles before long ones.
  return sum + (entry.page === 'API' ? 0 : 5) + 5 / (1 + entry.title.length);
}

/** The text around the first word that is in it. */
function excerpt(entry, words) {
  const found = words.map((word) => entry.text.toLowerCase().search(word)).filter((at) => at >= 0);
  const from = found.length > 0 ? Math.max(0, Math.min(...found) - 50) : 0;
  const line = document.createElement('span');
  line.className = 'excerpt';
  line.textContent = (from > 0 ? '…' : '') + entry.text.slice(from, from + 150);
  return line;
}

function show() {
  const query = input.value.trim().toLowerCase();
  results.hidden = query === '';
  results.replaceChildren();
  if (query === '' || !entries) return;
  const words = query.split(/\s+/).map(begins);
  const found = entries.map((entry) => [score(entry, query, words), entry]).filter(([points]) => points > 0).sort(([a], [b]) => b - a).slice(0, most_results);
  for (const [, entry] of found) {
    const link = document.createElement('a');
    link.href = top_folder + entry.url;
    const title = document.createElement('b');
    title.textContent = entry.title;
    const page = document.createElement('span');
    page.className = 'page';
    page.textContent = entry.page === entry.title ? '' : entry.page;
    link.append(title, ' ', page, excerpt(entry, words));
    results.append(link);
  }
  if (found.length === 0) results.textContent = 'Nothing has all of these words.';
}

input.addEventListener('focus', load);
input.addEventListener('input', show);
box.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  const now = links.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    input.value = '';
    show();
    input.blur();
  } else if (event.key === 'Enter' && document.activeElement === input && links.length > 0) {
    links[0].click();
  } else if (event.key === 'ArrowDown' && links.length > 0) {
    links[Math.min(now + 1, links.length - 1)].focus();
  } else if (event.key === 'ArrowUp') {
    (now <= 0 ? input : links[now - 1]).focus();
  } else {
    return;
  }
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  input.focus();
});
document.addEventListener('click', (event) => {
  if (box.contains(event.target)) return;
  results.hidden = true;
});
