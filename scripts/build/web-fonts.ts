/** The site's own letters and the fonts that readers may choose, as files of the build. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { webFonts } from '#shared/reading/chosen-fonts.ts';
import { siteFont, webFontFaces, webFontFile } from '#shared/reading/web-fonts.ts';
import { literataLicense, subsetLiterata } from './literata.ts';

const packageFile = { normal: '400-normal', italic: '400-italic', bold: '700-normal' } as const;

type FontFile = { name: string; source: Buffer };

const { resolve } = createRequire(import.meta.url);

/**
 * The folder's address carries a hash of everything in it, so that a file may be held for a year
 * and the first-paint script can derive it. The development server serves it too.
 */
export async function webFontFiles(): Promise<{ folder: string; plugin: Plugin }> {
  const files = [...(await readLiterata()), ...readChosenFonts().flat()];
  const hash = createHash('sha256');
  for (const { name, source } of files) hash.update(name).update(source);
  const folder = `_astro/fonts-${hash.digest('hex').slice(0, 8)}/`;
  const plugin: Plugin = {
    name: 'feuilleton-web-fonts',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = files.find(({ name }) => request.url === encodeURI(`/${folder}${name}`));
        if (file) response.setHeader('content-type', 'font/woff2').end(file.source);
        else next();
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { name, source } of files) {
        this.emitFile({ type: 'asset', fileName: folder + name, source });
      }
    },
  };
  return { folder: `/${folder}`, plugin };
}

// Their licence wants to travel with fonts.
async function readLiterata(): Promise<FontFile[]> {
  const faces = webFontFaces.map(async (face) => ({
    name: webFontFile(siteFont, face),
    source: await subsetLiterata(face),
  }));
  return [
    { name: 'literata-LICENSE.txt', source: literataLicense() },
    ...(await Promise.all(faces)),
  ];
}

function readChosenFonts(): FontFile[][] {
  return webFonts.map((font) => {
    const slug = font.toLowerCase().replace(' ', '-');
    const read = (name: string) => readFileSync(resolve(`@fontsource/${slug}/${name}`));
    return [
      { name: `${slug}-LICENSE.txt`, source: read('LICENSE') },
      ...webFontFaces.map((face) => ({
        name: webFontFile(font, face),
        source: read(`files/${slug}-latin-${packageFile[face]}.woff2`),
      })),
    ];
  });
}
