// What `pilothouse sites` says, in German.
import { counted } from '../counted.ts';
import type { SiteWords } from '../site-words.ts';

export const siteCliWords: SiteWords = {
  noSites: 'Noch hat keine Website gefragt. Eine Seite sieht die API nur, wo die Schalter es erlauben.',
  noPageMay: 'Die Web Agent API ist für alle Seiten aus; das ändert im Panel Berechtigungen, Websites.',
  siteStates: { may: 'darf fragen', blocked: 'selbst blockiert' },
  siteIs: (origin, state) => `${origin}: ${state}`,
  siteUses: uses => counted(uses, 'Aufruf', 'Aufrufe'),
  sitePages: pages => counted(pages, 'offene Seite', 'offene Seiten'),
  defaultNeedsSite: '--default gilt einer Website; ihren Ursprung nennen.',
  noSuchFlag: (name, names) => `Den Schalter „${name}“ gibt es nicht; es gibt ${names.join(', ')}.`,
  flagIs: (on, isOwn) => `${on ? 'an' : 'aus'}, ${isOwn ? 'eigens eingestellt' : 'wie alle Seiten'}`,
};
