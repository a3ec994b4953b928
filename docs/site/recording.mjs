// Makes the picture of the README's first minute: the commands of its section "In a minute", run with the real program
// in a home of their own, as a terminal that types them.
//   node recording.mjs PROGRAM PICTURE            writes it
//   node recording.mjs PROGRAM PICTURE --check    status 1 where the picture is another
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const columns = 96, lineHeight = 20, letterWidth = 8.4, margin = 16;
const typingSeconds = 0.9, readingSeconds = 1.6;  // of one command, and of what it has printed

const [program, picture, check] = process.argv.slice(2);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

// The commands of the README that begin with `assent`, in the order in which they stand in the section.
function commands() {
    const section = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n## In a minute\n')[1].split('\n## ')[0];
    return [...section.matchAll(/^\$ (assent (?:check|install).*)$/gm)].map((match) => match[1]);
}

function run(command, home) {
    mkdirSync(path.join(home, '.claude'), { recursive: true });
    const env = { PATH: `${path.dirname(path.resolve(program))}:/usr/bin:/bin`, HOME: home };
    const out = execFileSync('/bin/sh', ['-c', `exec 2>&1; ${command}; true`], { env, cwd: home, encoding: 'utf8' });
    return out.trimEnd().replaceAll(home, '~').split('\n');
}

function wrapped(text) {
    const lines = [];
    for (let rest = text; rest;) {
        const end = rest.length <= columns ? rest.length : Math.max(rest.lastIndexOf(' ', columns), 1);
        lines.push(rest.slice(0, end));
        rest = rest.slice(end).trimStart();
        if (rest) rest = `  ${rest}`;
    }
    return lines;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const colored = (text) => escaped(text).replace(/^(allow|ask|deny)(?=:)/, '<tspan class="$1">$1</tspan>');

function drawn(shown) {
    const rows = [];
    let seconds = 0.4, row = 0;
    const add = (text, className, style) => {
        const y = margin + 14 + row++ * lineHeight;
        rows.push(`<text x="${margin}" y="${y}" class="${className}" style="${style}">${text}</text>`);
    };
    for (const { command, output } of shown) {
        wrapped(`$ ${command}`).forEach((line) => {
            add(escaped(line), 'typed', `animation-delay:${seconds.toFixed(1)}s`);
            seconds += typingSeconds;
        });
        for (const line of output.flatMap(wrapped)) add(colored(line), 'printed', `animation-delay:${seconds.toFixed(1)}s`);
        seconds += readingSeconds;
        row += 0.5;
    }
    const width = Math.ceil(2 * margin + columns * letterWidth), height = Math.ceil(2 * margin + row * lineHeight);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal: commands of assent, and what they print">
<style>
rect { fill: #1b1f27; }
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #aeb6c2; white-space: pre; opacity: 0; }
.typed { fill: #f2f4f8; animation: type ${typingSeconds}s steps(${columns / 2}) both; }
.printed { animation: show 0.2s both; }
.allow { fill: #6fcf8e; } .ask { fill: #f0c05a; } .deny { fill: #ff8078; }
@keyframes type { from { opacity: 1; clip-path: inset(0 100% 0 0); } to { opacity: 1; clip-path: inset(0 0 0 0); } }
@keyframes show { from { opacity: 0; } to { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { text, .typed, .printed { animation: none; opacity: 1; } }
</style>
<rect width="${width}" height="${height}" rx="8"/>
${rows.join('\n')}
</svg>
`;
}

const home = mkdtempSync(path.join(tmpdir(), 'assent-recording-'));
try {
    const made = drawn(commands().map((command) => ({ command, output: run(command, home) })));
    if (check !== '--check') writeFileSync(picture, made);
    else if (readFileSync(picture, 'utf8') !== made) {
        console.error(`${picture} does not show what the program prints: run node docs/site/recording.mjs PROGRAM ${picture}`);
        process.exitCode = 1;
    }
} finally {
    rmSync(home, { recursive: true, force: true });
}
