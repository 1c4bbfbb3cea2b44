/** Gives the runtime the directives that the page only had in short. */
import { intent, use } from './intent.ts';
import { page } from './shared-state.ts';
import { signedIn } from './signed-in.ts';

Object.assign(page.Astro, { intent, 'signed-in': signedIn, use });
