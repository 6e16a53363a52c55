// What is said of web origins that call through somebody, in English.
import type { SiteReasons } from '../../contract/site-reasons.ts';
import type { Words } from '../reason.ts';

export const siteWords: Words<SiteReasons> = {
  'sites-shut-out': 'The user shut web pages out. They can let them in again in Pilothouse under Agents.',
  'site-denied-here': ({ by }) =>
    `{origin} was denied {scope} ${by === 'fleet' ? "by the fleet's policy; ask whoever keeps it." : `${by === 'policy' ? 'by policy.json' : 'in Pilothouse'}; change that there, under Permissions.`}`,
  'site-not-confirmed':
    'The user did not confirm it in Pilothouse within {seconds} s. Ask again; once they have let Harbor in under Agents, its own window counts.',
  'site-too-many-grants':
    'There are {most} permissions of pages by Harbor already; revoke some in Pilothouse under Permissions.',
  'site-no-scope': '{found} is no scope of a web page that Pilothouse knows.',
  'site-no-grant-type': '{found} is no type of grant; use ALLOW_ONCE, ALLOW_ALWAYS or DENY.',

  'sites-full': 'Something is set about {most} sites already, which is the most; forget some under Permissions, Sites.',
  'no-site-origin': '{found} is no origin of a page; write it like https://shop.example, or file:// for files.',
  'site-questions-full':
    '{most} pages of this browser wait for an answer of the user already; ask again once some are answered.',
  'site-question-ended': ({ origin }) =>
    `The question${origin === null ? '' : ' of {origin}'} has ended; the page can ask again.`,
  'site-question-changed': 'The question of {origin} has changed: it asks for more now. Look at it and answer again.',
  'site-no-such-tool': 'No server and no plugin offers the tool {tool}; its server may have stopped.',
  'site-answer-beyond': ({ what }) =>
    `{origin} did not ask for the ${what} {found}; answer with what its question names.`,
};
