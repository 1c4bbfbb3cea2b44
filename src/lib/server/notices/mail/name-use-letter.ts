import { and, desc, inArray, or } from 'drizzle-orm';
import { plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { isTranslatedBy, isWrittenBy } from '#server/catalogue/listings.ts';
import { isPublic } from '#server/catalogue/novels.ts';
import { novels, slugOf } from '#server/core/db/schema/catalogue.ts';
import type { LetterRecord } from './letter.ts';

/** Novels that the letter lists; the others are on the name's page. */
const novelsListedMax = 10;

/** Novels of others under a name that an account holds. */
export const nameUse: LetterRecord<'name_use'> = {
  why: 'Vous recevez cet e-mail parce que vous publiez sous ce nom.',
  compose: async ({ payload: { slug, novelIds } }, { db, site: { siteUrl } }) => {
    const found = await db
      .select({
        title: novels.title,
        slug: novels.slug,
        authorName: novels.authorName,
        translatorName: novels.translatorName,
        authorSlug: slugOf(novels.authorName),
      })
      .from(novels)
      .where(
        and(isPublic, inArray(novels.id, novelIds), or(isWrittenBy(slug), isTranslatedBy(slug))),
      )
      .orderBy(desc(novels.createdAt));
    const [first, ...others] = found;
    if (!first) return null;
    const name = first.authorSlug === slug ? first.authorName : first.translatorName;
    const what =
      others.length === 0
        ? `«\u00A0${first.title}\u00A0» paraît`
        : `${plural(found.length, 'roman')} d’autres comptes paraissent`;
    const subject = `${what} sous le nom de ${name}`;
    const more = found.length - novelsListedMax;
    return {
      subject,
      parts: [
        {
          kind: 'text',
          text: 'Vous publiez sous ce nom, et un autre compte l’emploie aussi. Les lecteurs qui suivent ce nom n’en sont pas prévenus\u00A0: seuls vos romans leur sont annoncés.',
        },
        {
          kind: 'list',
          title: name,
          url: siteUrl + paths.author(slug),
          items: [
            ...found.slice(0, novelsListedMax).map(({ title }) => title),
            ...(more > 0 ? [`et ${plural(more, 'autre roman', 'autres romans')}`] : []),
          ],
        },
        {
          kind: 'text',
          text: 'Si un roman se fait passer pour l’un des vôtres, ou si son auteur travaille avec vous et doit pouvoir annoncer ce qu’il publie sous ce nom, écrivez-nous.',
        },
        { kind: 'button', label: 'Voir le roman', url: siteUrl + paths.novel(first.slug) },
      ],
    };
  },
};
