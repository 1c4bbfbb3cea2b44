/** `/sw.js`: the service worker of a build, which knows the build's files (decision 79). */
import { readdir, writeFile } from 'node:fs/promises';
import { bundleScript } from './inline-script.ts';
import { lightContracts } from './light-contracts.ts';

/**
 * Scripts of pages that need a connection anyway: the author's area, purchases, the account's own pages,
 * moderation. They are kept when they were used, but not fetched ahead.
 */
const needsConnection =
  /^(?:EditorScreen|ImportScreen|ChaptersScreen|ChapterDialogs|NovelFormScreen|FiguresScreen|PreviewScreen|MyNovels|ProfilePage|Desk|Pay\.|Moderation|Transfers|PaymentPage|PaymentResult|purchase|ItemForm|read-novel-form|login|auth-success)/i;

/**
 * Writes it, and `/sw-off.js`, which removes it: served at its address with `SERVICE_WORKER=off`.
 * @param folder of the built client's files.
 */
export async function writeServiceWorkers(folder: string, fingerprint: string): Promise<void> {
  const define = { __BUILD__: await describeBuild(folder, fingerprint) };
  for (const [source, name] of [
    ['service-worker', 'sw'],
    ['remove-worker', 'sw-off'],
  ]) {
    const code = await bundleScript(`src/lib/browser/offline/worker/${source}.ts`, define, {
      plugins: [lightContracts],
    });
    await writeFile(`${folder}/${name}.js`, code);
  }
}

/** What a build consists of for its worker. `id` changes with any of its sources. */
async function describeBuild(folder: string, fingerprint: string) {
  const names = await readdir(`${folder}/_astro`, { recursive: true });
  const files = names.filter((name) => name.endsWith('.js')).toSorted();
  const dictionary = names.find((name) => name.endsWith('.dict')) ?? '';
  const fonts = names.find((name) => /^fonts-[\da-f]+$/.test(name)) ?? '';
  const address = (name: string) => `/_astro/${name}`;
  return {
    id: fingerprint.slice(0, 12),
    files: files.map(address),
    later: files.filter((name) => needsConnection.test(name)).map(address),
    fonts: address(`${fonts}/`),
    dictionary: address(dictionary),
  };
}
