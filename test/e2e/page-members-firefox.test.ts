// Every member of the Web Agent API in a real Firefox, in each state of its flag and of its scopes.
import { pageMembersStories } from './page-members-stories.ts';

pageMembersStories('firefox');
