/** Formats of dates, numbers and lengths: French, Europe/Paris (design section 11). */
import { descriptionPreviewCharacters } from '../constants.ts';
import { messages } from '../messages.ts';
import { readingWordsPerMinute } from '../reading/reading-speed.ts';

/** Each takes a phone milliseconds to make, and no page needs them all. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const day = lazily(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'Europe/Paris',
    }),
);
const instant = lazily(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'Europe/Paris',
    }),
);
const timeOfDay = lazily(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/Paris',
    }),
);
const isoDay = lazily(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }));
const count = lazily(() => new Intl.NumberFormat('fr-FR'));
const compactCount = lazily(
  () =>
    new Intl.NumberFormat('fr-FR', {
      notation: 'compact',
      maximumFractionDigits: 1,
    }),
);
const oneDecimal = lazily(
  () =>
    new Intl.NumberFormat('fr-FR', {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);
const atMostOneDecimal = lazily(() => new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 }));
const euros = lazily(() => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }));
const percent = lazily(
  () => new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 1 }),
);
const languageNames = lazily(() => new Intl.DisplayNames('fr', { type: 'language' }));

/** “21 novembre 2026”, with no-break spaces, or “Date inconnue”. Takes a date or its ISO text. */
export function formatDay(date: Date | string | null | undefined): string {
  const instant = typeof date === 'string' ? new Date(date) : date;
  if (!instant || Number.isNaN(instant.getTime())) return messages.unknownDate;
  return unbroken(ordinal(day().format(instant)));
}

/** “21 novembre 2026 à 14:31” in Paris. */
export function formatInstant(date: string): string {
  return unbroken(ordinal(instant().format(new Date(date))));
}

/** The first day of a month is an ordinal: “1er octobre 2026”. */
const ordinal = (date: string): string => date.replace(/^1(?=\s)/, '1er');

const shortInstant = lazily(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Europe/Paris',
    }),
);
const shortDay = lazily(
  () => new Intl.DateTimeFormat('fr-FR', { dateStyle: 'medium', timeZone: 'Europe/Paris' }),
);

/** “21 nov. 2026, 14:31” in Paris, for a table. */
export function formatShortInstant(date: string): string {
  return unbroken(ordinal(shortInstant().format(new Date(date))));
}

/** “21 nov. 2026” in Paris, for a table. */
export function formatShortDay(date: string): string {
  return unbroken(ordinal(shortDay().format(new Date(date))));
}

const slot = lazily(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'Europe/Paris',
    }),
);

/** “lundi 30 novembre à 18:00” in Paris; with its year if this is not the one of `now`. */
export function formatSlot(instant: Date, now: Date): string {
  const [year, current] = [instant, now].map((date) => parisDay(date).slice(0, 4));
  const shown = year === current ? slotDay(instant) : `${slotDay(instant)} ${year}`;
  return unbroken(`${shown} à ${formatTime(instant)}`);
}

/** “lundi 30 novembre 2026 à 18:00” in Paris; where it has two lines, day and month are on one. */
export function formatFullSlot(instant: Date): string {
  const day = unbroken(slotDay(instant)).replace('\u00A0', ' ');
  return `${day} ${parisDay(instant).slice(0, 4)} à\u00A0${formatTime(instant)}`;
}

const slotDay = (instant: Date): string =>
  slot()
    .format(instant)
    .replace(/(?<=^\S+\s)1(?=\s)/, '1er');

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const weekday = lazily(
  () => new Intl.DateTimeFormat('fr-FR', { weekday: 'long', timeZone: 'Europe/Paris' }),
);

/**
 * How long ago something of the last days was: “il y a 3 h” within a day, then “hier” or “lundi”, and
 * the date after six days.
 */
export function formatAgo(date: Date, now: Date): string {
  const agoMs = now.getTime() - date.getTime();
  if (agoMs < hourMs) return `il y a ${Math.max(1, Math.floor(agoMs / minuteMs))}\u00A0min`;
  if (agoMs < 24 * hourMs) return `il y a ${Math.floor(agoMs / hourMs)}\u00A0h`;
  const days = Math.round((Date.parse(parisDay(now)) - Date.parse(parisDay(date))) / 864e5);
  if (days === 1) return 'hier';
  return days < 7 ? weekday().format(date) : formatDay(date);
}

/**
 * When something is, if it is within a week: “aujourd’hui à 18:00”, “demain à 18:00”, “dans 3 jours”, by
 * the calendar of Paris; null if it is later.
 */
