import { languageName } from '#shared/site/formats.ts';
import { sleepMinutes } from './sleep-timer.ts';
import { speechRates, sortVoices } from './voices.ts';

/** The actions of the player's buttons. */
export type PlayerActions = {
  toggle: () => void;
  step: (by: 1 | -1) => void;
  setRate: (rate: number) => void;
  /** Empty: the browser's default. */
  setVoice: (voiceUri: string) => void;
  /** A choice of `sleep-timer.ts`. */
  setSleep: (choice: string) => void;
  goBack: () => void;
  close: () => void;
};

export type Player = {
  element: HTMLElement;
  showPlaying: (isPlaying: boolean) => void;
  showVoices: (voices: readonly SpeechSynthesisVoice[], current: string) => void;
  showRate: (rate: number) => void;
  showSleep: (choice: string) => void;
  showAway: (isAway: boolean) => void;
  /**
   * Shows why it has stopped, with a link to continue if there is one; an empty sentence clears it.
   */
  tell: (sentence: string, way?: HTMLElement) => void;
  focus: () => void;
};

const icons = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zM13 5h4v14h-4z',
  back: 'M18 6v12l-9-6zM6 6h2v12H6z',
  on: 'M6 6v12l9-6zM16 6h2v12h-2z',
  more: 'M4 6h9v2H4zM17 6h3v2h-3zM14 4h2v6h-2zM4 16h3v2H4zM11 16h9v2h-9zM8 14h2v6H8z',
} as const;

const icon = (name: keyof typeof icons): string =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[name]}"/></svg>`;

/** Renders the player. Only our own text is inserted as HTML; names of voices are text. */
export function drawPlayer(language: string, actions: PlayerActions): Player {
  const element = document.createElement('section');
  element.className = 'read-aloud';
  element.ariaLabel = 'Lecture à voix haute';
  const rates = speechRates.map(
    (rate) => `<option value="${rate}">${rate.toLocaleString('fr')}×</option>`,
  );
  const sleeps = sleepMinutes.map(
    (minutes) => `<option value="${minutes}">${minutes}\u00A0min</option>`,
  );
  // Our own text and numbers; nothing from elsewhere.
  element.innerHTML = `
    <button type="button" class="return" hidden>Revenir à la lecture</button>
    <p class="told" role="status"></p>
    <div class="keys">
      <button type="button" data-do="back" aria-label="Phrase précédente">${icon('back')}</button>
      <button type="button" data-do="toggle" class="toggle-speech"></button>
      <button type="button" data-do="on" aria-label="Phrase suivante">${icon('on')}</button>
    </div>
    <button type="button" data-do="more" aria-label="Options de lecture" aria-expanded="false">
      ${icon('more')}</button>
    <div class="choices" hidden>
      <label>Vitesse <select name="rate">${rates.join('')}</select></label>
      <label>Minuterie <select name="sleep">
        <option value="">Aucune</option>${sleeps.join('')}
        <option value="chapter">Fin du chapitre</option>
      </select></label>
      <label class="voice">Voix <select name="voice"></select></label>
    </div>
    <button type="button" data-do="close" aria-label="Fermer la lecture à voix haute">×</button>`;
  const find = <E extends HTMLElement>(selector: string, kind: new () => E): E => {
    const found = element.querySelector(selector);
    if (!(found instanceof kind)) throw new Error(`the player has no ${selector}`);
    return found;
  };
  const toggle = find('[data-do="toggle"]', HTMLButtonElement);
  const rate = find('[name="rate"]', HTMLSelectElement);
  const voice = find('[name="voice"]', HTMLSelectElement);
  const sleep = find('[name="sleep"]', HTMLSelectElement);
  const more = find('[data-do="more"]', HTMLButtonElement);
  const choices = find('.choices', HTMLElement);
  const told = find('.told', HTMLElement);
  const goBack = find('.return', HTMLButtonElement);

  toggle.addEventListener('click', actions.toggle);
  goBack.addEventListener('click', actions.goBack);
  find('[data-do="back"]', HTMLElement).addEventListener('click', () => actions.step(-1));
  find('[data-do="on"]', HTMLElement).addEventListener('click', () => actions.step(1));
  find('[data-do="close"]', HTMLElement).addEventListener('click', actions.close);
  more.addEventListener('click', () => {
    choices.hidden = !choices.hidden;
    more.ariaExpanded = String(!choices.hidden);
  });
  sleep.addEventListener('change', () => actions.setSleep(sleep.value));
  rate.addEventListener('change', () => actions.setRate(Number(rate.value)));
  voice.addEventListener('change', () => actions.setVoice(voice.value));
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') actions.close();
  });

  return {
    element,
    focus: () => toggle.focus({ preventScroll: true }),
    showPlaying: (isPlaying) => {
      // Two icons and two words of ours.
      toggle.innerHTML = isPlaying ? `${icon('pause')} Pause` : `${icon('play')} Lire`;
    },
    showRate: (value) => (rate.value = String(value)),
    showSleep: (choice) => (sleep.value = choice),
    showVoices: (voices, current) => {
      const { own, others } = sortVoices(voices, language);
      voice.replaceChildren(
        new Option('Voix du navigateur', ''),
        ...groupOf(languageName(language), own),
        ...groupOf('Autres langues', others),
      );
      voice.value = current;
    },
    showAway: (isAway) => {
      const hadFocus = document.activeElement === goBack;
      goBack.hidden = !isAway;
      if (hadFocus && !isAway) toggle.focus({ preventScroll: true });
    },
    tell: (sentence, way) => {
      // The same again would be announced again.
      if (!way && told.textContent === sentence) return;
      told.replaceChildren(sentence, ...(way ? [' ', way] : []));
    },
  };
}

function groupOf(label: string, voices: readonly SpeechSynthesisVoice[]): HTMLElement[] {
  if (voices.length === 0) return [];
  const group = document.createElement('optgroup');
  group.label = label;
  group.append(
    ...voices.map(({ name, lang, voiceURI }) => new Option(`${name} (${lang})`, voiceURI)),
  );
  return [group];
}
