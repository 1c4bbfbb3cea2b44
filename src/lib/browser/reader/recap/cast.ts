/** Who is who: the list of the bar, and the person whose name in the text is pressed for long. */
import styles from '../../../../styles/notes.css?inline';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { blocksOf } from '../place/place-in-text.ts';
import { key, openBox } from '../text/notes.ts';
import type { Pressed } from '../text/long-press.ts';
import { askReminder, namesIn, type Person } from './reminder.ts';

adoptStyles(styles);

/** From the bar: those whom the page on screen names come first, which is the keyboard's way to a name. */
export async function open(opener: HTMLElement): Promise<void> {
  const outcome = await askReminder();
  const text = document.querySelector<HTMLElement>('.chapter-text');
  if (!text || !outcome.ok) {
    show(opener, [outcome.ok ? '' : outcome.message]);
    return;
  }
  const { people } = outcome.data;
  const named = blocksOf(text)
    .flatMap((block) => (isShown(block.getBoundingClientRect()) ? namesIn(block, people) : []))
    .filter(({ range }) => isShown(range.getBoundingClientRect()));
  const here = new Set(named.map(({ person }) => person));
  const rest = people.filter((person) => !here.has(person));
  show(opener, [
    ...(people.length === 0 ? ['Personne n’est encore présenté à ce point de l’histoire.'] : []),
    ...(here.size > 0 ? ['Nommés sur cette page', ...here] : []),
    ...(here.size > 0 && rest.length > 0 ? ['Les autres', ...rest] : rest),
  ]);
}

/**
 * A name wins over all else that a long press may do; its box offers that too, by `annotate`.
 * @returns whether a name was pressed, as far as is known
 */
export async function answerName({ block, x, y }: Pressed, annotate: () => void): Promise<boolean> {
  const outcome = await askReminder();
  if (!outcome.ok) return false;
  const pressed = namesIn(block, outcome.data.people).find(({ range }) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    ),
  );
  if (!pressed) return false;
  const list = document.querySelector<HTMLElement>('.control-bar [data-panel="cast"]');
  const all = key('Tous les personnages', () => list && void open(list));
  show(pressed.range, [pressed.person], [all, key('Annoter ce passage', annotate)]);
  return true;
}

const isShown = ({ left, right, top, bottom }: DOMRect) =>
  bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;

function show(
  at: Pick<Element, 'getBoundingClientRect'>,
  lines: readonly (Person | string)[],
  keys: HTMLElement[] = [],
): void {
  const lang = document.querySelector<HTMLElement>('.chapter-text')?.lang || 'fr';
  const box = document.createElement('div');
  box.role = 'dialog';
  box.ariaLabel = 'Personnages';
  for (const line of lines) {
    const paragraph = document.createElement('p');
    if (typeof line === 'string') paragraph.append(line);
    else {
      const name = document.createElement('strong');
      const others = line.others.filter((other) => !line.name.includes(other));
      name.append([line.name, ...others].join(', '));
      paragraph.append(name, document.createElement('br'), line.line);
      Object.assign(paragraph, { lang, dir: 'auto' });
    }
    box.append(paragraph);
  }
  document.body.append(box);
  openBox(box, at, keys);
}
