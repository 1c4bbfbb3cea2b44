import MarkdownIt from 'markdown-it';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { creditCatalogues, type CreditCatalogue } from '#shared/money/credit-packs.ts';
import { formatEuros, plural } from '#shared/site/formats.ts';
import type { Config } from '#server/core/config/config.ts';
import { sellerValues } from './seller-values.ts';

/** A rendered legal text. */
export type LegalPage = { title: string; description: string; html: string };

const frontMatter = z.object({
  title: z.string(),
  description: z.string(),
  /** Whether a table of contents stands after the first paragraph. */
  contents: z.boolean().default(false),
});
const markdown = new MarkdownIt({ html: false, linkify: true });

/** The settings that legal texts name. */
type LegalConfig = Pick<
  Config,
  | 'identityProviders'
  | 'publisher'
  | 'siteUrl'
  | 'creditCatalogue'
  | 'analyticsSource'
  | 'vat'
  | 'stripe'
  | 'mail'
  | 'push'
>;

/** Fills a legal text with the site's settings: publisher, host, mediator, prices. */
export function legalPage(source: string, config: LegalConfig): LegalPage {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  if (head === undefined || body === undefined) throw new Error('a legal text needs front matter');
  const values = legalValues(config);
  const lines = chooseParts(body, config).replaceAll(
    /^- \{\{([\w.]+)\}\}\n/gm,
    (line, name: string) => (values[name] === '' ? '' : line),
  );
  const filled = lines.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`unknown placeholder ${name} in a legal text`);
    return value;
  });
  const { contents, ...page } = frontMatter.parse(parseYaml(head));
  return { ...page, html: renderLegalText(filled, contents) };
}

function renderLegalText(text: string, withContents: boolean): string {
  const tokens = markdown.parse(text, {});
  const headings = nameHeadings(tokens);
  const render = (part: typeof tokens) => markdown.renderer.render(part, markdown.options, {});
  if (!withContents) return render(tokens);
  const leadEnd = tokens.findIndex(({ type }) => type === 'paragraph_close') + 1;
  return render(tokens.slice(0, leadEnd)) + listContents(headings) + render(tokens.slice(leadEnd));
}

function legalValues(config: LegalConfig): Record<string, string> {
  const { publisher, vat, stripe, creditCatalogue } = config;
  return {
    'publisher.name': publisher.PUBLISHER_NAME,
    'publisher.legalForm': publisher.PUBLISHER_LEGAL_FORM,
    'publisher.address': publisher.PUBLISHER_ADDRESS,
    'publisher.registration': publisher.PUBLISHER_REGISTRATION,
    'publisher.director': publisher.PUBLISHER_DIRECTOR,
    'publisher.email': publisher.PUBLISHER_EMAIL,
    'publisher.phone': phoneLink(publisher.PUBLISHER_PHONE),
    'host.name': publisher.HOSTING_NAME,
    'host.address': publisher.HOSTING_ADDRESS,
    'host.phone': phoneLink(publisher.HOSTING_PHONE),
    'site.url': config.siteUrl,
    ...providerValues(config),
    ...analyticsValues(config.analyticsSource),
    ...sellerValues(publisher, vat, stripe === null ? null : packList(creditCatalogue)),
  };
}

/** Leaves of parts, `{{?condition}}…{{/}}`, those whose condition holds. */
function chooseParts(text: string, config: LegalConfig): string {
  const { identityProviders, stripe, mail, push } = config;
  const google = identityProviders.google !== null;
  const apple = identityProviders.apple !== null;
  const conditions: Record<string, boolean> = {
    apple,
    provider: google || apple,
    noProvider: !google && !apple,
    one: google !== apple,
    both: google && apple,
    sells: stripe !== null,
    mail: mail !== null,
    push: push !== null,
  };
  return text.replaceAll(
    /\{\{\?(\w+)\}\}([\s\S]*?)\{\{\/\}\}/g,
    (_, name: string, part: string) => {
      const holds = conditions[name];
      if (holds === undefined) throw new Error(`unknown condition ${name} in a legal text`);
      return holds ? part : '';
    },
  );
}