export function formatNear(date: Date, now: Date): string | null {
  const days = Math.round((Date.parse(parisDay(date)) - Date.parse(parisDay(now))) / 864e5);
  if (days > 6) return null;
  if (days > 1) return `dans ${days}\u00A0jours`;
  return `${days === 1 ? 'demain' : 'aujourd’hui'} à\u00A0${formatTime(date)}`;
}

/** “14:32” in Paris. */
export function formatTime(instant: Date): string {
  return timeOfDay().format(instant);
}

/** The calendar day in Paris, as “2026-11-21”. */
export function parisDay(instant: Date): string {
  return isoDay().format(instant);
}

/** “12 345”, “−12”. */
export function formatCount(value: number): string {
  return withMinus(count().format(value));
}

/** A minus sign as wide as a plus, where Intl writes a hyphen. */
const withMinus = (number: string): string => number.replace('-', '\u2212');

/** “12,3 k” from ten thousand on, “9 876” below. */
export function formatCompactCount(value: number): string {
  return value < 10_000 ? count().format(value) : compactCount().format(value);
}

/** “4,3”. */
export function formatRating(rating: number): string {
  return oneDecimal().format(rating);
}

/** “4,99 €”, “−4,99 €” from cents. */
export function formatEuros(amountCents: number): string {
  return withMinus(euros().format(amountCents / 100));
}

/** “1,7 centime” from cents and parts of them; bare, the number alone. */
export function formatCents(cents: number, { isBare = false } = {}): string {
  const shown = atMostOneDecimal().format(cents);
  return isBare ? shown : `${shown}\u00A0${cents < 2 ? 'centime' : 'centimes'}`;
}

/** Below this, two decimals of a euro round a price by more than a twentieth. */
const smallPriceCents = 10;

/** “0,40 €”, or “1,7 centime” for small amounts; from cents and parts of them. */
export function formatSmallPrice(cents: number): string {
  return cents < smallPriceCents ? formatCents(cents) : formatEuros(cents);
}

/** “5,5 %”. */
export function formatPercent(value: number): string {
  return percent().format(value / 100);
}

/**
 * A word, plural from two on, after its number and a no-break space: “1 chapitre”, “12
 * chapitres”.
 */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)}\u00A0${value < 2 ? one : many}`;
}

/** The same for large counts: “1 vue”, “9 876 vues”, “12,3 k vues”. */
export function compactPlural(value: number, one: string): string {
  return `${formatCompactCount(value)}\u00A0${value < 2 ? one : `${one}s`}`;
}

/** The French name of a novel's language: `fr` is “Français”. */
export function languageName(code: string): string {
  const name = knownLanguageName(code) ?? code;
  return name.charAt(0).toLocaleUpperCase('fr') + name.slice(1);
}

function knownLanguageName(code: string): string | undefined {
  try {
    return languageNames().of(code);
  } catch {
    // Not a valid language code.
    return undefined;
  }
}

/**
 * First 120 characters and an ellipsis; a shorter text stays whole (specification, section 2).
 * No-break spaces are preserved.
 */
export function descriptionPreview(description: string): string {
  return beginningOf(description, descriptionPreviewCharacters);
}

/** The first characters of a text on one line, and an ellipsis; a shorter text stays whole. */
export function beginningOf(written: string, charactersMax: number): string {
  const text = written.replace(/[ \t\r\n]+/g, ' ').trim();
  const characters = Array.from(text);
  if (characters.length <= charactersMax) return text;
  return `${characters.slice(0, charactersMax).join('').trimEnd()}…`;
}

/** “9 min de lecture”, with no-break spaces. */
export function formatReadingTime(wordCount: number): string {
  return unbroken(`${readingMinutes(wordCount)} min de lecture`);
}

/** The same where there is little room: “9 min”. */
export function formatMinutes(wordCount: number): string {
  return unbroken(`${readingMinutes(wordCount)} min`);
}

/** Whole minutes to read so many words, at least one. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / readingWordsPerMinute));
}

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}

/** The limit of a file, which is whole mebibytes: “10 Mo”. */
export function formatFileLimit(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)}\u00A0Mo`;
}

/** A size on a disk: “640 ko”, “1,2 Mo”. */
export function formatBytes(bytes: number): string {
  const thousands = Math.max(1, Math.round(bytes / 1_000));
  if (thousands < 1_000) return `${thousands}\u00A0ko`;
  return `${atMostOneDecimal().format(bytes / 1_000_000)}\u00A0Mo`;
}
