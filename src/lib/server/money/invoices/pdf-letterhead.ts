/** The head of invoice and receipt: publisher, title, date and parties. */
import { countryCodeOf, countryName } from '#shared/money/billing-countries.ts';
import type { Buyer, Seller } from './invoice-document.ts';
import { colors, styles, type Page } from './pdf-page.ts';

const gapPoints = 18;

/** A label over a value, as “Date d’émission” over “21 novembre 2026”. */
export type Fact = { label: string; value: string };

/** The publisher's name next to the spine of a book, then the title. Returns where it ends. */
export function writeTitle(page: Page, seller: Seller, title: string): number {
  const spinePoints = 3;
  const name = page.block(seller.name, styles.publisher, page.widthPoints - 12);
  page.rule({
    x: page.left,
    y: page.top + name.heightPoints / 2,
    widthPoints: spinePoints,
    heightPoints: name.heightPoints,
    color: colors.accent,
  });
  const y = page.write('P', name, { x: page.left + 12, y: page.top }) + page.scaled(30);
  return page.write('H1', page.block(title, styles.title), { x: page.left, y }) + page.scaled(12);
}

/** Facts side by side between two rules. Returns where they end. */
export function writeFacts(page: Page, y: number, facts: readonly Fact[]): number {
  const padding = page.scaled(9);
  const width = page.widthPoints / facts.length;
  const items = facts.map((fact, index) => {
    const x = page.left + index * width;
    const label = page.block(fact.label, styles.label, width - gapPoints);
    const value = page.block(fact.value, styles.body, width - gapPoints);
    const top = y + padding;
    const middle = top + label.heightPoints;
    const element = page.group('LI', [
      page.element('Lbl', () => page.draw(label, { x, y: top })),
      page.element('LBody', () => page.draw(value, { x, y: middle })),
    ]);
    return { element, bottom: middle + value.heightPoints };
  });
  const bottom = Math.max(...items.map((item) => item.bottom)) + padding;
  const list = page.group(
    'L',
    items.map(({ element }) => element),
  );
  page.add(list);
  for (const rule of [y, bottom]) {
    page.rule({ x: page.left, y: rule, widthPoints: page.widthPoints });
  }
  return bottom;
}

/** Seller and buyer side by side. Returns where they end. */
export function writeParties(page: Page, y: number, seller: Seller, buyer: Buyer): number {
  const width = page.widthPoints / 2;
  const left = writeParty(page, { x: page.left, y, width: width - gapPoints }, 'Vendeur', [
    seller.name,
    capitalized(seller.legalForm) +
      (seller.capital === null ? '' : ` au capital de ${seller.capital}`),
    seller.address,
    seller.registration,
    ...(seller.vatNumber === null ? [] : [`N° de TVA\u00A0: ${seller.vatNumber}`]),
    seller.email,
    seller.phone,
  ]);
  const right = writeParty(page, { x: page.left + width, y, width }, 'Client', [
    buyer.fullName,
    buyer.address,
    `${buyer.postalCode} ${buyer.city}`,
    countryName(countryCodeOf(buyer)),
    ...(buyer.vatNumber === undefined ? [] : [`N° de TVA déclaré\u00A0: ${buyer.vatNumber}`]),
    buyer.email,
  ]);
  return Math.max(left, right);
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase('fr') + text.slice(1);
}

function writeParty(
  page: Page,
  box: { x: number; y: number; width: number },
  heading: string,
  [name = '', ...lines]: readonly string[],
): number {
  let y = page.write('H2', page.block(heading, styles.heading, box.width), box) + page.scaled(3);
  y = page.write('P', page.block(name, styles.strong, box.width), { x: box.x, y });
  for (const line of lines) {
    y = page.write('P', page.block(line, styles.body, box.width), { x: box.x, y });
  }
  return y;
}

/** A heading and its paragraphs, one below the other. Returns where they end. */
export function writeSection(
  page: Page,
  y: number,
  heading: string,
  paragraphs: readonly string[],
): number {
  const title = page.block(heading, styles.heading);
  let bottom = page.write('H2', title, { x: page.left, y }) + page.scaled(2);
  for (const paragraph of paragraphs) {
    bottom =
      page.write('P', page.block(paragraph, styles.body), { x: page.left, y: bottom }) +
      page.scaled(2);
  }
  return bottom;
}

/** A small paragraph at the page's foot, where there is room for it. Returns where it ends. */
export function writeFoot(page: Page, y: number, text: string): number {
  const block = page.block(text, styles.small);
  const top = Math.max(y + page.scaled(18), page.bottom - block.heightPoints);
  page.rule({ x: page.left, y: top - page.scaled(8), widthPoints: page.widthPoints });
  return page.write('P', block, { x: page.left, y: top });
}
