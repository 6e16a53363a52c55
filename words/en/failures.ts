// Why a call failed at the hub, in English, as its agent reads it.
import type { FailureReasons } from '../../contract/failure-reasons.ts';
import type { Words } from '../reason.ts';

const held: Readonly<Record<FailureReasons['tool-held']['held'], string>> = {
  new: 'was added by its server after the user approved it; they can review it in Pilothouse under Tools.',
  changed:
    'is not what the user approved, because its server changed it; they can review it in Pilothouse under Tools.',
  refused: 'was refused by the user as its server describes it now; they can change that in Pilothouse under Tools.',
};

export const failureWords: Words<FailureReasons> = {
  'call-cancelled': 'The asker cancelled this call.',
  'cancelled-or-left': 'The asker cancelled or left.',
  'own-call-cancelled': 'You cancelled the call.',
  'not-answered-in-time': '{peer} did not answer {method} within {seconds} s.',
  'not-connected-any-more': '{peer} is not connected any more.',
  'no-browser-for-call': 'No browser is connected.',
  'browser-disconnected': '{browser} disconnected. Ask the user to look at it, then call again.',
  'calls-wait-for-browser': '{most} calls wait for {browser} already; wait for answers.',
  'browser-was-busy': '{browser} takes one call at a time and was busy with earlier ones for {seconds} s; call again.',
  'message-too-large': ({ waiting }) =>
    `The message is {bytes} bytes, and a browser takes at most {most} at once. ${waiting === 0 ? 'Send less.' : '{waiting} bytes wait for it already; call again later.'}`,
  'request-too-large': 'The request is {bytes} bytes; a browser takes at most {most}. Send less.',
  'upload-too-large': '{file} has {bytes} bytes, and a call takes files of {most} bytes together at most.',
  'no-such-tool': ({ server }) =>
    `There is no tool "{tool}"; tools/list names the {others} ${server === null ? 'that there are' : 'of "{server}"'}.`,
  'tool-off': 'The user has switched "{tool}" off; they can switch it on in Pilothouse under Tools.',
  'tool-held': facts => `"{tool}" ${held[facts.held]}`,
  'no-content': 'The answer to "{tool}" has no content; it cannot be used.',
  'asked-too-often': 'The server asked for input {rounds} times and was not content.',
  'asked-without-method': 'The server asked for input ("{key}") and named no method.',
  'not-openable': '"{found}" cannot be opened; send an http or https address, or about:blank.',
  'no-tab-number': 'tabId is {found}; it must be a whole number from tabs_context.',
  'no-run': '_meta["{name}"] is {found}; give {"id": "any text", "maxCalls": 5}.',
};
