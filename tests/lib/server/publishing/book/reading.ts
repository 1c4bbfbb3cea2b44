import type { Book } from '#server/publishing/book/book.ts';
import { readBook } from '#server/publishing/book/read-book.ts';
import type { BookRefusal } from '#server/publishing/book/refusals.ts';

/** The book; fails with the refusal. */
export async function readExpectedBook(bytes: Uint8Array, fileName: string): Promise<Book> {
  const result = await readBook(bytes, fileName);
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.book;
}

/** The refusal; fails if the file was read. */
export async function readExpectedRefusal(
  bytes: Uint8Array,
  fileName: string,
): Promise<BookRefusal> {
  const result = await readBook(bytes, fileName);
  if (result.ok) throw new Error(`« ${result.book.title} » was read, not refused`);
  return result.refusal;
}

export function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const p = '<p(?: lang="[\\w-]+")?(?: class="(?:verse|centered)")?>.+</p>';
const h = '<(?:h[23])(?: lang="[\\w-]+")?>.+</h[23]>';
const table = '<table>(?:<tr>(?:<t[hd]>.*</t[hd]>)+</tr>)+</table>';
const box = `<div class="box">(?:${p}|${h}|${table}|<hr>)+</div>`;
const picture =
  '<figure><img data-picture="[0-9a-f]{32}" alt="[^"<>]+" width="\\d+" height="\\d+"></figure>';
const aside = `<aside id="note-\\d+">(?:${p})+</aside>`;
const quotation = `<blockquote(?: lang="[\\w-]+")?>(?:${p})+</blockquote>`;
const line = new RegExp(
  `^(?:<hr>|${aside}|${p}|${h}|${quotation}|${table}|${box}|${picture})$`,
  'u',
);
const noteTag =
  /<\/?figure>|<img data-picture[^>]*>|<sup><a href="#note-\d+">\d+<\/a><\/sup>|<aside id="note-\d+">|<\/aside>/g;
const tag =
  /<\/?(?:em|strong|br|hr|blockquote|p|h2|h3|ruby|rt|rp|table|tr|th|td|div)(?: lang="[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")?(?: class="(?:verse|centered|box)")?>/g;

/** Disallowed parts of the HTML; empty for valid HTML. */
export function outsideSubset(html: string): string[] {
  if (html === '') return [];
  const faults = html.split('\n').filter((block) => !line.test(block));
  const rest = html.replace(noteTag, '').replace(tag, '');
  if (/[<>]/.test(rest)) faults.push(rest);
  return faults;
}
