-- Written by hand: Drizzle knows no deferrable constraint. The indexes that are there are taken over,
-- so that the lock on the table is held for an instant whatever its size.
ALTER TABLE "chapters"
  ADD CONSTRAINT "chapters_number" UNIQUE USING INDEX "chapters_number" DEFERRABLE INITIALLY IMMEDIATE,
  ADD CONSTRAINT "chapters_source" UNIQUE USING INDEX "chapters_source" DEFERRABLE INITIALLY IMMEDIATE;
