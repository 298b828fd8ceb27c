/**
 * Makes the two forms of the page of zlink studio that need no server, in target/web: a folder for any host, and the file
 * zlink-studio.html, which opens from the disk, too. `node web/assemble.mjs MODULE`; web/build.sh makes the module.
 */

import { buildSync } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = `${ROOT}src/studio/page/`;
const OUT = `${ROOT}target/web/`;

/** Browsers that have DecompressionStream, and let a policy allow WebAssembly. */
const BROWSERS = ['chrome103', 'firefox113', 'safari16.4'];

/** @param {string} file */
const read = (file) => readFileSync(file, 'utf8');

const [, version] = /^version = "(.*)"$/m.exec(read(`${ROOT}Cargo.toml`)) ?? [];
const NOTE = `zlink studio ${version}, MIT OR Apache-2.0`;

/**
 * A script or style sheet of the page together with all that it needs.
 * @param {string} name
 */
function bundled(name) {
  const { outputFiles } = buildSync({
    entryPoints: [PAGE + name],
    banner: { js: `/* ${NOTE} */`, css: `/* ${NOTE} */` },
    bundle: true,
    minify: true,
    target: BROWSERS,
    write: false,
  });
  return outputFiles[0].text;
}

/**
 * Replaces what occurs once.
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
function replaced(text, from, to) {
  const [before, after, ...more] = text.split(from);
  if (after === undefined || more.length > 0) throw new Error(`${from} must occur once`);
  return before + to + after;
}

/**
 * The page, with workers in place of the server.
 * @param {Record<string, string>} policy
 * @param {{ icon: string, style: string, script: string, end?: string }} parts
 */
function page(policy, { icon, style, script, end = '' }) {
  const directives = Object.entries(policy).map((directive) => directive.join(' '));
  const meta = `<meta http-equiv="Content-Security-Policy" content="${directives.join('; ')}" />`;
  const changes = [
    ['<html ', '<html data-engine="worker" '],
    ['<body>', `<body>\n    <!--\n${NOTE}\n\n${read(`${ROOT}LICENSE-MIT`)}    -->`],
    ['<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${meta}`],
    ['<link rel="icon" href="/page/icon.svg" />', icon],
    ['<link rel="stylesheet" href="/page/style.css" />', style],
    ['<script type="module" src="/page/main.js"></script>', script],
    ['</body>', `${end}</body>`],
  ];
  return changes.reduce((html, [from, to]) => replaced(html, from, to), read(`${PAGE}index.html`));
}

/**
 * A hash as policies and requests have it.
 * @param {string | Buffer} content
 */
const hash = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * An element whose text is kept as it is.
 * @param {string} tag with its attributes
 * @param {string} text
 */
function element(tag, text) {
  const [name] = tag.split(' ');
  if (text.toLowerCase().includes(`</${name}`)) throw new Error(`a text would end its element ${tag}`);
  return `<${tag}>${text}</${name}>`;
}

const unpacked = readFileSync(process.argv[2]);
if (!WebAssembly.validate(unpacked)) throw new Error('the module needs more than browsers have');
const module = gzipSync(unpacked, { level: 9 });
const [script, worker, style] = ['main.js', 'transport/worker.js', 'style.css'].map(bundled);
const NOTHING_ELSE = { 'base-uri': "'none'", 'form-action': "'none'" };

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const folder = page(
  { 'default-src': "'self'", 'script-src': "'self' 'wasm-unsafe-eval'", 'object-src': "'none'", ...NOTHING_ELSE },
  {
    icon: [
      '<link rel="icon" href="icon.svg" />',
      '<link rel="manifest" href="manifest.webmanifest" />',
      '<meta name="theme-color" content="#f6f7f9" media="(prefers-color-scheme: light)" />',
      '<meta name="theme-color" content="#1c2128" media="(prefers-color-scheme: dark)" />',
    ].join('\n    '),
    style: '<link rel="stylesheet" href="style.css" />',
    script: '<script defer src="main.js"></script>',
  },
);
for (const [name, content] of Object.entries({
  'index.html': folder,
  'main.js': script,
  'style.css': style,
  'worker.js': worker,
  'zlink.wasm.gz': module,
}))
  writeFileSync(OUT + name, content);
copyFileSync(`${PAGE}icon.svg`, `${OUT}icon.svg`);
for (const name of ['manifest.webmanifest', 'icon-192.png', 'icon-512.png'])
  copyFileSync(`${ROOT}web/folder/${name}`, OUT + name);
const hashes = JSON.stringify({
  ...Object.fromEntries(readdirSync(OUT).map((name) => [name, hash(readFileSync(OUT + name))])),
  // A host may have the browser unpack it.
  'zlink.wasm.gz': `${hash(module)} ${hash(unpacked)}`,
});
const keeper = replaced(read(`${ROOT}web/folder/service-worker.js`), '__FILES__', hashes);
writeFileSync(`${OUT}service-worker.js`, replaced(keeper, '__VERSION__', hash(hashes)));

const file = page(
  {
    'default-src': "'none'",
    'connect-src': "'none'",
    'script-src': `'${hash(script)}' 'wasm-unsafe-eval'`,
    'style-src': `'${hash(style)}'`,
    'img-src': 'data:',
    'worker-src': 'blob:',
    ...NOTHING_ELSE,
  },
  {
    icon: `<link rel="icon" href="data:image/svg+xml;base64,${readFileSync(`${PAGE}icon.svg`).toString('base64')}" />`,
    style: element('style', style),
    script: '',
    end: [
      element('script type="text/plain" id="module"', module.toString('base64')),
      element('script type="text/plain" id="worker"', worker),
      element('script', script),
      '',
    ].join('\n'),
  },
);
writeFileSync(`${OUT}zlink-studio.html`, file);
