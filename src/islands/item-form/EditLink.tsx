import { paths } from '#shared/site/paths.ts';
import { ButtonLink } from '../ui/button/Button.tsx';
import { useSession } from '../ui/use-session.ts';

/** “Modifier”, for the item's creator and admins. The server authorizes. */
export function EditLink({ id, creator }: { id: string; creator: string | null }) {
  const session = useSession();
  if (session.kind !== 'signed-in') return null;
  const { user } = session;
  if (user._id !== creator && user.role !== 'admin') return null;
  return <ButtonLink href={paths.editItem(id)}>Modifier</ButtonLink>;
}
