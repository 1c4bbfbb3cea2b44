import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { markdownToChapterHtml } from '../../../../src/lib/server/publishing/book/markdown.ts';
import { sanitizeChapterHtml } from '../../../../src/lib/server/publishing/sanitize.ts';

describe('the gate to the database', () => {
  test.each([
    ['<p>Un <em>mot</em><br>« deux » &amp; "trois" l’<strong>autre</strong></p>\n<hr>'],
    ['<blockquote class="verse"><p lang="la">Arma<br>virumque</p></blockquote>'],
    ['<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>\n<h2>Titre</h2>'],
  ])('lets the allowed subset through as it is: %s', (html) => {
    expect(sanitizeChapterHtml(html)).toBe(html);
  });

  test.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<p onclick="x()" style="color:red" id="i" class="verse mal">a</p>', '<p class="verse">a</p>'],
    ['<p><a href="javascript:x()">lien</a></p>', '<p>lien</p>'],
    ['<p><img src=x onerror=alert(1)>a</p>', '<p>a</p>'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg><p>a</p>', '<p>a</p>'],
    ['<p lang="fr&quot; onclick=&quot;x">a</p>', '<p lang="fr&quot; onclick=&quot;x">a</p>'],
  ])('lets nothing else through: %s', (html, expected) => {
    expect(sanitizeChapterHtml(html)).toBe(expected);
  });

  test('changes no chapter of the demonstration', async () => {
    const folder = new URL('../../../../demo/', import.meta.url);
    const files = (await readdir(folder, { recursive: true })).filter((f) => f.endsWith('.md'));
    expect(files.length).toBeGreaterThanOrEqual(60);
    for (const file of files) {
      const { html } = markdownToChapterHtml(await readFile(new URL(file, folder), 'utf8'));
      expect(sanitizeChapterHtml(html)).toBe(html);
    }
  });
});
