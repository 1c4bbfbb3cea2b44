/**
 * Suggestions under a search field, as a combobox: arrows choose, Enter opens what is chosen, Escape
 * closes. Loaded when the field is focused; without it the field is what it was.
 */
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { addressOf } from '#browser/address-of.ts';
import { suggestNovels as listSuggestions } from '#shared/contracts/novels.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { send } from '#browser/send.ts';
import { searchTextCharacters, suggestionsFrom, suggestionsMax } from '#shared/constants.ts';
import type { SuggestedNovel } from '#shared/contracts/novels.ts';
import { contentNotice } from '#shared/site/content-warnings.ts';
import { plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { hiddenSubjects } from '#shared/site/storage-keys.ts';
import { readStored } from '#browser/storage.ts';
import styles from '../../styles/suggest.css?inline';
import { ContentLabel } from '../ui/ContentLabel.tsx';
import { IslandBoundary } from '../ui/island-client.tsx';

adoptStyles(styles);

/** A search is sent when nothing was typed for so long. */
const requestAfterMs = 150;
/** Later suggestions are of no use. */
const timeoutMs = 5_000;

/** Suggests novels under this field from now on. */
export function suggestNovels(input: HTMLInputElement): void {
  const host = input.parentElement;
  if (!host || input.role === 'combobox') return;
  // A field of type “search” may have no other role.
  input.type = 'text';
  input.inputMode = 'search';
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  host.classList.add('suggest-host');
  const place = document.createElement('div');
  place.style.display = 'contents';
  host.append(place);
  const root = createRoot(place, { identifierPrefix: `${input.id || 'recherche'}-` });
  root.render(
    <IslandBoundary>
      <Suggestions input={input} />
    </IslandBoundary>,
  );
}

/** What was found; null while nothing is shown. `active` is the chosen one, -1 the field itself. */
type Found = { novels: readonly SuggestedNovel[]; active: number } | null;

function Suggestions({ input }: { input: HTMLInputElement }) {
  const [found, setFound] = useState<Found>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The words of the last question: an answer to others comes too late. */
  const requested = useRef('');
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const novels = found?.novels ?? [];
  const active = found?.active ?? -1;

  const close = () => {
    clearTimeout(timer.current);
    requested.current = '';
    setFound(null);
  };
  const request = async () => {
    const words = input.value.trim().slice(0, searchTextCharacters);
    if (words.length < suggestionsFrom) {
      close();
      return;
    }
    requested.current = words;
    const answer = await load(words);
    const isWanted = requested.current === words && document.activeElement === input;
    // Without an answer nothing is said of what there is.
    if (isWanted) setFound(answer && { novels: answer, active: -1 });
  };
  const onKey = (event: KeyboardEvent) => {
    if (novels.length === 0 || event.isComposing) return;
    const last = novels.length - 1;
    const choose = (index: number) => setFound({ novels, active: index });
    // Before the first and after the last, it is the field itself.
    if (event.key === 'ArrowDown') choose(active === last ? -1 : active + 1);
    else if (event.key === 'ArrowUp') choose(active === -1 ? last : active - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) {
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
    } else return;
    event.preventDefault();
  };

  const onKeyDown = useEffectEvent(onKey);
  const onBlur = useEffectEvent(close);
  const onType = useEffectEvent(() => void request());
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKeyDown(event);
    const blur = () => onBlur();
    const type = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onType(), requestAfterMs);
    };
    input.addEventListener('input', type);
    input.addEventListener('keydown', key);
    input.addEventListener('blur', blur);
    // What was typed while this was loading.
    if (input.value !== input.defaultValue) type();
    return () => {
      input.removeEventListener('input', type);
      input.removeEventListener('keydown', key);
      input.removeEventListener('blur', blur);
    };
  }, [input]);
  useEffect(() => {
    input.setAttribute('aria-controls', id);
    input.setAttribute('aria-expanded', String(novels.length > 0));
    if (active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`);
    else input.removeAttribute('aria-activedescendant');
  }, [input, id, novels.length, active]);

  const statusText =
    novels.length === 0 ? 'Aucune suggestion' : plural(novels.length, 'suggestion');
  return (
    <>
      <div
        ref={list}
        className="suggestions"
        id={id}
        role="listbox"
        aria-label="Romans suggérés"
        tabIndex={-1}
        hidden={novels.length === 0}
        // The field keeps the focus, so that the list stays until the click has come.
        onMouseDown={(event) => event.preventDefault()}
      >
        {novels.map(({ slug, title, authorName, ...novel }, index) => (
          <a
            key={slug}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            href={paths.novel(slug)}
            tabIndex={-1}
          >
            <span className="name">{title}</span>
            <span className="by">
              <span>{contentNotice(novel) ? `${authorName} · ` : authorName}</span>
              <ContentLabel {...novel} />
            </span>
          </a>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {found ? statusText : ''}
      </span>
    </>
  );
}

/** None where there is no answer, or one that cannot be read. */
/** Null without an answer. */
async function load(words: string): Promise<SuggestedNovel[] | null> {
  try {
    const path = addressOf(listSuggestions, { query: { q: words } });
    const response = await send({ method: 'GET', path, timeoutMs });
    const body: unknown = response.ok ? await response.json() : null;
    if (!isAnswer(body)) return null;
    const novels = body.novels.filter(isSuggested).slice(0, suggestionsMax);
    if (!readStored(hiddenSubjects)) return novels;
    const { findHiddenPages } = await import('#browser/hidden/hidden.ts');
    const hidden = await findHiddenPages(novels.map(({ slug }) => paths.novel(slug)));
    return novels.filter(({ slug }) => !hidden.has(paths.novel(slug)));
  } catch {
    return null;
  }
}

function isAnswer(body: unknown): body is { novels: unknown[] } {
  return (
    typeof body === 'object' && body !== null && 'novels' in body && Array.isArray(body.novels)
  );
}

function isSuggested(value: unknown): value is SuggestedNovel {
  if (typeof value !== 'object' || value === null) return false;
  const { slug, title, authorName, contentWarnings } = value as Partial<
    Record<keyof SuggestedNovel, unknown>
  >;
  const isNamed = [slug, title, authorName].every((text) => typeof text === 'string');
  return isNamed && Array.isArray(contentWarnings);
}
