import './item-form.css';
import { useCallback } from 'react';
import { call } from '#browser/call.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { getItem } from '#shared/contracts/items.ts';
import { messages } from '#shared/messages.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { RequireUser } from '../ui/RequireUser.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { ItemForm } from './ItemForm.tsx';

/** The form of `/add`, and with an id that of `/edit/{id}` (specification, section 2). */
export function ItemFormPage({ id }: { id?: string }) {
  return (
    <RequireUser>
      {(user) =>
        id === undefined ? (
          <ItemForm item={null} personId={user._id} />
        ) : (
          <EditItem id={id} user={user} />
        )
      }
    </RequireUser>
  );
}

function EditItem({ id, user }: { id: string; user: UserBody }) {
  const load = useCallback(() => call(getItem, { params: { id } }), [id]);
  const [item, loadAgain] = useLoaded(load);
  if (item.kind === 'loading') return <Spinner label="Chargement..." />;
  if (item.kind === 'loaded') {
    const isTheirs = item.data.creator === user._id || user.role === 'admin';
    return isTheirs ? (
      <ItemForm item={item.data} personId={user._id} />
    ) : (
      <Refusal sentence={messages.forbidden} />
    );
  }
  // An invalid id is treated as an unknown item.
  const { status } = item.failure;
  if (status === 404 || status === 400) return <Refusal sentence={messages.itemMissing} />;
  return <LoadFailure message={messages.itemFailed} onRetry={loadAgain} />;
}

function Refusal({ sentence }: { sentence: string }) {
  return (
    <Notice kind="error" role="alert">
      {sentence}
    </Notice>
  );
}
