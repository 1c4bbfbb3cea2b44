DROP INDEX "typo_reports_own";--> statement-breakpoint
CREATE INDEX "typo_reports_own" ON "typo_reports" USING btree ("user_id",coalesce("decided_at", "created_at") desc,"id" DESC NULLS FIRST);