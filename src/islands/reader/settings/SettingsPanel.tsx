/** The reader's preferences (specification, section 2), over a part of the window. */
import { useStore } from '@nanostores/react';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { afterFrame } from '#browser/idle.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { closeOnPressOutside } from '#browser/panels/close-on-press-outside.ts';
import {
  showPreferences,
  $preferences,
  storePreferences,
  takeStored,
} from '#browser/reader/settings/preferences.ts';
import { preservePlace } from '#browser/reader/place/preserve-place.ts';
import { flows, measures, paragraphGaps, readingAids } from '#shared/reading/page-layout.ts';
import {
  preferenceNames,
  presetNames,
  valueName,
} from '#shared/reading/reader-preference-labels.ts';
import {
  defaultReaderPreferences,
  pagePresets,
  readerThemes,
  textAligns,
  type ReaderPreferences,
  type TextAlign,
} from '#shared/reading/reader-preferences.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { CloseCross } from '#islands/ui/dialog/CloseCross.tsx';
import { measurePages } from '#browser/reader/pages/reading-flow.ts';
import styles from '../../../styles/reader-settings.css?inline';
import { placePanel, type PanelHandle } from '../place-panel.tsx';
import {
  Choice,
  FontChoice,
  PresetChoice,
  Sign,
  Stepper,
  Toggle,
  type Change,
} from './controls.tsx';
import { useMissing } from './missing.ts';

adoptStyles(styles);

/** Where the text makes room for the panel, in its style. */
const desk = matchMedia('(min-width: 64rem)');

/** One or the other is always shown, so that nothing shifts. */
const darkModeNote = 'Automatique suit le réglage de votre appareil.';
const themeNote = 'Sans effet ici\u00A0: ce thème garde ses couleurs.';

/** Lines of text, as paths of an icon. */
const alignLines: Record<TextAlign, string> = {
  auto: 'M4 6h16M4 10h16M4 14h7M15 20l3-8 3 8m-5-2.500h4',
  left: 'M4 6h16M4 10h10M4 14h16M4 18h10',
  justify: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  right: 'M4 6h16M10 10h10M4 14h16M10 18h10',
  center: 'M4 6h16M7 10h10M4 14h16M7 18h10',
};

/** Opens the settings over a part of the window: every change shows in the text next to them. */
export const open = placePanel('settings', (ref) => <SettingsPanel ref={ref} />);

/** Stays in the page while closed, so that a tap has only to show it. */
function SettingsPanel({ ref }: { ref: Ref<PanelHandle> }) {
  const preferences = useStore($preferences);
  const dialog = useRef<HTMLDialogElement>(null);
  const cross = useRef<HTMLButtonElement>(null);
  /** What opened it, which gets the focus back. */
  const opened = useRef<HTMLElement | null>(null);
  const ended = useRef(new AbortController());
  /** What was pressed and does not show in the text yet, in words. */
  const unshown = useRef<string | null>(null);
  const [effects, setEffects] = useState(noEffects);
  /** Counted: the same sentence is announced again. */
  const [said, setSaid] = useState({ sentence: '', count: 0 });
  const [missing, lookForMissing] = useMissing();

  const say = (sentence: string) => setSaid(({ count }) => ({ sentence, count: count + 1 }));
  const showEffects = () => {
    const found = effectsOf($preferences.get());
    setEffects((known) => (JSON.stringify(found) === JSON.stringify(known) ? known : found));
  };

  const openFrom = (opener: HTMLElement) => {
    const element = dialog.current;
    if (!element || element.open) return;
    opened.current = opener;
    ended.current.abort();
    ended.current = new AbortController();
    const { signal } = ended.current;
    if (missing) void lookForMissing();
    // Another tab may have changed something, before and while the panel is open.
    const showStored = () => {
      showPreferences(takeStored());
      showEffects();
    };
    addEventListener('storage', showStored, { signal });
    const show = () => {
      element.dataset.opening = '';
      element.dataset.beside = '';
      element.showModal();
      cross.current?.focus();
    };
    if (desk.matches) preservePlace(show);
    else show();
    afterFrame(() => {
      if (signal.aborted) return;
      delete element.dataset.opening;
      showStored();
      // What settings do depends on the window, and on pages, which are laid out later.
      const observer = new ResizeObserver(showEffects);
      const parts = document.querySelectorAll('.reader, .chapter-text');
      for (const part of parts) observer.observe(part);
      signal.addEventListener('abort', () => observer.disconnect());
    });
  };
  useImperativeHandle(ref, () => ({ open: openFrom }));
  useEffect(() => {
    if (dialog.current) closeOnPressOutside(dialog.current);
  }, []);

  const onClose = () => {
    const element = dialog.current;
    // Pressed again before the browser said that it was closed.
    if (!element || element.open) return;
    ended.current.abort();
    preservePlace(() => delete element.dataset.beside);
    // Browsers do it, except those that do not focus a clicked button.
    opened.current?.focus({ preventScroll: true });
    if (said.sentence) say('');
  };

  const listen = () => {
    const opener = opened.current;
    // After the panel has returned the focus, or it would take it from the player.
    if (opener) dialog.current?.addEventListener('close', () => read(opener), { once: true });
    dialog.current?.close();
  };

  const showInText = () => {
    showPreferences($preferences.get());
    showEffects();
    say(unshown.current ?? '');
    unshown.current = null;
    document.dispatchEvent(new Event('reader-preferences'));
    void lookForMissing().then(showEffects);
  };

  /**
   * Applies a set: stored and shown in the panel at once, so that the next frame answers the press; in
   * the text after that frame, once for all presses until then. Then it is announced and published.
   */
  const apply = (next: ReaderPreferences, sentence: string) => {
    storePreferences(next);
    if (unshown.current === null) afterFrame(showInText);
    unshown.current = sentence;
  };
  const change: Change = (name, value) => {
    const next = { ...takeStored(), [name]: value };
    apply(next, `${preferenceNames[name]}\u00A0: ${valueName(name, next)}`);
  };

  const isPlain = preferences.theme === defaultReaderPreferences.theme;
  const shown = { preferences, change };
  return (
    <dialog className="reader-settings" ref={dialog} aria-labelledby="rs-title" onClose={onClose}>
      <form method="dialog" noValidate>
        <header>
          <h2 id="rs-title">Réglages de lecture</h2>
          <CloseCross ref={cross} onClick={() => dialog.current?.close()} />
          <p role="alert">{missing}</p>
        </header>
        <PresetChoice
          preferences={preferences}
          onChosen={(preset) => {
            const next = { ...takeStored(), ...pagePresets[preset] };
            apply(next, `Mise en page\u00A0: ${presetNames[preset]}`);
          }}
        />
        <Choice name="flow" values={flows} note={effects.flowNote} {...shown} />
        <Stepper name="fontSize" article="la taille du texte" {...shown} />
        <Stepper name="lineHeight" article="l’interligne" {...shown} />
        <Choice
          name="theme"
          values={readerThemes}
          sign={() => <b aria-hidden="true">Aa</b>}
          {...shown}
        />
        <Choice
          name="darkMode"
          values={[null, false, true]}
          isDisabled={!isPlain}
          note={isPlain ? darkModeNote : themeNote}
          {...shown}
        />
        <FontChoice {...shown} />
        <Choice name="measure" values={measures} isHidden={!effects.hasMeasure} {...shown} />
        <Choice
          name="textAlign"
          values={textAligns}
          sign={(align) => <Sign path={alignLines[align]} />}
          {...shown}
        />
        <Choice name="paragraphGap" values={paragraphGaps} {...shown} />
        <Choice name="readingAid" values={readingAids} note={effects.aidNote} {...shown} />
        <div className="rs-switches">
          <Toggle name="indent" {...shown} />
          <Toggle name="hyphens" {...shown} />
          <Toggle name="showHeader" {...shown} />
        </div>
        <Button variant="quiet" className="rs-listen" hidden={!effects.mayListen} onClick={listen}>
          Écouter le chapitre
        </Button>
        <div className="rs-end">
          <Button
            variant="quiet"
            onClick={() => apply(defaultReaderPreferences, 'Réglages par défaut rétablis')}
          >
            Réinitialiser
          </Button>
        </div>
        <p className="visually-hidden" role="status">
          <span key={said.count}>{said.sentence}</span>
        </p>
      </form>
    </dialog>
  );
}

