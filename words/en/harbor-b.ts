// What is said of Harbor's second generation, in English.
import type { HarborBReasons } from '../../contract/harbor-b-reasons.ts';
import type { Words } from '../reason.ts';

export const harborBWords: Words<HarborBReasons> = {
  'harbor-script-unapproved':
    'The server {server} waits for your approval; look at its code and approve it in Pilothouse under Servers, then start it again.',
  'harbor-tool-unanswered':
    'Harbor did not answer the call of {tool} within {seconds} s; open the browser in which it runs.',
  'harbor-tool-failed': '{said}',
  'harbor-change-refused':
    '{method} would change which models there are, which is for you alone to do; do it in Pilothouse under Models.',
};
