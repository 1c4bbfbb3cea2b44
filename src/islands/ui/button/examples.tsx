import { longSentence, longWord, type Examples } from '../example.ts';
import { Button, ButtonLink } from './Button.tsx';

export const examples: Examples = {
  component: 'Button',
  states: {
    primary: <Button>Enregistrer</Button>,
    quiet: <Button variant="quiet">Annuler</Button>,
    'like a link': <Button variant="link">Tout afficher</Button>,
    'a sign alone': (
      <Button variant="icon" aria-label="Fermer">
        ×
      </Button>
    ),
    small: (
      <Button variant="quiet" isSmall>
        Continuer la lecture
      </Button>
    ),
    'a link in a sentence': (
      <p>
        Il manque 3 crédits.{' '}
        <Button variant="link" isSmall>
          Acheter des crédits
        </Button>
      </p>
    ),
    busy: <Button isBusy>Enregistrement...</Button>,
    'busy, quiet': (
      <Button variant="quiet" isBusy>
        Annuler
      </Button>
    ),
    disabled: <Button disabled>Envoyer</Button>,
    'leads to another page': <ButtonLink href="#romans">Voir les romans</ButtonLink>,
    'long words': <Button>{longWord}</Button>,
    'a long sentence': <Button variant="quiet">{longSentence}</Button>,
  },
};
