/**
 * What pages outside the reader need from the first gesture on: indicators of a carousel, covers that
 * move from page to page, suggestions in the search field. Loaded by `SiteNav.astro`.
 */
import { followCarousels } from './carousel.ts';
import { moveCovers } from './cover-transition.ts';
import { suggestOnFocus } from './suggest-on-focus.ts';

followCarousels();
moveCovers();
const field = document.querySelector<HTMLInputElement>('.site-nav [name="q"]');
if (field) suggestOnFocus(field);
