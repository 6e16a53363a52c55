// What `pilothouse grants` says, in English.
import { readRule } from '../../../../contract/call-rules.ts';
import { counted } from '../counted.ts';
import type { Resource } from '../../../../contract/schemas/permissions.ts';
import type { GrantWords } from '../grant-words.ts';

export const grantWords: GrantWords = {
  noGrants: 'No grants.',
  policy: (rules, path) => `Policy: ${counted(rules, 'rule', 'rules')} of ${path}.`,
  lastGoodRules: 'The last good rules hold.',
  granted: (id, grant) => `Grant ${id}: ${grant}`,
  revoked: id => `Grant ${id} was revoked.`,
  effects: { allow: 'allow', deny: 'deny' },
  subjects: { client: 'client', origin: 'origin', plugin: 'plugin', hub: 'hub' },
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
  oneSubject: 'Say for whom: exactly one of --client, --origin, --plugin and --hub.',
  onePlace: 'Say at most one place: --site, --server or --tab.',
  noTab: text => `${JSON.stringify(text)} is no tab; write the browser's id, a colon and the tab's number.`,
};

const startWords: Readonly<Record<string, string>> = {
  'own-tabs': "the client's start, which lets it work in its own tabs",
  'own-tools': 'that the page brought this tool itself',
  'read-only-client': "the client's start, which lets it only read",
  'approved-client': "the client's approval, which lets it read what servers offer",
  'reading-tool': "the client's approval, because the tool only reads",
};

/** `your grant 24`, `the rule "no-uploads" of policy.json`. */
function ruleWords(code: string | null): string {
  const rule = code === null ? null : readRule(code);
  if (rule?.kind === 'grant') return `your grant ${rule.id}`;
  if (rule?.kind === 'policy') return `the rule ${JSON.stringify(rule.id)} of policy.json`;
  if (rule?.kind === 'fleet')
    return `the rule ${JSON.stringify(rule.id)} of the fleet's policy, version ${rule.version}, signed by ${rule.signer}`;
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
    case 'plugin':
      return `plugin ${resource.pluginId}`;
  }
}
