import baseStyle from '../../../styles/base.css?inline';
import fieldStyle from '../../../islands/ui/field/field.css?inline';
import fleuronStyle from '../../../styles/fleuron.css?inline';
import pageStyle from '../../../styles/setup.css?inline';
import tokens from '../../../styles/tokens.css?inline';
import { formatFileLimit, formatTime } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { studioLimits } from '#shared/constants.ts';
import { escapeHtml } from '#server/core/escape-html.ts';
import { hashStyle } from '#server/core/http/style-hash.ts';
import { hasSample, sampleTitle, type FirstResults } from './first-steps.ts';
import { whetherName, type Group, type Question } from './questions.ts';

const layers = '@layer base,components,local,final;';
const style = [layers, tokens, baseStyle, fieldStyle, fleuronStyle, pageStyle].join('');

/** What these pages may do: show themselves, and send their forms here. */
export const policy =
  `default-src 'none'; style-src '${hashStyle(style)}'; img-src data:; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'";

/** What was typed, and what is wrong with it, by the names of fields. */
export type FormState = {
  values: ReadonlyMap<string, string>;
  faults: ReadonlyMap<string, string>;
  /** Secrets that were given, and are not shown again. */
  kept: ReadonlyMap<string, string>;
  /** Name of the book that was sent. */
  bookName: string | null;
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
  const field = { name: 'code', text: 'Code', hint: 'il change à chaque démarrage' };
  return layout(
    'Ce site n’a pas encore de réglages',
    `<p>${say('Le code qui permet de les donner est dans le journal du programme : ')}<code>journalctl -u feuilleton -o cat</code>${say(', ou ce qu’il écrit là où il a été lancé.')}</p>
<form method="post" action="/code">
${control(field, { value: '', fault, autofocus: true })}
<button class="button">Continuer</button>
</form>`,
  );
}

/** A page of one sentence. */
export const sentencePage = (title: string, sentence: string): string =>
  layout(title, `<p>${say(sentence)}</p><p><a href="/">Revenir au début</a></p>`);

/** All questions. */
export function formPage(asked: readonly Group[], state: FormState): string {
  const { faults } = state;
  const first = faults.keys().next().value;
  const other = faults.get('');
  const fields = (questions: readonly Question[]) =>
    questions.map((question) => fieldOf(question, state, first)).join('\n');
  const sections = asked.map(({ title, ask, questions }) => {
    if (ask === undefined) return fieldset(title, fields(questions));
    const name = whetherName(questions);
    const isOn = state.values.get(name) === 'oui';
    return fieldset(
      title,
      `<label class="setup-choice"><input type="checkbox" name="${name}" value="oui" class="setup-whether"${isOn ? ' checked' : ''}> ${say(`${ask} ?`)}</label>
<div class="setup-optional">${fields(questions)}</div>`,
    );
  });
  const count = faults.size;
  return layout(
    'Régler le site',
    `<p>${say('Ce sont les questions de ')}<code>feuilleton setup</code>${say('. Rien n’est écrit avant que toutes les réponses aillent ; le site démarre ensuite. Les secrets du site (clés, jetons) sont faits par le programme.')}</p>
${count > 0 ? `<div class="setup-faults" role="alert"><p>${say(other ?? (count === 1 ? 'Une réponse est à corriger, rien n’a été écrit :' : `${count} réponses sont à corriger, rien n’a été écrit :`))}</p>${links(state, asked)}</div>` : ''}
<form method="post" action="/" enctype="multipart/form-data" novalidate>
${sections.join('\n')}
${fieldset('Le premier compte', `<p class="field-hint">${say('Un compte admin, qui entre par un lien ; Google ou Apple le rejoignent plus tard par la même adresse.')}</p>${fields(adminQuestions)}`)}
${fieldset('Le premier roman', novelFields(state))}
<button class="button">${say('Écrire les réglages et démarrer')}</button>
</form>`,
  );
}

/** The first account. */
export const adminQuestions: readonly Question[] = [
  { name: 'ADMIN_NAME', text: 'Nom' },
  { name: 'ADMIN_EMAIL', text: 'Adresse e-mail' },
];

function links({ faults }: FormState, asked: readonly Group[]): string {
  const all = [...asked.flatMap(({ questions }) => questions), ...adminQuestions];
  const items = [...faults.keys()].filter(Boolean).map((name) => {
    const text = all.find((question) => question.name === name)?.text ?? 'Le premier roman';
    return `<li><a href="#${name}">${say(text)}</a></li>`;
  });
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

const fieldset = (title: string, content: string): string =>
  `<fieldset><legend>${say(title)}</legend>${content}</fieldset>`;

function fieldOf(question: Question, state: FormState, first: string | undefined): string {
  const { name, otherwise = '' } = question;
  const isKept = state.kept.has(name);
  return control(
    isKept ? { ...question, hint: 'déjà donné : laissez vide pour le garder' } : question,
    {
      value: question.isSecret ? (isKept ? '' : otherwise) : (state.values.get(name) ?? otherwise),
      fault: state.faults.get(name) ?? null,
      autofocus: name === first,
    },
  );
}

type Shown = { value: string; fault: string | null; autofocus: boolean };

function control(
  { name, text, hint, isLong }: Question,
  { value, fault, autofocus }: Shown,
): string {
  const notes = [...(hint === undefined ? [] : ['hint']), ...(fault === null ? [] : ['fault'])];
  const described = notes.map((note) => `${name}-${note}`).join(' ');
  const attributes =
    `class="field-control" id="${name}" name="${name}" maxlength="4000" spellcheck="false" autocomplete="off"` +
    (described && ` aria-describedby="${described}"`) +
    (fault === null ? '' : ' aria-invalid="true"') +
    (autofocus ? ' autofocus' : '');
  return `<div class="field">
