/** The fonts that readers may choose and that we serve ourselves, as files of the build. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { webFontFaces, webFontFile, webFonts } from '#shared/web-fonts.ts';

const packageFile = { normal: '400-normal', italic: '400-italic', bold: '700-normal' } as const;

type EmittedFile = { type: 'asset'; fileName: string; source: Uint8Array };

/** What this takes of a Vite plugin's surroundings. */
type Bundle = { environment: { name: string }; emitFile: (file: EmittedFile) => unknown };

/**
 * The folder's address carries a hash of everything in it, so that a file may be held for a year
 * and the first-paint script can derive it.
 */
export function webFontFiles(): { folder: string; plugin: object } {
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string) => readFileSync(resolve(name));
  const files = webFonts.flatMap((font) => {
    const slug = font.toLowerCase().replace(' ', '-');
    const from = `@fontsource/${slug}`;
    return [
      // The fonts' licence wants to travel with them.
      { name: `${slug}-LICENSE.txt`, source: read(`${from}/LICENSE`) },
      ...webFontFaces.map((face) => ({
        name: webFontFile(font, face),
        source: read(`${from}/files/${slug}-latin-${packageFile[face]}.woff2`),
      })),
    ];
  });
  const hash = createHash('sha256');
  for (const { name, source } of files) hash.update(name).update(source);
  const folder = `_astro/fonts-${hash.digest('hex').slice(0, 8)}/`;
  const plugin = {
    name: 'feuilleton-web-fonts',
    generateBundle(this: Bundle) {
      if (this.environment.name !== 'client') return;
      for (const { name, source } of files) {
        this.emitFile({ type: 'asset', fileName: folder + name, source });
      }
    },
  };
  return { folder: `/${folder}`, plugin };
}
