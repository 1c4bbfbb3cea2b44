import { formatCount } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { announcementLine, releaseSubject } from '../mail/release-letter.ts';
import type { NovelNews } from '../outbox/load-news.ts';
import type { PushPayload } from './push-sender.ts';

/** A message about what came out: a novel and its chapter or announcement, or how much in how many. */
export function releasePush(novels: readonly NovelNews[]): PushPayload {
  const [novel, ...others] = novels;
  const [chapter] = novel?.chapters ?? [];
  const [announcement] = novel?.announcements ?? [];
  if (!novel || !(chapter ?? announcement)) throw new Error('nothing came out');
  if (others.length > 0) {
    const titles = novels.slice(0, 3).map(({ title }) => title);
    const more = novels.length > titles.length ? '…' : '';
    return {
      title: releaseSubject(novels),
      body: titles.join(', ') + more,
      url: paths.newChapters,
      tag: 'parutions',
    };
  }
  const tag = `roman-${novel.id}`;
  if (!chapter) {
    const url = announcement
      ? paths.announcement(novel.slug, announcement.id)
      : paths.novel(novel.slug);
    return { title: novel.title, body: announcementLine(novel), url, tag };
  }
  const line = `Chapitre ${chapter.number}\u00A0: ${chapter.title}`;
  return {
    title: novel.title,
    body: novel.count > 1 ? `${formatCount(novel.count)} nouveaux chapitres` : line,
    url: paths.chapter(chapter.id),
    tag,
  };
}
