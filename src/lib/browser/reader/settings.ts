/** The panel of the reader's preferences (specification, section 2). Loaded on demand. */
import styles from '../../../styles/reader-settings.css?inline';
import { preferenceNames, presetNames, valueName } from '#shared/reader-preference-labels.ts';
import {
  defaultReaderPreferences,
  pagePresets,
  parseReaderPreferences,
  type ReaderPreferences,
} from '#shared/reader-preferences.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { closeOnPressOutside } from '../close-on-press-outside.ts';
import { applyPreferences, readPreferences, showPreferences } from './apply-preferences.ts';
import { holdPlace } from './hold-place.ts';
import { askedFor, drawPanel, presetAskedFor, showValues, steppedBy } from './settings-form.ts';
import { showEffects } from './settings-effects.ts';
import { tellMissing } from './settings-missing.ts';

adoptStyles(styles);

/**
 * Opens the panel over a part of the window: every change shows at once in the text next to it.
 * Closing returns the focus to the opener.
 */
export function openSettings(opener: HTMLElement): void {
  if (document.querySelector('.reader-settings[open]')) return;
  const dialog = drawPanel();
  const ended = new AbortController();
  const { signal } = ended;
  dialog.addEventListener('close', () => {
    ended.abort();
    holdPlace(() => dialog.remove());
    // Browsers do it, except those that do not focus a clicked button.
    opener.focus({ preventScroll: true });
  });
  closeOnPressOutside(dialog);
  followControls(dialog);
  offerListening(dialog, opener);
  // Another tab may have changed something, before and while the panel is open.
  const takeStored = () => {
    const stored = readPreferences();
    showPreferences(stored);
    showValues(dialog, stored);
    showEffects(dialog, stored);
  };
  addEventListener('storage', takeStored, { signal });
  // What settings do depends on the window, and on pages, which are laid out later.
  const observer = new ResizeObserver(() => showEffects(dialog, readPreferences()));
  for (const part of document.querySelectorAll('.reader, .chapter-text')) observer.observe(part);
  signal.addEventListener('abort', () => observer.disconnect());
  // At a desk the text makes room for it.
  holdPlace(() => document.body.append(dialog));
  takeStored();
  dialog.showModal();
}

/**
 * When the chapter's header is out of sight so is its « Écouter »: it is here as well, for any text
 * that the browser can speak.
 */
function offerListening(dialog: HTMLDialogElement, opener: HTMLElement): void {
  const button = dialog.querySelector<HTMLElement>('[data-listen]');
  if (!button || !('speechSynthesis' in window) || !document.querySelector('.chapter-text')) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    // After the panel has returned the focus, or it would take it from the player.
    dialog.addEventListener('close', () => {
      // The header's own, which tells where the player does not come.
      void import('./read-aloud.ts').then(
        ({ openReadAloud }) => openReadAloud(opener),
        () => document.querySelector<HTMLElement>('[data-panel="speech"]')?.click(),
      );
    });
    dialog.close();
  });
}

function followControls(dialog: HTMLDialogElement): void {
  const change = (name: string, value: unknown) => {
    const next = parseReaderPreferences({ ...readPreferences(), [name]: value });
    if (!next) return;
    const chosen = name as keyof ReaderPreferences;
    use(dialog, next, `${preferenceNames[chosen]}\u00A0: ${valueName(chosen, next)}`);
  };
  dialog.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      const preset = presetAskedFor(target);
      if (preset === null) change(...askedFor(target));
      else {
        const next = { ...readPreferences(), ...pagePresets[preset] };
        use(dialog, next, `Mise en page\u00A0: ${presetNames[preset]}`);
      }
    }
  });
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.hasAttribute('data-reset')) {
      use(dialog, defaultReaderPreferences, 'Réglages par défaut rétablis');
    }
    if (!button?.hasAttribute('data-step')) return;
    const asked = steppedBy(button, readPreferences());
    if (asked) change(...asked);
  });
}

/** Applies a set: stored, shown, announced, and published to listeners. */
function use(dialog: HTMLDialogElement, preferences: ReaderPreferences, sentence: string): void {
  applyPreferences(preferences);
  showValues(dialog, preferences);
  showEffects(dialog, preferences);
  say(dialog, sentence);
  document.dispatchEvent(new CustomEvent('reader-preferences'));
  void tellMissing(dialog).then(() => showEffects(dialog, readPreferences()));
}

function say(dialog: HTMLDialogElement, sentence: string): void {
  const status = dialog.querySelector('[role="status"]');
  if (status) status.textContent = sentence;
}
