import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { ImportEdit } from '#shared/contracts/import-edits.ts';
import { saveUploadEdits, type UploadBody } from '#shared/contracts/studio-uploads.ts';

/** Debounce of the requests. */
const restMs = 800;

/**
 * Stores the edits of an import with the upload on the server, for other devices. This tab stores them
 * itself (`import-draft.ts`): a failure is silent, and the next change retries.
 * @param begun this tab's edits, which are newer than the server's.
 */
export function useStoredEdits(
  book: UploadBody,
  begun: readonly ImportEdit[] | undefined,
): [readonly ImportEdit[], (edits: readonly ImportEdit[]) => void] {
  const [edits, setEdits] = useState<readonly ImportEdit[]>(begun ?? book.edits);
  const sent = useRef<readonly ImportEdit[]>(book.edits);
  useEffect(() => {
    if (edits === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = edits;
      void call(saveUploadEdits, {
        params: { id: book._id },
        body: { edits: [...edits] },
      });
    }, restMs);
    return () => clearTimeout(timer);
  }, [book, edits]);
  return [edits, setEdits];
}
