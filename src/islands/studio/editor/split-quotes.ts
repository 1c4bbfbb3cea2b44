/** Titles, scene breaks and blocks inside a quotation divide it, as they do on the server. */
const dividing = 'h1, h2, h3, h4, h5, h6, hr, table, figure, .box';

/** @param body of a detached document; a quotation in another one becomes part of it. */
export function splitQuotes(body: HTMLElement): void {
  for (const inner of body.querySelectorAll('blockquote blockquote')) {
    inner.replaceWith(...inner.childNodes);
  }
  for (const part of body.querySelectorAll(`blockquote :is(${dividing})`)) {
    const quote = part.closest('blockquote');
    // It left the quotation with the block that it is in.
    if (!quote) continue;
    const range = body.ownerDocument.createRange();
    range.setStartAfter(part);
    range.setEnd(quote, quote.childNodes.length);
    const rest = quote.cloneNode(false) as HTMLElement;
    rest.append(range.extractContents());
    quote.after(part, rest);
    for (const half of [quote, rest]) if (isEmpty(half)) half.remove();
  }
}

const isEmpty = (quote: HTMLElement): boolean =>
  quote.textContent.trim() === '' && !quote.querySelector('sup[data-note], img, hr');
