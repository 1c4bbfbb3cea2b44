import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import type { keepUploadEdits, UploadBody } from '#shared/contracts/studio-uploads.ts';

/** What is changed within so long is sent at once. */
const restMs = 800;

/**
 * The edits of an import, kept with the upload on the server, so that another device has them too.
 * This tab has them by itself (`import-draft.ts`): a failure says nothing, the next change tries again.
 * @param begun those of this tab, which are newer than the server's.
 */
export function useKeptEdits(
  book: UploadBody,
  begun: readonly ImportEdit[] | undefined,
): [readonly ImportEdit[], (edits: readonly ImportEdit[]) => void] {
  const [edits, setEdits] = useState<readonly ImportEdit[]>(begun ?? book.edits);
  const sent = useRef<readonly ImportEdit[]>(book.edits);
  useEffect(() => {
    if (edits === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = edits;
      void call<typeof keepUploadEdits>('PUT', '/api/studio/uploads/{id}/edits', {
        params: { id: book._id },
        body: { edits: [...edits] },
      });
    }, restMs);
    return () => clearTimeout(timer);
  }, [book, edits]);
  return [edits, setEdits];
}
