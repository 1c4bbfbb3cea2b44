import '../../../src/islands/profile/profile.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Notices } from '#islands/profile/Notices.tsx';
import {
  getNoticeSettings,
  setNoticeSettings,
  type NoticeSettingsBody,
} from '#shared/contracts/notices.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, breaks, holds, refuses } from '../world/forged-server.ts';
import { noNotices } from '../world/notices.ts';
import { signIn } from '../world/signed-in.ts';

const offered: NoticeSettingsBody = {
  ...noNotices,
  offers: { email: true, push: false },
  address: 'lea@exemple.test',
};
const save = () => page.getByRole('button', { name: 'Enregistrer mes choix' });
const draw = async (settings: NoticeSettingsBody) => {
  answers(getNoticeSettings, settings);
  await drawAsAnswered();
};
const drawAsAnswered = async () => {
  signIn();
  await render(
    <main>
      <h1>Mon profil</h1>
      <Notices>
        <p>Mes sessions</p>
      </Notices>
    </main>,
  );
};

test('nothing is chosen before the reader has chosen, and their choice is saved', async () => {
  answers(setNoticeSettings, (wish) => ({ ...offered, ...wish }));
  await draw(offered);
  const email = page.getByLabelText('Par e-mail');
  await expect.element(email).toHaveValue('off');
  await expect.element(page.getByText(/^À lea@exemple\.test\./)).toBeVisible();
  await axeEverywhere();
  await email.selectOptions('daily');
  await save().click();
  await expect.element(page.getByText('C’est enregistré.')).toBeVisible();
  expect(bodiesOf(setNoticeSettings)).toEqual([{ email: 'daily', push: 'off', quiet: null }]);
});

test('hours of silence are asked for when they are wanted', async () => {
  answers(setNoticeSettings, (wish) => ({ ...offered, ...wish }));
  await draw(offered);
  await expect.element(save()).toBeVisible();
  expect(page.getByLabelText('De').query()).toBeNull();
  await page.getByRole('checkbox', { name: /^Silence/ }).click();
  await page.getByLabelText('De', { exact: true }).selectOptions('23');
  await axeEverywhere();
  refuses(setNoticeSettings, 'MALFORMED', {
    errors: [{ field: 'quiet.untilHour', message: 'Choisissez une autre heure.' }],
  });
  await save().click();
  await expect.element(page.getByText('Choisissez une autre heure.')).toBeVisible();
  answers(setNoticeSettings, (wish) => ({ ...offered, ...wish }));
  await save().click();
  await expect.element(page.getByText('C’est enregistré.')).toBeVisible();
  expect(bodiesOf(setNoticeSettings).at(-1)).toEqual({
    email: 'off',
    push: 'off',
    quiet: { fromHour: 23, untilHour: 7 },
  });
});

test('an address that refused our e-mails is told', async () => {
  await draw({ ...offered, email: 'weekly', hasBounced: true });
  await expect.element(page.getByText(/Cette adresse a refusé nos e\u2011mails/)).toBeVisible();
  await axeEverywhere();
});

test.each([
  [{ browsers: 0 }, /^Aucun appareil ne reçoit/],
  [{ browsers: 1 }, /^Cet appareil ne reçoit pas/],
  // The site takes it for subscribed; the browser has no subscription any longer.
  [{ browsers: 1, isHere: true }, /^Cet appareil ne reçoit pas/],
])('a subscription that has ended is told: %j', async (ended, sentence) => {
  const offers = { email: true, push: true };
  await draw({ ...offered, offers, push: 'at_once', pushKey: 'key', ...ended });
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByLabelText(/^Par notification/)).toBeInvalid();
  await axeEverywhere();
});

test('an account without an address cannot choose e-mails', async () => {
  await draw({ ...offered, address: null });
  await expect.element(page.getByLabelText('Par e-mail')).toBeDisabled();
  await expect.element(page.getByText('Votre compte n’a pas d’adresse.')).toBeVisible();
});

test('a site that sends nothing says nothing of it, at no moment', async () => {
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(document.body.textContent));
  observer.observe(document.body, { childList: true, subtree: true });
  await draw(noNotices);
  await expect.element(page.getByText('Mes sessions')).toBeVisible();
  observer.disconnect();
  expect(seen.filter((text) => text.includes('Mes sessions'))).not.toEqual([]);
  expect(seen.filter((text) => text.includes('Être prévenu'))).toEqual([]);
});

test('what is below is shown when the section is known, and never moves for it', async () => {
  answers(getNoticeSettings, offered);
  const { release } = holds(getNoticeSettings);
  await drawAsAnswered();
  await expect.element(page.getByText('Chargement...')).toBeVisible();
  await expect.element(page.getByText('Mes sessions')).not.toBeVisible();
  release();
  await expect.element(page.getByText('Mes sessions')).toBeVisible();
  await expect.element(page.getByLabelText('Par e-mail')).toBeVisible();
});

test('choices that could not be loaded can be asked for again', async () => {
  breaks(getNoticeSettings);
  await drawAsAnswered();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await axeEverywhere();
  answers(getNoticeSettings, offered);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect.element(page.getByLabelText('Par e-mail')).toBeVisible();
});
