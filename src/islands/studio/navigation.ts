/** Client-side navigation between the screens of the author's area. */
import { atom, onMount } from 'nanostores';
import { addressOf, parseRoute, type Route } from './route.ts';

/** The screen of the current address. */
export const $route = atom<Route>({ screen: 'list', owner: 'me', search: '' });

/** Asks whether the screen may be left; true allows it. */
export type Guard = () => Promise<boolean>;

/** Of every open form with unsaved work, in the order in which they became so. */
const guards = new Set<Guard>();
/** The number of steps within the area before this one: tells back from forward. */
let step = 0;
/** The part of the screen that the address names; '' for none. */
let hash = '';
/** The browser is returning to the screen that the user chose to stay on. */
let isReturning = false;
let hasMoved = false;
let previous: Route | null = null;
let statusText = '';

/** Whether a screen of this page came before: then the next one is focused. */
export const hasNavigated = (): boolean => hasMoved;

/** The previous screen; null for the first one of this page. */
export const previousRoute = (): Route | null => previous;

/** What the previous screen has to say about what it did, for this one to show; '' for nothing. */
export const arrivalWords = (): string => statusText;

onMount($route, () => {
  const known = stepOf(history.state);
  step = known ?? 0;
  hash = location.hash;
  if (known === null) history.replaceState({ step }, '');
  $route.set(parseRoute(location.search));
  addEventListener('popstate', onPopState);
  return () => removeEventListener('popstate', onPopState);
});

/** Registers a guard, called before the screen is left. @returns removes the guard. */
export function guardScreen(ask: Guard): () => void {
  guards.add(ask);
  return () => void guards.delete(ask);
}

/** Asks one guard after another; the first refusal decides. */
async function mayLeave(): Promise<boolean> {
  for (const ask of [...guards]) {
    // What an earlier guard saved may have been the work of this one too.
    if (guards.has(ask) && !(await ask())) return false;
  }
  return true;
}

/**
 * `replaces`: replaces the history entry. `isSaved`: the guarded work was saved. `staysInPlace`:
 * does not scroll, for a choice within a screen. `words`: for the next screen to show.
 */
type Going = { replaces?: boolean; isSaved?: boolean; staysInPlace?: boolean; words?: string };

/** Opens another screen than this one, if the guards of this one allow it. */
export async function goTo(
  route: Route,
  { replaces = false, isSaved = false, staysInPlace = false, words = '' }: Going = {},
): Promise<void> {
  const address = addressOf(route);
  // The form of a screen that is opened again would stay, without its guard.
  if (!isSaved && address === location.pathname + location.search) return;
  if (!isSaved && !(await mayLeave())) return;
  guards.clear();
  if (replaces) history.replaceState({ step }, '', address);
  else history.pushState({ step: (step += 1) }, '', address);
  hash = '';
  show(route, words);
  if (!staysInPlace) scrollTo({ top: 0, behavior: 'instant' });
}

function show(route: Route, words = ''): void {
  hasMoved = true;
  statusText = words;
  previous = $route.get();
  $route.set(route);
}

function onPopState({ state }: PopStateEvent): void {
  if (isReturning) {
    isReturning = false;
    return;
  }
  const target = stepOf(state);
  const isSamePart = location.hash === hash;
  hash = location.hash;
  if (target === null) {
    // A link to a part of the screen (`#…`): a step of its own, on which nothing else changes. The
    // same link pressed again takes the place of its step.
    if (!isSamePart) step += 1;
    history.replaceState({ step }, '');
    return;
  }
  const by = target - step;
  if (!isSamePart && addressOf(parseRoute(location.search)) === addressOf($route.get())) {
    // Over such a link: the screen is not left.
    step = target;
    return;
  }
  if (guards.size === 0 || by === 0) {
    step = target;
    show(parseRoute(location.search));
    return;
  }
  isReturning = true;
  history.go(-by);
  void mayLeave().then((isAllowed) => {
    if (!isAllowed) return;
    guards.clear();
    history.go(by);
  });
}

function stepOf(state: unknown): number | null {
  const isOurs = typeof state === 'object' && state !== null && 'step' in state;
  return isOurs && typeof state.step === 'number' ? state.step : null;
}
