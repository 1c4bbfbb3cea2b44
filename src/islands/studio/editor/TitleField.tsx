import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ChangeEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { studioLimits } from '#shared/constants.ts';

export type TitleHandle = { focus: () => void };

type Props = {
  ref: Ref<TitleHandle>;
  title: string;
  /** Id of the heading that names the chapter. */
  describedBy: string;
  /** Focused on mount: a new chapter starts with its title. */
  takesFocus: boolean;
  onTitle: (title: string) => void;
  onEnter: () => void;
};

/** A title field that wraps but holds one line of text. Enter moves to the text. */
export function TitleField({ ref, title, describedBy, takesFocus, onTitle, onEnter }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return undefined;
    // Firefox and older browsers do not size a field by its content.
    const grow = () => {
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight}px`;
    };
    grow();
    window.addEventListener('resize', grow);
    return () => window.removeEventListener('resize', grow);
  }, [title]);
  const onChange = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    // On-screen keyboards may not report the key.
    const isEnter =
      nativeEvent instanceof InputEvent &&
      (nativeEvent.inputType === 'insertLineBreak' || nativeEvent.inputType === 'insertParagraph');
    if (isEnter) onEnter();
    else onTitle(currentTarget.value.replaceAll('\n', ' '));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <>
      <label className="visually-hidden" htmlFor="titre-chapitre">
        Titre du chapitre
      </label>
      <textarea
        id="titre-chapitre"
        className="field-control editor-title"
        ref={field}
        aria-describedby={describedBy}
        rows={1}
        placeholder="Titre du chapitre"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={studioLimits.chapterTitleCharacters}
        value={title}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
    </>
  );
}
