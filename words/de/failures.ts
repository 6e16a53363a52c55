// Why a call failed at the hub, in German, for the user.
import type { FailureReasons } from '../../contract/failure-reasons.ts';
import type { Words } from '../reason.ts';

const held: Readonly<Record<FailureReasons['tool-held']['held'], string>> = {
  new: 'hat sein Server nach der Zulassung hinzugefügt; unter Tools lässt es sich ansehen.',
  changed: 'ist nicht mehr, was zugelassen wurde, denn sein Server hat es geändert; unter Tools lässt es sich ansehen.',
  refused: 'wurde so abgelehnt, wie sein Server es jetzt beschreibt; unter Tools lässt sich das ändern.',
};

export const failureWords: Words<FailureReasons> = {
  'call-cancelled': 'Der Aufruf wurde abgebrochen.',
  'cancelled-or-left': 'Wer gefragt hatte, hat abgebrochen oder ist gegangen.',
  'own-call-cancelled': 'Der Aufruf wurde hier abgebrochen.',
  'not-answered-in-time': '{peer} hat {method} nicht innerhalb von {seconds} s beantwortet.',
  'not-connected-any-more': '{peer} ist nicht mehr verbunden.',
  'no-browser-for-call': 'Kein Browser war verbunden.',
  'browser-disconnected': '{browser} hat sich getrennt; nachsehen, ob er noch läuft.',
  'calls-wait-for-browser': 'Auf {browser} warteten schon {most} Aufrufe.',
  'browser-was-busy':
    '{browser} nimmt einen Aufruf nach dem anderen und war {seconds} s lang mit früheren beschäftigt.',
  'message-too-large': ({ waiting }) =>
    `Die Nachricht hat {bytes} Byte, und ein Browser nimmt höchstens {most} auf einmal.${waiting === 0 ? '' : ' {waiting} Byte warteten schon auf ihn.'}`,
  'request-too-large': 'Die Anfrage hat {bytes} Byte; ein Browser nimmt höchstens {most}.',
  'upload-too-large': '{file} hat {bytes} Byte, und ein Aufruf nimmt Dateien von zusammen höchstens {most} Byte.',
  'no-such-tool': ({ server }) =>
    `Es gibt kein Tool „{tool}“; angeboten werden {others}${server === null ? '' : ' von „{server}“'}.`,
  'tool-off': '„{tool}“ ist ausgeschaltet; unter Tools lässt es sich einschalten.',
  'tool-held': facts => `„{tool}“ ${held[facts.held]}`,
  'no-content': 'Die Antwort auf „{tool}“ hat keinen Inhalt und ist nicht zu gebrauchen.',
  'asked-too-often': 'Der Server hat {rounds}-mal nach Eingaben gefragt und war nicht zufrieden.',
  'asked-without-method': 'Der Server hat nach einer Eingabe gefragt („{key}“) und keine Methode genannt.',
  'not-openable': '„{found}“ lässt sich nicht öffnen; es geht um eine Adresse mit http oder https oder um about:blank.',
  'no-tab-number': 'tabId ist {found}; es muss eine ganze Zahl aus tabs_context sein.',
  'no-run': '_meta["{name}"] ist {found}; gemeint ist etwas wie {"id": "any text", "maxCalls": 5}.',
};
