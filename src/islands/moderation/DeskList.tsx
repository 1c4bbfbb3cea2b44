import { useRef, useState } from 'react';
import type { Outcome } from '#browser/outcome.ts';
import type { Elements } from '../ui/elements.ts';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { PageEnd } from '../ui/PageEnd.tsx';
import { usePages, type Page } from '../ui/use-pages.ts';

type Done<Row> = (sentence: string, change: (row: Row) => Row) => void;

type Props<Row> = {
  id: string;
  title: string;
  /** Loads a page; must be stable between renders. */
  load: (cursor: string | undefined) => Promise<Outcome<Page<Row>>>;
  /** Above the rows, if there are any. */
  hint?: string;
  failed: string;
  empty: string;
  /** @param done called once something was done: says it, and changes the rows */
  children: (row: Row, done: (sentence: string, change: (row: Row) => Row) => void) => Elements;
};

/** Rows that a moderator works on, loaded page by page. */
export function DeskList<Row extends { _id: string }>(props: Props<Row>) {
  const { id, title, load, hint, failed, empty, children } = props;
  const pages = usePages<Row>(load);
  const { rows, change } = pages;
  const [statusText, setStatusText] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const done = (sentence: string, changeRow: (row: Row) => Row) => {
    setStatusText(sentence);
    // The pressed button disappears.
    heading.current?.focus();
    change((known) => known.map(changeRow));
  };
  return (
    <section className="moderation-list" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {hint && rows.length > 0 && <p className="reported-context">{hint}</p>}
      <Notice kind="success" role="status">
        {statusText}
      </Notice>
      {rows.length > 0 && (
        <ol>
          {rows.map((row) => (
            <Item key={row._id} row={row} done={done} draw={children} />
          ))}
        </ol>
      )}
      <PageEnd
        pages={pages}
        failed={failed}
        more="Voir la suite"
        empty={<EmptyState sentence={empty} />}
      />
    </section>
  );
}

type ItemProps<Row> = { row: Row; done: Done<Row>; draw: Props<Row>['children'] };

function Item<Row>({ row, done, draw }: ItemProps<Row>) {
  return <li>{draw(row, done)}</li>;
}
