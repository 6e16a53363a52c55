// What `pilothouse sites` says, in English.
import { counted } from '../counted.ts';
import type { SiteWords } from '../site-words.ts';

export const siteCliWords: SiteWords = {
  noSites: 'No site has asked yet. A page sees the API only where the flags allow it.',
  noPageMay: 'The Web Agent API is off for all pages; Permissions, Sites, in the panel changes that.',
  siteStates: { may: 'may ask', blocked: 'blocked by you' },
  siteIs: (origin, state) => `${origin}: ${state}`,
  siteUses: uses => counted(uses, 'use', 'uses'),
  sitePages: pages => counted(pages, 'page open', 'pages open'),
  defaultNeedsSite: '--default is about one site; name its origin.',
  noSuchFlag: (name, names) => `There is no flag "${name}"; there are ${names.join(', ')}.`,
  flagIs: (on, isOwn) => `${on ? 'on' : 'off'}, ${isOwn ? 'of its own' : 'as all pages'}`,
};
