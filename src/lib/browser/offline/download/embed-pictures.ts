import { fetchPicture, picturesIn } from '../store/downloaded-pictures.ts';

/** Of one chapter; further ones show their words without a connection. */
const chapterBytesMax = 10_000_000;

/**
 * A premium text with its pictures in it, as `data:` addresses: they are then encrypted with it, open
 * for whom it opens, and go with it (decision 80). Null where the site cannot be asked for them now.
 */
export async function embedPictures(html: string): Promise<string | null> {
  let text = html;
  let bytes = 0;
  for (const { tag, url } of picturesIn(html)) {
    if (bytes >= chapterBytesMax) break;
    const picture = await fetchPicture(url);
    if (picture === 'later') return null;
    if (picture === null) continue;
    bytes += picture.size;
    text = text.replace(tag, `<img src="${await asData(picture)}"`);
  }
  return text;
}

async function asData(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let binary = '';
  // A call takes some ten thousand arguments at most.
  for (let from = 0; from < bytes.length; from += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 8_192));
  }
  return `data:image/webp;base64,${btoa(binary)}`;
}
