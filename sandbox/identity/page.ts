import type { KoaContextWithOIDC } from 'oidc-provider';
import { pageHeaders, pageHtml, type Page } from '../page.ts';

/** The part of Koa's context that a page needs. */
type Answer = Pick<KoaContextWithOIDC, 'status' | 'body' | 'set'>;

/** A page of a provider: `title` and `body` are HTML; outside input passes `escapeHtml`. */
export type ProviderPage = Pick<Page, 'title' | 'body' | 'script'> & { name: string };

/**
 * Sends a provider's page, with forms that lead to this server or to `siteUrl` (browsers apply
 * `form-action` to the redirects after a form, too).
 */
export function sendPage(
  ctx: Answer,
  siteUrl: string,
  { name, body, ...own }: ProviderPage,
  status = 200,
): void {
  const notice = `Bac à sable&nbsp;: faux compte ${name}, pour la démonstration`;
  const framed = `<section class="panel narrow">\n${body}\n</section>`;
  const page: Page = { ...own, notice, body: framed, formTargets: [siteUrl] };
  ctx.status = status;
  ctx.set(pageHeaders(page));
  ctx.body = pageHtml(page);
}
