// `pilothouse grants`: the permissions of the running hub, for people or as one JSON object.

import { readRule } from '../../contract/call-rules.ts';
import { resourceWords } from '../../contract/resource-words.ts';
import { inEnglish } from '../../words/english.ts';
import { askHub } from '../core/open-hub.ts';
import { printJson, printLines } from '../core/platform/terminal.ts';
import { sayWaits } from './say-waits.ts';
import type { CliAnswer, CliParams } from '../../contract/schemas/cli.ts';
import type { ExplainAsk } from '../../contract/schemas/grants.ts';
import type { Grant, Resource, Subject } from '../../contract/schemas/permissions.ts';

/** What the options of `allow`, `deny` and `explain` say. */
export interface GrantOptions {
  readonly json: boolean;
  readonly client?: string;
  readonly origin?: string;
  readonly plugin?: string;
  readonly scope?: string;
  readonly tool?: readonly string[];
  readonly reading?: boolean;
  readonly site?: string;
  readonly server?: string;
  readonly tab?: string;
  readonly lifetime?: string;
  readonly agent?: string;
  readonly prompt?: string;
}

export async function listGrants(home: string, json: boolean): Promise<void> {
  const answer = await askHub(home, 'grants:list', {});
  print(json, answer, () => listLines(answer));
}

export async function setGrant(home: string, effect: 'allow' | 'deny', options: GrantOptions): Promise<void> {
  const grant = {
    effect,
    subject: await subjectOf(home, options),
    scope: options.scope,
    tools: options.tool ?? null,
    reading: options.reading ?? false,
    resource: placeOf(options),
    lifetime: options.lifetime ?? 'always',
    agentId: options.agent ?? null,
  };
  // The hub parses it, and says in one sentence what does not fit.
  const answer = await askHub(home, 'grants:set', grant as CliParams<'grants:set'>, sayWaits);
  print(options.json, answer, () => [`Grant ${answer.grant.id}: ${grantLine(answer.grant)}`]);
}

export async function revokeGrant(home: string, grantId: string, json: boolean): Promise<void> {
  await askHub(home, 'grants:revoke', { grantId }, sayWaits);
  print(json, { revoked: grantId }, () => [`Grant ${grantId} was revoked.`]);
}

export async function explainGrant(home: string, options: GrantOptions): Promise<void> {
  const answer = await askHub(home, 'grants:explain', await questionOf(home, options));
  print(options.json, answer, () => explainLines(answer));
}

async function questionOf(home: string, options: GrantOptions): Promise<CliParams<'grants:explain'>> {
  if (options.prompt !== undefined) return { promptId: options.prompt };
  if (options.scope === undefined)
    throw new Error('Say about what: --scope, for example servers:call, or --prompt with the number of a question.');
  const request = {
    subject: await subjectOf(home, options),
    scope: options.scope,
    tool: options.tool?.[0] ?? '',
    resource: placeOf(options),
  };
  return { request } as ExplainAsk;
}

/** A client by its id, or by its name where only one has it. */
async function subjectOf(home: string, { client, origin, plugin }: GrantOptions): Promise<Subject> {
  const given = [client, origin, plugin].filter(value => value !== undefined);
  if (given.length !== 1) throw new Error('Say for whom: exactly one of --client, --origin and --plugin.');
  if (origin !== undefined) return { kind: 'origin', id: origin };
  if (plugin !== undefined) return { kind: 'plugin', id: plugin };
  const { clients } = await askHub(home, 'grants:list', {});
  const named = clients.filter(({ name }) => name === client);
  const [only] = named;
  const isId = clients.some(({ id }) => id === client);
  return { kind: 'client', id: !isId && only && named.length === 1 ? only.id : (client ?? '') };
}

function placeOf({ site, server, tab }: GrantOptions): Resource {
  if ([site, server, tab].filter(value => value !== undefined).length > 1)
    throw new Error('Say at most one place: --site, --server or --tab.');
  if (site !== undefined) return { kind: 'site', origin: site };
  if (server !== undefined) return { kind: 'server', serverId: server };
  if (tab === undefined) return { kind: 'any' };
  const [, browserId = '', tabId = ''] = /^(.+):(\d+)$/.exec(tab) ?? [];
  if (!browserId)
    throw new Error(`${JSON.stringify(tab)} is no tab; write the browser's id, a colon and the tab's number.`);
  return { kind: 'tab', browserId, tabId: Number(tabId) };
}

function listLines({ grants, policy }: CliAnswer<'grants:list'>): string[] {
  const { state, error, path, rules } = policy;
  const broken = error && `${path}:${error.line}:${error.column}: ${inEnglish(error.why)} The last good rules hold.`;
  return [
    ...(grants.length === 0 ? ['No grants.'] : grants.map(grant => `${grant.id}  ${grantLine(grant)}`)),
    ...(state === 'none' ? [] : [`Policy: ${rules.length} rules of ${path}.`]),
    ...(broken ? [broken] : []),
  ];
}

function grantLine({ effect, subject, scope, tools, reading, resource, lifetime, uses }: Grant): string {
  const what = [scope, tools ? `(${tools.join(', ')})` : '', reading ? 'reading only' : ''].filter(Boolean).join(' ');
  const times = uses === 1 ? 'used once' : `used ${uses} times`;
  return `${effect} ${subject.kind} ${subject.id}: ${what}, ${resourceWords(resource)}, ${lifetime}, ${times}`;
}

function explainLines({ decision, rule, nearest, remedy }: CliAnswer<'grants:explain'>): string[] {
  const near = nearest.map(item => {
    const differs = item.differs.map(({ what, rule: has, call }) => `its ${what} is ${has}, not ${call}`);
    return `${sentenceCase(ruleWords(item.rule))}, which would ${item.effect} it, does not fit: ${differs.join('; ')}.`;
  });
  const first =
    decision === 'ask'
      ? 'It is asked about: no rule speaks of it.'
      : `It is ${decision === 'allow' ? 'allowed' : 'refused'} by ${rule === null ? 'no rule' : ruleWords(rule)}.`;
  return [first, ...near, ...(decision === 'ask' ? [`To allow it: ${remedy}`] : [])];
}

const startWords: Readonly<Record<string, string>> = {
  'own-tabs': "the client's start, which lets it work in its own tabs",
  'read-only-client': "the client's start, which lets it only read",
  'approved-client': "the client's approval, which lets it read what servers offer",
  'reading-tool': "the client's approval, because the tool only reads",
};

/** `your grant 24`, `the rule "no-uploads" of policy.json`. */
function ruleWords(code: string): string {
  const rule = readRule(code);
  if (rule?.kind === 'grant') return `your grant ${rule.id}`;
  if (rule?.kind === 'policy') return `the rule ${JSON.stringify(rule.id)} of policy.json`;
  return startWords[code] ?? code;
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function print(json: boolean, value: unknown, lines: () => readonly string[]): void {
  if (json) printJson(value);
  else printLines(lines());
}
