import baseStyle from '../../../styles/base.css?inline';
import fieldStyle from '../../../islands/ui/field/field.css?inline';
import fleuronStyle from '../../../styles/fleuron.css?inline';
import pageStyle from '../../../styles/setup.css?inline';
import tokens from '../../../styles/tokens.css?inline';
import { studioLimits } from '#shared/constants.ts';
import { formatFileLimit, formatTime } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { escapeHtml } from '#server/core/escape-html.ts';
import { hashStyle } from '#server/core/http/style-hash.ts';
import { hasSample, sampleTitle, type FirstResults } from './first-steps.ts';
import { longSetting, secrets, whetherName, type Group, type Question } from './questions.ts';

const layers = '@layer base,components,local,final;';
const style = [layers, tokens, baseStyle, fieldStyle, fleuronStyle, pageStyle].join('');

/** What these pages may do: show themselves, and send their forms here. */
export const policy =
  `default-src 'none'; style-src '${hashStyle(style)}'; img-src data:; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'";

/** What was typed, and what is wrong with it, by the names of fields. */
export type FormState = {
  values: ReadonlyMap<string, string>;
  /** Under '' what is wrong with none of them. */
  faults: ReadonlyMap<string, string>;
  withheld: Withheld;
};

/** What was sent and is not shown again, but used by the next try: secrets, and a book. */
export type Withheld = {
  secrets: Map<string, string>;
  book: { name: string; bytes: Uint8Array } | null;
};

/** Text for the page; French signs stay with the word before them. */
const say = (text: string): string =>
  escapeHtml(text.replaceAll(/ (?=[:;!?»])/g, '\u00A0').replaceAll('« ', '«\u00A0'));

function layout(title: string, content: string): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say(title)} · Feuilleton</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main class="page setup">
<p class="setup-brand fleuron">Feuilleton</p>
<h1>${say(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** Asks for the code. */
export function codePage(fault: string | null = null): string {
  const question = { name: 'code', text: 'Code (il change à chaque démarrage)' };
  return layout(
    'Ce site n’a pas encore de réglages',
    `<p>${say('Le code qui permet de les donner est dans le journal du programme :')} <code>journalctl -u feuilleton -o cat</code>, ou ce qu’il écrit là où il a été lancé.</p>
<form method="post" action="/code">
${control(question, { value: '', fault, isFirst: true })}
<button class="button">Continuer</button>
</form>`,
  );
}

/** A page of one sentence. */
export const sentencePage = (title: string, sentence: string): string =>
  layout(title, `<p>${say(sentence)}</p><p><a href="/">Revenir au début</a></p>`);

const adminQuestions: readonly Question[] = [
  { name: 'ADMIN_NAME', text: 'Nom' },
  {
    name: 'ADMIN_EMAIL',
    text: 'Adresse e-mail (Google ou Apple rejoignent ce compte par elle)',
  },
];

/** All questions. */
export function formPage(asked: readonly Group[], state: FormState): string {
  const { faults, values } = state;
  const sections = asked.map(({ title, ask, questions }) => {
    const fields = questions.map((question) => fieldOf(question, state)).join('');
    if (ask === undefined) return fieldset(title, fields);
    const name = whetherName(questions);
    const input = `type="checkbox" class="setup-whether" name="${name}" value="oui"`;
    const choice = chosen(input, `${ask} ?`, values.has(name));
    return fieldset(title, `${choice}<div class="setup-optional">${fields}</div>`);
  });
  const fault = faults.get('') ?? 'Rien n’a été écrit : des réponses sont à corriger.';
  return layout(
    'Régler le site',
    `<p>${say('Rien n’est écrit avant que toutes les réponses conviennent ; le site démarre ensuite. Le programme fait lui-même ses clés et ses jetons.')}</p>
