import { expect, type Locator, type Page, type Response } from 'playwright/test';
import type { ChallengeDifficulty, ChallengeKind } from '#shared/contracts/challenge.ts';
import { controlUrl } from './addresses.ts';
import { required } from './catalogue.ts';

/** Asks the stories' door into the server. */
export async function knock(
  page: Page,
  door: string,
  data: unknown,
  site?: Parameters<typeof controlUrl>[0],
): Promise<unknown> {
  const address = `${controlUrl(site)}/${door}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await page.request.post(address, { headers, data: JSON.stringify(data) });
  if (!answer.ok()) throw new Error(await answer.text());
  return answer.json();
}

/** Opens a premium chapter for somebody, as a purchase would. */
export async function unlock(page: Page, userId: string, chapterId: string): Promise<void> {
  await knock(page, 'unlock', { userId, chapterId });
}

/** As if somebody had answered a question in each of their sessions. */
export async function pass(page: Page, userId: string): Promise<void> {
  await knock(page, 'pass', userId);
}

/** Lets somebody's ten minutes be over. */
export async function endLock(page: Page, userId: string): Promise<void> {
  await knock(page, 'end-lock', userId);
}

/** Has a question of this kind wait for somebody: their next draw puts it. */
export async function leaveWaiting(
  page: Page,
  userId: string,
  kind: ChallengeKind,
  difficulty: ChallengeDifficulty,
): Promise<void> {
  await knock(page, 'leave-waiting', { userId, kind, difficulty });
}

/** The frame in which a question is put. */
export const frame = (page: Page): Locator =>
  page.getByRole('region', { name: /Une petite question avant d’ouvrir|Reprendre tout de suite/ });

/** A choice of the question on the page that is right, or one that is wrong. */
export async function choice(page: Page, isRight: boolean): Promise<Locator> {
  const radios = frame(page).getByRole('radio');
  await expect(radios).toHaveCount(4);
  // The last question may still stand there while the next one is drawn.
  await expect(frame(page).locator('form')).toHaveAttribute('aria-busy', 'false');
  const ids = await radios.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const right = (await knock(page, 'right-choice', ids)) as { choiceId: string } | null;
  const rightId = required(right, 'challenge with these choices').choiceId;
  const index = ids.findIndex((id) => (id === rightId) === isRight);
  return radios.nth(index);
}

/** Answers the question on the page with the pointer; gives the call's answer. */
export async function answer(page: Page, isRight: boolean): Promise<Response> {
  await (await choice(page, isRight)).check();
  const answered = page.waitForResponse('**/api/challenge/answer');
  await frame(page).getByRole('button', { name: 'Valider' }).click();
  return answered;
}

/** Two wrong answers on a premium chapter's page: access is locked. */
export async function lockOut(page: Page): Promise<void> {
  await answer(page, false);
  await expect(frame(page)).toContainText('1/2');
  await answer(page, false);
  await expect(page.getByRole('heading', { name: 'Accès temporairement suspendu' })).toBeVisible();
}

/** Lets time pass over the questions that were put to a person. */
export async function letExpire(page: Page, userId: string): Promise<void> {
  await knock(page, 'expire-questions', userId);
}
