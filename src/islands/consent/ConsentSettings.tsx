/** The consent banner's settings (specification, section 4). Loaded on demand. */
import { useLayoutEffect, useRef, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { analyticsSource } from '#browser/page/analytics.ts';
import type { OptionalConsent } from '#shared/site/consent.ts';
import styles from '../../styles/consent-settings.css?inline';
import { Button } from '../ui/button/Button.tsx';
import { IslandBoundary } from '../ui/island-client.tsx';

adoptStyles(styles);

type Kind = { name: keyof OptionalConsent | 'necessary'; title: string; text: string };

const listKinds = (source: string | undefined): Kind[] => [
  {
    name: 'necessary',
    title: 'Cookies nécessaires',
    text: 'Connexion, sécurité, comptage des vues, réglages de lecture que vous choisissez, et ce choix. Toujours actifs.',
  },
  {
    name: 'analytics',
    title: 'Cookies analytiques',
    text: source
      ? `Mesure de la fréquentation, par un outil chargé depuis ${new URL(source).host}.`
      : 'Mesure de la fréquentation. Aucune n’est active à ce jour.',
  },
  {
    name: 'preferences',
    title: 'Cookies de préférences',
    text: 'Réglages de confort que vous n’auriez pas demandés vous-même. Nous n’en déposons aucun à ce jour.',
  },
  {
    name: 'marketing',
    title: 'Cookies marketing',
    text: 'Publicité, ou suivi d’un site à l’autre. Nous n’en déposons aucun à ce jour.',
  },
];

type Save = (chosen: OptionalConsent) => void;

/**
 * Closing returns the focus to the button that opened it.
 * @param current what is shown as on.
 */
export function openSettings(opener: HTMLElement, current: OptionalConsent, save: Save): void {
  if (document.querySelector('.consent-settings[open]')) return;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const leave = () => {
    root.unmount();
    place.remove();
    // Browsers do it, except those that do not focus a clicked button.
    opener.focus();
  };
  const settings = (
    <IslandBoundary>
      <ConsentSettings
        kinds={listKinds(analyticsSource())}
        current={current}
        onSave={save}
        onClosed={leave}
      />
    </IslandBoundary>
  );
  // eslint-disable-next-line @eslint-react/dom-no-flush-sync -- a second press must find it open
  flushSync(() => root.render(settings));
}

type Props = { kinds: Kind[]; current: OptionalConsent; onSave: Save; onClosed: () => void };

function ConsentSettings({ kinds, current, onSave, onClosed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    const { submitter } = event.nativeEvent;
    // First: when the banner disappears, the focus continues from its place.
    onClosed();
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== 'save') return;
    onSave({
      analytics: chosen.has('analytics'),
      preferences: chosen.has('preferences'),
      marketing: chosen.has('marketing'),
    });
  };
  return (
    <dialog
      className="consent-settings"
      ref={dialog}
      aria-labelledby="consent-title"
      onClose={onClosed}
    >
      <form noValidate onSubmit={onSubmit}>
        <h2 id="consent-title">Paramètres des cookies</h2>
        <ul>
          {kinds.map(({ name, title, text }) => {
            const id = `consent-${name}`;
            return (
              <li key={name}>
                <label htmlFor={id}>{title}</label>
                <p id={`${id}-text`}>{text}</p>
                <input
                  type="checkbox"
                  role="switch"
                  id={id}
                  name={name}
                  aria-describedby={`${id}-text`}
                  defaultChecked={name === 'necessary' || current[name]}
                  disabled={name === 'necessary'}
                />
              </li>
            );
          })}
        </ul>
        <div>
          <Button type="submit" value="save">
            Enregistrer mes préférences
          </Button>
          <Button type="submit" value="cancel" variant="quiet">
            Annuler
          </Button>
        </div>
      </form>
    </dialog>
  );
}
