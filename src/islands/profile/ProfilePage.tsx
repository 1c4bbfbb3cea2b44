import './profile.css';
import { RequireUser } from '../ui/RequireUser.tsx';
import { ProfileTabs } from './ProfileTabs.tsx';

/** The profile of the signed-in user (specification, section 2, “Profile”). */
export function ProfilePage() {
  return <RequireUser>{(user) => <ProfileTabs user={user} />}</RequireUser>;
}
