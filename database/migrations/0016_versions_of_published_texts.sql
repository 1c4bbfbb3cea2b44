-- The published texts of before are the first versions of their chapters (decision 85).
insert into chapter_versions
  (id, chapter_id, kind, title, html, word_count, written_by, begun_at, kept_at)
select gen_random_uuid(), chapters.id, 'published', chapters.title, chapter_texts.html,
  chapters.word_count, null, chapter_texts.updated_at, chapter_texts.updated_at
from chapters join chapter_texts on chapter_texts.chapter_id = chapters.id
where chapters.status = 'published';
