/** The consent banner's settings (specification, section 4). Loaded on demand. */
import styles from '../../styles/consent-settings.css?inline';
import type { OptionalConsent } from '#shared/site/consent.ts';
import { adoptStyles } from './adopt-styles.ts';

adoptStyles(styles);

type Kind = { name: keyof OptionalConsent | 'necessary'; title: string; text: string };

const kinds: Kind[] = [
  {
    name: 'necessary',
    title: 'Cookies nécessaires',
    text: 'Connexion, sécurité, comptage des vues, réglages de lecture que vous choisissez, et ce choix. Toujours actifs.',
  },
  {
    name: 'analytics',
    title: 'Cookies analytiques',
    text: __ANALYTICS_SRC__
      ? `Mesure de la fréquentation, par un outil chargé depuis ${new URL(__ANALYTICS_SRC__).host}.`
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

/**
 * Closing returns the focus to the button that opened it.
 * @param current what is shown as on.
 */
export function openSettings(
  opener: HTMLElement,
  current: OptionalConsent,
  save: (chosen: OptionalConsent) => void,
): void {
  if (document.querySelector('.consent-settings[open]')) return;
  const dialog = drawDialog(current);
  const isOn = (name: string) =>
    dialog.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.checked === true;
  const leave = () => {
    dialog.close();
    dialog.remove();
    // Browsers do it, except those that do not focus a clicked button.
    opener.focus();
  };
  dialog.addEventListener('close', leave);
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    // First: when the banner disappears, the focus continues from its place.
    leave();
    if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.value !== 'save') return;
    save({
      analytics: isOn('analytics'),
      preferences: isOn('preferences'),
      marketing: isOn('marketing'),
    });
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Only our own text is inserted as HTML; the analytics script's host is letters, digits, dots,
 * hyphens.
 */
function drawDialog(current: OptionalConsent): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'consent-settings';
  dialog.setAttribute('aria-labelledby', 'consent-title');
  const rows = kinds.map(({ name, title, text }) => {
    const state = name === 'necessary' ? 'checked disabled' : current[name] ? 'checked' : '';
    const id = `consent-${name}`;
    return `<li><label for="${id}">${title}</label><p id="${id}-text">${text}</p>
      <input type="checkbox" role="switch" id="${id}" name="${name}" aria-describedby="${id}-text" ${state}></li>`;
  });
  // Our own text; the analytics script's host has letters, digits, dots and hyphens.
  dialog.innerHTML = `<form>
    <h2 id="consent-title">Paramètres des cookies</h2>
    <ul>${rows.join('')}</ul>
    <div>
      <button class="button" value="save">Enregistrer mes préférences</button>
      <button class="button button-quiet" value="cancel">Annuler</button>
    </div></form>`;
  return dialog;
}
