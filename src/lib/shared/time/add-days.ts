const dayMs = 86_400_000;

/** The day so many days after one, or before it; days are written as `2026-10-01`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
