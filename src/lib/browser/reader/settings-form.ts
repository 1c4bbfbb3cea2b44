/** The markup of the preferences panel, and how it shows a set. */
import { flows, measures, paragraphGaps, readingAids } from '#shared/reading/page-layout.ts';
import {
  preferenceNames,
  presetNames,
  valueName,
} from '#shared/reading/reader-preference-labels.ts';
import {
  defaultReaderPreferences,
  fontSizePercent,
  lineHeightLimits,
  pagePresets,
  presetOf,
  readerFonts,
  readerThemes,
  textAligns,
  type PagePreset,
  type ReaderPreferences,
  type TextAlign,
} from '#shared/reading/reader-preferences.ts';
import { closePanelButton } from '../panel-close.ts';

type Name = keyof ReaderPreferences;

/** The values changed by step buttons. */
const limits = { fontSize: fontSizePercent, lineHeight: lineHeightLimits } as const;

type SteppedName = keyof typeof limits;

/** The name of the field that sets several preferences at once. */
const presetField = 'preset';

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

/** The panel, without values. Only our own text is inserted as HTML. */
export function drawPanel(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'reader-settings';
  dialog.setAttribute('aria-labelledby', 'rs-title');
  const fonts = readerFonts.map((font) => option('fontFamily', font));
  // Our own text and the names in reader-preferences.ts; stored values are set on the fields.
  dialog.innerHTML = `<form method="dialog">
    <header>
      <h2 id="rs-title">Réglages de lecture</h2>
      ${closePanelButton('submit')}
      <p role="alert"></p>
    </header>
    ${presetChoice()}
    ${choice('flow', flows, () => '')}
    <p class="rs-note" id="rs-flow-note" hidden></p>
    ${stepper('fontSize', 'la taille du texte')}
    ${stepper('lineHeight', 'l’interligne')}
    ${choice('theme', readerThemes, () => '<b aria-hidden="true">Aa</b>')}
    ${choice('darkMode', [null, false, true], () => '')}
    <p class="rs-note" id="rs-note"></p>
    <p class="rs-font">
      <label for="rs-font">${preferenceNames.fontFamily}</label>
      <select id="rs-font" name="fontFamily">${fonts.join('')}</select>
    </p>
    ${choice('measure', measures, () => '')}
    ${choice('textAlign', textAligns, (align) => icon(alignLines[align]))}
    ${choice('paragraphGap', paragraphGaps, () => '')}
    ${choice('readingAid', readingAids, () => '')}
    <p class="rs-note" id="rs-aid-note" hidden></p>
    <div class="rs-switches">${toggle('indent')}${toggle('hyphens')}${toggle('showHeader')}</div>
    <button class="button button-quiet rs-listen" type="button" data-listen hidden>
      Écouter le chapitre
    </button>
    <div class="rs-end">
      <button class="button button-quiet" type="button" data-reset>Réinitialiser</button>
    </div>
    <p class="visually-hidden" role="status"></p>
  </form>`;
  for (const [name, note] of [
    ['flow', 'rs-flow-note'],
    ['darkMode', 'rs-note'],
    ['readingAid', 'rs-aid-note'],
  ] as const) {
    dialog.querySelector(`.rs-${name}`)?.setAttribute('aria-describedby', note);
  }
  return dialog;
}

/** Makes every control of the panel show this set. */
export function showValues(dialog: HTMLDialogElement, preferences: ReaderPreferences): void {
  for (const button of dialog.querySelectorAll<HTMLButtonElement>('[data-step]')) {
    // Not `disabled`: the button that reaches the limit must keep the focus.
    const isAtLimit = steppedBy(button, preferences) === null;
    button.setAttribute('aria-disabled', String(isAtLimit));
  }
  for (const value of dialog.querySelectorAll<HTMLElement>('[data-value]')) {
    write(value, valueName(value.dataset.value as Name, preferences));
  }
  for (const input of dialog.querySelectorAll('input')) {
    const value =
      input.name === presetField ? presetOf(preferences) : preferences[input.name as Name];
    input.checked = input.type === 'radio' ? input.value === String(value) : value === true;
  }
  const font = dialog.querySelector('select');
  if (font) font.value = preferences.fontFamily;
  const isPlain = preferences.theme === defaultReaderPreferences.theme;
  const dayAndNight = dialog.querySelector<HTMLFieldSetElement>('.rs-darkMode');
  if (dayAndNight) dayAndNight.disabled = !isPlain;
  write(dialog.querySelector('#rs-note'), isPlain ? darkModeNote : themeNote);
}

