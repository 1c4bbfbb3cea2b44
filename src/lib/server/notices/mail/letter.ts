import type { Database } from '#server/core/db/database.ts';
import { escapeHtml } from '#server/core/escape-html.ts';
import type { Seller } from '#server/money/invoices/invoice-document.ts';
import type { LetterKind, PayloadOf } from '#server/core/queue/letter-kinds.ts';
import type { Mail } from './mailer.ts';

/** A part of a letter: a paragraph, a link that stands out, or a list of links. */
export type LetterPart =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; title: string; url: string; items: readonly string[] };

/** What a letter says, before it is set as text and as HTML. */
export type LetterContent = {
  subject: string;
  /** The first line, as a heading. */
  heading: string;
  parts: readonly LetterPart[];
  /** Why somebody gets it, and how it ends. */
  footer: readonly LetterPart[];
};

/** Where a letter leads, whom a question goes to, and who sells. */
export type Site = { siteUrl: string; publisherEmail: string; seller: Seller };

/** What a kind of letter says. */
export type LetterRecord<Kind extends LetterKind> = {
  /** Why somebody gets it: the footer begins with it. */
  why: string;
  /** Null where what it tells is no longer there. */
  compose: (
    input: LetterInput<Kind>,
    world: { db: Database; site: Site },
  ) => Promise<Said | null> | Said;
};

/** What a letter tells, as the outbox has it. */
type LetterInput<Kind extends LetterKind> = {
  /** Null for a deleted account. */
  userId: string | null;
  payload: PayloadOf<Kind>;
  dueAt: Date;
};

/** The heading is the subject, unless it has its own. */
type Said = {
  subject: string;
  heading?: string;
  parts: readonly LetterPart[];
  attachments?: NonNullable<Mail['attachments']>;
};

/** The bodies of an e-mail: plain text, and HTML without pictures, scripts or anything to fetch. */
export function setLetter({ heading, parts, footer }: LetterContent): {
  text: string;
  html: string;
} {
  return { text: setText(heading, parts, footer), html: setHtml(heading, parts, footer) };
}

function setText(
  heading: string,
  parts: readonly LetterPart[],
  footer: readonly LetterPart[],
): string {
  const lines = [heading, ...parts.map(partText), '-- ', ...footer.map(partText), 'Feuilleton'];
  return `${lines.join('\n\n').replace('-- \n\n', '-- \n')}\n`;
}

function partText(part: LetterPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'button':
      return `${part.label}\u00A0:\n${part.url}`;
    case 'list':
      return [part.title, ...part.items.map((item) => `  · ${item}`), part.url].join('\n');
  }
}

/** The site's tokens (`src/styles/tokens.css`); classes for the dark, which inline styles would win over. */
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body,.sheet{background:#fbf8f2;color:#1d1a16}
.muted{color:#6b6459}a{color:#a4243b}.rule{border-color:#e4dccd}
.button{background:#a4243b;color:#fff}
@media (prefers-color-scheme:dark){body,.sheet{background:#14161a!important;color:#e9e4da!important}
.muted{color:#a79f92!important}a{color:#e7808d!important}.rule{border-color:#2b2e34!important}
.button{background:#e7808d!important;color:#14161a!important}}`;

function setHtml(
  heading: string,
  parts: readonly LetterPart[],
  footer: readonly LetterPart[],
): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
</head>
<body style="margin:0;padding:0">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:28px 20px;font:17px/1.55 Georgia,'Times New Roman',serif">
<p class="muted" style="margin:0 0 24px;font-size:14px;letter-spacing:.08em;text-transform:uppercase">Feuilleton</p>
<h1 style="margin:0 0 20px;font-size:24px;line-height:1.25;font-weight:600">${escapeHtml(heading)}</h1>
${parts.map(partHtml).join('\n')}
<div class="rule muted" style="margin-top:36px;padding-top:16px;border-top:1px solid #e4dccd;font:14px/1.5 system-ui,sans-serif">
${footer.map(footerHtml).join('\n')}
</div>
</div>
</body>
</html>
`;
}

function partHtml(part: LetterPart): string {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`;
    case 'button':
      return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 22px;border-radius:6px;font:600 16px/1.3 system-ui,sans-serif;text-decoration:none">${escapeHtml(part.label)}</a></p>`;
    case 'list': {
      const items = part.items.map((item) => `<li style="margin:4px 0">${escapeHtml(item)}</li>`);
      return `<p style="margin:20px 0 4px;font-size:19px"><a href="${escapeHtml(part.url)}">${escapeHtml(part.title)}</a></p>
<ul style="margin:0 0 16px;padding-left:20px">${items.join('')}</ul>`;
    }
  }
}

function footerHtml(part: LetterPart): string {
  if (part.kind !== 'button') return partHtml(part).replace('0 0 16px', '0 0 8px');
  return `<p style="margin:0 0 8px"><a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a></p>`;
}
