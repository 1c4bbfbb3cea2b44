/** French typographic replacements while typing, each undone by one Backspace. */
import { inputRules, InputRule, undoInputRule } from 'prosemirror-inputrules';
import type { Plugin } from 'prosemirror-state';
import { chapterSchema } from './schema.ts';

const { scene_separator: separator, paragraph } = chapterSchema.nodes;

export { undoInputRule };

export function inputHelp(): Plugin {
  return inputRules({
    rules: [
      new InputRule(/\.\.\.$/, '…'),
      // The apostrophe of an elision; one at a word's beginning may be a quotation mark.
      new InputRule(/(?<=\p{L})'$/u, '’'),
      // A line of dialogue.
      new InputRule(/^(?:-|--|–) $/, '—\u00A0'),
      // No line begins with these.
      new InputRule(/(?<=\S) ([;:!?»])$/, (state, match, start, end) =>
        state.tr.insertText(`\u00A0${match[1] ?? ''}`, start, end),
      ),
      new InputRule(/« $/, '«\u00A0'),
      // Three stars on a line of their own are a new scene.
      new InputRule(/^\*\*\* ?$/, (state, _match, start, end) => {
        const place = state.doc.resolve(start);
        if (place.depth !== 1 || place.parent.content.size > end - start) return null;
        return state.tr.replaceWith(place.before(), place.after(), [
          separator.create(),
          paragraph.create(),
        ]);
      }),
    ],
  });
}
