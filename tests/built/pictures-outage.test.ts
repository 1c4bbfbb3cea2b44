import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryConfig } from '#scripts/budgets/built-site.ts';
import { serveBuilt } from '#scripts/built-server.ts';
import { imageVariants } from '#server/core/db/schema/catalogue.ts';
import type { Serving } from '#server/serve.ts';
import { startS3, type SandboxS3 } from '#sandbox/s3/start-s3.ts';
import { addNovel } from '../world/novels.ts';
import { missing } from './built-site.ts';

const title = 'the built site whose bucket of pictures fails';

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  let s3: SandboxS3;
  let site: Serving;
  let slug: string;
  let pictures: string[];

  beforeAll(async () => {
    s3 = await startS3({ host: '127.0.0.1', port: 0 });
    const settings = { ...s3.environment, LOG_LEVEL: 'silent', DATABASE_URL: 'memory:' };
    site = await serveBuilt(memoryConfig(0, settings), { withoutJobs: true });
    const cover = await sharp({
      create: { width: 600, height: 900, channels: 3, background: '#246' },
    })
      .png()
      .toBuffer();
    const novel = await addNovel(site.app, { cover });
    slug = novel.slug;
    const variants = await site.app.db
      .select()
      .from(imageVariants)
      .where(eq(imageVariants.format, 'webp'));
    pictures = variants.map(({ hash, width }) => `/images/${hash}-${width}.webp`);
  });
  afterAll(async () => {
    await site.stop();
    await s3.stop();
  });
  const ask = (path: string) => fetch(`http://127.0.0.1:${site.port}${path}`);

  test('says when to ask again, caches nothing of it, and shows pages and what it has', async () => {
    const [kept = '', other = ''] = pictures;
    expect((await ask(kept)).status).toBe(200);
    s3.setMood('garbage');
    for (const path of [other, `/novel/${slug}/couverture`]) {
      const refused = await ask(path);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(await refused.text()).not.toContain('Bienvenue');
    }
    expect((await ask(`/novel/${slug}`)).status).toBe(200);
    expect((await ask(kept)).status).toBe(200);
    s3.setMood('well');
    const answer = await ask(other);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });
});
