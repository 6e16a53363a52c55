// The command line's words in English.
import { readRule } from '../../contract/call-rules.ts';
import { inEnglish } from '../../words/english.ts';
import { browserWords } from './words/en/browsers.ts';
import type { Resource } from '../../contract/schemas/permissions.ts';
import type { CliWords } from './cli-words.ts';

export const english: CliWords = {
  reason: inEnglish,
  ...browserWords,
  noHub: file => `No hub is running: ${file} does not exist; start Pilothouse.`,
  windowComes: 'The window comes to the front.',
  runs: (home, url) => `Pilothouse runs on ${home}. Its panel, for one use of this address: ${url}`,
  runsAlready: (home, pid, url) =>
    `Pilothouse runs on ${home} already (process ${pid}). ${url === null ? 'Its window comes to the front.' : `Its panel, for one use of this address: ${url}`}`,
  browserIsLed: page => `The browser is led there by ${page}; if it may not read that file, give it the address.`,
  stillStarting: home => `The hub on ${home} is still starting; try again in a second.`,
  portTaken: port => `Port ${port} for the panel is taken. Stop what uses it, or start with --port 0.`,
  portForbidden: port => `Port ${port} for the panel is not allowed. Choose one above 1023, or start with --port 0.`,
  stillRuns: (home, pid) => `The hub on ${home} was asked to stop, and process ${pid} still runs; end that process.`,
  status: ({ version, home, pid, shell, mode }) =>
    `Pilothouse ${version} runs on ${home} (process ${pid}, ${shell}), ${mode}.`,
  counts: ({ agents, browsers, servers, allServers, prompts }) =>
    `${agents} agents, ${browsers} browsers, ${servers} of ${allServers} servers; ${prompts} questions wait for you.`,
  noGrants: 'No grants.',
  policy: (rules, path) => `Policy: ${rules} rules of ${path}.`,
  lastGoodRules: 'The last good rules hold.',
  granted: (id, grant) => `Grant ${id}: ${grant}`,
  revoked: id => `Grant ${id} was revoked.`,
  effects: { allow: 'allow', deny: 'deny' },
  subjects: { client: 'client', origin: 'origin', plugin: 'plugin' },
  lifetimes: { use: 'use', once: 'once', agent: 'agent', lock: 'lock', always: 'always' },
  readingOnly: 'reading only',
  place: placeWords,
  used: times => (times === 1 ? 'used once' : `used ${times} times`),
  isAsked: 'It is asked about: no rule speaks of it.',
  decided: (decision, rule) => `It is ${decision === 'allow' ? 'allowed' : 'refused'} by ${ruleWords(rule)}.`,
  noFit: (rule, effect, differences) =>
    `${sentenceCase(ruleWords(rule))}, which would ${effect} it, does not fit: ${differences}.`,
  differs: (what, rule, call) => `its ${what} is ${rule}${call === null ? '' : `, not ${call}`}`,
  onlyReads: 'it speaks only of what reads, and the call acts',
  ended: moment => `it ended at ${moment}`,
  toAllow: command => `To allow it: ${command}`,
  missingScope: 'Say about what: --scope, for example servers:call, or --prompt with the number of a question.',
  oneSubject: 'Say for whom: exactly one of --client, --origin and --plugin.',
  onePlace: 'Say at most one place: --site, --server or --tab.',
  noPort: (variable, text) => `${variable} is ${JSON.stringify(text)}; give a number from 0 to 65535, or unset it.`,
  noTab: text => `${JSON.stringify(text)} is no tab; write the browser's id, a colon and the tab's number.`,
};

const startWords: Readonly<Record<string, string>> = {
  'own-tabs': "the client's start, which lets it work in its own tabs",
  'read-only-client': "the client's start, which lets it only read",
  'approved-client': "the client's approval, which lets it read what servers offer",
  'reading-tool': "the client's approval, because the tool only reads",
};

/** `your grant 24`, `the rule "no-uploads" of policy.json`. */
function ruleWords(code: string | null): string {
  const rule = code === null ? null : readRule(code);
  if (rule?.kind === 'grant') return `your grant ${rule.id}`;
  if (rule?.kind === 'policy') return `the rule ${JSON.stringify(rule.id)} of policy.json`;
  return code === null ? 'no rule' : (startWords[code] ?? code);
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function placeWords(resource: Resource): string {
  switch (resource.kind) {
    case 'any':
      return 'everywhere';
    case 'site':
      return resource.origin;
    case 'tab':
      return `tab ${resource.tabId} of ${resource.browserId}`;
    case 'server':
      return `server ${resource.serverId}`;
  }
}
