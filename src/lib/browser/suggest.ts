/**
 * Suggestions under a search field, as a combobox: arrows choose, Enter opens what is chosen, Escape
 * closes. Loaded when the field is focused; without it the field is what it was.
 */
import styles from '../../styles/suggest.css?inline';
import type { SuggestedNovel } from '#shared/contracts/novels.ts';
import { searchTextCharacters, suggestionsFrom, suggestionsMax } from '#shared/constants.ts';
import { plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { adoptStyles } from './adopt-styles.ts';
import { send } from './send.ts';

adoptStyles(styles);

/** A search is sent when nothing was typed for so long. */
const askAfterMs = 150;
/** Later suggestions are of no use. */
const timeoutMs = 5_000;

/** Suggests novels under this field from now on. */
export function suggestNovels(input: HTMLInputElement): void {
  const host = input.parentElement;
  if (!host || input.role === 'combobox') return;
  const list = document.createElement('div');
  list.className = 'suggestions';
  list.id = `${input.id || 'recherche'}-suggestions`;
  list.role = 'listbox';
  list.ariaLabel = 'Romans suggérés';
  list.hidden = true;
  const told = document.createElement('span');
  told.className = 'visually-hidden';
  told.role = 'status';
  host.classList.add('suggest-host');
  host.append(list, told);
  // A field of type “search” may have no other role.
  input.type = 'text';
  input.inputMode = 'search';
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  input.setAttribute('aria-controls', list.id);

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The words of the last question: an answer to others comes too late. */
  let asked = '';
  let active = -1;

  const close = () => {
    clearTimeout(timer);
    asked = '';
    active = -1;
    list.hidden = true;
    list.replaceChildren();
    told.textContent = '';
    input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
  };
  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const choose = (index: number) => {
    active = index;
    for (const [at, option] of options().entries()) option.ariaSelected = String(at === active);
    const chosen = options()[active];
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
  };
  const show = (novels: readonly SuggestedNovel[]) => {
    list.replaceChildren(...novels.map((novel, index) => drawOption(novel, `${list.id}-${index}`)));
    list.hidden = novels.length === 0;
    input.ariaExpanded = String(!list.hidden);
    told.textContent =
      novels.length === 0 ? 'Aucune suggestion' : plural(novels.length, 'suggestion');
    choose(-1);
  };
  const ask = async () => {
    const words = input.value.trim().slice(0, searchTextCharacters);
    if (words.length < suggestionsFrom) {
      close();
      return;
    }
    asked = words;
    const novels = await load(words);
    if (asked === words && document.activeElement === input) show(novels);
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), askAfterMs);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const { length } = list.children;
    // Before the first and after the last, it is the field itself.
    if (event.key === 'ArrowDown') choose(active === length - 1 ? -1 : active + 1);
    else if (event.key === 'ArrowUp') choose(active === -1 ? length - 1 : active - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) options()[active]?.click();
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', close);
  // The field keeps the focus, so that the list stays until the click has come.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  // What was typed while this was loading.
  if (input.value !== input.defaultValue) void ask();
}

function drawOption({ slug, title, authorName }: SuggestedNovel, id: string): HTMLAnchorElement {
  const option = document.createElement('a');
  option.id = id;
  option.role = 'option';
  option.ariaSelected = 'false';
  option.href = paths.novel(slug);
  option.tabIndex = -1;
  option.append(textOf('name', title), textOf('by', authorName));
  return option;
}

function textOf(className: string, text: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

/** None where there is no answer, or one that cannot be read. */
async function load(words: string): Promise<SuggestedNovel[]> {
  try {
    const path = `/api/novels/suggestions?${new URLSearchParams({ q: words }).toString()}`;
    const response = await send({ method: 'GET', path, timeoutMs });
    const body: unknown = response.ok ? await response.json() : null;
    return isAnswer(body) ? body.novels.filter(isSuggested).slice(0, suggestionsMax) : [];
  } catch {
    return [];
  }
}

function isAnswer(body: unknown): body is { novels: unknown[] } {
  return (
    typeof body === 'object' && body !== null && 'novels' in body && Array.isArray(body.novels)
  );
}

function isSuggested(value: unknown): value is SuggestedNovel {
  if (typeof value !== 'object' || value === null) return false;
  const { slug, title, authorName } = value as Partial<Record<keyof SuggestedNovel, unknown>>;
  return [slug, title, authorName].every((text) => typeof text === 'string');
}
