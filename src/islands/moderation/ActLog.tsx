import { useState } from 'react';
import { call } from '#browser/call.ts';
import { listModerationActs, type ModerationActBody } from '#shared/contracts/moderation.ts';
import { de } from '#shared/text/elision.ts';
import { formatDay, formatInstant } from '#shared/site/formats.ts';
import { logWords } from '#shared/site/desk-words.ts';
import { messages } from '#shared/messages.ts';
import { noticeMeasureLabels } from '#shared/site/content-notices.ts';
import { paths } from '#shared/site/paths.ts';
import { Button } from '../ui/button/Button.tsx';
import { ActForm } from './ActForm.tsx';
import { restoreComment } from './acts.ts';
import { firstError } from '../ui/form-errors.ts';
import { asRows } from '../ui/use-pages.ts';
import { DeskList } from './DeskList.tsx';

async function loadActs(cursor: string | undefined) {
  const input = { query: { cursor } };
  const outcome = await call(listModerationActs, input);
  return asRows(outcome, ({ acts: rows, nextCursor }) => ({ rows, nextCursor }));
}

/** The log of moderation actions: who, what, on whom, why. */
export function ActLog() {
  return (
    <DeskList
      id="journal-titre"
      title="Journal"
      load={loadActs}
      failed={messages.moderationLogFailed}
      empty="Le journal est vide."
    >
      {(act: ModerationActBody, done) => (
        <Entry
          act={act}
          onRestored={(id) =>
            done('Commentaire rétabli.', (row) =>
              row.restorableId === id ? { ...row, restorableId: null } : row,
            )
          }
        />
      )}
    </DeskList>
  );
}

type EntryProps = { act: ModerationActBody; onRestored: (id: string) => void };

function Entry({ act, onRestored }: EntryProps) {
  const [isAsking, setAsking] = useState(false);
  const { restorableId, chapter, comment } = act;
  const restore = async (reason: string) => {
    if (restorableId === null) return null;
    const outcome = await restoreComment(restorableId, reason);
    if (!outcome.ok) return firstError(outcome);
    setAsking(false);
    onRestored(restorableId);
    return null;
  };
  return (
    <div className="act">
      <p>
        <strong>{logWords[act.act] ?? act.act}</strong>
        {act.person !== null && <span>{`\u00A0: ${act.person}`}</span>}
        {act.name !== null && <span translate="no">{`, «\u00A0${act.name}\u00A0»`}</span>}
        {act.notice !== null && <span>{` ${act.notice.number}, ${act.notice.place}`}</span>}
        {act.until !== null && <span>{`, jusqu’au ${formatDay(act.until)}`}</span>}
      </p>
      {act.notice !== null && (
        <p>{`${noticeMeasureLabels[act.notice.measure]}. Règle\u00A0: ${act.notice.rule}`}</p>
      )}
      {comment && (
        <blockquote>
          <p className="reported-context">{`Commentaire ${de(comment.writer)}`}</p>
          <span>{comment.beginning ?? <em>{messages.moderationWordsGone}</em>}</span>
        </blockquote>
      )}
      {act.name === null && <p>{act.reason ? `Motif\u00A0: ${act.reason}` : 'Sans motif.'}</p>}
      <p className="reported-context">
        <span>{`Par ${act.actor}, ${formatInstant(act.date)}`}</span>
        {chapter && (
          <>
            <span>{'\u00A0· '}</span>
            <a href={paths.chapter(chapter._id)}>{`${chapter.novelTitle}, ${chapter.title}`}</a>
          </>
        )}
      </p>
      {restorableId !== null && !isAsking && (
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Rétablir
        </Button>
      )}
      {isAsking && <ActForm act="restore" send={restore} onCancel={() => setAsking(false)} />}
    </div>
  );
}
