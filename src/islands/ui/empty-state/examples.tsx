import { Button, ButtonLink } from '../button/Button.tsx';
import { longSentence, longWord, type Examples } from '../example.ts';
import { LoadFailure } from '../LoadFailure.tsx';
import { Spinner } from '../Spinner.tsx';
import { EmptyState } from './EmptyState.tsx';

const nothing = () => undefined;

export const examples: Examples = {
  component: 'EmptyState',
  states: {
    'one sentence': <EmptyState sentence="Aucun signalement." />,
    'with a way on': (
      <EmptyState sentence="Vous n'avez pas encore effectué d'achat de crédits.">
        <ButtonLink href="#credits">Acheter des crédits</ButtonLink>
      </EmptyState>
    ),
    'announced, after a search': (
      <EmptyState sentence="Aucun roman ne porte ce titre." isAnnounced>
        <Button variant="quiet">Tout afficher</Button>
      </EmptyState>
    ),
    loading: <Spinner label="Chargement..." />,
    'could not be loaded': (
      <LoadFailure message="Impossible de charger vos romans." onRetry={nothing} />
    ),
    'tried again': (
      <LoadFailure message="Impossible de charger vos romans." onRetry={nothing} isRetrying />
    ),
    'long words': <EmptyState sentence={`${longWord} ${longSentence}`} />,
  },
};
