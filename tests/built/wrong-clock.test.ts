import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askOver } from '../instances/reader.ts';
import { signInAs } from '../world/people.ts';
import { missing } from './built-site.ts';
import { openBuiltShop, type BuiltShop } from './shop.ts';

const title = 'the built site with a clock that is';
const hourMs = 3_600_000;

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  describe('compared with others', () => {
    describe.each([
      ['two hours ahead', 2 * hourMs, 'ahead of'],
      ['two hours behind', -2 * hourMs, 'behind'],
      ['two days ahead', 48 * hourMs, 'ahead of'],
    ])('%s', (_name, clockOffsetMs, how) => {
      let shop: BuiltShop;
      beforeAll(async () => {
        shop = await openBuiltShop({ clockOffsetMs });
      });
      afterAll(() => shop.close());

      test('logs it at start and reports it on /readyz, which stays ready', async () => {
        for (const source of ['database', 'stripe']) {
          await expect
            .poll(() => shop.site.log().filter((line) => line.includes('the clock is wrong')))
            .toContainEqual(expect.stringContaining(`"source":"${source}"`));
          const { status, text } = await askOver(shop.site.url, '/readyz');
          expect(status).toBe(200);
          expect(text).toMatch(new RegExp(`^ok\\n(?:.*\\n)*clock \\d+ s ${how} ${source}\\n`));
        }
      });

      test('opens a checkout once, and the result page records the payment', async () => {
        const lea = await signInAs(shop.app);
        const key = '01930000-0000-7000-8000-000000000001';
        const first = await shop.checkout(lea, key);
        expect(first).toMatchObject({ status: 200 });
        expect(await shop.checkout(lea, key)).toMatchObject({ body: first.body });
        const sessionId = String(first.body.id);
        shop.stripe.control.paySession(sessionId);
        await shop.stripe.control.idle();
        expect(await shop.lookUp(lea, sessionId)).toMatchObject({
          status: 200,
          body: { transaction: { status: 'completed' } },
        });
        expect(await shop.balanceOf(lea)).toBe(300);
        expect(shop.stripe.control.sessions()).toHaveLength(1);
      });
    });

    describe('right', () => {
      let shop: BuiltShop;
      beforeAll(async () => {
        shop = await openBuiltShop();
      });
      afterAll(() => shop.close());

      test('reports nothing', async () => {
        await shop.begin(await signInAs(shop.app));
        expect((await askOver(shop.site.url, '/readyz')).text).toBe('ok\n');
        expect(shop.site.log().filter((line) => line.includes('clock'))).toEqual([]);
      });
    });
  });
});
