import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBook } from '#server/publishing/book/read-book.ts';
import { epub, epubEntries, paragraphs, xhtml } from './epub-fixtures.ts';
import { readExpectedRefusal, textBytes } from './reading.ts';
import { writeZip, type ZipEntry } from './zip-writer.ts';

const entries = () => epubEntries({ documents: { 'a.xhtml': paragraphs(3) } });
const withEntry = (entry: ZipEntry) => writeZip([...entries(), entry]);
const replaced = (name: string, change: Partial<ZipEntry>) =>
  writeZip(entries().map((entry) => (entry.name === name ? { ...entry, ...change } : entry)));
/** The sentence for unexpected errors of ours, which no file should cause. */
const unforeseen = /jusqu’au bout/;
const bomb = Buffer.alloc(40 * 1024 * 1024, 0x20);

describe('a hostile archive', () => {
  test.each([
    ['a bomb nobody reads', withEntry({ name: 'x.bin', content: bomb }), 'HOSTILE_FILE'],
    ['a bomb in the text', replaced('OPS/a.xhtml', { content: bomb }), 'HOSTILE_FILE'],
    [
      'a bomb that hides its size',
      replaced('OPS/a.xhtml', { content: bomb, announcedBytes: 1000 }),
      'HOSTILE_FILE',
    ],
    [
      'a stored size that is false',
      replaced('OPS/a.xhtml', { method: 0, announcedBytes: 9 }),
      'HOSTILE_FILE',
    ],
    [
      'a name that climbs out',
      withEntry({ name: '../../etc/passwd', content: 'x' }),
      'HOSTILE_FILE',
    ],
    ['an absolute name', withEntry({ name: '/etc/passwd', content: 'x' }), 'HOSTILE_FILE'],
    ['a name with backslashes', withEntry({ name: '..\\x', content: 'x' }), 'HOSTILE_FILE'],
    ['a name with a drive', withEntry({ name: 'C:/x', content: 'x' }), 'HOSTILE_FILE'],
    [
      'a name with a control character',
      withEntry({ name: 'a\u0007b', content: 'x' }),
      'HOSTILE_FILE',
    ],
    [
      'a doubled name',
      withEntry({ name: 'OPS/a.xhtml', content: xhtml('<p>autre</p>') }),
      'HOSTILE_FILE',
    ],
    [
      'a symbolic link',
      withEntry({ name: 'link', content: '/etc/passwd', unixMode: 0o120777 }),
      'HOSTILE_FILE',
    ],
    ['an encrypted entry', replaced('OPS/a.xhtml', { encrypted: true }), 'DRM_PROTECTED'],
    ['another compression', replaced('OPS/a.xhtml', { method: 12 }), 'UNSUPPORTED_FORMAT'],
    ['a false checksum', replaced('OPS/a.xhtml', { announcedCrc: 1 }), 'BROKEN_FILE'],
    [
      'too many entries',
      writeZip(
        Array.from({ length: 10_001 }, (_, index) => ({
          name: `f${index}`,
          content: '',
          method: 0,
        })),
      ),
      'TOO_LARGE',
    ],
  ])('is refused for %s', async (_, bytes, code) => {
    const refusal = await readExpectedRefusal(bytes, 'x.epub');
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(/^\p{Lu}.{15,220}\.$/u);
  });

  test('is refused wherever it is truncated', async () => {
    const whole = epub({ documents: { 'a.xhtml': paragraphs(50) } });
    for (let length = 1; length < whole.length; length += 37) {
      const { code } = await readExpectedRefusal(whole.slice(0, length), 'x.epub');
      expect(['BROKEN_FILE', 'UNSUPPORTED_FORMAT']).toContain(code);
    }
  });
});

describe('hostile XML', () => {
  const laughs = `<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><html><body><p>&b;</p></body></html>`;
  test.each([
    ['entities that expand', laughs],
    [
      'an external entity',
      '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body><p>&x;</p></body></html>',
    ],
    [
      'a parameter entity',
      '<!DOCTYPE html [<!ENTITY % x SYSTEM "http://example.org/x">%x;]><html><body/></html>',
    ],
    ['UTF-16 that hides entities', Buffer.from(`\ufeff${laughs}`, 'utf16le')],
    ['absurd depth', xhtml('<div>'.repeat(5_000) + '</div>'.repeat(5_000))],
  ])('is refused for %s', async (_, content) => {
    expect((await readExpectedRefusal(replaced('OPS/a.xhtml', { content }), 'x.epub')).code).toBe(
      'HOSTILE_FILE',
    );
  });

  test('is refused in the package document too', async () => {
    const refusal = await readExpectedRefusal(
      replaced('OPS/book.opf', { content: '<!DOCTYPE package [<!ENTITY a "x">]><package/>' }),
      'x.epub',
    );
    expect(refusal.code).toBe('HOSTILE_FILE');
  });
});

describe('a protected book', () => {
  const encrypted = (algorithm: string) =>
    `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`;
  test.each([
    [
      'content is encrypted',
      'META-INF/encryption.xml',
      encrypted('http://www.w3.org/2001/04/xmlenc#aes128-cbc'),
    ],
    ['Adobe wrote its rights', 'META-INF/rights.xml', '<rights/>'],
    ['Apple wrote its key', 'META-INF/sinf.xml', '<sinf/>'],
    ['Readium wrote its licence', 'META-INF/license.lcpl', '{}'],
  ])('is refused when %s', async (_, name, content) => {
    expect((await readExpectedRefusal(withEntry({ name, content }), 'x.epub')).code).toBe(
      'DRM_PROTECTED',
    );
  });
});

