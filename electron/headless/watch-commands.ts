// The commands that say what is there: agents, tabs, the run mode, the trace. What they do is loaded when one of them runs.
import { Argument, Command, InvalidArgumentError } from 'commander';
import { runModes } from '../../contract/entities.ts';
import { maxWindow } from '../../contract/trace-bounds.ts';
import type { RunMode } from '../../contract/entities.ts';
import type { CommandContext } from './command-context.ts';
import type { TailOptions } from './trace-tail.ts';

interface Json {
  readonly json: boolean;
}

export function buildAgentsCommand({ home, words }: CommandContext): Command {
  const agents = new Command('agents').description('the agents that are connected');
  agents
    .command('list')
    .description('every agent with its calls')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./watch.ts')).listAgents(home(), json, await words()));
  return agents;
}

export function buildTabsCommand({ home, words }: CommandContext): Command {
  const tabs = new Command('tabs').description('the tabs of the browsers that are connected');
  tabs
    .command('list')
    .description('every tab with its owner')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: Json) => (await import('./watch.ts')).listTabs(home(), json, await words()));
  return tabs;
}

export function buildModeCommand({ home, words }: CommandContext): Command {
  return new Command('mode')
    .description('what agents may do; a freer mode waits for a confirmation in the panel')
    .addArgument(new Argument('[mode]', 'the mode from now on').choices(runModes))
    .option('--json', 'as JSON', false)
    .action(async (mode: RunMode | undefined, { json }: Json) =>
      (await import('./watch.ts')).setMode(home(), mode ?? null, json, await words()),
    );
}

export function buildTraceCommand({ home, words }: CommandContext): Command {
  const trace = new Command('trace').description('the messages that pass');
  trace
    .command('tail')
    .description('the newest messages')
    .option('--filter <text>', 'only those that fit, as typed in the panel: agent:claude status:refused')
    .option('-f, --follow', 'go on with what comes next', false)
    .option('-n, --lines <number>', `how many messages, at most ${maxWindow}`, count, 20)
    .option('--json', 'each message as JSON', false)
    .action(async (options: TailOptions) =>
      (await import('./trace-tail.ts')).tailTrace(home(), options, await words()),
    );
  return trace;
}

function count(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= maxWindow) return value;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is no number of messages; use one from 1 to ${maxWindow}.`);
}
