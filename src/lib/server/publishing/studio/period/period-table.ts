import type { NovelPeriodBody, PeriodTable } from '#shared/contracts/figures-period.ts';
import type { NovelFiguresBody } from '#shared/contracts/studio-novels.ts';
import { dailyFigures, figureNames } from '#shared/site/figure-names.ts';
import { originName } from '#shared/site/view-origins.ts';
import { csvHead, csvLine, instantCell } from '#server/core/csv.ts';

/** The ends of the files' names. */
export const tableNames: Record<PeriodTable, string> = {
  comparison: 'comparaison',
  days: 'jours',
  origins: 'origines',
  chapters: 'chapitres',
  conversions: 'du-gratuit-au-premium',
  cohorts: 'qui-revient',
};

/** Whether a table has the figures since each chapter came out, whatever the period. */
export const isOfAllTime = (table: PeriodTable): boolean =>
  table === 'chapters' || table === 'conversions';

/** A table of a period as CSV; that of the chapters comes from the figures of all time. */
export function periodTable(
  table: PeriodTable,
  period: NovelPeriodBody,
  chapters: NovelFiguresBody['chapters'],
): string {
  switch (table) {
    case 'comparison':
      return comparison(period);
    case 'days':
      return [
        csvHead(['Jour', ...dailyFigures.map((name) => figureNames[name])]),
        ...period.days.map((day) => csvLine([day.day, ...dailyFigures.map((name) => day[name])])),
      ].join('');
    case 'origins':
      return [
        csvHead(['Origine', 'Vues du roman', 'Vues des chapitres', 'Avant']),
        ...period.origins.map(({ origin, novelViews, views, before }) =>
          csvLine([originName(origin), novelViews, views, before]),
        ),
      ].join('');
    case 'chapters':
      return chaptersTable(chapters);
    case 'conversions':
      return [
        csvHead(['Chapitre gratuit', 'Titre', 'Chapitre premium', 'Lecteurs', 'Ont ouvert']),
        ...period.conversions.map((row) =>
          csvLine([row.chapterNumber, row.title, row.nextNumber, row.readers, row.opened]),
        ),
      ].join('');
    case 'cohorts':
      return [
        csvHead(['Semaine', 'Semaines après', 'Lecteurs']),
        ...period.cohorts.flatMap(({ week, back }) =>
          back.map((readers, later) => csvLine([week, later, readers])),
        ),
      ].join('');
  }
}

function comparison({ from, to, sums, before }: NovelPeriodBody): string {
  const names = Object.entries(figureNames) as [keyof typeof figureNames, string][];
  return [
    csvHead(['Chiffre', `${from} – ${to}`, `${before.from} – ${before.to}`]),
    ...names.map(([name, label]) => csvLine([label, sums[name], before.sums[name]])),
    csvLine(['Euros hors TVA', { cents: sums.netCents }, { cents: before.sums.netCents }]),
  ].join('');
}

function chaptersTable(chapters: NovelFiguresBody['chapters']): string {
  const columns = [
    'Chapitre',
    'Titre',
    'Publié',
    'Parution',
    'Vues',
    'Lecteurs',
    'Ont lu le suivant',
  ];
  return [
    csvHead([...columns, 'J’aime', 'Commentaires', 'Déverrouillages', 'Crédits']),
    ...chapters.map((chapter) =>
      csvLine([
        chapter.chapterNumber,
        chapter.title,
        chapter.isPublished ? 'oui' : 'non',
        chapter.publishedAt === null ? null : instantCell(new Date(chapter.publishedAt)),
        chapter.views,
        chapter.readers,
        chapter.readersWhoWentOn,
        chapter.likes,
        chapter.comments,
        chapter.unlocks,
        chapter.creditsEarned,
      ]),
    ),
  ].join('');
}