function read(opener: HTMLElement): void {
  void import('../speech/PlayerPanel.tsx').then(
    (player) => player.open(opener),
    // The header's own, which reports where the player cannot be loaded.
    () => document.querySelector<HTMLElement>('[data-panel="speech"]')?.click(),
  );
}

/** What settings do in this window: some do nothing in it, and say so or are not offered. */

/** The narrowest column, in the text's characters (`[data-page~='slim']` in `src/styles/reader.css`). */
const narrowestCharacters = 24;

const lowWindow = 'Fenêtre trop basse pour des pages\u00A0: le texte défile.';
const aidInPages =
  'Suit la souris. Au doigt, faites glisser de haut en bas\u00A0; au clavier, flèches haut et bas.';
const aidScrolled = 'Suit la souris, le défilement et l’appui sur une ligne.';

/** Notes are empty where there is nothing to say. */
type Effects = {
  flowNote: string;
  aidNote: string;
  /** Lines can be shorter than the window lets them be. */
  hasMeasure: boolean;
  /** There is a text, and the browser can speak. */
  mayListen: boolean;
};

/** Until the panel is open: it is drawn ahead of that, where measuring would cost a scroll. */
const noEffects: Effects = { flowNote: '', aidNote: '', hasMeasure: true, mayListen: false };

/** Of what the page shows now. */
function effectsOf(preferences: ReaderPreferences): Effects {
  const text = document.querySelector<HTMLElement>('.chapter-text');
  const isInPages = measurePages() !== null;
  // Without the word their module is not loaded (`start-pages.ts`).
  const isRequested = document.documentElement.dataset.page?.includes('pages') === true;
  const isTooLow = preferences.flow === 'pages' && isRequested && text !== null && !isInPages;
  const howToMove = isInPages ? aidInPages : aidScrolled;
  return {
    flowNote: isTooLow ? lowWindow : '',
    aidNote: preferences.readingAid === 'none' ? '' : howToMove,
    hasMeasure: text === null || hasRoomFor(text),
    mayListen: text !== null && 'speechSynthesis' in window,
  };
}

function hasRoomFor(text: HTMLElement): boolean {
  const article = text.closest('.reader') ?? text;
  const pages = measurePages();
  const width = pages ? pages.width / pages.columns : article.clientWidth;
  const room = width - 2 * parseFloat(getComputedStyle(article).paddingLeft);
  return narrowestCharacters * parseFloat(getComputedStyle(text).fontSize) <= room;
}
