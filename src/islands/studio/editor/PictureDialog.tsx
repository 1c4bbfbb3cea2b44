import type { EditorView } from 'prosemirror-view';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { upload } from '#browser/files/upload.ts';
import { addTextPicture } from '#shared/contracts/text-pictures.ts';
import { formatFileLimit } from '#shared/site/formats.ts';
import {
  pictureLimits,
  pictureTypes,
  unnamedPicture,
  type TextPicture,
} from '#shared/text/text-pictures.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { pictureAsked, pictureTooLarge, putPicture, selectedPicture } from './picture-commands.ts';
import type { PictureAddresses } from './picture-view.ts';

type Props = { view: EditorView | null; chapterId: string; addresses: PictureAddresses };

/** Opens the dialog of a picture when the text asks for it. */
export function PictureDialogs({ view, chapterId, addresses }: Props) {
  const [question, setQuestion] = useState<{ file: File | null } | null>(null);
  useEffect(() => {
    const open = (event: Event) =>
      setQuestion({ file: event instanceof CustomEvent ? (event.detail as File) : null });
    view?.dom.addEventListener(pictureAsked, open);
    return () => view?.dom.removeEventListener(pictureAsked, open);
  }, [view]);
  if (!view || !question) return null;
  const { file } = question;
  return (
    <PictureDialog
      view={view}
      chapterId={chapterId}
      addresses={addresses}
      file={file}
      onClosed={() => setQuestion(null)}
    />
  );
}

type DialogProps = Omit<Props, 'view'> & {
  view: EditorView;
  /** Pasted or dropped; null asks for one. */
  file: File | null;
  onClosed: () => void;
};

/** A new picture with its words, or the words of the selected one. */
function PictureDialog({ view, chapterId, addresses, file: given, onClosed }: DialogProps) {
  const [begun] = useState(() => (given ? null : selectedPicture(view.state)));
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState(begun && begun.alt !== unnamedPicture ? begun.alt : '');
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const sending = useRef<AbortController>(null);
  const description = useRef<HTMLTextAreaElement>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const id = useId();
  const words = alt.replace(/\s+/g, ' ').trim();

  const finish = (picture: TextPicture) => {
    view.dispatch(putPicture(view.state, picture).scrollIntoView());
    onClosed();
    setTimeout(() => view.focus());
  };
  const send = async (chosen: File) => {
    setSending(true);
    const { signal } = (sending.current = new AbortController());
    const answer = await upload(addTextPicture, {
      params: { id: chapterId },
      file: chosen,
      signal,
    });
    // The dialog is closed: the text stays as it is.
    if (signal.aborted) return;
    setSending(false);
    if (!answer.ok) {
      setFailure(answer.message);
      return;
    }
    const { hash, width, height, address } = answer.data;
    addresses.add(hash, address);
    finish({ hash, alt: words, width, height });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    if (words === '') {
      setFailure('Décrivez l’image pour qui ne la voit pas.');
      description.current?.focus();
    } else if (begun) describe(begun);
    else if (!file) setFailure('Choisissez une image.');
    else if (file.size > pictureLimits.uploadBytes) setFailure(pictureTooLarge);
    else void send(file);
  };
  // An upload that ended since has renamed the picture; an undo may have removed it.
  const describe = ({ alt: before }: TextPicture) => {
    const selected = selectedPicture(view.state);
    if (selected?.alt === before) finish({ ...selected, alt: words });
    else onClosed();
  };
  const remove = () => {
    if (selectedPicture(view.state)?.alt === begun?.alt) {
      view.dispatch(view.state.tr.deleteSelection());
    }
    onClosed();
    setTimeout(() => view.focus());
  };
  return (
    <Dialog
      className="studio-dialog"
      title={begun ? 'Image' : 'Nouvelle image'}
      onClosed={onClosed}
    >
      <form onSubmit={onSubmit} noValidate>
        {failure !== '' && <FailureNotice sentence={failure} />}
        {given && <p className="muted">{`Fichier\u00A0: ${given.name}`}</p>}
        {!begun && !given && (
          <div className="field">
            <label htmlFor={`${id}-fichier`}>
              {`Fichier (JPEG, PNG, WebP, AVIF ou GIF, ${formatFileLimit(pictureLimits.uploadBytes)} au plus)`}
            </label>
            <input
              id={`${id}-fichier`}
              type="file"
              accept={pictureTypes.join(',')}
              onChange={({ currentTarget }) => {
                setFile(currentTarget.files?.[0] ?? null);
                setFailure('');
              }}
            />
          </div>
        )}
        <TextArea
          name="description"
          label="Ce que montre l’image (obligatoire)"
          hint="Lu par les lecteurs d’écran et à voix haute, et montré quand l’image ne vient pas."
          ref={description}
          rows={3}
          maxLength={pictureLimits.altCharacters}
          value={alt}
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
        />
        <div className="actions">
          <Button type="submit" aria-disabled={isSending}>
            {isSending ? 'Envoi…' : begun ? 'Enregistrer' : 'Insérer l’image'}
          </Button>
          {begun && (
            <Button variant="quiet" onClick={remove}>
              Supprimer l’image
            </Button>
          )}
          <Button variant="quiet" onClick={onClosed}>
            Annuler
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
