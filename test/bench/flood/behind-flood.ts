// How much later a call, and a click in the panel, are answered while another agent floods: beside the same ones alone.
import { boundRow, median } from '../measure.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { BenchRow } from '../row.ts';
import type { LineAgent, ToolCall } from './line-agent.ts';

export const flood = 500;
const rounds = 12;
const goals = { callMs: 100, clickMs: 200 };

interface Sides {
  readonly flooding: LineAgent;
  readonly other: LineAgent;
  readonly panel: PanelClient;
}

interface Calls {
  /** The calls of one flood. */
  readonly flood: readonly ToolCall[];
  /** What the other agent calls. */
  readonly other: ToolCall;
}

/** Both goals for one kind of call, each asked once right behind each of several floods. */
export async function rowsBehindFlood(name: string, sides: Sides, calls: Calls): Promise<BenchRow[]> {
  const { flooding, other, panel } = sides;
  const rush = () => flooding.call(calls.flood);
  const call = await delays(rush, () => answered(other, calls.other));
  const click = await delays(rush, () => clicked(panel));
  return rowsOf(name, call, click);
}

/** The same while one long flood lasts, for calls that take their time. */
export async function rowsDuringFlood(name: string, sides: Sides, calls: Calls): Promise<BenchRow[]> {
  const { flooding, other, panel } = sides;
  const [call, click] = [() => answered(other, calls.other), () => clicked(panel)];
  const [callAlone, clickAlone] = [await middleOf(call), await middleOf(click)];
  const began = performance.now();
  const over = { isOver: false };
  const flooded = flooding.call(calls.flood).finally(() => {
    over.isOver = true;
  });
  const [calling, clicking]: [number[], number[]] = [[], []];
  while (!over.isOver && calling.length < rounds) {
    calling.push((await timeOf(call)) - callAlone);
    clicking.push((await timeOf(click)) - clickAlone);
    // At other moments of the flood each time.
    await new Promise(resolve => setTimeout(resolve, 20 + calling.length * 4));
  }
  await flooded;
  const floodMs = performance.now() - began;
  return rowsOf(name, { behind: calling, alone: callAlone, floodMs }, { behind: clicking, alone: clickAlone, floodMs });
}

function rowsOf(name: string, call: Delays, click: Delays): BenchRow[] {
  return [
    row(`${name}: another agent's call behind ${flood} calls`, call, goals.callMs),
    row(`${name}: a click in the panel behind ${flood} calls`, click, goals.clickMs),
  ];
}

async function clicked(panel: PanelClient): Promise<void> {
  await panel.request('agents:figures', {});
}

/** A refusal must not count as a fast answer. */
async function answered(agent: LineAgent, call: ToolCall): Promise<void> {
  const [line = ''] = await agent.call([call]);
  if (line.includes('"isError":true') || line.includes('"error":'))
    throw new Error(`${call[0]}: ${line.slice(0, 300)}`);
}

interface Delays {
  /** How much longer each took right behind a flood than in the middle alone, in milliseconds. */
  readonly behind: readonly number[];
  /** In the middle alone. */
  readonly alone: number;
  /** A whole flood, in the middle. */
  readonly floodMs: number;
}

async function delays(rush: () => Promise<unknown>, ask: () => Promise<void>): Promise<Delays> {
  const middle = await middleOf(ask);
  const behind: number[] = [];
  const floods: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const flooded = rush();
    // At other moments of the flood each time.
    await new Promise(resolve => setTimeout(resolve, round * 4));
    behind.push((await timeOf(ask)) - middle);
    await flooded;
    floods.push(performance.now() - began);
  }
  return { behind, alone: middle, floodMs: median(floods) };
}

async function middleOf(ask: () => Promise<void>): Promise<number> {
  const alone: number[] = [];
  for (let round = 0; round < rounds; round += 1) alone.push(await timeOf(ask));
  return median(alone);
}

async function timeOf(ask: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await ask();
  return performance.now() - began;
}

function row(name: string, { behind, alone, floodMs }: Delays, most: number): BenchRow {
  const notes = [
    `the middle of ${behind.length} is ${median(behind).toFixed(1)} ms more than ${alone.toFixed(1)} ms alone; the flood takes ${floodMs.toFixed(0)} ms`,
  ];
  const measured = { value: Math.max(...behind), unit: 'ms' };
  return { ...boundRow(`${name}, the worst of ${behind.length}`, measured, { atMost: most }), notes };
}
