import '#islands/studio/studio.css';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import AnnouncementsScreen from '#islands/studio/announcements/AnnouncementsScreen.tsx';
import FiguresScreen from '#islands/studio/figures/FiguresScreen.tsx';
import CommentRulesScreen from '#islands/studio/inbox/CommentRulesScreen.tsx';
import InboxScreen from '#islands/studio/inbox/InboxScreen.tsx';
import LeavingScreen from '#islands/studio/leaving/LeavingScreen.tsx';
import NovelFormScreen from '#islands/studio/novel/NovelFormScreen.tsx';
import TeamScreen from '#islands/studio/team/TeamScreen.tsx';
import { getNovelNotes, listAnnouncements } from '#shared/contracts/announcements.ts';
import { listTeam } from '#shared/contracts/novel-team.ts';
import { getHeldWords, listBlockedReaders, listInbox } from '#shared/contracts/studio-inbox.ts';
import { getNovelFigures, getStudioNovel } from '#shared/contracts/studio-novels.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { studioNovel } from '../world/studio-novel.ts';

const waiting = { answer: 2, approval: 0, typos: 1 };
// A draft: its figures have no plots, which ask for more.
const novel = studioNovel({ waiting, isDraft: true });
const { _id: novelId, title, role } = novel;
const zero = { views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 };
const user = signIn({ role: 'author' });

/** Each with the name of its tab. */
const screens: [string, () => ReactNode][] = [
  ['Fiche', () => <NovelFormScreen novelId={novelId} user={user} />],
  ['Messages', () => <InboxScreen novelId={novelId} filter="all" user={user} />],
  ['Messages', () => <CommentRulesScreen novelId={novelId} user={user} />],
  ['Chiffres', () => <FiguresScreen novelId={novelId} period={null} />],
  ['Annonces', () => <AnnouncementsScreen novelId={novelId} userId={user._id} />],
  ['Équipe', () => <TeamScreen novelId={novelId} userId={user._id} />],
  ['Exporter', () => <LeavingScreen novelId={novelId} userId={user._id} />],
];

describe('a screen of a novel has the tabs of all of them', () => {
  beforeEach(() => {
    answers(getStudioNovel, novel);
    answers(listInbox, {
      entries: [],
      nextCursor: null,
      novels: [],
      novel: { _id: novelId, title, role },
      counts: { unread: 0, waiting: 3, held: 0, typos: 1 },
      answersComments: true,
    });
    answers(getHeldWords, { words: [] });
    answers(listBlockedReaders, { readers: [], nextCursor: null });
    answers(getNovelFigures, {
      totals: { ...zero, novelViews: 0, favorites: 0, ratingAvg: null, ratingCount: 0, readers: 0 },
      today: '2026-11-28',
      chapters: [],
    });
    answers(listAnnouncements, { announcements: [], nextCursor: null, canSend: true });
    answers(getNovelNotes, { before: '', after: '' });
    answers(listTeam, {
      novel: { _id: novelId, title },
      role,
      waiting,
      isOffered: false,
      owner: novel.owner,
      members: [],
      invitations: [],
    });
  });

  test.each(screens)('%s', async (name, draw) => {
    await render(
      <main className="studio">
        <h1>Espace auteur</h1>
        {draw()}
      </main>,
    );
    const tabs = page.getByRole('navigation', { name: /^Écrans de «\sLe Phare\s»$/ });
    await expect.element(tabs).toBeVisible();
    const links = tabs.getByRole('link').elements();
    expect(links.map(({ textContent }) => textContent.replace(/\d.*/, ''))).toEqual([
      'Chapitres',
      'Fiche',
      'Messages',
      'Chiffres',
      'Annonces',
      'Équipe',
      'Exporter',
    ]);
    await expect
      .element(tabs.getByRole('link', { name: /^Messages.*3 en attente$/ }))
      .toBeVisible();
    const current = links.filter((link) => link.ariaCurrent === 'page');
    expect(current.map(({ textContent }) => textContent.replace(/\d.*/, ''))).toEqual([name]);
    await expect
      .element(page.getByRole('navigation', { name: 'Fil d’Ariane' }))
      .toMatchTextContent(/Mes romans\s*Le Phare/);
    await axeEverywhere();
  });
});
