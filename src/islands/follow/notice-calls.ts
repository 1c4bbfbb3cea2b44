import { call } from '#browser/call.ts';
import type {
  getAuthorNotices,
  getNovelNotices,
  setAuthorNotices,
  setNovelNotices,
} from '#shared/contracts/notices.ts';

/** Whether a followed novel is told, by its id. */
export const novelNotices = {
  load: (id: string) =>
    call<typeof getNovelNotices>('GET', '/api/novels/{id}/notices', { params: { id } }),
  send: (id: string, isTold: boolean) =>
    call<typeof setNovelNotices>('PUT', '/api/novels/{id}/notices', {
      params: { id },
      body: { isTold },
    }),
};

/** Whether a followed author or translator is told, by the address of their page. */
export const authorNotices = {
  load: (slug: string) =>
    call<typeof getAuthorNotices>('GET', '/api/authors/{slug}/notices', { params: { slug } }),
  send: (slug: string, isTold: boolean) =>
    call<typeof setAuthorNotices>('PUT', '/api/authors/{slug}/notices', {
      params: { slug },
      body: { isTold },
    }),
};
