// What is said of agents' configurations, in English.
import { expectations } from './imports.ts';
import type { AgentConfigReasons } from '../../contract/agent-config-reasons.ts';
import type { Words } from '../reason.ts';

const hows = { stdio: 'as a program', http: 'by its address' };

export const agentConfigWords: Words<AgentConfigReasons> = {
  'config-json': ({ expected, found }) =>
    `expected ${expectations[expected]}, found ${found === null ? 'the end of the text' : '{found}'}`,
  'config-syntax': 'it cannot be read ({cause})',
  'config-no-table': ({ at }) => `${at === '' ? 'the file' : '{at}'} is no table of names`,
  'config-name-twice': 'the name {name} stands there twice, and programs do not agree which one counts',
  'config-form':
    'comments or anchors stand between its braces, where nothing can be put in without losing them; write it in lines',
  'config-not-proved':
    'The change would not have left everything else in the file as it is, so nothing was written. Put the entry in by hand: its text is under Connect.',
  'config-no-text': '{file} is no UTF-8 text, and is left alone; save it as UTF-8.',
  'config-too-large': '{file} has {bytes} bytes, and at most {most} are read.',
  'config-no-file': '{file} is a folder, a pipe or a device, and no file; move it away.',
  'config-link-circle': '{file} is a link that leads in a circle, or to nothing; remove it.',
  'config-of-other': '{file} belongs to another account (user {owner}), and is left alone.',
  'config-changed': '{file} was changed since it was shown, so nothing was written. Look at the change again.',
  'config-not-as-written':
    '{file} is not what was written: somebody else writes it at the same time. Look at the change again.',

  'entry-other-program': 'The entry starts another program: {command}.',
  'entry-without-client': ({ client }) =>
    client === null ? 'The entry names no credential.' : 'The credential that the entry names ({client}) is revoked.',
  'entry-other-address': 'The entry leads to another address.',
  'entry-differs': 'The entry is not as it was written.',

  'agent-unknown': 'There is no agent {agent}; there are {known}.',
  'agent-by-hand': ({ menu }) =>
    `The servers of {agent} cannot be written from outside; paste the command${menu === null ? '' : ' under {menu}'}.`,
  'agent-no-project': '{agent} has no file for a single project; connect it for all projects.',
  'agent-not-how': ({ how }) =>
    how === 'http'
      ? '{agent} takes no address with a token; connect it as a program.'
      : '{agent} starts no programs; connect it by its address.',
  'agent-http-closed': 'MCP over HTTP is not open, so there is no address; switch it on under Connect.',
  'project-by-variable':
    'The files of a project are shared, so no token is written there, and {agent} cannot take one from a variable; connect it as a program.',
  'project-no-folder': '{folder} is no folder with a full path; name the folder of the project.',
  'no-config-version': ({ version }) =>
    version === null
      ? 'Nothing of the file of {agent} was kept.'
      : 'Version {version} of the file of {agent} was not kept.',
  'config-version-gone': 'The copy {path} is not what was kept there, or is gone.',

  'token-in-file': 'The token will stand in {file}; whoever reads that file can connect.',
  'token-by-variable': 'The file names the variable {variable}; the token is shown once, for you to set it.',

  'file-made-private': 'Fewer accounts of this machine will be allowed to read {file} than now.',
  'file-other-names':
    '{file} has another name on this disk (a hard link); what is there under that name stays as it is now.',

  'kept-before-connect': 'before Pilothouse was added',
  'kept-before-disconnect': 'before Pilothouse was taken out',
  'kept-before-restore': 'before an older version was put back',
  'kept-before-loss': 'before something else changed it',

  'agent-entry-gone': ({ lost }) =>
    `Something removed Pilothouse from {agent} ({file})${lost === 0 ? '' : lost === 1 ? ', and another server with it' : ', and {lost} other servers with it'}. Connect it again, or put the kept version back.`,
  'agent-servers-gone':
    'Something removed all other servers from {agent} ({file}): {lost}. The version before is kept.',
  'agent-config-broken':
    '{file} cannot be read by {agent} any more: line {line}, column {column}. The version before is kept.',

  'agent-connect': ({ how }) => `{agent} is connected ${hows[how]}: {file}`,
  'agent-connect-asked': ({ project }) =>
    `connect {agent}${project === null ? '' : ' in {project}'}, with a credential`,
  'agent-disconnect': ({ project }) =>
    `{agent}${project === null ? '' : ' in {project}'} is disconnected, its credential revoked`,
  'agent-restore': ({ project, version }) =>
    `the file of {agent}${project === null ? '' : ' in {project}'}: ${version === null ? 'the newest version' : 'version {version}'} is put back`,
  'credential-renewed': 'client {client}: a new secret, the old one ends',
};
