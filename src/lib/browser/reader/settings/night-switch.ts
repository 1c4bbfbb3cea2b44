import { writeStored } from '#browser/storage.ts';

const key = 'reader_darkMode';

/**
 * Makes the control bar's button switch between day and night, without the settings' module: it works
 * where that could not be loaded. What agrees with the system is stored as “Automatique”.
 */
export function switchNight(button: HTMLElement): void {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isNight = () => (dataset.darkMode ? dataset.darkMode === 'true' : system.matches);
  // A change of the system's setting shows at the next press.
  const show = () => (button.ariaPressed = String(isNight()));
  button.addEventListener('click', () => {
    const wanted = !isNight();
    const isChosen = wanted !== system.matches;
    writeStored(key, isChosen ? String(wanted) : null);
    showDarkMode(isChosen ? wanted : null);
    document.dispatchEvent(new Event('reader-preferences'));
  });
  document.addEventListener('reader-preferences', show);
  show();
}

/** Shows night, day or what the system says (null), as the first paint does. */
export function showDarkMode(chosen: boolean | null): void {
  const { dataset } = document.documentElement;
  if (chosen === null) delete dataset.darkMode;
  else dataset.darkMode = String(chosen);
  document.body.classList.toggle('dark-mode', chosen === true);
}
