// What is said of Harbor's second generation, in English.
import type { HarborBReasons } from '../../contract/harbor-b-reasons.ts';
import type { Words } from '../reason.ts';

export const harborBWords: Words<HarborBReasons> = {
  'harbor-script-unapproved':
    'The server {server} waits for your approval; look at its code and approve it in Pilothouse under Servers, then start it again.',
  'harbor-tool-unanswered':
    'Harbor did not answer the call of {tool} within {seconds} s; open the browser in which it runs.',
  'harbor-not-confirmed': 'The user did not confirm it in Pilothouse within {seconds} s; ask again.',
  'harbor-models-set': 'for Harbor, which models there are is changed ({method}): {about}',
  'harbor-oauth-client': ({ isSet }) =>
    isSet
      ? 'for Harbor: sign-ins at {provider} go by the client {client}'
      : 'for Harbor: the client for sign-ins at {provider} is removed',
};
