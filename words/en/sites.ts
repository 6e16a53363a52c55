// What is said of web origins that call through somebody, in English.
import type { SiteReasons } from '../../contract/site-reasons.ts';
import type { Words } from '../reason.ts';

export const siteWords: Words<SiteReasons> = {
  'sites-shut-out': 'The user shut web pages out. They can let them in again in Pilothouse under Agents.',
  'site-denied-here': ({ by }) =>
    `{origin} was denied {scope} ${by === 'policy' ? 'by policy.json' : 'in Pilothouse'}; change that there, under Permissions.`,
  'site-not-confirmed':
    'The user did not confirm it in Pilothouse within {seconds} s. Ask again; once they have let Harbor in under Agents, its own window counts.',
  'site-too-many-grants':
    'There are {most} permissions of pages by Harbor already; revoke some in Pilothouse under Permissions.',
  'site-no-scope': '{found} is no scope of a web page that Pilothouse knows.',
  'site-no-grant-type': '{found} is no type of grant; use ALLOW_ONCE, ALLOW_ALWAYS or DENY.',
};
