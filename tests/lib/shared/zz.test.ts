import { readDemoNovels } from '#scripts/demo/manifest.ts';
import { markdownToChapterHtml } from '#server/publishing/book/markdown.ts';
import { markDialogue } from '#shared/dialogue.ts';
import { scramble } from '#shared/scramble.ts';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { test } from 'vitest';
const br=(q:number,s:string)=>brotliCompressSync(s,{params:{[constants.BROTLI_PARAM_QUALITY]:q}}).length;
test('m', async () => {
  const out:Record<string,number[]>={}; const raw:number[]=[]; const per:number[]=[];
for (const { chapters, premiumFrom } of await readDemoNovels()) {
  for (const markdown of chapters.slice(0, Math.min(5,(premiumFrom ?? Infinity) - 1))) {
    const html = markDialogue(markdownToChapterHtml(markdown).html);
    const s = scramble(html, Math.random); const n=(s.match(/ hidden/g)??[]).length;
    raw.push(s.length/html.length);
    for (const [k,f] of Object.entries({br5:(t:string)=>br(5,t),br11:(t:string)=>br(11,t),gz:(t:string)=>gzipSync(t).length})) { (out[k]??=[]).push(f(s)/f(html)); (out[k+'n']??=[]).push((f(s)-f(html))/n);}
  }
}
for (const [k,v] of Object.entries({...out,raw,})) console.log(k, 'max',Math.max(...v).toFixed(3),'mean',(v.reduce((a,b)=>a+b)/v.length).toFixed(3));
}, 60000);
