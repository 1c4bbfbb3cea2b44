import { signedInPerson } from '#browser/auth-token.ts';
import { call } from '#browser/call.ts';
import { orWaiting } from '#browser/offline/queue-here.ts';
import { setLibraryStatus, type LibraryStatus } from '#shared/contracts/library.ts';

/** What a novel is called that stands there, and the section that lists such novels. */
export const statusWords: Record<LibraryStatus, { one: string; section: string }> = {
  reading: { one: 'en cours', section: 'En cours' },
  to_read: { one: 'à lire', section: 'À lire' },
  finished: { one: 'terminé', section: 'Terminés' },
  dropped: { one: 'abandonné', section: 'Abandonnés' },
};

const statuses: readonly LibraryStatus[] = ['reading', 'to_read', 'finished', 'dropped'];

type Option = { value: LibraryStatus | ''; label: string };

/** Options of a select, with the words for a novel that is not in the library. */
export const statusOptions = (absent: string): readonly Option[] => [
  ...statuses.map((status) => ({ value: status, label: statusWords[status].one })),
  { value: '', label: absent },
];

/** The status of an option; null for none. */
export const toStatus = (value: string): LibraryStatus | null =>
  statuses.find((status) => status === value) ?? null;

/** As what it waits for the connection. */
export const librarySubject = (id: string): string => `library:${id}`;

/** Sends a novel's status, now or when there is a connection. */
export const sendLibraryStatus = (id: string) => async (status: LibraryStatus | null) => {
  const body = { status };
  const path = '/api/novels/{id}/library';
  return orWaiting(signedInPerson(), await call(setLibraryStatus, { params: { id }, body }), {
    subject: librarySubject(id),
    method: 'PUT',
    path: path.replace('{id}', id),
    body,
    value: status,
    label: `Bibliothèque\u00A0: ${status === null ? 'retiré' : statusWords[status].one}`,
  });
};
