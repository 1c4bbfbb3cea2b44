import { useEffect, useRef } from 'react';
import { formatInstant, plural } from '#shared/site/formats.ts';
import { countWords } from '#shared/text/words.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import type { LocalCopy } from './local-copy.ts';
import type { Opened } from './open-for-editing.ts';
import { OtherText } from './OtherText.tsx';

type Props = { kept: LocalCopy; opened: Opened; onTake: () => void; onDrop: () => void };

/** This browser has an unsaved text: both versions stay until one is chosen. */
export function Recovery({ kept, opened: { chapter }, onTake, onDrop }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { copy } = chapter;
  const isBehind = copy.version !== kept.version;
  return (
    <section className="recovery" aria-labelledby="reprendre">
      <h2 id="reprendre" tabIndex={-1} ref={heading}>
        Reprendre vos modifications non enregistrées&nbsp;?
      </h2>
      <p>
        {`Cet appareil a gardé un texte de «\u00A0${kept.title || copy.title || 'Sans titre'}\u00A0» ${kept.at && `du ${formatInstant(kept.at)} `}(${plural(countWords(kept.html), 'mot')}) qui n’a pas été enregistré. Le texte enregistré est du ${formatInstant(copy.updatedAt)} (${plural(copy.wordCount, 'mot')}).`}
      </p>
      {isBehind && (
        <p>
          Le texte enregistré a changé depuis, dans un autre onglet ou sur un autre appareil&nbsp;:
          celui que vous choisissez le remplacera.
        </p>
      )}
      <OtherText label="Lire le texte gardé sur cet appareil" html={kept.html} />
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
