import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  getNameHolders,
  listNameUses,
  setNameHolder,
  type NameHoldersBody,
} from '#shared/contracts/author-names.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { DeskAct } from '../desk/DeskAct.tsx';
import { DeskForm } from '../desk/DeskForm.tsx';
import { DeskList } from '../desk/DeskList.tsx';
import { Button } from '../ui/button/Button.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { firstError } from '../ui/form-errors.ts';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { asRows } from '../ui/use-pages.ts';

const loadUses = async () =>
  asRows(await call(listNameUses), ({ uses: rows }) => ({ rows, nextCursor: null }));

const nameMissing = 'Indiquez le nom d’un auteur ou d’un traducteur.';

/** `name`: as it was typed or as the novel spells it; `ownerId`: of the novel that it was chosen from, or ''. */
type Shown = { slug: string; name: string; ownerId: string; holders: NameHoldersBody['holders'] };

/** Which accounts may announce under the name of an author or translator (decision 97). */
export function NameHolders() {
  const [shown, setShown] = useState<Shown | null>(null);
  const show = async ({ slug, name, ownerId }: Omit<Shown, 'holders'>) => {
    const outcome = await call(getNameHolders, { params: { slug } });
    if (!outcome.ok) return firstError(outcome);
    setShown({ slug, name, ownerId, holders: outcome.data.holders });
    return null;
  };
  const choice = useAction(show);
  const search = async (typed: (name: string) => string) => {
    // Of the address of a name's page, the name.
    const given = typed('name').trim();
    const name = /^(?:https?:\/\/[^/]+)?\/auteur\/([^/?#]+)/u.exec(given)?.[1] ?? given;
    const outcome = await call(listNameUses, { query: { name } });
    if (!outcome.ok) return firstError(outcome);
    const { slug } = outcome.data;
    if (slug !== null) return show({ slug, name, ownerId: '' });
    setShown(null);
    return { sentence: nameMissing };
  };
  // The list is loaded again after a change; one that fails takes neither form nor acts away.
  const [said, setSaid] = useState({ sentence: '', changes: 0 });
  const onDone = (sentence: string) => setSaid({ sentence, changes: said.changes + 1 });
  return (
    <>
      <div className="desk-list">
        <h2>Noms d’auteurs</h2>
        <Notice kind="success" role="status">
          {said.sentence}
        </Notice>
        <DeskForm action="Chercher" send={search} sentences={{ name: nameMissing }}>
          {(wrong) => (
            <TextField
              name="name"
              label="Nom d’auteur ou de traducteur"
              required
              error={wrong('name')}
              autoComplete="off"
            />
          )}
        </DeskForm>
        {shown && <Holders key={`${shown.slug} ${shown.ownerId}`} {...shown} onDone={onDone} />}
        <FailureNotice sentence={choice.refusal?.sentence ?? ''} />
      </div>
      <DeskList
        key={said.changes}
        title="Romans publics sous le nom d’un autre compte"
        load={loadUses}
        failed={messages.internal}
        head={{ label: 'Nom', cell: ({ name }) => <strong translate="no">{name}</strong> }}
        columns={[
          { label: 'Roman', cell: ({ novel }) => novel.title },
          {
            label: 'Publié par',
            cell: ({ owner }) => <a href={paths.deskPerson(owner._id)}>{owner.name}</a>,
          },
          { label: 'Identifiant du compte', cell: ({ owner }) => owner._id },
        ]}
        act={({ slug, name, owner }) => (
          <Button variant="quiet" onClick={() => choice.run({ slug, name, ownerId: owner._id })}>
            Voir les comptes
          </Button>
        )}
        keyOf={({ slug, novel }) => `${slug} ${novel._id}`}
        empty="Aucun."
      />
    </>
  );
}

type HoldersProps = Shown & { onDone: (sentence: string) => void };

function Holders({ slug, name, ownerId, holders: first, onDone }: HoldersProps) {
  const [holders, setHolders] = useState(first);
  const heading = useRef<HTMLHeadingElement>(null);
  // What became of a change is said; the question that asked has closed by then.
  useEffect(() => heading.current?.focus(), [holders]);
  const send = (userId: string, isHolder: boolean) =>
    call(setNameHolder, { params: { slug }, body: { userId, isHolder } });
  const show = (data: NameHoldersBody, sentence: string) => {
    setHolders(data.holders);
    onDone(sentence);
  };
  const add = async (userId: string) => {
    const outcome = await send(userId, true);
    if (!outcome.ok) return firstError(outcome);
    show(outcome.data, 'Le compte annonce sous ce nom.');
    return null;
  };
  const giveBack = useAction(add);
  return (
    <div className="desk-card">
      <h3 ref={heading} tabIndex={-1}>
        <span>{'Comptes du nom «\u00A0'}</span>
        <span translate="no">{name}</span>
        <span>{'\u00A0»'}</span>
      </h3>
      {holders.length === 0 && <p>Aucun compte n’annonce sous ce nom.</p>}
      <ul className="name-holders">
        {holders.map((holder) => (
          <li key={holder._id}>
            <span translate="no">{holder.name}</span>
            {!holder.isHolder && <span className="badge">Retiré</span>}
            {holder.isHolder ? (
              <DeskAct
                label="Retirer"
                of={holder.name}
                title={`Retirer le nom à ${holder.name}\u00A0?`}
                says="Ses romans gardent ce nom et sa page les montre, mais les lecteurs qui suivent ce nom n’en sont plus prévenus. Ce compte ne peut pas reprendre le nom lui-même&nbsp;; vous pourrez le lui rendre."
                action="Retirer"
                hasReason={false}
                done="Compte retiré."
                run={() => send(holder._id, false)}
                onDone={(sentence, data) => show(data, sentence)}
              />
            ) : (
              <Button
                variant="quiet"
                aria-label={`Rendre le nom à ${holder.name}`}
                onClick={() => giveBack.run(holder._id)}
              >
                Rendre
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FailureNotice sentence={giveBack.refusal?.sentence ?? ''} />
      <DeskForm
        action="Ajouter le compte"
        send={(typed) => add(typed('userId').trim())}
        sentences={{ userId: 'Indiquez l’identifiant du compte.' }}
      >
        {(wrong) => (
          <TextField
            name="userId"
            label="Identifiant du compte"
            required
            defaultValue={ownerId}
            error={wrong('userId')}
            autoComplete="off"
          />
        )}
      </DeskForm>
    </div>
  );
}
