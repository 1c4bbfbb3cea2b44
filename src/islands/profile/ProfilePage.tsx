import './profile.css';
import { RequireUser } from '../ui/RequireUser.tsx';
import { ProfileTab } from './ProfileTab.tsx';

/** The page of somebody signed in (specification, section 2, “Profile”). */
export function ProfilePage() {
  return <RequireUser>{(user) => <ProfileTab user={user} />}</RequireUser>;
}
