import MarkdownIt from 'markdown-it';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { creditCatalogues, type CreditCatalogue } from '../../shared/credit-packs.ts';
import { formatCount, formatEuros } from '../../shared/formats.ts';
import { parsePublisher } from '../config/publisher.ts';

/** A legal text, ready to be shown. */
export type LegalPage = { title: string; description: string; html: string };

const frontMatter = z.object({ title: z.string(), description: z.string() });
const markdown = new MarkdownIt({ html: false });

/**
 * Fills a legal text with what the environment of the build says: publisher, host, mediator,
 * prices. Throws when a setting is missing: a legal page with a hole must not be published.
 */
export function legalPage(
  source: string,
  environment: Record<string, string | undefined>,
): LegalPage {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  if (head === undefined || body === undefined) throw new Error('a legal text needs front matter');
  const values = legalValues(environment);
  const filled = body.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`unknown placeholder ${name} in a legal text`);
    return value;
  });
  return { ...frontMatter.parse(parseYaml(head)), html: markdown.render(filled) };
}

function legalValues(environment: Record<string, string | undefined>): Record<string, string> {
  const isProduction = (environment.FEUILLETON_MODE ?? 'production') === 'production';
  const parsed = parsePublisher(environment, isProduction);
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const catalogue = z.enum(['terms', 'packs']).parse(environment.CREDIT_CATALOGUE || 'terms');
  const { publisher } = parsed;
  return {
    'publisher.name': publisher.PUBLISHER_NAME,
    'publisher.legalForm': publisher.PUBLISHER_LEGAL_FORM,
    'publisher.capital': publisher.PUBLISHER_CAPITAL,
    'publisher.address': publisher.PUBLISHER_ADDRESS,
    'publisher.registration': publisher.PUBLISHER_REGISTRATION,
    'publisher.vatNumber': publisher.PUBLISHER_VAT_NUMBER,
    'publisher.director': publisher.PUBLISHER_DIRECTOR,
    'publisher.email': publisher.PUBLISHER_EMAIL,
    'publisher.phone': publisher.PUBLISHER_PHONE,
    'host.name': publisher.HOSTING_NAME,
    'host.address': publisher.HOSTING_ADDRESS,
    'host.phone': publisher.HOSTING_PHONE,
    'mediator.name': publisher.MEDIATOR_NAME,
    'mediator.url': publisher.MEDIATOR_URL,
    'site.url': environment.SITE_URL || 'http://localhost:4321',
    vatNotice: publisher.VAT_NOTICE,
    packs: packList(catalogue),
  };
}

function packList(catalogue: CreditCatalogue): string {
  return creditCatalogues[catalogue]
    .map((pack) => {
      return `- ${pack.name} : ${formatCount(pack.credits)} crédits pour ${formatEuros(pack.amountCents)}`;
    })
    .join('\n');
}
