/** Goes from screen to screen of the author's area without loading the page anew. */
import { atom, onMount } from 'nanostores';
import { addressOf, parseRoute, type Route } from './route.ts';

/** The screen that the address names. */
export const $route = atom<Route>({ screen: 'list', owner: 'me', search: '' });

/** Asks whether the screen may be left; true lets it go. */
export type Guard = () => Promise<boolean>;

let guard: Guard | null = null;
/** How many steps within the area lie before this one: tells back from forward. */
let step = 0;
/** The browser is being taken back to where somebody chose to stay. */
let isReturning = false;
let hasMoved = false;
let previous: Route | null = null;

/** Whether a screen of this page came before: then the next one takes the focus. */
export const hasNavigated = (): boolean => hasMoved;

/** The screen that came before; null for the first one of this page. */
export const previousRoute = (): Route | null => previous;

onMount($route, () => {
  step = stepOf(history.state) ?? 0;
  $route.set(parseRoute(location.search));
  addEventListener('popstate', onPopState);
  return () => removeEventListener('popstate', onPopState);
});

/** What must be asked before the screen is left. @returns what takes the guard away. */
export function guardScreen(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** `replaces`: the way back leads past this one. `isSettled`: what was guarded has been saved. */
type Going = { replaces?: boolean; isSettled?: boolean };

/** Opens a screen, if the one that is open lets go. */
export async function goTo(
  route: Route,
  { replaces = false, isSettled = false }: Going = {},
): Promise<void> {
  if (guard && !isSettled && !(await guard())) return;
  guard = null;
  const address = addressOf(route);
  if (replaces) history.replaceState({ step }, '', address);
  else history.pushState({ step: (step += 1) }, '', address);
  show(route);
  scrollTo({ top: 0, behavior: 'instant' });
}

function show(route: Route): void {
  hasMoved = true;
  previous = $route.get();
  $route.set(route);
}

function onPopState({ state }: PopStateEvent): void {
  if (isReturning) {
    isReturning = false;
    return;
  }
  const target = stepOf(state) ?? 0;
  const by = target - step;
  if (guard === null || by === 0) {
    step = target;
    show(parseRoute(location.search));
    return;
  }
  const ask = guard;
  isReturning = true;
  history.go(-by);
  void ask().then((mayLeave) => {
    if (!mayLeave) return;
    guard = null;
    history.go(by);
  });
}

function stepOf(state: unknown): number | null {
  const isOurs = typeof state === 'object' && state !== null && 'step' in state;
  return isOurs && typeof state.step === 'number' ? state.step : null;
}
