import type { AnnouncementBody } from '#shared/contracts/announcements.ts';
import { formatDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { Button } from '#islands/ui/button/Button.tsx';

type Props = {
  announcement: AnnouncementBody;
  slug: string;
  /** Null for who may not announce. */
  onTask: ((task: 'edit' | 'delete') => void) | null;
};

/** An announcement in its author's list. */
export function AnnouncementRow({ announcement, slug, onTask }: Props) {
  const { _id, title, date, isSent } = announcement;
  const of = <span className="visually-hidden">{` «\u00A0${title}\u00A0»`}</span>;
  return (
    <article className="announcement-row">
      <p>
        <a href={paths.announcement(slug, _id)}>{title}</a>
      </p>
      <p className="muted">
        {`${formatDay(date)}${isSent ? ', envoyée aux abonnés' : ', sur le site seulement'}`}
      </p>
      {onTask && (
        <p className="row-links">
          <Button variant="link" onClick={() => onTask('edit')}>
            Modifier{of}
          </Button>
          <Button variant="link" onClick={() => onTask('delete')}>
            Supprimer{of}
          </Button>
        </p>
      )}
    </article>
  );
}
