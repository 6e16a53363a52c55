// `pilothouse grants`: the permissions of the running hub, for people or as one JSON object.
import { isFleetName } from '../../contract/fleet.ts';
import { askHub } from '../core/ask-hub.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { CliAnswer, CliParams } from '../../contract/schemas/cli.ts';
import type { Difference, ExplainAsk } from '../../contract/schemas/grants.ts';
import type { Grant, Resource, Subject } from '../../contract/schemas/permissions.ts';
import type { CliWords } from './words/cli-words.ts';

/** What the options of `allow`, `deny` and `explain` say. */
export interface GrantOptions {
  readonly json: boolean;
  readonly client?: string;
  readonly origin?: string;
  readonly plugin?: string;
  readonly hub?: string;
  readonly scope?: string;
  readonly tool?: readonly string[];
  readonly reading?: boolean;
  readonly site?: string;
  readonly server?: string;
  readonly ofPlugin?: string;
  readonly tab?: string;
  readonly lifetime?: string;
  readonly agent?: string;
  readonly prompt?: string;
}

export async function listGrants(home: string, json: boolean, words: CliWords): Promise<void> {
  const answer = await askHub(home, 'grants:list', {});
  printAnswer(json, answer, () => listLines(answer, words));
}

export async function setGrant(
  home: string,
  effect: 'allow' | 'deny',
  options: GrantOptions,
  words: CliWords,
): Promise<void> {
  const grant = {
    effect,
    subject: await subjectOf(home, options, words),
    scope: options.scope,
    tools: options.tool ?? null,
    reading: options.reading ?? false,
    resource: placeOf(options, words),
    lifetime: options.lifetime ?? 'always',
    agentId: options.agent ?? null,
  };
  // The hub parses it, and says in one sentence what does not fit.
  const answer = await askHub(home, 'grants:set', grant as CliParams<'grants:set'>, sayWaits(words, options.json));
  const { clients } = options.json ? { clients: [] } : await askHub(home, 'grants:list', {});
  printAnswer(options.json, answer, () => [words.granted(answer.grant.id, grantLine(answer.grant, words, clients))]);
}

export async function revokeGrant(home: string, grantId: string, json: boolean, words: CliWords): Promise<void> {
  await askHub(home, 'grants:revoke', { grantId }, sayWaits(words, json));
  printAnswer(json, { revoked: grantId }, () => [words.revoked(grantId)]);
}

export async function explainGrant(home: string, options: GrantOptions, words: CliWords): Promise<void> {
  const answer = await askHub(home, 'grants:explain', await questionOf(home, options, words));
  printAnswer(options.json, answer, () => explainLines(answer, words));
}

async function questionOf(home: string, options: GrantOptions, words: CliWords): Promise<CliParams<'grants:explain'>> {
  if (options.prompt !== undefined) return { promptId: options.prompt };
  if (options.scope === undefined) throw new UsageError(words.missingScope);
  const request = {
    subject: await subjectOf(home, options, words),
    scope: options.scope,
    tool: options.tool?.[0] ?? '',
    resource: placeOf(options, words),
  };
  return { request } as ExplainAsk;
}

/** A client by its id, or by its name where only one has it. */
async function subjectOf(
  home: string,
  { client, origin, plugin, hub }: GrantOptions,
  words: CliWords,
): Promise<Subject> {
  const given = [client, origin, plugin, hub].filter(value => value !== undefined);
  if (given.length !== 1) throw new UsageError(words.oneSubject);
  if (origin !== undefined) return { kind: 'origin', id: origin };
  if (plugin !== undefined) return { kind: 'plugin', id: plugin };
  if (hub !== undefined) {
    if (!isFleetName(hub)) throw new UsageError(words.noFleetName(hub));
    return { kind: 'hub', id: hub };
  }
  const { clients } = await askHub(home, 'grants:list', {});
  const named = clients.filter(({ name }) => name === client);
  const [only] = named;
  const isId = clients.some(({ id }) => id === client);
  return { kind: 'client', id: !isId && only && named.length === 1 ? only.id : (client ?? '') };
}

function placeOf({ site, server, ofPlugin, tab }: GrantOptions, words: CliWords): Resource {
  if ([site, server, ofPlugin, tab].filter(value => value !== undefined).length > 1)
    throw new UsageError(words.onePlace);
  if (site !== undefined) return { kind: 'site', origin: site };
  if (server !== undefined) return { kind: 'server', serverId: server };
  if (ofPlugin !== undefined) return { kind: 'plugin', pluginId: ofPlugin };
  if (tab === undefined) return { kind: 'any' };
  const [, browserId = '', tabId = ''] = /^(.+):(\d+)$/.exec(tab) ?? [];
  if (!browserId) throw new UsageError(words.noTab(tab));
  return { kind: 'tab', browserId, tabId: Number(tabId) };
}

function listLines({ grants, clients, policy }: CliAnswer<'grants:list'>, words: CliWords): string[] {
  const { state, error, path, rules } = policy;
  const broken = error && `${path}:${error.line}:${error.column}: ${words.reason(error.why)} ${words.lastGoodRules}`;
  return [
    ...(grants.length === 0
      ? [words.noGrants]
      : grants.map(grant => `${grant.id}  ${grantLine(grant, words, clients)}`)),
    ...(state === 'none' ? [] : [words.policy(rules.length, path)]),
    ...(broken ? [broken] : []),
  ];
}

/** `clients`: their names, where the id alone would mean nothing, as of agents of other hubs. */
function grantLine(
  grant: Grant,
  { effects, subjects, lifetimes, readingOnly, place, used }: CliWords,
  clients: readonly { readonly id: string; readonly name: string }[] = [],
): string {
  const { effect, subject, scope, tools, reading, resource, lifetime, uses } = grant;
  const what = [scope, tools ? `(${tools.join(', ')})` : '', reading ? readingOnly : ''].filter(Boolean).join(' ');
  const name = subject.kind === 'client' ? clients.find(({ id }) => id === subject.id)?.name : undefined;
  const called = name === undefined || name === subject.id ? subject.id : `${name} (${subject.id})`;
  const who = `${effects[effect]} ${subjects[subject.kind]} ${called}`;
  return `${who}: ${what}, ${place(resource)}, ${lifetimes[lifetime]}, ${used(uses)}`;
}

function explainLines({ decision, rule, nearest, remedy }: CliAnswer<'grants:explain'>, words: CliWords): string[] {
  const near = nearest.map(item =>
    words.noFit(item.rule, words.effects[item.effect], item.differs.map(one => differenceText(one, words)).join('; ')),
  );
  if (decision === 'ask') return [words.isAsked, ...near, words.toAllow(remedy)];
  return [words.decided(decision, rule), ...near];
}

function differenceText(difference: Difference, words: CliWords): string {
  const { subjects, place, differs } = words;
  const subjectText = ({ kind, id }: Subject) => `${subjects[kind]} ${id}`;
  switch (difference.what) {
    case 'subject':
      return differs('subject', subjectText(difference.rule), difference.call.map(subjectText).join(', '));
    case 'tool':
      return differs('tool', difference.rule.join(', '), difference.call);
    case 'place':
      return differs('place', place(difference.rule), difference.call.map(place).join(', ') || null);
    case 'reading':
      return words.onlyReads;
    case 'time':
      return words.ended(new Date(difference.endedAt).toISOString());
    default:
      return differs(difference.what, difference.rule, difference.call);
  }
}
