// `pilothouse browsers`: the browsers of this machine, for people or as one JSON object.
import { askHub } from '../core/ask-hub.ts';
import { printJson, printLines } from '../core/platform/terminal.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { sayWaits } from './say-waits.ts';
import type { BrowserResult, WhoAnswers } from '../../contract/schemas/browsers.ts';
import type { CliParams } from '../../contract/schemas/cli.ts';
import type { Browser } from '../../contract/schemas/entities.ts';
import type { CliWords } from './words/cli-words.ts';

export interface SwitchOptions {
  readonly browser?: string;
  readonly host: string;
  readonly dryRun: boolean;
  readonly replace?: boolean;
  readonly system?: boolean;
  readonly json: boolean;
}

export async function listBrowsers(
  home: string,
  { all, json }: { readonly all: boolean; readonly json: boolean },
  words: CliWords,
): Promise<void> {
  const { browsers, offered } = await askHub(home, 'browsers:list', {});
  const known = Object.values((await askHub(home, 'status', {})).browsers);
  const shown = browsers.filter(({ found }) => all || found !== 'no');
  if (json) return printJson({ browsers: shown, offered, known: known.map(knownBrowser) });
  printLines([
    ...(shown.length === 0 ? [words.noBrowsers] : []),
    ...columns(shown.map(({ browserId, truth }) => [browserId, words.reason(truth.reason)])),
    ...offered.map(({ folder, program, pid }) => words.offeredFolder(folder, program, pid)),
    ...(known.length === 0 ? [] : [words.knownBrowsers, ...known.map(browser => knownLine(browser, words))]),
  ]);
}

/** One whose extension has come to the hub, as the panel and agents call it. */
export function knownBrowser({ id, name, family, version, os, extensionId, state }: Browser) {
  return { id, name, family, version, os, extensionId, state: state.kind };
}

export function knownLine({ id, name, state }: Browser, words: CliWords): string {
  return words.knownBrowser(name, id, state.kind);
}

export async function showWhoAnswers(
  home: string,
  { browser, json }: { readonly browser?: string | undefined; readonly json: boolean },
  words: CliWords,
): Promise<void> {
  const answer = await askHub(home, 'browsers:who', browser === undefined ? {} : { browserId: browser });
  if (json) return printJson(answer);
  const { answers } = answer;
  printLines(answers.length === 0 ? [words.noBrowsers] : answers.flatMap(one => whoLines(one, words)));
}

export async function switchBrowsers(
  home: string,
  act: 'install' | 'repair' | 'uninstall',
  { browser, host, dryRun, replace = false, system = false, json }: SwitchOptions,
  words: CliWords,
): Promise<void> {
  if (system && browser === undefined) throw new UsageError(words.whichSystemBrowser);
  const ask = { act, host, dryRun, replace, system, ...(browser === undefined ? {} : { browserId: browser }) };
  // The hub parses it, and says in one sentence what does not fit.
  const { results } = await askHub(home, 'browsers:switch', ask as CliParams<'browsers:switch'>, sayWaits(words, json));
  if (json) printJson({ results });
  else
    printLines(results.length === 0 ? [words.nothingToSwitch] : results.flatMap(result => resultLines(result, words)));
  if (results.some(({ kind }) => kind === 'failed')) process.exitCode = 1;
}

function whoLines({ hostName, claims, answer, policies }: WhoAnswers, words: CliWords): string[] {
  return [
    `${words.reason(answer.reason)} (${hostName})`,
    ...claims.flatMap(({ place, program, programState, verdict }) => [
      words.claim(place, program, programState),
      `    ${words.reason(verdict.reason)}`,
    ]),
    ...policies.map(policy => `  ${words.reason(policy)}`),
  ];
}

function resultLines(result: BrowserResult, words: CliWords): string[] {
  const { browserId, name } = result;
  if (result.kind === 'failed') {
    const { reason, message } = result.error;
    return [words.browserLine(browserId, name, reason ? words.reason(reason) : message)];
  }
  const isDone = result.kind === 'done';
  const said = result.kind === 'done' ? words.reason(result.row.reason) : '';
  return [
    words.browserLine(browserId, name, said).trimEnd(),
    ...result.steps.map(({ action, place }) => words.step(action, place, isDone)),
  ];
}
