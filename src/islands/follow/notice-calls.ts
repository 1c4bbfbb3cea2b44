import { call } from '#browser/call.ts';
import {
  getAuthorNotices,
  getNovelNotices,
  setAuthorNotices,
  setNovelNotices,
} from '#shared/contracts/notices.ts';

/** Whether a followed novel is told, by its id. */
export const novelNotices = {
  load: (id: string) => call(getNovelNotices, { params: { id } }),
  send: (id: string, isTold: boolean) =>
    call(setNovelNotices, {
      params: { id },
      body: { isTold },
    }),
};

/** Whether a followed author or translator is told, by the address of their page. */
export const authorNotices = {
  load: (slug: string) => call(getAuthorNotices, { params: { slug } }),
  send: (slug: string, isTold: boolean) =>
    call(setAuthorNotices, {
      params: { slug },
      body: { isTold },
    }),
};
