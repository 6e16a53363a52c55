// `pilothouse clients`: the agents of this machine and their files. A dry run prints the difference and writes nothing.
import { resolve } from 'node:path';
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { ConnectHow } from '../../contract/agent-configs.ts';
import type { AgentConfig, AgentConfigState, ConfigPreview, DiffLine } from '../../contract/schemas/agent-configs.ts';
import type { CliWords } from './words/cli-words.ts';

export interface ClientsOptions {
  readonly json: boolean;
  readonly dryRun?: boolean;
  readonly project?: string;
  readonly how?: ConnectHow;
  readonly to?: string;
}

type Change = 'connect' | 'disconnect' | 'restore';

export async function listClients(
  home: string,
  { all, json }: { readonly all: boolean; readonly json: boolean },
  words: CliWords,
): Promise<void> {
  const { rows } = await askHub(home, 'agent-configs:list', {});
  printAnswer(json, { clients: rows }, () => {
    const shown = rows.filter(({ state }) => all || state.kind !== 'absent');
    const absent = rows.length - shown.length;
    return [
      ...columns(shown.map(row => [row.id, row.title, stateText(row, words), row.shownFile ?? ''])),
      ...(absent === 0 ? [] : [words.absentAgents(absent, shown.length > 0)]),
    ];
  });
}

export async function changeClient(
  home: string,
  change: Change,
  agent: string,
  options: ClientsOptions,
  words: CliWords,
): Promise<void> {
  const { json, dryRun = false, how } = options;
  const project = options.project === undefined ? {} : { project: resolve(options.project) };
  const of = { agent, ...project, ...(how && { how }), ...versionOf(options, words) };
  const preview = await askHub(home, 'agent-configs:preview', { ...of, change });
  if (dryRun) return printAnswer(json, preview, () => previewLines(preview, words));
  // What was looked at is what is written, also after the user has taken a while to confirm it.
  const asked = { ...of, hash: preview.hash };
  const done = await askHub(home, `agent-configs:${change}`, asked, sayWaits(words, json));
  printAnswer(json, done, () => [
    words.fileIs(done.row.title, preview.shownFile, stateText(done.row, words)),
    ...(done.token === null ? [] : [words.tokenOnce(done.token)]),
    ...(done.undo === null ? [words.nothingWritten] : [words.undoBy(agent, done.undo)]),
  ]);
}

function versionOf({ to }: ClientsOptions, words: CliWords): { version?: number } {
  if (to === undefined) return {};
  if (/^\d{1,9}$/.test(to)) return { version: Number(to) };
  throw new UsageError(words.noVersion(to));
}

function stateText({ state, restart }: AgentConfig, words: CliWords): string {
  if (state.kind === 'connected' && restart) return words.restartIt(restart.pid);
  return stateWords(state, words);
}

function stateWords(state: AgentConfigState, words: CliWords): string {
  const plain = words.configStates[state.kind];
  switch (state.kind) {
    case 'outdated':
    case 'unreadable':
      return `${plain}: ${words.reason(state.why)}`;
    case 'broken':
      return words.brokenAt(state.line, state.column);
    case 'manual':
      return `${plain}: ${state.menu}`;
    default:
      return plain;
  }
}

function previewLines({ shownFile, lines, backup, notes }: ConfigPreview, words: CliWords): string[] {
  return [
    shownFile,
    ...lines.map(line => lineText(line, words)),
    ...notes.map(note => words.reason(note)),
    ...(backup === null ? [] : [words.backupAt(backup)]),
    words.nothingWritten,
  ];
}

function lineText(line: DiffLine, words: CliWords): string {
  const at = (number: number | null) => String(number ?? '').padStart(5);
  switch (line.kind) {
    case 'skipped':
      return `             ${words.skippedLines(line.lines)}`;
    case 'added':
      return `${at(null)} ${at(line.new)} + ${line.text}`;
    case 'removed':
      return `${at(line.old)} ${at(null)} - ${line.text}`;
    case 'same':
      return `${at(line.old)} ${at(line.new)}   ${line.text}`;
  }
}
