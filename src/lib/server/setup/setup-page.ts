import baseStyle from '../../../styles/base.css?inline';
import fieldStyle from '../../../islands/ui/field/field.css?inline';
import fleuronStyle from '../../../styles/fleuron.css?inline';
import pageStyle from '../../../styles/setup.css?inline';
import tokens from '../../../styles/tokens.css?inline';
import { studioLimits } from '#shared/constants.ts';
import { formatFileLimit } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { escapeHtml } from '#server/core/escape-html.ts';
import { hashStyle } from '#server/core/http/style-hash.ts';
import { hasSample, sampleTitle, untilSentence, type FirstResults } from './first-steps.ts';
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

function layout(title: string, content: string, tabTitle = title): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say(tabTitle)} · Feuilleton</title>
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
    'Ce site reste à configurer',
    `<p>${say('Le code qui le permet est dans le journal du programme :')} <code>sudo journalctl -u feuilleton -o cat</code>, ou ce qu’il écrit là où il a été lancé.</p>
<form method="post" action="/code">
${control(question, { value: '', fault, isFirst: true })}
<button class="button">Continuer</button>
</form>`,
  );
}

/** A page of one sentence. */
export const sentencePage = (title: string, sentence: string): string =>
  layout(title, `<p>${say(sentence)}</p><p><a href="/">Revenir au début</a></p>`);

const adminGroup: Group = {
  title: 'Premier compte, administrateur',
  questions: [
    { name: 'ADMIN_NAME', text: 'Nom' },
    {
      name: 'ADMIN_EMAIL',
      text: 'Adresse e-mail (celle de votre compte Google ou Apple, pour revenir par lui)',
    },
  ],
};
const novelGroup: Group = {
  title: 'Premier roman',
  questions: [{ name: 'NOVEL', text: 'Fichier' }],
};

/** All questions. */
export function formPage(asked: readonly Group[], state: FormState): string {
  const { faults, values } = state;
  const typed = faults.has('SITE_URL') ? '' : values.get('SITE_URL')?.replace(/\/+$/, '');
  const sections = asked.map(({ title, ask, called, questions }) => {
    const address =
      called &&
      `<p class="field-hint">${say(`${called.by} :`)} <code>${escapeHtml((typed || 'https://VOTRE-SITE') + called.path)}</code></p>`;
    const fields = (address ?? '') + questions.map((question) => fieldOf(question, state)).join('');
    if (ask === undefined) return fieldset(title, fields);
    const name = whetherName(questions);
    const input = `type="checkbox" class="setup-whether" name="${name}" value="oui"`;
    const choice = chosen(input, `${ask} ?`, values.has(name));
    return fieldset(title, `${choice}<div class="setup-optional">${fields}</div>`);
  });
  return layout(
    'Configurer le site',
    `<p>${say('Rien n’est écrit avant que toutes les réponses conviennent ; le site démarre ensuite. Le programme fait lui-même ses clés et ses jetons.')}</p>
${faultsBox([...asked, adminGroup, novelGroup], faults)}
<form method="post" action="/" enctype="multipart/form-data" novalidate>
${sections.join('\n')}
${fieldset(adminGroup.title, adminGroup.questions.map((question) => fieldOf(question, state)).join(''))}
${fieldset(novelGroup.title, novelFields(state))}
<button class="button">Écrire les réglages et démarrer</button>
</form>`,
    faults.size > 0 ? 'Des réponses sont à corriger' : undefined,
  );
}

/** Says how many answers are at fault, and leads to each; nothing where none is. */
function faultsBox(all: readonly Group[], faults: FormState['faults']): string {
  if (faults.size === 0) return '';
  const links = all.flatMap(({ title, questions }) =>
    questions.flatMap(({ name, text }) => {
      const field = say(`${title} : ${labelOf(text).label}`);
      const id = name === 'NOVEL' ? 'BOOK' : name;
      return faults.has(name) ? `<li><a href="#${id}">${field}</a></li>` : [];
    }),
  );
  const count =
    links.length === 1 ? 'une réponse est à corriger' : `${links.length} réponses sont à corriger`;
  const sentence = faults.get('') ?? `Rien n’a été écrit : ${count}.`;
  return `<div class="setup-faults" role="alert" tabindex="-1" autofocus><p>${say(sentence)}</p><ul>${links.join('')}</ul></div>`;
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
  });
}

/** “Adresse publique, par exemple https://…” is a label and a hint. */
function labelOf(text: string): { label: string; hint: string } {
  const [, label = text, hint = ''] = /^(.+?)(?:, | : | \()(.+?)\)?$/.exec(text) ?? [];
  return { label, hint: hint.replace(/^\p{Ll}(?=\p{L}*[ ’,])/u, (first) => first.toUpperCase()) };
}