describe('a large book', { tags: 'slow' }, () => {
  test('is read when its markup is dense, without an error of ours', async () => {
    const bodies = [
      '<h1>I</h1>',
      '<a id="x"/>',
      '<p>a<br/>b</p>',
      '<h1>a<br/>b</h1>',
      '<li><a href="#x">a</a></li>',
      '<ruby>a<rt>b</rt></ruby>',
    ];
    for (const body of bodies) {
      const bytes = epub({
        documents: {
          'a.xhtml': `<p>Fin</p>${body.repeat(Math.floor(150_000 / body.length) * 8)}<p>mot</p>`,
        },
        nav: '<li><a href="a.xhtml">A</a></li>',
      });
      const result = await readBook(bytes, 'x.epub');
      expect(result.ok ? 'read' : result.refusal.message).not.toMatch(unforeseen);
    }
  });

  test('is refused when its texts exceed the limits', async () => {
    const body = `<p>a</p><!--${'x'.repeat(12 * 1024 * 1024)}-->`;
    const documents = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`${n}.xhtml`, body]));
    const stored = epubEntries({ documents }).map((entry) => ({ ...entry, method: 0 }));
    expect((await readExpectedRefusal(writeZip(stored), 'x.epub')).code).toBe('TOO_LARGE');
  });
});

describe('a repetitive text', { tags: 'slow' }, () => {
  test.each([
    ['a.txt', 'a\n'],
    ['a.txt', 'I\n\n'],
    ['a.txt', 'LE ROI\n\n\n\n'],
    ['a.txt', '_a '],
    ['a.md', '<div>'],
    ['a.md', '> '],
    ['a.md', '[^'],
    ['a.md', '^['],
    ['a.md', '^[a]'],
    ['a.md', '`^[a]`'],
    ['a.md', '`^[``'],
    ['a.md', '    ^[a]\n\nb\n\n'],
    ['a.md', '::: box\n'],
    ['a.md', '> [!a]\n'],
    ['a.md', '![](data:image/png;base64,AA)'],
    ['a.md', '*a '],
    ['a.md', '[^1]: a\n'],
  ])('in %s of %j is read in a time that its length explains', async (name, piece) => {
    const readMs = async (characters: number) => {
      const bytes = textBytes(piece.repeat(Math.floor(characters / piece.length)));
      const before = process.cpuUsage();
      const result = await readBook(bytes, name);
      const { user, system } = process.cpuUsage(before);
      expect(result.ok ? 'read' : result.refusal.message).not.toMatch(unforeseen);
      return (user + system) / 1000;
    };
    // Four times the text in about four times the processor time; the first run warms up. What
    // takes long is compared where it is short.
    let characters = 31_250;
    let shortMs = await readMs(characters);
    if (shortMs < 300) shortMs = await readMs((characters = 125_000));
    expect(await readMs(4 * characters)).toBeLessThan(8 * shortMs + 1000);
  });
});

describe('a file that is not a book', () => {
  test.each([
    ['an empty file', '', 'x.epub', 'UNSUPPORTED_FORMAT'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'x.epub', 'UNSUPPORTED_FORMAT'],
    ['a PDF under another name', '%PDF-1.7\n1 0 obj', 'x.txt', 'UNSUPPORTED_FORMAT'],
    ['a web page', '<!DOCTYPE html><p>a</p>', 'x.txt', 'UNSUPPORTED_FORMAT'],
    ['text under the name of an EPUB', 'Bonjour', 'x.epub', 'BROKEN_FILE'],
    ['an unknown ending', 'Bonjour', 'x.docx', 'UNSUPPORTED_FORMAT'],
    ['binary under the name of a text', '\u0000\u0001\u0002\u0003', 'x.txt', 'UNSUPPORTED_FORMAT'],
    ['white space', ' \n \n', 'x.txt', 'NO_TEXT'],
    ['front matter alone', '---\ntitle: A\n---\n', 'x.md', 'NO_TEXT'],
  ])('is refused: %s', async (_, content, name, code) => {
    expect((await readExpectedRefusal(textBytes(content), name)).code).toBe(code);
  });

  test('never throws, whatever the bytes', async () => {
    const header = fc.constantFrom(
      '',
      'PK\x03\x04',
      'PK\x05\x06',
      '\ufeff',
      '---\n',
      '<?xml',
      '# ',
    );
    await fc.assert(
      fc.asyncProperty(
        header,
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('a.epub', 'a.txt', 'a.md', 'a'),
        async (start, bytes, name) => {
          const result = await readBook(new Uint8Array([...textBytes(start), ...bytes]), name);
          expect(result.ok ? 'read' : result.refusal.message).not.toMatch(unforeseen);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('never throws for an EPUB with damaged bytes', async () => {
    const whole = epub({
      documents: { 'a.xhtml': paragraphs(20) },
      nav: '<li><a href="a.xhtml">A</a></li>',
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (damage) => {
          const bytes = whole.slice();
          for (const [index, value] of damage) bytes[index] = value;
          const result = await readBook(bytes, 'x.epub');
          expect(result.ok ? 'read' : result.refusal.message).not.toMatch(unforeseen);
        },
      ),
      { numRuns: 200 },
    );
  });
});
