-- Comments from before the inbox: read, and none of them waits for an answer.
INSERT INTO "inbox_entries" ("comment_id", "novel_id", "created_at", "read_at", "settled_at")
SELECT "comments"."id", "chapters"."novel_id", "comments"."created_at", now(), now()
FROM "comments"
JOIN "chapters" ON "chapters"."id" = "comments"."chapter_id"
JOIN "novels" ON "novels"."id" = "chapters"."novel_id"
WHERE "comments"."user_id" IS DISTINCT FROM "novels"."owner_id" OR "comments"."user_id" IS NULL
ON CONFLICT ("comment_id") DO NOTHING;
