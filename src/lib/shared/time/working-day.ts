import { addDays } from './add-days.ts';

/** Whether a day, as `2026-12-05`, is no Saturday, Sunday or public holiday in France. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** The public holidays of art. L. 3133-1 of the Code du travail. */
function holidaysOf(year: number): Set<string> {
  const easter = easterSunday(year);
  const fixed = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
  // Easter Monday, Ascension, Whit Monday.
  const moving = [1, 39, 50].map((days) => addDays(easter, days));
  return new Set([...fixed.map((day) => `${year}-${day}`), ...moving]);
}

/** Easter in the Gregorian calendar, by Oudin's arithmetic. */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = Math.floor((century - 17) / 25);
  const raw =
    (century -
      Math.floor(century / 4) -
      Math.floor((century - correction) / 3) +
      19 * golden +
      15) %
    30;
  const moon =
    raw -
    Math.floor(raw / 28) *
      (1 - Math.floor(raw / 28) * Math.floor(29 / (raw + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  const offset = moon - weekday;
  const month = 3 + Math.floor((offset + 40) / 44);
  const date = offset + 28 - 31 * Math.floor(month / 4);
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}
