import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import type { DemoServer } from './demo-server.ts';
import { see } from './in-browser.ts';
import { limits } from './limits.ts';
import type { Subject } from './subjects.ts';

/** One address, measured. What does not apply to it is null. */
export type Row = {
  name: string;
  documentBytes: number | null;
  /** Scripts that stand in the page itself. */
  inlineScriptBytes: number | null;
  scriptBytes: number | null;
  requestsBeforeText: number | null;
  layoutShift: number | null;
  queries: number;
  /** One French sentence per budget that is not kept. */
  breaches: string[];
};

/** Measures an address on the wire and, when it is a page, in a browser; `queries` are those of a cold render. */
export async function measure(
  server: DemoServer,
  browser: Browser,
  subject: Subject,
  queries: readonly string[],
): Promise<Row> {
  const breaches: string[] = [];
  const within = (what: string, value: number, limit: number) => {
    if (value > limit) breaches.push(`${subject.name} : ${what} ${value}, au plus ${limit}`);
  };
  within('requêtes SQL', queries.length, limits.queriesColdRender);
  const repeated = queries.filter((sql, index) => queries.indexOf(sql) !== index);
  for (const sql of new Set(repeated)) {
    breaches.push(`${subject.name} : la même requête SQL plusieurs fois : ${sql.slice(0, 90)}…`);
  }
  const row = { name: subject.name, queries: queries.length, breaches };
  if (subject.kind === 'other') {
    return {
      ...row,
      documentBytes: null,
      inlineScriptBytes: null,
      scriptBytes: null,
      requestsBeforeText: null,
      layoutShift: null,
    };
  }
  const { bytes: documentBytes, html } = await readPage(server.url + subject.path);
  const inlineScriptBytes = brotliCompressSync(inlineScripts(html)).length;
  const seen = await see(browser, server.url + subject.path);
  const shift = Math.round(seen.layoutShift * 10_000) / 10_000;
  within('octets de HTML et CSS', documentBytes, limits.documentBytes[subject.kind]);
  if (subject.kind === 'chapter' || subject.kind === 'blocks') {
    within('octets de scripts dans la page', inlineScriptBytes, limits.inlineScriptBytes);
  }
  within('octets de JavaScript', seen.scriptBytes, limits.scriptBytes[subject.kind]);
  within('demandes avant le texte', seen.requestsBeforeText, limits.requestsBeforeText);
  within('décalage de mise en page', shift, limits.layoutShift);
  for (const address of seen.reactIn) breaches.push(`${subject.name} : React dans ${address}`);
  return {
    ...row,
    documentBytes,
    inlineScriptBytes,
    scriptBytes: seen.scriptBytes,
    requestsBeforeText: seen.requestsBeforeText,
    layoutShift: shift,
  };
}

/** The SQL that an address takes when no page is kept. */
export async function countColdQueries(server: DemoServer, path: string): Promise<string[]> {
  const ask = async () => {
    server.app.pages.clear();
    server.takeQueries();
    const answer = await fetch(server.url + path);
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${path} répond ${answer.status}.`);
    return server.takeQueries();
  };
  const first = await ask();
  // Views of other pages are written in batches, which may fall in here.
  return first.length <= limits.queriesColdRender ? first : ask();
}

/** The body as it is sent to who takes brotli, and what it says. */
async function readPage(address: string): Promise<{ bytes: number; html: string }> {
  const asked = request(address, { headers: { 'accept-encoding': 'br' }, agent: false });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  if (answer.headers['content-encoding'] !== 'br') {
    throw new Error(`${address} n’est pas envoyé en brotli.`);
  }
  const body = Buffer.concat(chunks);
  return { bytes: body.length, html: brotliDecompressSync(body).toString() };
}

/** All that a browser would run of a page without another request. */
function inlineScripts(html: string): string {
  return [...html.matchAll(/<script(?![^>]*(?:\bsrc=|\+json))[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, script]) => script)
    .join('');
}
