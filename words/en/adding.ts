// Why a server cannot be added, completed or pinned as it was asked for, in English.
import type { AddingReasons } from '../../contract/adding-reasons.ts';
import type { Words } from '../reason.ts';

export const addingWords: Words<AddingReasons> = {
  'needs-values': 'Its config leaves {placeholders} open; fill that in, or say that it is meant as it stands.',
  'placeholder-gone': '{placeholder} is not asked for any more; read its config again.',
  'placeholder-visible':
    'The value of {placeholder} would be seen by every program of this machine, so it is kept as no secret; give it openly or move it into a variable.',

  'server-name-taken':
    'A server is called "{name}" already; give this one another name, or open the one that is there.',
  'server-name-twice': 'Two servers would be called "{name}"; give one of them another name.',

  'address-placeholder': 'The address of "{name}" leaves {placeholder} open; write what it stands for.',
  'address-with-words':
    '{address} is an address and no program; give it alone, and what follows it as headers of a remote server.',
  'header-twice': 'The header "{name}" is given twice; remove one.',
  'apps-without-list': 'None of these apps has a list of servers here; paste its text instead.',

  'nothing-to-pin': '"{server}" starts no package whose version can be fixed; write the version into its command.',
  'pin-bad-version': '"{version}" is no fixed version; look the current one up again.',
  'pin-not-asked': '{host} was not asked for the version of "{name}": {why}; write the version yourself.',
  'pin-not-known': '{host} knows no "{name}"; check how it is spelled.',
  'pin-answers-with': '{host} answers with HTTP {status} when asked for "{name}"; write the version yourself.',
  'pin-other-answer': '{host} names no version of "{name}" that can be used; write the version yourself.',
  'pin-no-registry': '"{address}" is no address of a registry; correct it in your settings of npm or uv.',
};
