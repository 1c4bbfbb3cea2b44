/** The panel of the reader's preferences (specification, section 2). Loaded on demand. */
import styles from '../../../styles/reader-settings.css?inline';
import {
  preferenceNames,
  presetNames,
  valueName,
} from '#shared/reading/reader-preference-labels.ts';
import {
  defaultReaderPreferences,
  pagePresets,
  parseReaderPreferences,
  type ReaderPreferences,
} from '#shared/reading/reader-preferences.ts';
import { afterFrame } from '../activation.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { closeOnPressOutside } from '../close-on-press-outside.ts';
import { readPreferences, showPreferences, storePreferences } from './apply-preferences.ts';
import { holdPlace } from './hold-place.ts';
import { openAtOnce } from './open-at-once.ts';
import { askedFor, drawPanel, presetAskedFor, showValues, steppedBy } from './settings-form.ts';
import { showEffects } from './settings-effects.ts';
import { tellMissing } from './settings-missing.ts';

adoptStyles(styles);

/** In the page when the module is fetched ahead, so that a tap has only to show it. */
const dialog = drawPanel();
showValues(dialog, readPreferences());
document.body.append(dialog);
closeOnPressOutside(dialog);
followControls();
dialog.addEventListener('close', close);
// The bar's night button changes them too.
document.addEventListener('reader-preferences', () => showValues(dialog, readPreferences()));
openAtOnce('settings', openSettings);

/** Where the text makes room for the panel, in its style. */
const desk = matchMedia('(min-width: 64rem)');

/** What opened it, which gets the focus back. */
let opener: HTMLElement | null = null;
let ended = new AbortController();

/** Opens the panel over a part of the window: every change shows in the text next to it. */
export function openSettings(from: HTMLElement): void {
  if (dialog.open) return;
  opener = from;
  ended.abort();
  ended = new AbortController();
  const { signal } = ended;
  say('');
  if (dialog.querySelector('[role="alert"]')?.textContent) void tellMissing(dialog);
  offerListening();
  // Another tab may have changed something, before and while the panel is open.
  const takeStored = () => {
    const stored = readPreferences();
    showPreferences(stored);
    showValues(dialog, stored);
    showEffects(dialog, stored);
  };
  addEventListener('storage', takeStored, { signal });
  show();
  afterFrame(() => {
    if (signal.aborted) return;
    delete dialog.dataset.opening;
    takeStored();
    // What settings do depends on the window, and on pages, which are laid out later.
    const observer = new ResizeObserver(() => showEffects(dialog, readPreferences()));
    for (const part of document.querySelectorAll('.reader, .chapter-text')) observer.observe(part);
    signal.addEventListener('abort', () => observer.disconnect());
  });
}

function show(): void {
  const open = () => {
    dialog.dataset.opening = '';
    dialog.dataset.beside = '';
    dialog.showModal();
  };
  if (desk.matches) holdPlace(open);
  else open();
}

function close(): void {
  // Pressed again before the browser said that it was closed.
  if (dialog.open) return;
  ended.abort();
  holdPlace(() => delete dialog.dataset.beside);
  // Browsers do it, except those that do not focus a clicked button.
  opener?.focus({ preventScroll: true });
}

/**
 * When the chapter's header is out of sight so is its « Écouter »: it is here as well, for any text
 * that the browser can speak.
 */
function offerListening(): void {
  const button = dialog.querySelector<HTMLElement>('[data-listen]');
  const hasText = document.querySelector('.chapter-text') !== null;
  if (button) button.hidden = !hasText || !('speechSynthesis' in window);
}

function listen(): void {
  // After the panel has returned the focus, or it would take it from the player.
  const read = () =>
    // The header's own, which tells where the player does not come.
    void import('./read-aloud.ts').then(
      ({ openReadAloud }) => opener && openReadAloud(opener),
      () => document.querySelector<HTMLElement>('[data-panel="speech"]')?.click(),
    );
  dialog.addEventListener('close', read, { once: true });
  dialog.close();
}

function followControls(): void {
  const change = (name: string, value: unknown) => {
    const next = parseReaderPreferences({ ...readPreferences(), [name]: value });
    if (!next) return;
    const chosen = name as keyof ReaderPreferences;
    use(next, `${preferenceNames[chosen]}\u00A0: ${valueName(chosen, next)}`);
  };
  dialog.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      const preset = presetAskedFor(target);
      if (preset === null) change(...askedFor(target));
      else {
        const next = { ...readPreferences(), ...pagePresets[preset] };
        use(next, `Mise en page\u00A0: ${presetNames[preset]}`);
      }
    }
  });
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.hasAttribute('data-listen')) listen();
    if (button?.hasAttribute('data-reset')) {
      use(defaultReaderPreferences, 'Réglages par défaut rétablis');
    }
    if (!button?.hasAttribute('data-step')) return;
    const asked = steppedBy(button, readPreferences());
    if (asked) change(...asked);
  });
}

/** What was pressed and does not show in the text yet, in words. */
let unshown: string | null = null;

/**
 * Applies a set: stored and shown in the panel at once, so that the next frame answers the press; in
 * the text after that frame, once for all presses until then. Then it is announced and published.
 */
function use(preferences: ReaderPreferences, sentence: string): void {
  storePreferences(preferences);
  showValues(dialog, preferences);
  if (unshown === null) afterFrame(showInText);
  unshown = sentence;
}

function showInText(): void {
  const preferences = readPreferences();
  showPreferences(preferences);
  showEffects(dialog, preferences);
  say(unshown ?? '');
  unshown = null;
  document.dispatchEvent(new CustomEvent('reader-preferences'));
  void tellMissing(dialog).then(() => showEffects(dialog, readPreferences()));
}

function say(sentence: string): void {
  // Always written: the same sentence is announced again.
  const status = dialog.querySelector('[role="status"]');
  if (status) status.textContent = sentence;
}
