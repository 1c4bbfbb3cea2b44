/**
 * What the pages but the reader's need from the first gesture on: covers that move from page to page,
 * and suggestions in the field for a search. Loaded by `SiteNav.astro`.
 */
import { moveCovers } from './cover-transition.ts';
import { suggestOnFocus } from './suggest-on-focus.ts';

moveCovers();
const field = document.querySelector<HTMLInputElement>('.site-nav [name="q"]');
if (field) suggestOnFocus(field);
