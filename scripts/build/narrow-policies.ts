import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { narrowPolicy } from '#server/core/http/render-page.ts';

const inMeta = /(<meta http-equiv="content-security-policy" content=")([^"]*)/;

/** Leaves in the policy of each prerendered page of a folder what that page needs (`narrowPolicy`). */
export async function narrowPolicies(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const name of files.filter((file) => file.endsWith('.html'))) {
    const file = join(folder, name);
    const html = await readFile(file, 'utf8');
    const narrowed = html.replace(
      inMeta,
      (_, start: string, policy: string) => start + narrowPolicy(policy, html),
    );
    if (narrowed === html) throw new Error(`${name} has no policy, or all hashes of the site`);
    await writeFile(file, narrowed);
  }
}
