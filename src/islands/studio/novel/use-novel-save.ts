import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { Failure, Outcome } from '#browser/outcome.ts';
import { upload } from '#browser/files/upload.ts';
import {
  createNovel,
  editNovel,
  removeCover,
  setCover,
  type NovelFields,
  type StudioNovelBody,
} from '#shared/contracts/studio-novels.ts';
import type { CoverChange } from './cover-change.ts';

type Saved = { ok: true; id: string } | Failure;

/** Saves a novel and its cover; retries never create a second novel. */
export function useNovelSave(novel: StudioNovelBody | null) {
  const [savedNovel, setSavedNovel] = useState<StudioNovelBody | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const madeId = useRef(novel?._id ?? null);

  const save = async (fields: NovelFields, cover: CoverChange): Promise<Saved> => {
    setSavedNovel(null);
    const outcome = await saveAll(madeId.current, fields, cover, key, (id) => {
      madeId.current = id;
    });
    if (outcome.ok) {
      setSavedNovel(outcome.data);
      return { ok: true, id: outcome.data._id };
    }
    return outcome;
  };
  return { save, savedNovel };
}

async function saveAll(
  id: string | null,
  fields: NovelFields,
  cover: CoverChange,
  key: string,
  onMade: (id: string) => void,
): Promise<Outcome<StudioNovelBody>> {
  const written =
    id === null
      ? await call(createNovel, { body: { ...fields, key } })
      : await call(editNovel, {
          params: { id },
          body: fields,
        });
  if (!written.ok) return written;
  const params = { id: written.data._id };
  onMade(params.id);
  switch (cover.kind) {
    case 'kept':
      return written;
    case 'removed':
      return call(removeCover, { params });
    case 'new':
      return upload(setCover, {
        params,
        query: cover.crop,
        file: cover.file,
      });
  }
}
