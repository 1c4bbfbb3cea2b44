import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { chapters, images, imageVariants } from '#server/core/db/schema/catalogue.ts';
import { ask } from './marks.ts';
import { addNovel, chapterDraft } from './novels.ts';
import { pass } from './passes.ts';
import { buyPack, orderPack, type Shop } from './payments.ts';
import { signInAs, type TestBrowser } from './people.ts';

/** Two readers, a novel with a picture, a comment, purchases, invoices, an unlock. */
export async function fillHouse(shop: Shop, { pictureBytes = 150_000 } = {}): Promise<TestBrowser> {
  const { app } = shop;
  const lea = await signInAs(app, {
    email: 'lea@feuilleton.test',
    preferredGenres: ['a"b', 'c,d'],
  });
  const karim = await signInAs(app, { name: 'Karim \\ “tab\t”' });
  const { chapterIds } = await addNovel(app, {
    chapters: [
      chapterDraft(1, { html: '<p>Une ligne\nune autre 🜁</p>' }),
      chapterDraft(2, { isPremium: true }),
    ],
  });
  const hash = randomBytes(16).toString('hex');
  await app.db.insert(images).values({ hash, width: 160, height: 240 });
  await app.db
    .insert(imageVariants)
    .values({ hash, width: 160, format: 'webp', bytes: randomBytes(pictureBytes) });
  const [first = '', premium = ''] = chapterIds;
  await app.db
    .update(chapters)
    .set({ teaser: 'Il était « une » fois…' })
    .where(eq(chapters.id, premium));
  await ask(app, karim, 'POST', `/api/chapters/${first}/comment`, { text: 'Très « beau » !' });
  await ask(app, lea, 'PUT', `/api/chapters/${first}/like`);
  await buyPack(shop, lea);
  await buyPack(shop, karim);
  await pass(app, lea.user.id, [premium]);
  await ask(app, lea, 'POST', `/api/chapters/${premium}/unlock`);
  await orderPack(shop, karim);
  await app.views.flush();
  return lea;
}