<label for="${name}">${say(text)}</label>
${isLong ? `<textarea rows="4" ${attributes}>${escapeHtml(value)}</textarea>` : `<input ${attributes} value="${escapeHtml(value)}">`}
${hint === undefined ? '' : `<p class="field-hint" id="${name}-hint">${say(hint)}</p>`}
${faultOfField(name, fault)}</div>`;
}

const faultOfField = (name: string, fault: string | null): string =>
  fault === null ? '' : `<p class="field-error" id="${name}-fault">${say(fault)}</p>`;

function novelFields({ values, faults, bookName }: FormState): string {
  const chosen = values.get('NOVEL') ?? (hasSample() ? 'sample' : 'none');
  const fault = faults.get('NOVEL') ?? null;
  const choice = (value: string, text: string, id = '') =>
    `<label class="setup-choice"><input type="radio" name="NOVEL" value="${value}"${id}${chosen === value ? ' checked' : ''}> ${say(text)}</label>`;
  const limit = formatFileLimit(studioLimits.bookBytes);
  return `${hasSample() ? choice('sample', `« ${sampleTitle} », un roman d’exemple`) : ''}
${choice('none', 'Aucun pour l’instant')}
${choice('file', 'Un fichier', ' id="NOVEL"')}
<div class="field setup-book">
<label for="BOOK">${say('Le fichier')}</label>
<input class="field-control" type="file" id="BOOK" name="BOOK" accept=".epub,.md,.markdown,.txt" aria-describedby="BOOK-hint${fault === null ? '' : ' NOVEL-fault'}">
<p class="field-hint" id="BOOK-hint">${say(bookName === null ? `EPUB, Markdown ou texte, au plus ${limit}` : `${bookName} est déjà là : un autre fichier le remplace`)}</p>
</div>
${faultOfField('NOVEL', fault)}`;
}

/** What was done, and what comes next. */
export function donePage(
  { link, novel }: FirstResults,
  { siteUrl, file }: { siteUrl: string; file: string },
): string {
  const step = (html: string) => `<li>${html}</li>`;
  return layout(
    'Le site est réglé',
    `<p>${say('Ses réglages sont dans ')}<code>${escapeHtml(file)}</code>${say('. Il démarre maintenant.')}</p>
<ol class="setup-steps">
${step(`<p>${say('Votre proxy (Caddy, nginx) doit mener ')}<b>${escapeHtml(siteUrl)}</b>${say(' à ce programme.')}</p>`)}
${link ? step(`<p><a class="button" href="${escapeHtml(siteUrl + paths.staffLink(link.token))}">${say('Entrer comme admin')}</a></p><p class="field-hint">${say(`Ce lien connecte une fois, jusqu’à ${formatTime(link.expiresAt)} (heure de Paris). Un autre : `)}<code>feuilleton admin-link ADRESSE</code></p>`) : ''}
${novel ? step(`<p>${say(`« ${novel.title} » est publié : `)}<a href="${escapeHtml(`${siteUrl}/novel/${novel.slug}`)}">/novel/${escapeHtml(novel.slug)}</a></p>`) : ''}
${step(`<p><code>feuilleton doctor</code>${say(' dit ce qui manque encore : adresse, certificat, clés, e-mails.')}</p>`)}
</ol>`,
  );
}
