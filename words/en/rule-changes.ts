// What was changed of what is allowed and who asked for it, in English.
import type { RuleChangeReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const vias = {
  panel: 'the panel',
  tray: 'the tray',
  start: 'its start',
  file: 'a file',
  fleet: 'the fleet',
  cli: 'the command line',
  extension: 'a browser extension',
  companion: 'in the browser',
  hub: 'another hub of the fleet',
  setup: 'the set-up file',
};
const notes = {
  alone: 'the command line may widen alone',
  confirmed: 'confirmed in the panel',
  'no-panel': 'no panel was open',
};
const places = {
  any: 'everywhere',
  site: '{place}',
  tab: 'tab {place} of {browser}',
  server: 'server {place}',
  plugin: 'plugin {place}',
};

const listings = { whole: 'each in its list', groups: 'in groups', search: 'by a search' };
const onOff = (on: boolean) => (on ? 'on' : 'off');

const sourceChanges = {
  added: 'added',
  changed: 'changed',
  'switched-on': 'switched on',
  'switched-off': 'switched off',
  'taken-away': 'taken away',
};

export const ruleChangeWords: Words<RuleChangeReasons> = {
  'rule-change': '{by}: {what}',
  'rule-change-not-made': ({ so }) => `{by}: ${so === 'refused' ? 'was refused' : 'got no answer'}: {what}`,
  'rule-asker': ({ via, browser, hub, file, processes, note }) => {
    const program = processes.length > 0 ? ': {processes}' : via === 'cli' ? ': unknown program' : '';
    return `${vias[via]}${browser === undefined ? '' : ' {browser}'}${hub === undefined ? '' : ' {hub}'}${file === undefined ? '' : ' {file}'}${program}${note === null ? '' : `; ${notes[note]}`}`;
  },
  'started-by': '{program}, started by {by}',
  'asking-process': ({ program }) => `${program === null ? 'a program' : '{program}'} (process {pid})`,

  'change-waits': 'It waits for your confirmation in the panel, for at most {minutes} minutes: {what}.',
  'change-refused': 'It was refused in the panel: {what}. Nothing was changed.',
  'change-other':
    'What it is about changed while it waited in the panel, so nothing was done: {what}. Ask for it again.',
  'change-not-confirmed':
    'Nobody confirmed it in the panel within {minutes} minutes: {what}. Nothing was changed. Ask the user to open the panel, then try again.',
  'asker-left': 'Whoever asked for it has left.',
  'own-child-asks':
    'A program that this hub itself started asked for an address of the panel, and gets none while no panel is open. Only the user can open one.',

  'grant-line': ({ effect, subjectKind, tools, reading, placeKind, lifetime }) =>
    `${effect} ${subjectKind} {subject}: {scope}${tools === null ? '' : ' ({tools})'}${reading ? ' reading only' : ''}, ${places[placeKind]}, ${lifetime}`,
  'grant-added': '{grant}, as grant {id}',
  'grant-revoked': ({ grant }) => `revoke grant {id}${grant === null ? '' : ' ({grant})'}`,
  'plugin-taken-with': 'plugin {plugin}: forgotten, and with it what was decided about it: {lost}',
  'address-wanted': 'a fresh address of the panel, which may change everything',
  'address-given': 'a fresh address of the panel was given out',
  'policy-read': '{path} has {rules} rules now',
  'policy-list-fetched': 'the signed list of the policy is fetched',
  'install-begun': ({ entry }) =>
    `server {server}: installed from ${entry === null ? 'a bundle' : '{entry}'}, to be approved`,
  'catalogue-source-set': ({ how, address }) =>
    `source {source} of the catalogue${address === '' ? '' : ' ({address})'}: ${sourceChanges[how]}`,
  'hub-ends': 'the hub ends',

  'mode-set': ({ was, mode }) => `all agents: ${was} → ${mode}`,
  'agent-mode-set': ({ mode }) => `agent {agent}: ${mode}`,
  'agent-freed': 'agent {agent}: held to its plan no longer',
  'lock-pause-set': ({ on }) => `pause when the screen locks: ${onOff(on)}`,
  'cli-widens-set': ({ on }) => `the command line may widen access alone: ${onOff(on)}`,
  'credential-made': ({ start }) => `a credential for {name}, start ${start}`,
  'credential-revoked': 'client {client}: its credential is revoked',
  'client-admitted': ({ admitted }) => `client {client}: ${admitted ? 'let in' : 'shut out'}`,
  'client-start-set': ({ start }) => `client {client}: start ${start}`,
  'client-listing-set': ({ listing }) => `client {client}: tools: ${listings[listing]}`,
  'client-sees-hub-set': ({ on }) => `client {client}: may ask about itself: ${onOff(on)}`,
  'browser-decided': ({ how }) => `browser {browser}: ${how}`,
  'things-taken': ({ count, replaced }) =>
    `${count} ${count === 1 ? 'thing' : 'things'} beside servers: taken over from another app${replaced?.length ? '; in place of what is here: {replaced}' : ''}`,
  'servers-added': ({ servers }) => `${servers.length === 1 ? 'server' : 'servers'} {servers}: added, to be approved`,
  'server-run-set': ({ how }) => `server {server}: ${how}`,
  'tool-called': 'tool {tool}: called as you',
  'pairing-code-made': 'a code that lets one browser in, for two minutes',
  'browser-paired': 'browser {browser}: approved by the code that was typed there',
  'server-approved': 'server {server}: approved as shown',
  'server-options-set': 'server {server}: {options}',
  'server-configured': 'server {server}: its config',
  'server-taken-away': 'server {server}: removed',
  'server-taken-with': 'server {server}: removed, and with it what was decided about it: {lost}',
  'secret-changed': ({ isSet }) => `secret {secret}: ${isSet ? 'set' : 'removed'}`,
  'account-client-changed': ({ isSet }) => `client for {provider}: ${isSet ? 'set' : 'removed'}`,
  'tool-switched': ({ client, on }) => `tool {tool}, ${client === null ? 'everybody' : '{client}'}: ${onOff(on)}`,
  'tool-reviewed': ({ accept }) => `tool {tool}: its new definition is ${accept ? 'accepted' : 'refused'}`,
  'tools-accepted': 'server {server}: the new definitions of {tools} are accepted',
  'agent-disconnect-with': ({ project }) =>
    `{agent}${project === null ? '' : ' in {project}'} is disconnected, its credential revoked, and with it what was decided about it: {lost}`,
  'prompts-answered': ({ effect, lifetime }) => `${effect}, ${lifetime}, as an answer: {calls}`,
  'answered-call': '{client}: {tool} ({where})',
  'learning-switched': ({ on }) => `the learning mode ${on ? 'begins' : 'ends'}`,
  'learning-accepted': 'learned grants: {accepted} accepted, {refused} refused',
  'endpoint-set': ({ on }) => `way in {endpoint}: ${onOff(on)}`,
  'endpoint-token-made': 'way in {endpoint}: a new token',
  'prometheus-set': ({ on }) => `metrics for Prometheus: ${onOff(on)}`,
  'prometheus-token-made': 'a new token that reads the metrics for Prometheus',
  'mcp-server-set': 'MCP over HTTP: {options}',
  'retention-set': 'how many decisions the audit keeps',
  'limits-set': 'limits: {limits}',
  'site-set': ({ blocked, flags }) => {
    const said = [
      ...(blocked === null ? [] : [blocked ? 'blocked' : 'blocked no longer']),
      ...(flags.length > 0 ? ['{flags}'] : []),
    ];
    return `pages of {origin}: ${said.join(', ')}`;
  },
  'site-rules-set': 'the Web Agent API of pages: {changes}',
  'site-forgotten': 'pages of {origin}: forgotten, with what was decided about them',
  'site-tool-ticked': ({ on }) => `pages of {origin}: tool {tool} ${on ? 'ticked' : 'ticked no longer'}`,
  'site-answered': ({ effect, lifetime, tools }) =>
    `${effect}, ${lifetime}, as an answer to {origin}: {scopes}${tools.length > 0 ? '; tools {tools}' : ''}`,
  'manifest-set': ({ isInstalled }) => `manifest of {host} for {browser}: ${isInstalled ? 'installed' : 'removed'}`,
};
