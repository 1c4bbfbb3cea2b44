import { paths } from '#shared/paths.ts';
import { formatCount } from '#shared/formats.ts';
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
    return `${formatCount(inAll)} nouveaux chapitres dans ${formatCount(novels.length)} romans`;
  }
  const [chapter] = novel.chapters;
  if (novel.count > 1)
    return `${novel.title}\u00A0: ${formatCount(novel.count)} nouveaux chapitres`;
  return `${novel.title}\u00A0: chapitre ${chapter?.number ?? ''}`;
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
        text: 'Vous recevez cet e-mail parce que vous avez demandé à être prévenu des parutions que vous suivez.',
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
  return novel.count > 1 ? `Du nouveau dans ${title}` : `Un nouveau chapitre de ${title}`;
}

function partsOf(novels: readonly NovelNews[], { siteUrl }: Links): LetterPart[] {
  const [novel, ...others] = novels;
  const [chapter] = novel?.chapters ?? [];
  if (!novel || !chapter) return [];
  const first: LetterPart = {
    kind: 'button',
    label: `Lire le chapitre ${chapter.number}`,
    url: siteUrl + paths.chapter(chapter.id),
  };
  if (others.length === 0 && novel.count === 1) {
    return [{ kind: 'text', text: chapterLine(chapter) }, first];
  }
  const lists = novels.slice(0, novelsListedMax).map((one): LetterPart => ({
    kind: 'list',
    title: one.title,
    url: siteUrl + paths.novel(one.slug),
    items: [...one.chapters.map(chapterLine), ...moreLine(one)],
  }));
  if (others.length === 0) return [...lists, first];
  return [...lists, { kind: 'button', label: 'Ouvrir Feuilleton', url: siteUrl + paths.home }];
}

const chapterLine = ({ number, title }: NovelNews['chapters'][number]) =>
  `Chapitre ${number}\u00A0: ${title}`;

function moreLine({ count, chapters }: NovelNews): string[] {
  const more = count - chapters.length;
  if (more <= 0) return [];
  return [more === 1 ? 'et un autre chapitre' : `et ${formatCount(more)} autres chapitres`];
}
