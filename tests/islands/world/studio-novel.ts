import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';

/** A public novel as its owner sees it; what a test does not care about is filled in. */
export const studioNovel = (more: Partial<StudioNovelBody> = {}): StudioNovelBody => ({
  ...{ _id: '019a0000-0000-7000-8000-000000000001', slug: 'le-phare', title: 'Le Phare' },
  ...{ authorName: 'Mathilde', coverImage: null, description: '', status: 'ongoing' },
  ...{ language: 'fr', genres: [], tags: [], views: 0, favorites: 0, chapterCount: 1 },
  ...{ rating: null, ratingAvg: null, ratingCount: 0 },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', updatedAt: '2026-11-01T12:00:00.000Z' },
  ...{ isDraft: false, isFeatured: false, isOffered: false, role: 'owner' },
  ...{ translatorName: '', originalTitle: '', originalLanguage: '', rhythm: '' },
  owner: { _id: '019a0000-0000-7000-8000-000000000002', name: 'Mathilde' },
  chapters: { published: 1, scheduled: 0, draft: 0 },
  sums: { views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 },
  waiting: { answer: 0, approval: 0, typos: 0 },
  ...more,
});
