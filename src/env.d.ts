/// <reference types="astro/client" />
import type { App as FeuilletonApp } from '#server/app.ts';
import type { DeclarationStep } from '#server/money/payments/declaration-form.ts';
import type { RefusedNotice } from '#server/publishing/content-notices/receive-notice.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates where somebody is signed in. */
    'client:signed-in'?: boolean;
    /** Hydrates on the first pointer, key or focus in the island. */
    'client:intent'?: boolean;
  }
}

declare global {
  /** The order of the layers, which pages begin with (`scripts/build/css-layers.ts`). */
  const __CSS_LAYERS__: string;
  /** The script that pages begin with (`scripts/build/first-paint.ts`). */
  const __FIRST_PAINT__: string;
  /** Address of the islands' runtime, in the script that loads it (`scripts/build/island-runtime.ts`). */
  const __ISLAND_RUNTIME__: string;
  /** Folder of the web fonts in the build, with a slash at the end (`scripts/build/web-fonts.ts`). */
  const __FONTS__: string;
  /** In the service worker: its build (`scripts/build/service-worker.ts`). */
  const __BUILD__: {
    /** Another for each other set of files. */
    id: string;
    /** Paths of all its scripts. */
    files: readonly string[];
    /** Those of them that are not fetched ahead. */
    later: readonly string[];
    /** Folder of the web fonts, with a slash at the end. */
    fonts: string;
    /** Path of what chapters have in common (`scripts/build/dictionary.ts`). */
    dictionary: string;
  };
  /** The script of home's section “Reprendre” (`src/lib/browser/home/way-back.ts`). */
  const __WAY_BACK__: string;
  /** The script after an island with a spinner (`src/lib/browser/islands/without-runtime.ts`). */
  const __WITHOUT_RUNTIME__: string;
  interface Document {
    /** Whether the page is prerendered and not yet activated; undefined in browsers without prerendering. */
    readonly prerendering?: boolean;
  }
  namespace App {
    interface Locals {
      /** The outside world, made by our entry. */
      app: FeuilletonApp;
      /** Names this request in the log. */
      requestId: string;
      /** The pattern of the route that was found, for the log and the metrics. */
      route?: string;
      /** The caller's address, as far as proxies are believed. */
      address: string;
      /** Whether the page exports `cached`; the production server says so of each. */
      isDeclared?: boolean;
      /** Tags of what the page shows; `changed(tags)` drops it from the page cache. */
      tags: Set<string>;
      /** The suspension page is drawn for a lock that ends at this instant. */
      lockedUntil?: Date;
      /** The caller asked too often: home says so instead of listing novels. */
      rateLimited?: boolean;
      /** The step that the posted withdrawal form has reached. */
      declaration?: DeclarationStep;
      /** A notice of illegal content that was not taken: its form is drawn again. */
      refusedNotice?: RefusedNotice & { isTooMany: boolean };
      /** What the maintenance page says could not be loaded. */
      unloaded?: string;
    }
  }
}