/** What texts say of the services that readers pass through. */
function providerValues({ identityProviders, stripe }: LegalConfig): Record<string, string> {
  const google = identityProviders.google !== null;
  const apple = identityProviders.apple !== null;
  const each = (ofGoogle: string, ofApple: string) => [
    ...(google ? [ofGoogle] : []),
    ...(apple ? [ofApple] : []),
  ];
  const list = new Intl.ListFormat('fr');
  // Pictures of documents are asked for at Google without its sign-in too.
  const parties = ['Google', ...(apple ? ['Apple'] : []), ...(stripe === null ? [] : ['Stripe'])];
  const pages = [...each('de Google', 'd’Apple'), ...(stripe === null ? [] : ['de Stripe'])];
  const reasons = [...(google || apple ? ['vous connecter'] : []), ...(stripe ? ['payer'] : [])];
  return {
    providers: each('Google', 'Apple').join(' ou '),
    'providers.services': each('celui de Google', 'celui d’Apple').join(' ou '),
    'providers.companies': each(
      'Google Ireland Limited',
      'Apple Distribution International Ltd',
    ).join(' et '),
    transfers:
      parties.length === 1
        ? 'Google appartient à un groupe établi aux États-Unis et peut y transférer des données.'
        : `${list.format(parties)} appartiennent à des groupes établis aux États-Unis et peuvent y transférer des données.`,
    outsidePages:
      pages.length === 0
        ? ''
        : `Les pages ${list.format(pages)} sur lesquelles vous passez pour ${reasons.join(' ou ')} ont leurs propres cookies, régis par leurs propres règles.`,
  };
}

/** The privacy policy's paragraph on the analytics script, if there is one. */
function analyticsValues(source: string | null): Record<string, string> {
  if (source === null) {
    return {
      'analytics.state':
        'Nous n’en employons aucun à ce jour\u00A0: cette autorisation reste sans effet.',
      'analytics.recipient': '',
    };
  }
  const { host } = new URL(source);
  return {
    'analytics.state': `Nous en employons un, chargé depuis \`${host}\`.`,
    'analytics.recipient':
      `Si vous acceptez la mesure d’audience, l’outil que votre navigateur charge alors depuis ` +
      `\`${host}\` reçoit votre adresse IP et l’adresse des pages que vous ouvrez.`,
  };
}

/** A formatted phone number as a Markdown link; anything else stays text. */
function phoneLink(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return /^\+?\d{4,15}$/.test(digits)
    ? `[${phone.replaceAll(' ', '\u00A0')}](tel:${digits})`
    : phone;
}

function packList(catalogue: CreditCatalogue): string {
  return creditCatalogues[catalogue]
    .map((pack) => {
      const credits = plural(pack.credits, 'crédit');
      return `- ${pack.name}\u00A0: ${credits} pour ${formatEuros(pack.amountCents)}`;
    })
    .join('\n');
}

type Tokens = ReturnType<typeof markdown.parse>;
type Heading = { id: string; text: string };

/** Gives each second-level heading an id made from its words. @returns them in order. */
function nameHeadings(tokens: Tokens): Heading[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || token.tag !== 'h2') return [];
    const text = tokens[index + 1]?.content ?? '';
    const id = anchor(text);
    token.attrSet('id', id);
    return [{ id, text }];
  });
}

/** The table of contents as HTML. The headings come from our own texts: no markup in them. */
function listContents(headings: readonly Heading[]): string {
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`);
  return `<nav class="toc" aria-label="Sommaire"><ol>${items.join('')}</ol></nav>`;
}

/** “6. Droit de rétractation” is `droit-de-retractation`: renumbering breaks no link. */
function anchor(heading: string): string {
  return heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replace(/^\d+\.\s*/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
