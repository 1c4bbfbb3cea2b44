/** The margin of a chapter that is on the page: what a long press on the text does, and what is drawn. */
import { onLongPress, type Pressed } from '../text/long-press.ts';

/** A browser without popovers has no menu. */
export function startMargin(text: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  if ('popover' in text) {
    onLongPress(text, signal, (pressed) => void answer(text, pressed).catch(() => undefined));
    offerToChoose(text, signal);
  }
  const isSignedIn = document.documentElement.dataset.session === 'on';
  // Without a connection they are wanted too.
  const ahead = [
    ...(text.closest('[data-cast]') ? [() => import('../recap/cast.ts')] : []),
    ...(isSignedIn ? [() => import('./menu.ts')] : []),
  ];
  for (const load of ahead) load().catch(() => undefined);
  if (!isSignedIn && !text.closest('[data-margin]')) return;
  void import('./draw-margin.ts').then(
    (margin) => margin.drawMargin(text, signal),
    () => undefined,
  );
}

async function answer(text: HTMLElement, pressed: Pressed): Promise<void> {
  const annotate = () =>
    void import('./menu.ts').then(
      (menu) => menu.openMenu(text, pressed.block, pressed),
      () => undefined,
    );
  if (text.closest('[data-cast]')) {
    const { answerName } = await import('../recap/cast.ts');
    if (await answerName(pressed, annotate)) return;
  }
  annotate();
}

/** The keyboard's way: in sight while it has the focus, after “Aller au contenu”. */
function offerToChoose(text: HTMLElement, signal: AbortSignal): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'skip-link';
  button.append('Annoter un passage');
  button.addEventListener('click', () => {
    void Promise.all([import('./menu.ts'), import('../text/choose-paragraph.ts')]).then(
      ([menu, { chooseParagraph }]) => {
        const choosing = new AbortController();
        const end = () => choosing.abort();
        const onChosen = (block: HTMLElement, point: MouseEvent | null) => {
          end();
          menu.openMenu(text, block, point && { x: point.clientX, y: point.clientY });
        };
        signal.addEventListener('abort', end);
        chooseParagraph(text, { onChosen, onCancel: end }, choosing.signal);
      },
      () => undefined,
    );
  });
  document.querySelector('.skip-link')?.after(button);
  signal.addEventListener('abort', () => button.remove());
}
