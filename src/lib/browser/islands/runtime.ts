/** The runtime of islands: our directives, then Astro's element, which hydrates by them at once. */
import './directives.ts';
import 'astro/runtime/server/astro-island.js';
import { sayMissing } from './missing.ts';

document.addEventListener('astro:hydration-error', sayMissing);
