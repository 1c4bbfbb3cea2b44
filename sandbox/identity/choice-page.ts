import { escapeHtml } from '../html.ts';
import { fullName, people, type Person } from '../people.ts';
import type { ProviderPage } from './page.ts';
import type { StandIn } from './stand-in.ts';

/** The page on which the visitor chooses one of the people, or refuses. */
export function choicePage(standIn: StandIn): ProviderPage {
  const { name, siteUrl, letsHideAddress } = standIn;
  const persons = Object.entries(people).map(
    ([key, person]) => `<li>${personButton(standIn, key, person)}</li>`,
  );
  return {
    title: `Bac à sable : faux compte ${name}`,
    name,
    body: `<h1>Qui se connecte&nbsp;?</h1>
<p>Ces quatre personnes sont inventées, aucun mot de passe n’est demandé. Le site ${escapeHtml(siteUrl)} recevra le nom et l’adresse de celle que vous choisissez.</p>
<form method="post">
${letsHideAddress ? addressChoice : ''}
<ul class="people">
${persons.join('\n')}
</ul>
<button name="refuse" value="yes">Refuser</button>
</form>`,
  };
}

/** For a sign-in that has ended or was begun in another browser. */
export function expiredPage({ name, siteUrl }: StandIn): ProviderPage {
  return {
    title: 'Connexion expirée',
    name,
    body: `<h1>Connexion expirée</h1>
<p>Cette connexion est terminée ou a trop attendu. Recommencez depuis le site.</p>
<p><a href="${escapeHtml(siteUrl)}/login">Revenir au site</a></p>`,
  };
}

const addressChoice = `<fieldset>
<legend>Votre adresse e-mail</legend>
<label><input type="radio" name="address" value="shared" checked> Partager mon adresse</label>
<label><input type="radio" name="address" value="hidden"> Masquer mon adresse</label>
<p class="muted">Comme chez Apple, seul compte le choix fait à la première connexion de chaque personne.</p>
</fieldset>`;

function personButton({ showsPictures }: StandIn, key: string, person: Person): string {
  const { firstName, lastName, introduction, picture } = person;
  const face =
    showsPictures && picture
      ? `<img class="face" src="/pictures/${key}.webp" width="40" height="40" alt="">`
      : `<span class="face" aria-hidden="true">${firstName.charAt(0)}${lastName.charAt(0)}</span>`;
  return `<button class="person" name="person" value="${key}">${face}<span><strong>${fullName(person)}</strong> — ${introduction}</span></button>`;
}
