import { cleanText } from '../inline.ts';

/** Keys that cataloguing tools write before the name: "17222447 FevalPP Féval, Paul". */
const catalogueKey = /^\s*\d{4,}\s+\S+\s+(?=\S)/;
const suffixes = /^(?:père|fils|jr\.?|junior|sr\.?|senior|dit .*)$/i;

/**
 * « Féval, Paul H.C. (père) » becomes « Paul H.C. Féval (père) »; several names joined by
 * semicolons are reordered alike and joined with commas.
 */
export function personName(text: string): string {
  const name = cleanText(text).trim().replace(catalogueKey, '');
  if (/^(?:anonymous|anonyme|unknown|inconnu|various)$/i.test(name))
    return /^various$/i.test(name) ? 'Collectif' : 'Anonyme';
  return name
    .split(/\s*;\s*/)
    .map(firstNameFirst)
    .filter((part) => part !== '')
    .join(', ');
}

function firstNameFirst(name: string): string {
  const parenthesis = /\s*(\([^()]*\))\s*$/.exec(name)?.[1] ?? '';
  const base = parenthesis === '' ? name : name.slice(0, name.lastIndexOf(parenthesis));
  const parts = base.split(',').map((part) => part.trim());
  const [surname = '', first = ''] = parts;
  const isInverted = parts.length === 2 && first !== '' && surname !== '' && !suffixes.test(first);
  const short = first.split(/\s+/).length <= 5 && surname.split(/\s+/).length <= 5;
  // « Pierre Alexis d’ » + « Artagnan » are joined without a space; « de » keeps its space.
  const joined = /['’]$/.test(first) ? `${first}${surname}` : `${first} ${surname}`;
  const ordered = isInverted && short ? joined : base.trim();
  return [ordered, parenthesis].filter((part) => part !== '').join(' ');
}
