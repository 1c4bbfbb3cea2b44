import { writeZip, type ZipEntry } from './zip-writer.ts';

export const prose =
  'Le train partit à l’heure et la ville disparut dans la nuit, derrière les vitres.';

/** A paragraph long enough to be the text of a chapter. */
export function paragraphs(count: number): string {
  return `<p>${prose}</p>\n`.repeat(count);
}

export const container = (path = 'OPS/book.opf'): ZipEntry => ({
  name: 'META-INF/container.xml',
  content: `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="${path}" media-type="application/oebps-package+xml"/></rootfiles>
</container>`,
});

export const mimetype: ZipEntry = { name: 'mimetype', content: 'application/epub+zip', method: 0 };

export function xhtml(body: string, bodyAttributes = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>Texte</title><link rel="stylesheet" href="style.css"/></head><body${bodyAttributes}>${body}</body></html>`;
}

export type EpubFixture = {
  version?: '2.0' | '3.0';
  title?: string;
  metadata?: string;
  /** Content documents in spine order: name and XHTML body. */
  documents: Record<string, string>;
  /** `ol` of the navigation document (EPUB 3). */
  nav?: string;
  /** `navPoint` elements (EPUB 2). */
  ncx?: string;
  manifest?: string;
  guide?: string;
  extra?: ZipEntry[];
};

/** A small EPUB; defaults are as plain as the format allows. */
export function epub(fixture: EpubFixture): Uint8Array {
  return writeZip(epubEntries(fixture));
}

export function epubEntries(fixture: EpubFixture): ZipEntry[] {
  const names = Object.keys(fixture.documents);
  const items = names.map(
    (name, index) => `<item id="d${index}" href="${name}" media-type="application/xhtml+xml"/>`,
  );
  const spine = names.map((_, index) => `<itemref idref="d${index}"/>`);
  const nav =
    fixture.nav === undefined
      ? ''
      : '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>';
  const ncx =
    fixture.ncx === undefined
      ? ''
      : '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>';
  const opf = `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" xmlns:opf="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="${fixture.version ?? '3.0'}" unique-identifier="id">
<metadata><dc:identifier id="id">urn:uuid:11111111-2222-4333-8444-555555555555</dc:identifier>
<dc:title>${fixture.title ?? 'Le Train de nuit'}</dc:title>
${fixture.metadata ?? '<dc:creator>Jeanne Martin</dc:creator><dc:language>fr</dc:language>'}</metadata>
<manifest>${items.join('')}${nav}${ncx}${fixture.manifest ?? ''}</manifest>
<spine${ncx === '' ? '' : ' toc="ncx"'}>${spine.join('')}</spine>${fixture.guide ?? ''}</package>`;
  const entries: ZipEntry[] = [mimetype, container(), { name: 'OPS/book.opf', content: opf }];
  for (const [name, body] of Object.entries(fixture.documents))
    entries.push({ name: `OPS/${name}`, content: xhtml(body) });
  if (fixture.nav !== undefined)
    entries.push({
      name: 'OPS/nav.xhtml',
      content: xhtml(`<nav epub:type="toc"><ol>${fixture.nav}</ol></nav>`),
    });
  if (fixture.ncx !== undefined)
    entries.push({
      name: 'OPS/toc.ncx',
      content: `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${fixture.ncx}</navMap></ncx>`,
    });
  return [...entries, ...(fixture.extra ?? [])];
}

export function navPoint(label: string, source: string, inner = ''): string {
  return `<navPoint><navLabel><text>${label}</text></navLabel><content src="${source}"/>${inner}</navPoint>`;
}
