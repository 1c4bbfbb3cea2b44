CREATE TABLE "opened_novels" (
	"user_id" uuid NOT NULL,
	"novel_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "opened_novels_user_id_novel_id_pk" PRIMARY KEY("user_id","novel_id")
);
--> statement-breakpoint
ALTER TABLE "opened_novels" ADD CONSTRAINT "opened_novels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_novels" ADD CONSTRAINT "opened_novels_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opened_novels_novel" ON "opened_novels" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "followed_authors_newest" ON "followed_authors" USING btree ("user_id","created_at" DESC NULLS FIRST);
