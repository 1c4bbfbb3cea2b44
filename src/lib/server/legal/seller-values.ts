import { formatPercent } from '#shared/site/formats.ts';
import { countryName } from '#shared/money/billing-countries.ts';
import type { Publisher } from '#server/core/config/publisher.ts';
import type { VatSettings } from '#server/core/config/vat.ts';

/**
 * Sentences of the legal texts that depend on what the publisher is and whether anything is sold
 * (decision 132). An empty value leaves out its line of a list.
 * @param packs the list of packs, in Markdown; null while nothing is sold.
 */
export function sellerValues(
  publisher: Publisher,
  vat: VatSettings,
  packs: string | null,
): Record<string, string> {
  const { PUBLISHER_CAPITAL, PUBLISHER_VAT_NUMBER, MEDIATOR_NAME, MEDIATOR_URL } = publisher;
  return {
    'publisher.capital':
      PUBLISHER_CAPITAL === null ? '' : `Capital social\u00A0: ${PUBLISHER_CAPITAL}`,
    'publisher.vatNumber':
      PUBLISHER_VAT_NUMBER === null
        ? withoutVat
        : `Numéro de TVA intracommunautaire\u00A0: ${PUBLISHER_VAT_NUMBER}`,
    vatNotice: vat.regime === 'franchise' ? `${withoutVat}.` : ratesSentence(vat),
    packs:
      packs === null
        ? '**Aucun crédit n’est en vente à ce jour.** Ce que ces conditions disent de l’achat, du prix ' +
          'et de la rétractation vaut pour les crédits déjà achetés et pour les ventes à venir.'
        : `Les packs en vente sont les suivants\u00A0:\n\n${packs}\n\n${exactTerms}`,
    mediation:
      MEDIATOR_NAME === null || MEDIATOR_URL === null
        ? 'Rien n’étant vendu sur le site à ce jour, aucun médiateur de la consommation n’est désigné.'
        : 'Si elle n’aboutit pas, vous pouvez, en tant que consommateur, saisir gratuitement notre ' +
          'médiateur de la consommation, dans l’année qui suit cette réclamation\u00A0: ' +
          `${MEDIATOR_NAME}, ${MEDIATOR_URL}. La médiation reste facultative pour vous.`,
  };
}

const exactTerms =
  'Pour finir un roman ou une de ses parties, vous pouvez aussi acheter **exactement les crédits qui vous ' +
  'manquent**, au prix du crédit dans le plus petit pack, arrondi au centime inférieur. Cette offre n’est ' +
  'faite que si elle revient moins cher que les packs qui suffiraient, et à partir de 0,50\u00A0€. Dès le ' +
  'paiement, les chapitres payants déjà parus s’ouvrent une fois pour toutes et ces crédits sont dépensés, ' +
  'ainsi que ceux que vous aviez déjà et qui ont été comptés\u202F; ' +
  'les chapitres à paraître n’y sont pas compris. Si, avant le paiement, un chapitre est devenu gratuit, a ' +
  'été retiré ou a changé de prix, les crédits qui n’ont pas servi restent sur votre compte.';

const withoutVat = 'TVA non applicable, article 293 B du CGI';

const otherUnion =
  'autres pays de l’Union européenne, Monaco, Guadeloupe, Martinique et La Réunion';

/** The VAT in the prices, by the country on the billing form. */
function ratesSentence({ ratesPercent, ratesByCode }: VatSettings & { regime: 'rates' }): string {
  const { Autre: rest, ...named } = ratesPercent;
  const all: [name: string, rate: number][] = [
    ...Object.entries(named),
    ...Object.entries(ratesByCode).map(([code, rate]): [string, number] => [
      countryName(code),
      rate,
    ]),
    // Where no invoice may say that the buyer is outside the Union (`vatRatePercent`).
    ...(rest === 0 ? [[otherUnion, named.France] as [string, number]] : []),
    ['autres pays', rest],
  ];
  const rates = all.map(
    ([name, rate]) => `${name} ${rate === 0 ? 'sans TVA' : formatPercent(rate)}`,
  );
  return `Les prix s’entendent toutes taxes comprises, TVA incluse au taux du pays de facturation\u00A0: ${rates.join(', ')}.`;
}
