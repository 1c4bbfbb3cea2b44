import { DomUtils, parseDocument } from 'htmlparser2';

type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;
type Node = Element['children'][number];

/** A page that a browser stopped at. */
export type Page = {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
  /** Names of the buttons, as a screen reader would say them. */
  buttons: string[];
  form: { action: URL; fields: Record<string, string> } | null;
};

type Cookie = { name: string; value: string; path: string };

/**
 * A minimal browser for a sign-in, without scripts: one cookie jar, redirects, forms. Addresses of
 * `siteUrl` are not fetched: the response has arrived there.
 */
export class Browser {
  readonly #siteUrl: string;
  #cookies: Cookie[] = [];

  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl;
  }

  /** Follows redirects to the page they end at, or to the address of the site they lead to. */
  async open(url: URL, init: RequestInit = {}): Promise<Page | URL> {
    const response = await this.#fetch(url, init);
    const location = response.headers.get('location');
    if (location === null) return readPage(url, response);
    await response.body?.cancel();
    const next = new URL(location, url);
    return next.origin === this.#siteUrl ? next : this.open(next);
  }

  /** Opens an address that is a page. */
  async openPage(url: URL): Promise<Page> {
    const page = await this.open(url);
    if (page instanceof URL) throw new Error(`${url.href} led to the site: ${page.href}`);
    return page;
  }

  /** Presses the button whose name begins so, with other fields filled in. */
  async press(page: Page, name: string, filled: Record<string, string> = {}): Promise<Page | URL> {
    const button = elements(page.text, 'button').find((one) => nameOf(one).startsWith(name));
    if (!button || !page.form) throw new Error(`no button ${name} on ${page.url.href}`);
    const { name: field, value = '' } = button.attribs;
    const body = new URLSearchParams({ ...page.form.fields, ...filled });
    if (field) body.set(field, value);
    return this.open(page.form.action, { method: 'POST', body });
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    const fitting = this.#cookies.filter(({ path }) => isBelow(url.pathname, path));
    const headers = new Headers(init.headers);
    headers.set('Cookie', fitting.map(({ name, value }) => `${name}=${value}`).join('; '));
    headers.set('Accept', 'text/html');
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((one) => one.startsWith('path='))?.slice('path='.length) ?? '/';
    this.#cookies = this.#cookies.filter((one) => one.name !== name || one.path !== path);
    if (value !== '') this.#cookies.push({ name, value, path });
  }
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}

async function readPage(url: URL, response: Response): Promise<Page> {
  const text = await response.text();
  const [form] = elements(text, 'form');
  const inputs = form ? DomUtils.getElementsByTagName('input', form) : [];
  const sent = inputs.filter(({ attribs }) => attribs.type !== 'radio' || 'checked' in attribs);
  const fields = sent.map(({ attribs }) => [attribs.name ?? '', attribs.value ?? '']);
  return {
    url,
    status: response.status,
    headers: response.headers,
    text,
    buttons: elements(text, 'button').map(nameOf),
    form: form
      ? {
          action: new URL(form.attribs.action ?? url.href, url),
          fields: Object.fromEntries(fields) as Record<string, string>,
        }
      : null,
  };
}

function elements(html: string, name: string): Element[] {
  return DomUtils.getElementsByTagName(name, parseDocument(html));
}

/** Text without what is hidden from a screen reader. */
function nameOf(element: Element): string {
  return spoken(element).trim();
}

function spoken(node: Node): string {
  if ('attribs' in node && node.attribs['aria-hidden'] === 'true') return '';
  if ('children' in node) return node.children.map(spoken).join('');
  return node.data;
}
