/** `/sw.js`: the service worker of a build, which knows the build's files (decision 79). */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hasServiceWorker } from '#server/core/config/build-settings.ts';
import { bundleScript } from './inline-script.ts';
import { lightContracts } from './light-contracts.ts';

/**
 * Scripts of pages that need a connection anyway: the author's area, purchases, the account's own pages,
 * moderation. They are kept when they were used, but not fetched ahead.
 */
const needsConnection =
  /^(?:EditorScreen|ImportScreen|ChaptersScreen|ChapterDialogs|NovelFormScreen|FiguresScreen|PreviewScreen|MyNovels|ProfilePage|Moderation|Transfers|PaymentPage|PaymentResult|purchase|ItemForm|read-novel-form|login|auth-success)/i;

/**
 * Writes it. With `SERVICE_WORKER=off` the one that removes itself.
 * @param folder of the built client's files.
 */
export async function writeServiceWorker(
  folder: string,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const isOn = hasServiceWorker(environment);
  const source = isOn ? 'service-worker' : 'remove-worker';
  const define = { __BUILD__: await describeBuild(folder) };
  const code = await bundleScript(`src/lib/browser/offline/worker/${source}.ts`, define, {
    plugins: [lightContracts],
  });
  await writeFile(`${folder}/sw.js`, code);
}

/** What a build consists of for its worker. `id` changes with any of it. */
async function describeBuild(folder: string) {
  const names = await readdir(`${folder}/_astro`, { recursive: true });
  const files = names.filter((name) => name.endsWith('.js')).toSorted();
  const fonts = names.find((name) => /^fonts-[\da-f]+$/.test(name)) ?? '';
  const pages = await Promise.all(
    ['hors-ligne', 'bibliotheque'].map((name) => readFile(`${folder}/${name}.html`)),
  );
  const hash = createHash('sha256').update([...files, fonts].join('\n'));
  for (const page of pages) hash.update(page);
  const address = (name: string) => `/_astro/${name}`;
  return {
    id: hash.digest('hex').slice(0, 12),
    files: files.map(address),
    later: files.filter((name) => needsConnection.test(name)).map(address),
    fonts: address(`${fonts}/`),
  };
}
