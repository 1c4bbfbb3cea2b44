import { useStore } from '@nanostores/react';
import { isAuthor } from '#shared/site/staff-powers.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { de } from '#shared/text/elision.ts';
import { monthName } from '#shared/time/month-name.ts';
import { NewMark } from '../ui/tabs/NewMark.tsx';
import { TabLine } from '../ui/tabs/TabLine.tsx';
import { screenTitles, type AreaScreenName } from './novel-head/screen-titles.ts';
import { ownList } from './route.ts';
import { ScreenHead } from './ScreenHead.tsx';
import { $newStatement } from './statements/new-statement.ts';
import { StudioLink } from './StudioLink.tsx';

type TabsProps = {
  user: Pick<UserBody, 'role'>;
  current: 'own-novels' | 'all-novels' | 'inbox' | 'statements';
};

/** The lists of novels, and the screens that are about all of them. */
export function AreaTabs({ user, current }: TabsProps) {
  const newStatement = useStore($newStatement);
  return (
    <TabLine label="Mon espace">
      <StudioLink to={ownList} isCurrent={current === 'own-novels'}>
        Mes romans
      </StudioLink>
      {user.role === 'admin' && (
        <StudioLink
          to={{ screen: 'list', owner: 'all', search: '' }}
          isCurrent={current === 'all-novels'}
        >
          Tous les romans
        </StudioLink>
      )}
      <StudioLink
        to={{ screen: 'inbox', novelId: null, filter: 'all' }}
        isCurrent={current === 'inbox'}
      >
        Messages
      </StudioLink>
      {isAuthor(user.role) && (
        <StudioLink to={{ screen: 'statements', month: null }} isCurrent={current === 'statements'}>
          Relevés
          {newStatement !== null && (
            <NewMark words={`celui ${de(monthName(newStatement))} est nouveau`} />
          )}
        </StudioLink>
      )}
    </TabLine>
  );
}

type HeadProps = Pick<TabsProps, 'user'> & { screen: AreaScreenName };

/** The head of a screen that is about all novels: its tabs, of which one is its visible title. */
export function AreaHead({ user, screen }: HeadProps) {
  return (
    <div className="area-head">
      <ScreenHead className="of-tab" title={screenTitles[screen]} trail={[]} />
      <AreaTabs user={user} current={screen === 'statements' ? screen : 'inbox'} />
    </div>
  );
}
