// What is said of Harbor's second generation, in German.
import type { HarborBReasons } from '../../contract/harbor-b-reasons.ts';
import type { Words } from '../reason.ts';

export const harborBWords: Words<HarborBReasons> = {
  'harbor-script-unapproved':
    'Der Server {server} wartet auf Ihre Freigabe; seinen Code in Pilothouse unter Server ansehen, freigeben und ihn dann noch einmal starten.',
  'harbor-tool-unanswered':
    'Harbor hat den Aufruf von {tool} nicht innerhalb von {seconds} s beantwortet; den Browser öffnen, in dem es läuft.',
  'harbor-tool-failed': '{said}',
  'harbor-change-refused':
    '{method} würde ändern, welche Modelle es gibt, was Ihnen allein zusteht; das in Pilothouse unter Modelle tun.',
};
