import { paths } from '#shared/site/paths.ts';
import { formatCount } from '#shared/site/formats.ts';
import type { NovelNews } from '../outbox/load-news.ts';
import type { LetterContent, LetterPart } from './letter.ts';

/** Where the letter's links lead. */
type Links = { siteUrl: string; unsubscribeUrl: string };

/** Novels that a letter lists; the others are at home. */
const novelsListedMax = 20;

/** “Le Phare : chapitre 12”, or how much came out where it is more than one. */
export function releaseSubject(novels: readonly NovelNews[]): string {
  const [novel, ...others] = novels;
  if (!novel) throw new Error('nothing came out');
  const inAll = novels.reduce((sum, { count }) => sum + count, 0);
  if (others.length > 0) {
    // Announcements alone, or with a chapter or two.
    if (inAll < 2) return `Du nouveau dans ${formatCount(novels.length)} romans`;
    return `${formatCount(inAll)} nouveaux chapitres dans ${formatCount(novels.length)} romans`;
  }
  if (novel.count === 0) return `${novel.title}\u00A0: ${announcementLine(novel)}`;
  const [chapter] = novel.chapters;
  if (novel.count > 1)
    return `${novel.title}\u00A0: ${formatCount(novel.count)} nouveaux chapitres`;
  return `${novel.title}\u00A0: chapitre ${chapter?.number ?? ''}`;
}

/** The title of a novel's announcement, or how many there are. */
export function announcementLine({ announcements }: NovelNews): string {
  const [first, ...others] = announcements;
  if (others.length > 0) return `${formatCount(announcements.length)} annonces`;
  return first?.title ?? '';
}

/** What came out in novels that somebody follows: titles and links, never a sentence of a text. */
export function releaseLetter(novels: readonly NovelNews[], links: Links): LetterContent {
  return {
    subject: releaseSubject(novels),
    heading: headingOf(novels),
    parts: partsOf(novels, links),
    footer: [
      {
        kind: 'text',
        text: `Vous recevez cet e-mail parce que vous avez demandé à être prévenu ${
          novels.every(({ isOfLeaving }) => isOfLeaving)
            ? 'de ce qui arrive aux romans que vous suivez, ou dont vous avez déverrouillé un chapitre'
            : 'des parutions que vous suivez'
        }.`,
      },
      { kind: 'button', label: 'Changer ce que vous recevez', url: links.siteUrl + paths.notices },
      { kind: 'button', label: 'Ne plus recevoir ces e-mails', url: links.unsubscribeUrl },
    ],
  };
}

function headingOf(novels: readonly NovelNews[]): string {
  const [novel, ...others] = novels;
  if (!novel || others.length > 0) return 'Ce qui est paru dans vos romans';
  const title = `«\u00A0${novel.title}\u00A0»`;
  if (novel.count === 0) return `Une annonce de ${title}`;
  return novel.count > 1 ? `Du nouveau dans ${title}` : `Un nouveau chapitre de ${title}`;
}

function partsOf(novels: readonly NovelNews[], { siteUrl }: Links): LetterPart[] {
  const [novel, ...others] = novels;
  const [chapter] = novel?.chapters ?? [];
  const [announcement] = novel?.announcements ?? [];
  if (!novel) return [];
  const first = firstButton(novel, siteUrl);
  if (others.length === 0 && novel.count + novel.announcements.length === 1) {
    const line = chapter ? chapterLine(chapter) : (announcement?.title ?? '');
    return [{ kind: 'text', text: line }, first];
  }
  const lists = novels.slice(0, novelsListedMax).map((one): LetterPart => ({
    kind: 'list',
    title: one.title,
    url: siteUrl + paths.novel(one.slug),
    items: [
      ...one.chapters.map(chapterLine),
      ...moreLine(one),
      ...one.announcements.map(({ title }) => `Annonce\u00A0: ${title}`),
    ],
  }));
  if (others.length === 0) return [...lists, first];
  return [...lists, { kind: 'button', label: 'Ouvrir Feuilleton', url: siteUrl + paths.home }];
}

/** Leads to the first chapter, or to the announcement. */
function firstButton({ slug, chapters, announcements }: NovelNews, siteUrl: string): LetterPart {
  const [chapter] = chapters;
  const [announcement] = announcements;
  if (chapter) {
    const label = `Lire le chapitre ${chapter.number}`;
    return { kind: 'button', label, url: siteUrl + paths.chapter(chapter.id) };
  }
  const path = announcement ? paths.announcement(slug, announcement.id) : paths.novel(slug);
  return { kind: 'button', label: 'Lire l’annonce', url: siteUrl + path };
}

const chapterLine = ({ number, title }: NovelNews['chapters'][number]) =>
  `Chapitre ${number}\u00A0: ${title}`;

function moreLine({ count, chapters }: NovelNews): string[] {
  const more = count - chapters.length;
  if (more <= 0) return [];
  return [more === 1 ? 'et un autre chapitre' : `et ${formatCount(more)} autres chapitres`];
}
