import { useCallback, useState, useEffect, useRef } from 'react';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { formatInstant, plural } from '#shared/site/formats.ts';
import { countWords } from '#shared/text/words.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import reader from '../../../styles/reader.css?inline';
import textBlocks from '../../../styles/text-blocks.css?inline';
import { hasNavigated } from '../navigation.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { useSheet } from '../use-sheet.ts';
import { Editor } from './Editor.tsx';
import blocks from './blocks.css?inline';
import styles from './editor.css?inline';
import { forgetLocalCopy, type LocalCopy } from './local-copy.ts';
import { openForEditing, type ChapterToEdit, type Opened } from './open-for-editing.ts';
import { OtherText } from './OtherText.tsx';

/** The screen of the chapter editor. */
export default function EditorScreen({ novelId, chapterId, userId }: ChapterToEdit) {
  useSheet(reader);
  useSheet(textBlocks);
  useSheet(styles);
  useSheet(blocks);
  const load = useCallback(
    () => openForEditing({ novelId, chapterId, userId }),
    [novelId, chapterId, userId],
  );
  const [opened, loadAgain] = useLoaded(load);
  if (opened.kind === 'loading') return <Spinner label="Chargement du chapitre..." />;
  if (opened.kind === 'failed') {
    const { failure } = opened;
    return (
      <StudioFailure failure={failure} sentence={messages.chapterFailed} onRetry={loadAgain} />
    );
  }
  return <OpenedEditor opened={opened.data} userId={userId} />;
}

/** A local copy is offered first; nothing is changed until the user answers. */
function OpenedEditor({ opened, userId }: { opened: Opened; userId: string }) {
  const { chapter } = opened;
  const [stored, setStored] = useState(opened.stored);
  const [taken, setTaken] = useState<LocalCopy | null>(null);
  const [wasAsked] = useState(stored !== null);
  const takesFocus = wasAsked || hasNavigated();
  if (stored) {
    return (
      <Recovery
        stored={stored}
        opened={opened}
        onTake={() => {
          setTaken(stored);
          setStored(null);
        }}
        onDrop={() => {
          forgetLocalCopy(userId, chapter._id);
          setStored(null);
        }}
      />
    );
  }
  return <Editor opened={opened} userId={userId} begun={taken} takesFocus={takesFocus} />;
}

type Props = { stored: LocalCopy; opened: Opened; onTake: () => void; onDrop: () => void };

/** This browser has an unsaved text: both versions stay until one is chosen. */
function Recovery({ stored, opened: { chapter }, onTake, onDrop }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { copy } = chapter;
  const isBehind = copy.version !== stored.version;
  return (
    <section className="recovery" aria-labelledby="reprendre">
      <h2 id="reprendre" tabIndex={-1} ref={heading}>
        Reprendre vos modifications non enregistrées&nbsp;?
      </h2>
      <p>
        {`Cet appareil a gardé un texte de «\u00A0${stored.title || copy.title || 'Sans titre'}\u00A0» ${stored.at && `du ${formatInstant(stored.at)} `}(${plural(countWords(stored.html), 'mot')}) qui n’a pas été enregistré. Le texte enregistré est du ${formatInstant(copy.updatedAt)} (${plural(copy.wordCount, 'mot')}).`}
      </p>
      {isBehind && (
        <p>
          Le texte enregistré a changé depuis, dans un autre onglet ou sur un autre appareil&nbsp;:
          celui que vous choisissez le remplacera.
        </p>
      )}
      <OtherText label="Lire le texte gardé sur cet appareil" html={stored.html} />
      <OtherText label="Lire le texte enregistré" html={copy.html} />
      <div className="actions">
        <Button onClick={onTake}>Reprendre mes modifications</Button>
        <Button variant="quiet" onClick={onDrop}>
          Garder le texte enregistré
        </Button>
      </div>
    </section>
  );
}
