import { fileURLToPath } from 'node:url';
import { build } from '../build.ts';
import { isSiteBuilt } from '../built-server.ts';
import { withTicks } from '../progress.ts';
import type { Cleanups } from './cleanups.ts';
import { buildOtherCheckout } from './other-checkout.ts';

/** A checkout to measure, built. */
export type Checkout = { name: string; folder: string };

/** Builds this checkout where it has no build. */
export async function ensureSiteIsBuilt(): Promise<void> {
  if (isSiteBuilt()) return;
  const environment = { ...process.env, FEUILLETON_MODE: 'test' };
  await withTicks('Construction du site', () => build(environment));
}

/** This checkout and, before it, the commit `against`, which it builds. */
export async function listCheckouts(
  against: string | undefined,
  cleanups: Cleanups,
): Promise<readonly Checkout[]> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const here = { name: 'ici', folder: root };
  if (against === undefined) return [here];
  const folder = await withTicks(`Construction de ${against}`, () =>
    buildOtherCheckout(root, against, cleanups),
  );
  return [{ name: against, folder }, here];
}
