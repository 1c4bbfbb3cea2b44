import { Select } from '#islands/ui/select/Select.tsx';
import type { ListPages } from './use-list-pages.ts';

type Props = { pages: ListPages };

/** A field that opens any page of a long list; nothing where there is one page. */
export function ChoosePage({ pages }: Props) {
  const { page, pageCount, turn, ranks } = pages;
  if (pageCount === 1) return null;
  const options = Array.from({ length: pageCount }, (_, index) => ({
    value: String(index),
    label: ranks(index),
  }));
  return (
    <Select
      name="page"
      label="Page"
      options={options}
      value={String(page)}
      onChange={({ target }) => turn(Number(target.value))}
    />
  );
}
