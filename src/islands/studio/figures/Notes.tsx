/** What the figures are, for who asks. */
export function Notes() {
  return (
    <details className="figures-notes muted figures-note">
      <summary>Ce que comptent ces chiffres</summary>
      <p>Une vue est un appareil, une fois par jour au plus.</p>
      <p>
        Les lecteurs sont les personnes connectées qui ont laissé une trace&nbsp;: place dans le
        texte, j’aime, marque-page, commentaire ou déverrouillage. Un chapitre peut en avoir plus
        que celui d’avant&nbsp;: certains n’ont laissé de trace que là.
      </p>
      <p>
        Une origine est la page d’où l’on est venu la première fois, ou le nom de l’autre
        site&nbsp;; rien de plus n’est retenu.
      </p>
      <p>
        Les euros sont le prix d’achat des crédits dépensés ici, hors TVA et hors remboursements,
        avant tout partage avec l’éditeur&nbsp;; les crédits offerts ne valent rien. Un
        remboursement change ici le jour de la vente, même ancienne&nbsp;; un relevé le compte dans
        le mois où il a lieu. Seul un relevé fait foi.
      </p>
    </details>
  );
}
