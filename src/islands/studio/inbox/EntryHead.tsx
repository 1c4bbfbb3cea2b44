import type { InboxEntry } from '#shared/contracts/studio-inbox.ts';
import { formatInstant } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { Avatar } from '#islands/ui/Avatar.tsx';
import type { Elements } from '#islands/ui/elements.ts';

const avatarPixels = 32;

type Props = {
  entry: Pick<InboxEntry, 'writer' | 'date' | 'novel' | 'chapter'>;
  name: string;
  /** Its novel is the one of the screen: its title is not said again. */
  isOfOne: boolean;
  /** What state it is in. */
  children: Elements;
};

/** Who wrote an entry of the inbox, when, and about which chapter. */
export function EntryHead({ entry, name, isOfOne, children }: Props) {
  const { writer, date, novel, chapter } = entry;
  return (
    <header>
      <Avatar name={name} picture={writer?.picture ?? null} sizePixels={avatarPixels} />
      <div>
        <p className="inbox-who">
          <bdi translate="no">{name}</bdi>
          {children}
        </p>
        <p className="inbox-where">
          <time dateTime={date}>{formatInstant(date)}</time>
          <a href={paths.chapter(chapter._id)}>
            {isOfOne ? `Chapitre ${chapter.number}` : `${novel.title}, chapitre ${chapter.number}`}
          </a>
        </p>
      </div>
    </header>
  );
}