/** What the keyboard of a phone is for. */
const keyboards: readonly (readonly [RegExp, string])[] = [
  [/_(?:NAME|ADDRESS|LEGAL_FORM|DIRECTOR)$/, ''],
  [/_EMAIL$/, ' type="email"'],
  [/_PHONE$/, ' type="tel"'],
  [/^(?:SITE|MEDIATOR)_URL$/, ' type="url"'],
  [/^TRUST_PROXY$/, ' inputmode="numeric"'],
  [/^/, ' autocapitalize="off"'],
];

/** Names what stands at a field, and that it is at fault. */
const about = (hintId: string | null, faultId: string | null): string =>
  (hintId || faultId ? ` aria-describedby="${[hintId, faultId].filter(Boolean).join(' ')}"` : '') +
  (faultId ? ' aria-invalid="true"' : '');

type Shown = { value: string; fault: string | null; isFirst?: boolean };

function control({ name, text }: Question, { value, fault, isFirst = false }: Shown): string {
  const { label, hint } = labelOf(text);
  const isLong = name === longSetting;
  const isHinted = hint !== '' && (!isLong || hint.startsWith('Déjà'));
  const [, keyboard = ''] = keyboards.find(([form]) => form.test(name)) ?? [];
  const input =
    `class="field-control" id="${name}" name="${name}" maxlength="4000" spellcheck="false" ` +
    `autocomplete="off"${keyboard}` +
    about(isHinted ? `${name}-hint` : null, fault === null ? null : `${name}-fault`) +
    (isFirst ? ' autofocus' : '');
  return `<div class="field"><label for="${name}">${say(label)}</label>
${isLong ? `<textarea rows="4" ${input}></textarea>` : `<input ${input} value="${escapeHtml(value)}">`}
${isHinted ? `<p class="field-hint" id="${name}-hint">${say(hint)}</p>` : ''}
${faultOfField(name, fault)}</div>`;
}

const faultOfField = (name: string, fault: string | null): string =>
  fault === null ? '' : `<p class="field-error" id="${name}-fault">${say(fault)}</p>`;

function novelFields({ values, faults, withheld: { book } }: FormState): string {
  const choice = values.get('NOVEL') ?? 'none';
  const radio = (value: string, text: string) =>
    chosen(
      `type="radio" name="NOVEL" value="${value}" id="NOVEL-${value}"`,
      text,
      choice === value,
    );
  const fault = faults.get('NOVEL') ?? null;
  const limit = formatFileLimit(studioLimits.bookBytes);
  const hint =
    book === null
      ? `EPUB, Markdown ou texte, au plus ${limit}`
      : `${book.name} est déjà là : un autre fichier le remplace`;
  // The book comes last: what was sent before one that is too large is read all the same.
  return `${radio('none', 'Aucun pour l’instant')}
${hasSample() ? radio('sample', `« ${sampleTitle} », un roman d’exemple`) : ''}
${radio('file', 'Un fichier')}
<div class="field setup-book"><label for="BOOK">Fichier</label>
<input class="field-control" type="file" id="BOOK" name="BOOK" accept=".epub,.md,.markdown,.txt"${about('BOOK-hint', fault && 'NOVEL-fault')}>
<p class="field-hint" id="BOOK-hint">${say(hint)}</p>
${faultOfField('NOVEL', fault)}</div>`;
}

/** What was done, and what comes next. */
export function donePage(
  { link, novel }: FirstResults,
  { siteUrl, file }: { siteUrl: string; file: string },
): string {
  const enter =
    link &&
    `<a class="button setup-enter" href="${escapeHtml(siteUrl + paths.staffLink(link.token))}">Entrer comme admin</a>
<p class="field-hint">${say(`${untilSentence(link.expiresAt)} Un autre :`)} <code>sudo feuilleton admin-link ADRESSE</code></p>`;
  const steps = [
    `Votre proxy (Caddy, nginx) doit mener <b>${escapeHtml(siteUrl)}</b> à ce programme.`,
    novel &&
      `${say(`« ${novel.title} » est publié :`)} <a href="${escapeHtml(`${siteUrl}/novel/${novel.slug}`)}">/novel/${escapeHtml(novel.slug)}</a>`,
    `<code>sudo feuilleton doctor</code> ${say('dit ce qui manque encore : adresse, certificat, clés, e-mails.')}`,
  ];
  return layout(
    'Le site est configuré',
    `${enter ?? ''}
<p>Ses réglages sont dans <code>${escapeHtml(file)}</code>. Il démarre maintenant.</p>
<ol class="setup-steps">${steps.map((step) => (step ? `<li>${step}</li>` : '')).join('')}</ol>`,
  );
}
