// What is said of Harbor's second generation, in German.
import type { HarborBReasons } from '../../contract/harbor-b-reasons.ts';
import type { Words } from '../reason.ts';

export const harborBWords: Words<HarborBReasons> = {
  'harbor-script-unapproved':
    'Der Server {server} wartet auf Ihre Freigabe; seinen Code in Pilothouse unter Server ansehen, freigeben und ihn dann noch einmal starten.',
  'harbor-tool-unanswered':
    'Harbor hat den Aufruf von {tool} nicht innerhalb von {seconds} s beantwortet; den Browser öffnen, in dem es läuft.',
  'harbor-not-confirmed': 'Der Benutzer hat es in Pilothouse binnen {seconds} s nicht bestätigt; noch einmal fragen.',
  'harbor-models-set': 'für Harbor wird geändert, welche Modelle es gibt ({method}): {about}',
  'harbor-oauth-client': ({ isSet }) =>
    isSet
      ? 'für Harbor: Anmeldungen bei {provider} laufen über den Client {client}'
      : 'für Harbor: der Client für Anmeldungen bei {provider} ist entfernt',
};