${faults.size > 0 ? `<p class="setup-faults" role="alert">${say(fault)}</p>` : ''}
<form method="post" action="/" enctype="multipart/form-data" novalidate>
${sections.join('\n')}
${fieldset('Le premier compte, admin', adminQuestions.map((question) => fieldOf(question, state)).join(''))}
${fieldset('Le premier roman', novelFields(state))}
<button class="button">Écrire les réglages et démarrer</button>
</form>`,
  );
}

const fieldset = (title: string, content: string): string =>
  `<fieldset><legend>${say(title)}</legend>${content}</fieldset>`;

const chosen = (input: string, text: string, isChecked: boolean): string =>
  `<label class="setup-choice"><input ${input}${isChecked ? ' checked' : ''}> ${say(text)}</label>`;

function fieldOf(question: Question, { values, faults, withheld }: FormState): string {
  const { name, text, otherwise = '' } = question;
  const isWithheld = withheld.secrets.has(name);
  const shown = isWithheld
    ? { name, text: `${labelOf(text).label} (déjà donné : une réponse vide le garde)` }
    : question;
  return control(shown, {
    value: isWithheld ? '' : ((secrets.has(name) ? null : values.get(name)) ?? otherwise),
    fault: faults.get(name) ?? null,
    isFirst: name === faults.keys().next().value,
  });
}

/** “Adresse publique, comme https://…” is a label and a hint. */
function labelOf(text: string): { label: string; hint: string } {
  const [, label = text, hint = ''] = /^(.+?)(?:, | : | \()(.+?)\)?$/.exec(text) ?? [];
  return { label, hint };
}

type Shown = { value: string; fault: string | null; isFirst: boolean };

function control({ name, text }: Question, { value, fault, isFirst }: Shown): string {
  const { label, hint } = labelOf(text);
  const isLong = name === longSetting;
  const input =
    `class="field-control" id="${name}" name="${name}" maxlength="4000" spellcheck="false" ` +
    `autocomplete="off" aria-describedby="${name}-hint ${name}-fault"` +
    (fault === null ? '' : ' aria-invalid="true"') +
    (isFirst ? ' autofocus' : '');
  return `<div class="field"><label for="${name}">${say(label)}</label>
${isLong ? `<textarea rows="4" ${input}></textarea>` : `<input ${input} value="${escapeHtml(value)}">`}
${hint === '' || (isLong && !hint.startsWith('déjà')) ? '' : `<p class="field-hint" id="${name}-hint">${say(hint)}</p>`}
${faultOfField(name, fault)}</div>`;
}

const faultOfField = (name: string, fault: string | null): string =>
  fault === null ? '' : `<p class="field-error" id="${name}-fault">${say(fault)}</p>`;

function novelFields({ values, faults, withheld: { book } }: FormState): string {
  const choice = values.get('NOVEL') ?? (hasSample() ? 'sample' : 'none');
  const radio = (value: string, text: string) =>
    chosen(
      `type="radio" name="NOVEL" value="${value}" id="NOVEL-${value}"`,
      text,
      choice === value,
    );
  const limit = formatFileLimit(studioLimits.bookBytes);
  const hint =
    book === null
      ? `EPUB, Markdown ou texte, au plus ${limit}`
      : `${book.name} est déjà là : un autre fichier le remplace`;
  return `${hasSample() ? radio('sample', `« ${sampleTitle} », un roman d’exemple`) : ''}
${radio('file', 'Un fichier')}
<div class="field setup-book"><label for="BOOK">Le fichier</label>
<input class="field-control" type="file" id="BOOK" name="BOOK" accept=".epub,.md,.markdown,.txt" aria-describedby="BOOK-hint NOVEL-fault">
<p class="field-hint" id="BOOK-hint">${say(hint)}</p>
${faultOfField('NOVEL', faults.get('NOVEL') ?? null)}</div>
${radio('none', 'Aucun pour l’instant')}`;
}

/** What was done, and what comes next. */
export function donePage(
  { link, novel }: FirstResults,
  { siteUrl, file }: { siteUrl: string; file: string },
): string {
  const until =
    link &&
    `Ce lien connecte une fois, jusqu’à ${formatTime(link.expiresAt)} (heure de Paris). Un autre :`;
  const steps = [
    `Votre proxy (Caddy, nginx) doit mener <b>${escapeHtml(siteUrl)}</b> à ce programme.`,
    link &&
      `<p><a class="button" href="${escapeHtml(siteUrl + paths.staffLink(link.token))}">Entrer comme admin</a></p><p class="field-hint">${say(until ?? '')} <code>feuilleton admin-link ADRESSE</code></p>`,
    novel &&
      `${say(`« ${novel.title} » est publié :`)} <a href="${escapeHtml(`${siteUrl}/novel/${novel.slug}`)}">/novel/${escapeHtml(novel.slug)}</a>`,
    `<code>feuilleton doctor</code> ${say('dit ce qui manque encore : adresse, certificat, clés, e-mails.')}`,
  ];
  return layout(
    'Le site est réglé',
    `<p>Ses réglages sont dans <code>${escapeHtml(file)}</code>. Il démarre maintenant.</p>
<ol class="setup-steps">${steps.map((step) => (step ? `<li>${step}</li>` : '')).join('')}</ol>`,
  );
}
