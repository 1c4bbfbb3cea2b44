import { longSentence, longWord, type Examples } from '../example.ts';
import { FailureNotice, Notice } from './Notice.tsx';

export const examples: Examples = {
  component: 'Notice',
  states: {
    info: <Notice kind="info">Les chapitres sont programmés pour demain.</Notice>,
    success: (
      <Notice kind="success" role="status">
        Profil mis à jour avec succès
      </Notice>
    ),
    warning: <Notice kind="warning">Deux chapitres portent le même numéro.</Notice>,
    error: <Notice kind="error">Aucune réponse reçue du serveur</Notice>,
    'a failure that is announced': <FailureNotice sentence="Aucune réponse reçue du serveur" />,
    'nothing to say yet': <Notice kind="info" role="status" />,
    'long words': <Notice kind="error">{`${longWord} ${longWord}`}</Notice>,
    'a long sentence': <Notice kind="info">{longSentence}</Notice>,
  },
};
