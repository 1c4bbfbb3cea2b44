import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { refusals } from '#server/core/db/database-refused.ts';
import { documentedBlocks, runElsewhere } from './install/document.ts';

const root = resolve(import.meta.dirname, '..');
const documents = [
  ...readdirSync(root),
  ...readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (path) => `docs/${path}`,
  ),
].filter((path) => path.endsWith('.md'));

const fence = /^```[\s\S]*?^```$/gm;
const link = /\]\(([^)\s]+)\)/g;
const code = /`([^`\n]+)`/g;
const scheme = /^[a-z]+:/;
/** `src/pages/novel/[slug]/index.astro`, `.env.example`, `docs/`: not an address, not a pattern. */
const treePath = /^\.?[\w-][\w@.[\]-]*(?:\/[\w@.[\]-]+)*\/?$/;
const fileName = /\.(?:ts|mjs|js|json|astro|css|md|sql|example|webp)$/;
/** Created by a build, an installation or a start: not in a clone. */
const made = /^(?:dist|data|data-sandbox|node_modules|test-results)(?:\/|$)/;

/** The words of README's map that are paths, and the folder that indented ones lie in. */
function pathsOfMap(): string[] {
  const text = readFileSync(resolve(root, 'README.md'), 'utf8');
  const [map = ''] =
    /(?<=^```\n)[\s\S]*?(?=^```$)/m.exec(text.split('## Find your way')[1] ?? '') ?? [];
  let folder = '';
  return map.split('\n').flatMap((line) => {
    const [, indent = '', first = ''] = /^( *)(\S*)/.exec(line) ?? [];
    if (indent === '') folder = first;
    return line
      .split(/[ ,;:]+/)
      .filter((word) => treePath.test(word) && (word.includes('/') || fileName.test(word)))
      .map((word) => (indent === '' ? word : folder + word));
  });
}

/** Targets of a document's links and quoted paths, as paths from the root. */
function pathsIn(document: string): string[] {
  const text = readFileSync(resolve(root, document), 'utf8').replaceAll(fence, '');
  const linked = [...text.matchAll(link)]
    .map(([, target = '']) => target.split('#', 1)[0] ?? '')
    .filter((target) => target !== '' && !scheme.test(target))
    .map((target) => resolve(root, dirname(document), target));
  const quoted = [...text.matchAll(code)]
    .map(([, quotation = '']) => quotation)
    .filter((quotation) => treePath.test(quotation) && !made.test(quotation))
    .filter((quotation) => quotation.includes('/') || fileName.test(quotation))
    .map((path) => resolve(root, path));
  return [...linked, ...quoted].map((path) => path.slice(root.length + 1));
}

/** `#fragments` of links into a document, with the document's path. */
function anchorsIn(document: string): { path: string; anchor: string }[] {
  const text = readFileSync(resolve(root, document), 'utf8').replaceAll(fence, '');
  return [...text.matchAll(link)].flatMap(([, target = '']) => {
    const [path = '', anchor = ''] = target.split('#', 2);
    if (anchor === '' || scheme.test(target)) return [];
    return [{ path: path === '' ? document : relative(document, path), anchor }];
  });
}

function relative(document: string, target: string): string {
  return resolve(root, dirname(document), target).slice(root.length + 1);
}

/** Names of a document's headings as GitHub makes them. */
function headingAnchors(document: string): string[] {
  const text = readFileSync(resolve(root, document), 'utf8').replaceAll(fence, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documents', () => {
  test('are read by this test', () => {
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/architecture.md']),
    );
    expect(documents.flatMap(pathsIn).length).toBeGreaterThan(100);
  });

  test('have the sentence of each database that is refused', () => {
    const text = readFileSync(resolve(root, 'docs/how-to/production.md'), 'utf8');
    const [, section = ''] = text.split('## When the database is refused');
    const rows = section.matchAll(/^\| `(\w+)` +\|[^|]+\| ([^|]+?) +\|/gm);
    const sentences = Object.entries(refusals).map(([code, sentence]) => [
      code,
      sentence.replaceAll(/\s+/g, ' '),
    ]);
    expect([...rows].map(([, code, sentence]) => [code, sentence])).toEqual(sentences);
  });

  test('have no block of production that nothing runs', () => {
    const runner = ['running-site', 'later-steps']
      .map((name) => readFileSync(resolve(root, `tests/install/${name}.ts`), 'utf8'))
      .join('');
    const names = [...documentedBlocks().keys()];
    expect(names.length).toBeGreaterThan(20);
    const idle = names.filter((name) => !(name in runElsewhere) && !runner.includes(`'${name}'`));
    expect(idle).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(Object.keys(runElsewhere)));
    for (const path of Object.values(runElsewhere))
      expect(existsSync(resolve(root, path))).toBe(true);
  });

  test('have a configuration of Prometheus that asks as the server wants to be asked', () => {
    expect(parse(documentedBlocks().get('prometheus')?.text ?? '')).toMatchObject({
      scrape_configs: [
        {
          job_name: 'feuilleton',
          authorization: { credentials_file: expect.any(String) as string },
          static_configs: [{ targets: expect.any(Array) as string[] }],
        },
      ],
    });
  });

  test.each(documents)('%s names only files and folders that exist', (document) => {
    const missing = pathsIn(document).filter((path) => !existsSync(resolve(root, path)));
    expect([...new Set(missing)]).toEqual([]);
  });

  test('have a map, of every folder of the server, without one that does not exist', () => {
    const paths = pathsOfMap();
    expect(paths.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
    const server = 'src/lib/server/';
    const folders = readdirSync(resolve(root, server), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${server}${name}/`);
    expect(folders.filter((folder) => !paths.includes(folder))).toEqual([]);
  });

  test.each(documents)('%s links to headings that exist', (document) => {
    const missing = anchorsIn(document).filter(
      ({ path, anchor }) => !headingAnchors(path).includes(anchor),
    );
    expect(missing).toEqual([]);
  });

  test.each(documents)('%s names only commands that exist', (document) => {
    const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const text = readFileSync(resolve(root, document), 'utf8');
    const unknown = [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts));
    expect(unknown).toEqual([]);
  });
});
