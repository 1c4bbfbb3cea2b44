import { elementsNamed } from '../markup.ts';
import { refuse } from '../refusals.ts';
import type { Archive } from './archive.ts';
import { parseXml } from './xml.ts';

/** The two font obfuscations affect fonts only; the text stays readable (EPUB 3.3, 4.2.6). */
const fontObfuscations = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
]);

const rightsFiles = ['META-INF/rights.xml', 'META-INF/sinf.xml', 'META-INF/license.lcpl'];

/** Refuses books under DRM: rights files of Adobe, Apple or Readium, or encrypted content. */
export async function requireNoProtection(archive: Archive): Promise<void> {
  const rights = rightsFiles.find((name) => archive.find(name) !== null);
  if (rights !== undefined)
    refuse(
      'DRM_PROTECTED',
      `Le livre est protégé par un verrou numérique (fichier «\u00A0${rights}\u00A0»).`,
    );
  const bytes = await archive.read('META-INF/encryption.xml');
  if (bytes === null) return;
  const { root } = parseXml(bytes, 'META-INF/encryption.xml');
  for (const data of elementsNamed(root, 'encrypteddata')) {
    const [method] = elementsNamed(data, 'encryptionmethod');
    if (!fontObfuscations.has(method?.attribs.Algorithm ?? ''))
      refuse(
        'DRM_PROTECTED',
        'Le livre est protégé par un verrou numérique\u00A0: son texte est chiffré.',
      );
  }
}

/**
 * Path of the package document: the first root file of the container (EPUB 3.3, 4.2.5.1).
 * Refuses a container that is missing, or names a missing file.
 */
export async function findPackagePath(archive: Archive): Promise<string> {
  const bytes = await archive.read('META-INF/container.xml');
  if (bytes === null) {
    const mimetype = await archive.read('mimetype', 200_000);
    const isEpub =
      mimetype !== null && Buffer.from(mimetype).toString().includes('application/epub+zip');
    if (isEpub)
      refuse(
        'MISSING_PACKAGE',
        'Il manque à cet EPUB le fichier «\u00A0META-INF/container.xml\u00A0».',
      );
    refuse('UNSUPPORTED_FORMAT', 'Ce fichier est une archive ZIP, mais pas un livre EPUB.');
  }
  const { root } = parseXml(bytes, 'META-INF/container.xml');
  const rootfiles = elementsNamed(root, 'rootfile');
  const packages = rootfiles.filter(
    (file) =>
      (file.attribs['media-type'] ?? 'application/oebps-package+xml') ===
      'application/oebps-package+xml',
  );
  const path = (packages[0] ?? rootfiles[0])?.attribs['full-path']?.replace(/^\/+/, '') ?? '';
  if (path === '')
    refuse(
      'MISSING_PACKAGE',
      'Le fichier «\u00A0META-INF/container.xml\u00A0» ne désigne aucun livre.',
    );
  return (
    archive.find(path) ??
    refuse(
      'MISSING_PACKAGE',
      `Le fichier «\u00A0${path}\u00A0», qui décrit le livre, manque dans l’archive.`,
    )
  );
}
