// `pilothouse fleet policy|pause|resume|stop-agent|allow-agent`, for people or as one JSON object.
import { readFile, writeFile } from 'node:fs/promises';
import { FleetPolicyDraftSchema } from '../../contract/schemas/fleet-policy.ts';
import { SecretNameSchema } from '../../contract/schemas/secrets.ts';
import { faultOf } from '../../contract/schemas/value-fault.ts';
import { askHub } from '../core/ask-hub.ts';
import { JsonError, parseLocatedJson } from '../core/permissions/policy/located-json.ts';
import { columns, listed } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { aboutRule } from './fleet-cells.ts';
import { sayUnknownAgent } from './fleet-unknown.ts';
import { printAnswer } from './print-answer.ts';
import { readFileOrInput } from './read-input.ts';
import { sayWaits } from './say-waits.ts';
import type { FleetPolicyDraft } from '../../contract/schemas/fleet-policy.ts';
import type { FleetPolicyChange } from '../../contract/schemas/fleet-policy-requests.ts';
import type { CliWords } from './words/cli-words.ts';

export interface ChangeOptions {
  readonly key: string;
  readonly json: boolean;
}

export interface SignPolicyOptions extends ChangeOptions {
  readonly policyVersion?: number;
  readonly out?: string;
}

export async function showPolicy(home: string, json: boolean, words: CliWords): Promise<void> {
  const shown = await askHub(home, 'fleet:policy', {});
  printAnswer(json, shown, () => {
    const { policy, rules, stoppedAgents, roles, fault } = shown;
    const told = fault ? [words.reason(fault)] : [];
    if (!policy || policy.version === 0) return [words.noFleetPolicy, ...told];
    return [
      words.fleetPolicyInForce(policy.version, policy.signedBy, time(policy.signedAt), policy.rules),
      ...(policy.pausesAll ? [words.fleetPausesAll] : []),
      ...stoppedAgents.map(({ agent, reason }) => words.fleetStops(agent, reason ?? null)),
      ...listed(
        words.fleetHeads.rules,
        rules.map(rule => [
          ...[rule.id, rule.effect, rule.scopes.join(', ')],
          ...[aboutRule(rule, words.fleetUses.readOnly), rule.reason ?? ''],
        ]),
      ),
      ...listed(
        words.fleetHeads.roles,
        Object.entries(roles).map(([hub, own]) => [hub, own.join(', ')]),
      ),
      ...told,
    ];
  });
}

export async function listVersions(home: string, json: boolean, words: CliWords): Promise<void> {
  const answer = await askHub(home, 'fleet:policy-versions', {});
  printAnswer(json, answer, () => [
    ...(answer.versions.length === 0 ? [words.fleetNoVersions] : []),
    ...listed(
      words.fleetHeads.versions,
      answer.versions.map(({ version, signedBy, signedAt, rules, pausesAll, stoppedAgents }) => {
        const stopped = stoppedAgents.map(({ agent }) => agent).join(', ');
        return [
          String(version),
          signedBy,
          time(signedAt),
          words.fleetRules(rules),
          pausesAll ? words.fleetPausesAll : '',
          stopped,
        ];
      }),
    ),
    ...(answer.refused > 0 ? [words.fleetVersionsRefused(answer.refused)] : []),
  ]);
}

export async function checkPolicy(home: string, file: string, json: boolean, words: CliWords): Promise<void> {
  const text = await read(file, words);
  const asked = isEnvelope(text) ? { envelope: text.trim() } : { draft: draftIn(text, file, words) };
  const answer = await askHub(home, 'fleet:policy-narrows', asked);
  printAnswer(json, answer, () => [
    ...(answer.fault ? [words.reason(answer.fault)] : []),
    answer.narrowed.length === 0 ? words.fleetNarrowsNothing : words.fleetNarrows(answer.narrowed.length),
    ...columns(answer.narrowed.map(({ grant, rule }) => [`  ${grant.id}`, grant.subject.id, grant.scope, rule])),
  ]);
}

export async function signPolicy(
  home: string,
  file: string,
  options: SignPolicyOptions,
  words: CliWords,
): Promise<void> {
  const { key, out, json, policyVersion } = options;
  const draft = draftIn(await read(file, words), file, words);
  const pem = await readFile(key, 'utf8').catch(() => null);
  const signed =
    pem === null
      ? await askHub(home, 'fleet:sign-policy', { key, change: { kind: 'replace', draft } }, sayWaits(words, json))
      : await signedByFile(home, draft, { pem, file: key, policyVersion }, words);
  const { envelope, version, signedBy } = signed;
  if (out !== undefined) await writeFile(out, `${envelope}\n`);
  // What a program reads on stdout is what is to be published.
  if (out === undefined) printAnswer(false, null, () => [envelope]);
  else printAnswer(json, { version, signedBy, out }, () => [words.fleetPolicySigned(version, signedBy)]);
}

export async function publishPolicy(home: string, file: string, json: boolean, words: CliWords): Promise<void> {
  const envelope = (await read(file, words)).trim();
  const done = await askHub(home, 'fleet:publish-policy', { envelope }, sayWaits(words, json));
  printAnswer(json, done, () => [words.fleetPolicyPublished(done.version, done.signedBy)]);
}

export async function change(
  home: string,
  what: FleetPolicyChange,
  { key, json }: ChangeOptions,
  words: CliWords,
): Promise<void> {
  if (!SecretNameSchema.safeParse(key).success) throw new UsageError(words.fleetKeyByName(key));
  if (what.kind === 'stop-agent' && !json) await sayUnknownAgent(home, what.agent, words);
  const done = await askHub(home, 'fleet:sign-and-publish', { key, change: what }, sayWaits(words, json));
  printAnswer(json, done, () => [words.fleetPolicyPublished(done.version, done.signedBy)]);
}

async function signedByFile(
  home: string,
  draft: FleetPolicyDraft,
  { pem, file, policyVersion }: { pem: string; file: string; policyVersion: number | undefined },
  words: CliWords,
) {
  const { signedText } = await import('../core/permissions/policy/sign-fleet-policy.ts');
  const version = policyVersion ?? ((await askHub(home, 'fleet:policy', {})).policy?.version ?? 0) + 1;
  const policy = { kind: 'pilothouse-fleet-policy', version, signedAt: new Date().toISOString(), ...draft };
  try {
    const { envelope, fingerprint } = signedText(JSON.stringify(policy), pem);
    return { envelope, version, signedBy: fingerprint };
  } catch {
    // What OpenSSL says of it would help nobody.
    throw new UsageError(words.noListKey(file));
  }
}

function draftIn(text: string, file: string, words: CliWords): FleetPolicyDraft {
  try {
    const { value } = parseLocatedJson(text);
    const draft = FleetPolicyDraftSchema.safeParse(value);
    if (draft.success) return draft.data;
    throw new UsageError(words.noFleetPolicyFile(file, words.reason(faultOf(draft.error, value))));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(words.noFleetPolicyFile(file, words.reason(error.why)));
  }
}

function isEnvelope(text: string): boolean {
  return /"signature"\s*:/.test(text) && /"payload"\s*:/.test(text);
}

async function read(file: string, words: CliWords): Promise<string> {
  try {
    return await readFileOrInput(file);
  } catch (error) {
    throw new UsageError(words.noFile(file, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
}

function time(at: number): string {
  return new Date(at).toISOString();
}
