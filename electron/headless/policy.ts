// `pilothouse policy show|refresh`, for people or as one JSON object.
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { PolicyListState, PolicyState } from '../../contract/schemas/policy-state.ts';
import type { CliWords } from './words/cli-words.ts';

type CatalogueRules = NonNullable<PolicyState['catalogue']>;

export async function showPolicy(home: string, json: boolean, words: CliWords): Promise<void> {
  const { hub } = await askHub(home, 'status', {});
  const { policy, policyList: list = null } = hub;
  printAnswer(json, { policy, list }, () => [
    ...fileLines(policy, words),
    ...(policy.catalogue ? catalogueLines(policy.catalogue, words) : []),
    ...(list ? listLines(list, words) : []),
  ]);
}

export async function refreshPolicy(home: string, json: boolean, words: CliWords): Promise<void> {
  const { version } = await askHub(home, 'policy:refresh', {}, sayWaits(words, json));
  printAnswer(json, { version }, () => [words.listTaken(version)]);
}

function fileLines({ state, path, rules, error }: PolicyState, words: CliWords): string[] {
  if (state === 'none') return [words.noPolicyFile(path)];
  const broken = error ? [words.brokenPolicy(path, error.line, error.column, words.reason(error.why))] : [];
  return [...broken, words.policy(rules.length, path)];
}

function catalogueLines({ default: usual, rules, sources }: CatalogueRules, words: CliWords): string[] {
  return [
    words.catalogueRules(rules.length, usual),
    ...columns(
      rules.map(({ id, effect, about, reason }) => {
        const said = Object.entries(about).flatMap(([name, values]) =>
          values.length === 0 ? [] : [`${name}: ${values.join(', ')}`],
        );
        return [`  ${id}`, effect, said.join('; '), reason ?? ''];
      }),
    ),
    ...sources.map(({ name, address }) => words.broughtSource(name, address)),
  ];
}

function listLines(list: PolicyListState, words: CliWords): string[] {
  const { address, fingerprint, version, fetchedAt, expires, rules, fault } = list;
  const time = (at: number | null) => (at === null ? '-' : new Date(at).toISOString());
  return [
    words.listAt(address, fingerprint ?? '-'),
    version === null ? words.noListYet : words.listInForce(version, rules, time(fetchedAt), time(expires)),
    ...(expires !== null && expires <= Date.now() ? [words.listExpired] : []),
    ...(fault ? [words.reason(fault)] : []),
  ];
}
