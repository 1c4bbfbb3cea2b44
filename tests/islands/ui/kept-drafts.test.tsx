import { expect, test } from 'vitest';
import { changeEntry } from '#browser/database/database.ts';
import { createDraftSaver, forgetDraft, readDraft } from '#browser/drafts/saved-drafts.ts';

const place = { form: 'comment', personId: 'lea', subject: 'un' } as const;
const asText = (value: unknown) => (typeof value === 'string' ? value : null);

/** Other writes to IndexedDB wait until the returned function is called. */
async function keepDiskBusy(): Promise<() => void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('feuilleton');
    opening.onsuccess = () => resolve(opening.result);
  });
  const store = database.transaction('texts', 'readwrite').objectStore('texts');
  let isBusy = true;
  const goOn = () => {
    if (isBusy) store.get('none').onsuccess = goOn;
  };
  goOn();
  return () => {
    isBusy = false;
    database.close();
  };
}

test('what is saved while an expired draft is read stays', async () => {
  const saver = createDraftSaver(place);
  await saver.save('ancien').isDurable;
  const [name = ''] = Object.keys(localStorage);
  localStorage.setItem(name, JSON.stringify({ at: '2020-01-01T00:00:00.000Z', value: 'ancien' }));
  await changeEntry('drafts', name, () => localStorage.getItem(name) ?? '');
  const release = await keepDiskBusy();
  const reading = readDraft(place, asText);
  const { isDurable } = saver.save('nouveau');
  release();
  expect(await reading).toBeNull();
  expect(await isDurable).toBe(true);
  expect(await readDraft(place, asText)).toMatchObject({ value: 'nouveau' });
});

test('what is kept while a deleted draft is read again stays', async () => {
  const keeper = createDraftSaver(place);
  await keeper.save('ancien').isDurable;
  const release = await keepDiskBusy();
  forgetDraft(place);
  const reading = readDraft(place, asText);
  const { isDurable } = keeper.save('nouveau');
  release();
  expect(await reading).toBeNull();
  expect(await isDurable).toBe(true);
  expect(await readDraft(place, asText)).toMatchObject({ value: 'nouveau' });
  // As after a killed browser, whose local storage was not on disk.
  localStorage.clear();
  expect(await readDraft(place, asText)).toMatchObject({ value: 'nouveau' });
});
