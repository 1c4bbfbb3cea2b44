import type { Plugin } from 'vite';

/** Names the file of a sheet that a module adopts, so that an edit replaces it (`adoptStyles`). */
export const namedSheets: Plugin = {
  name: 'feuilleton-named-sheets',
  enforce: 'pre',
  transform(css, id) {
    const [file = '', query = ''] = id.split('?');
    if (!file.endsWith('.css') || !new URLSearchParams(query).has('inline')) return null;
    return { code: `/* sheet: ${file} */\n${css}`, map: null };
  },
};
