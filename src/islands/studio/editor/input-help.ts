/**
 * What typing does by itself: French signs, and the habits of Markdown. Each is a step of undo of its
 * own, after which the text is as it was typed; Backspace right after takes it back too.
 */
import { closeHistory, undo } from 'prosemirror-history';
import { Plugin, PluginKey, type Command, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { inputRules, type InputRule, type RuleScope } from './input-rules.ts';

/** Whether the last change was a replacement, and nothing happened since. */
const key = new PluginKey<boolean>('input-help');

/** Patterns see this much of a paragraph before the cursor. */
const patternReach = 500;

/** @param language of the text, as in `lang`. */
export function inputHelp(language: string, scope: RuleScope = 'chapter'): Plugin<boolean> {
  const rules = inputRules(language, scope);
  return new Plugin<boolean>({
    key,
    state: {
      init: () => false,
      apply: (tr, isJust) =>
        tr.getMeta(key) === true || (isJust && !tr.docChanged && !tr.selectionSet),
    },
    props: {
      handleTextInput: (view, from, to, text) => {
        if (view.composing) return false;
        const typed = view.state.tr.insertText(text, from, to);
        if (!findChange(view.state.apply(typed), rules)) return false;
        view.dispatch(typed.scrollIntoView());
        replace(view, rules);
        return true;
      },
      handleDOMEvents: {
        // A phone's keyboard composes words; ProseMirror reads them a moment later.
        compositionend: (view) => {
          setTimeout(() => {
            if (!view.isDestroyed) replace(view, rules);
          });
          return false;
        },
      },
    },
  });
}

/** Command of Backspace: undoes an automatic replacement if it was the last change. */
export const undoReplacement: Command = (state, dispatch) =>
  key.getState(state) === true && undo(state, dispatch);

function replace(view: EditorView, rules: readonly InputRule[]): void {
  const change = findChange(view.state, rules);
  if (!change) return;
  view.dispatch(closeHistory(change.setMeta(key, true)).scrollIntoView());
  // What is typed next is a step of its own too.
  view.dispatch(closeHistory(view.state.tr));
}

/** What the first rule that matches makes of the text before the cursor. */
function findChange(state: EditorState, rules: readonly InputRule[]) {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock) return null;
  const { parentOffset, pos } = $from;
  const begin = Math.max(0, parentOffset - patternReach);
  const before = $from.parent.textBetween(begin, parentOffset, null, '\uFFFC');
  for (const { pattern, change } of rules) {
    const match = pattern.exec(before);
    // A pattern for a paragraph's beginning sees none further on.
    if (!match || (match.index === 0 && begin > 0)) continue;
    const tr = change(state, match, pos - match[0].length);
    if (tr) return tr;
  }
  return null;
}
