/** The player of a chapter that is read aloud. Loaded on demand. */
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { adoptStyles } from '#browser/adopt-styles.ts';
import {
  readAloud,
  type DrawPlayer,
  type PlayerActions,
} from '#browser/reader/speech/read-aloud.ts';
import { $speech } from '#browser/reader/speech/player-state.ts';
import { sleepMinutes } from '#browser/reader/speech/sleep-timer.ts';
import { sortVoices, speechRates } from '#browser/reader/speech/voices.ts';
import { IslandBoundary } from '#islands/ui/island-client.tsx';
import { languageName } from '#shared/site/formats.ts';
import styles from '../../../styles/read-aloud.css?inline';

adoptStyles(styles);

/**
 * Opens the player and begins at the place in view; closing returns the focus to the opener.
 * @param goesOn after a chapter that was read to its end: begins with the chapter.
 */
export function open(opener: HTMLElement, goesOn = false): void {
  readAloud(opener, goesOn, draw);
}

const draw: DrawPlayer = (element, language, actions) => {
  const root = createRoot(element);
  const player = (
    <IslandBoundary>
      <Player language={language} actions={actions} />
    </IslandBoundary>
  );
  // eslint-disable-next-line @eslint-react/dom-no-flush-sync -- its button is focused in the same task
  flushSync(() => root.render(player));
  return () => root.unmount();
};

const icons = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zM13 5h4v14h-4z',
  back: 'M18 6v12l-9-6zM6 6h2v12H6z',
  on: 'M6 6v12l9-6zM16 6h2v12h-2z',
  more: 'M4 6h9v2H4zM17 6h3v2h-3zM14 4h2v6h-2zM4 16h3v2H4zM11 16h9v2h-9zM8 14h2v6H8z',
} as const;

function Sign({ name }: { name: keyof typeof icons }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

type Props = {
  /** Of the chapter's text. */
  language: string;
  actions: PlayerActions;
};

function Player({ language, actions }: Props) {
  const { isPlaying, isAway, message, way } = useStore($speech);
  const [hasChoices, setHasChoices] = useState(false);
  return (
    <>
      <button type="button" className="return" hidden={!isAway} onClick={actions.goBack}>
        Revenir à la lecture
      </button>
      <p className="told" role="status">
        {message && <span>{message}</span>}
        {way && ' '}
        {way && (
          <a href={way.href} onClick={way.follow}>
            Ouvrir le chapitre suivant
          </a>
        )}
      </p>
      <div className="keys">
        <button
          type="button"
          data-do="back"
          aria-label="Phrase précédente"
          onClick={() => actions.step(-1)}
        >
          <Sign name="back" />
        </button>
        <button type="button" data-do="toggle" className="toggle-speech" onClick={actions.toggle}>
          <Sign name={isPlaying ? 'pause' : 'play'} />
          <span>{isPlaying ? 'Pause' : 'Lire'}</span>
        </button>
        <button
          type="button"
          data-do="on"
          aria-label="Phrase suivante"
          onClick={() => actions.step(1)}
        >
          <Sign name="on" />
        </button>
      </div>
      <button
        type="button"
        data-do="more"
        aria-label="Options de lecture"
        aria-expanded={hasChoices}
        onClick={() => setHasChoices(!hasChoices)}
      >
        <Sign name="more" />
      </button>
      <Choices language={language} actions={actions} isHidden={!hasChoices} />
      <button
        type="button"
        data-do="close"
        aria-label="Fermer la lecture à voix haute"
        onClick={actions.close}
      >
        ×
      </button>
    </>
  );
}

function Choices({ language, actions, isHidden }: Props & { isHidden: boolean }) {
  const { rate, sleep, voice, voices } = useStore($speech);
  const { own, others } = sortVoices(voices, language);
  return (
    <div className="choices" hidden={isHidden}>
      <label>
        <span>Vitesse</span>
        <select
          name="rate"
          value={rate}
          onChange={({ target }) => actions.setRate(Number(target.value))}
        >
          {speechRates.map((one) => (
            <option key={one} value={one}>{`${one.toLocaleString('fr')}×`}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Minuterie</span>
        <select
          name="sleep"
          value={sleep}
          onChange={({ target }) => actions.setSleep(target.value)}
        >
          <option value="">Aucune</option>
          {sleepMinutes.map((minutes) => (
            <option key={minutes} value={minutes}>{`${minutes}\u00A0min`}</option>
          ))}
          <option value="chapter">Fin du chapitre</option>
        </select>
      </label>
      <label className="voice">
        <span>Voix</span>
        <select
          name="voice"
          value={voice}
          onChange={({ target }) => actions.setVoice(target.value)}
        >
          <option value="">Voix du navigateur</option>
          <Voices label={languageName(language)} voices={own} />
          <Voices label="Autres langues" voices={others} />
        </select>
      </label>
    </div>
  );
}

function Voices({ label, voices }: { label: string; voices: readonly SpeechSynthesisVoice[] }) {
  return (
    voices.length > 0 && (
      <optgroup label={label}>
        {voices.map(({ name, lang, voiceURI }) => (
          <option key={voiceURI} value={voiceURI}>{`${name} (${lang})`}</option>
        ))}
      </optgroup>
    )
  );
}
