-- Made by drizzle-kit and put in order by hand: the copy first. The foreign keys, which are checked for
-- all rows, lock out who writes to novels and accounts.
CREATE TABLE "reader_days" (
	"novel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "reader_days_novel_id_day_user_id_pk" PRIMARY KEY("novel_id","day","user_id")
);
--> statement-breakpoint
-- Of each place the day of its last change is known; earlier days were not kept.
INSERT INTO "reader_days" ("novel_id", "day", "user_id")
  SELECT DISTINCT chapters.novel_id,
    (reading_places.updated_at AT TIME ZONE 'Europe/Paris')::date, reading_places.user_id
  FROM reading_places INNER JOIN chapters ON chapters.id = reading_places.chapter_id;
--> statement-breakpoint
CREATE INDEX "reader_days_user" ON "reader_days" USING btree ("user_id","novel_id","day");
--> statement-breakpoint
-- From here on no novel and no account is written to until the end.
LOCK TABLE "novels", "users" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- What was deleted while the rows were copied.
DELETE FROM "reader_days" WHERE
  NOT EXISTS (SELECT FROM novels WHERE novels.id = reader_days.novel_id)
  OR NOT EXISTS (SELECT FROM users WHERE users.id = reader_days.user_id AND users.erased_at IS NULL);
--> statement-breakpoint
ALTER TABLE "reader_days" ADD CONSTRAINT "reader_days_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reader_days" ADD CONSTRAINT "reader_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
