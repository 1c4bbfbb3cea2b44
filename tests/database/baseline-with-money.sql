-- A small site as the baseline alone kept it, with money in it. Written for
-- tests/database/upgrade.test.ts; it stays as it is: it is what an old database holds.
INSERT INTO users (id, name, credits, role) VALUES
  ('019a0000-0000-7000-8000-000000000001', 'Léa Martin', 291, 'reader'),
  ('019a0000-0000-7000-8000-000000000002', 'Karim Benali', 0, 'reader'),
  ('019a0000-0000-7000-8000-000000000003', 'Autrice', 7, 'author');

INSERT INTO novels (id, slug, title, author_name, owner_id, source_key, chapter_count, views,
    favorites, rating_sum, rating_count, is_draft, created_at, updated_at) VALUES
  ('019a0000-0000-7000-8000-000000000101', 'le-phare', 'Le Phare', 'Autrice',
    '019a0000-0000-7000-8000-000000000003', 'test:le-phare', 11, 41, 1, 9, 2, false,
    '2026-01-01T08:00:00Z', '2026-02-01T08:00:00Z'),
  ('019a0000-0000-7000-8000-000000000102', 'la-dune', 'La Dune', 'Autrice',
    '019a0000-0000-7000-8000-000000000003', NULL, 0, 3, 0, 0, 0, true,
    '2026-01-02T08:00:00Z', '2026-01-02T08:00:00Z');

INSERT INTO chapters (id, novel_id, chapter_number, title, status, published_at, is_premium,
    credit_cost, word_count, views, source_key, created_at, updated_at)
  SELECT ('019a0000-0000-7000-8000-0000000002' || lpad(n::text, 2, '0'))::uuid,
    '019a0000-0000-7000-8000-000000000101', n, 'Chapitre ' || n,
    CASE WHEN n = 12 THEN 'draft' ELSE 'published' END, '2026-01-01T08:00:00Z', n > 6,
    greatest(1, n - 5),
    3, 100 - n, CASE WHEN n = 12
      THEN 'withdrawn:019a0000-0000-7000-8000-000000000212:chapitre-12' ELSE 'chapitre-' || n END,
    '2026-01-01T08:00:00Z', '2026-01-01T08:00:00Z'
  FROM generate_series(1, 12) n;

INSERT INTO chapter_texts (chapter_id, html)
  SELECT id, '<p>Texte du chapitre ' || chapter_number || '.</p>' FROM chapters;

INSERT INTO view_days (subject_id, day, views) VALUES
  ('019a0000-0000-7000-8000-000000000101', '2026-01-31', 40),
  ('019a0000-0000-7000-8000-000000000101', '2026-02-01', 1),
  ('019a0000-0000-7000-8000-000000000101', current_date, 9),
  ('019a0000-0000-7000-8000-000000000201', '2026-01-31', 30),
  ('019a0000-0000-7000-8000-000000000201', current_date, 4),
  ('019a0000-0000-7000-8000-000000000202', current_date, 3);

INSERT INTO credit_transactions (id, user_id, plan_id, pack_name, credits, amount_cents, status,
    billing, stripe_session_id, refunded_cents, created_at, completed_at) VALUES
  ('0d1b1f2e-0000-4000-8000-000000000301', '019a0000-0000-7000-8000-000000000001', 'plan_basic',
    'Basique', 300, 499, 'completed', '{}', 'cs_1', 0, '2026-01-03T08:00:00Z', '2026-01-03T08:01:00Z'),
  ('0d1b1f2e-0000-4000-8000-000000000302', '019a0000-0000-7000-8000-000000000002', 'plan_basic',
    'Basique', 300, 499, 'completed', '{}', 'cs_2', 499, '2026-01-04T08:00:00Z', '2026-01-04T08:01:00Z'),
  ('0d1b1f2e-0000-4000-8000-000000000303', '019a0000-0000-7000-8000-000000000002', 'plan_basic',
    'Basique', 300, 499, 'failed', '{}', 'cs_3', 0, '2026-01-05T08:00:00Z', NULL);

INSERT INTO unlocks (user_id, chapter_id, cost_credits) VALUES
  ('019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000209', 4),
  ('019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000210', 5);

INSERT INTO ledger_entries (id, user_id, delta, kind, reference, balance_after, transaction_id, reason)
VALUES
  ('019a0000-0000-7000-8000-000000000401', '019a0000-0000-7000-8000-000000000001', 300, 'purchase',
    '0d1b1f2e-0000-4000-8000-000000000301', 300, '0d1b1f2e-0000-4000-8000-000000000301', ''),
  ('019a0000-0000-7000-8000-000000000402', '019a0000-0000-7000-8000-000000000001', -4, 'unlock',
    '019a0000-0000-7000-8000-000000000001:019a0000-0000-7000-8000-000000000209', 296, NULL, ''),
  ('019a0000-0000-7000-8000-000000000403', '019a0000-0000-7000-8000-000000000002', 300, 'purchase',
    '0d1b1f2e-0000-4000-8000-000000000302', 300, '0d1b1f2e-0000-4000-8000-000000000302', ''),
  ('019a0000-0000-7000-8000-000000000404', '019a0000-0000-7000-8000-000000000001', -5, 'unlock',
    '019a0000-0000-7000-8000-000000000001:019a0000-0000-7000-8000-000000000210', 291, NULL, ''),
  ('019a0000-0000-7000-8000-000000000405', '019a0000-0000-7000-8000-000000000002', -300, 'refund',
    're_1', 0, '0d1b1f2e-0000-4000-8000-000000000302', ''),
  ('019a0000-0000-7000-8000-000000000406', '019a0000-0000-7000-8000-000000000003', 7, 'adjustment',
    'geste-1', 7, NULL, 'Un geste');

INSERT INTO invoice_counters (kind, year, last_number) VALUES ('invoice', 2026, 2), ('credit_note', 2026, 1);

INSERT INTO invoices (id, kind, year, sequence, number, transaction_id, invoice_id,
    refund_reference, seller, buyer, lines, net_cents, vat_cents, total_cents) VALUES
  ('019a0000-0000-7000-8000-000000000501', 'invoice', 2026, 1, 'F2026-000001',
    '0d1b1f2e-0000-4000-8000-000000000301', NULL, NULL, '{}', '{}', '[]', 499, 0, 499),
  ('019a0000-0000-7000-8000-000000000502', 'invoice', 2026, 2, 'F2026-000002',
    '0d1b1f2e-0000-4000-8000-000000000302', NULL, NULL, '{}', '{}', '[]', 499, 0, 499),
  ('019a0000-0000-7000-8000-000000000503', 'credit_note', 2026, 1, 'A2026-000001',
    '0d1b1f2e-0000-4000-8000-000000000302', '019a0000-0000-7000-8000-000000000502', 're_1',
    '{}', '{}', '[]', -499, 0, -499);

INSERT INTO reading_places (user_id, chapter_id, paragraph, updated_at) VALUES
  ('019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000201', 4, '2026-10-02 09:00Z'),
  ('019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000203', NULL, '2026-10-01 09:00Z');