/** Writes a text, unless it is there already: the panel would be laid out again. */
export function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** The preset requested by a control; null for any other control. */
export function presetAskedFor({
  name,
  value,
}: HTMLInputElement | HTMLSelectElement): PagePreset | null {
  return name === presetField && value in pagePresets ? (value as PagePreset) : null;
}

/** The change requested by a control: its name and the value, which is still to be validated. */
export function askedFor(control: HTMLInputElement | HTMLSelectElement): [string, unknown] {
  const { name, value } = control;
  if (control.type === 'checkbox') return [name, control.checked];
  if (name === 'darkMode') return [name, value === 'null' ? null : value === 'true'];
  return [name, value];
}

/** The change requested by a step button; null at the limit. */
export function steppedBy(
  button: HTMLButtonElement,
  preferences: ReaderPreferences,
): [SteppedName, number] | null {
  const name = button.dataset.step as SteppedName;
  const { min, max, step } = limits[name];
  const next = Number((preferences[name] + Number(button.value) * step).toFixed(1));
  return next < min || next > max ? null : [name, next];
}

function stepper(name: SteppedName, article: string): string {
  const button = (direction: number, verb: string, path: string) =>
    `<button type="button" data-step="${name}" value="${direction}" aria-label="${verb} ${article}">
      ${icon(path)}</button>`;
  return `<div class="rs-stepper" role="group" aria-labelledby="rs-${name}">
    <span id="rs-${name}">${preferenceNames[name]}</span>
    ${button(-1, 'Diminuer', 'M5 12h14')}
    <span data-value="${name}"></span>
    ${button(1, 'Augmenter', 'M5 12h14M12 5v14')}
  </div>`;
}

/** A switch for what is on or off. */
function toggle(name: 'indent' | 'hyphens' | 'showHeader'): string {
  return `<label><input type="checkbox" role="switch" name="${name}">${preferenceNames[name]}</label>`;
}

function presetChoice(): string {
  const labels = Object.entries(presetNames).map(
    ([preset, word]) =>
      `<label><input type="radio" name="${presetField}" value="${preset}"><span>${word}</span></label>`,
  );
  return `<fieldset class="rs-choice rs-preset">
    <legend>Mise en page</legend>
    <div>${labels.join('')}</div>
  </fieldset>`;
}

/** Radio buttons styled as one row; `sign` precedes each label. */
function choice<
  N extends 'textAlign' | 'theme' | 'darkMode' | 'measure' | 'paragraphGap' | 'flow' | 'readingAid',
>(
  name: N,
  values: readonly ReaderPreferences[N][],
  sign: (value: ReaderPreferences[N]) => string,
): string {
  const labels = values.map((value) => {
    const word = valueName(name, { ...defaultReaderPreferences, [name]: value });
    return `<label title="${word}"><input type="radio" name="${name}" value="${String(value)}">
      ${sign(value)}<span>${word}</span></label>`;
  });
  return `<fieldset class="rs-choice rs-${name}">
    <legend>${preferenceNames[name]}</legend>
    <div>${labels.join('')}</div>
  </fieldset>`;
}

function option<N extends Name>(name: N, value: ReaderPreferences[N]): string {
  const word = valueName(name, { ...defaultReaderPreferences, [name]: value });
  return `<option value="${String(value)}">${word}</option>`;
}

function icon(path: string): string {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}
