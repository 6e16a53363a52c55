// What a hub that ends leaves to the next one: agents with what they have done, whose tabs and tasks are whose, budgets of runs.
import { z } from 'zod';
import { AgentSchema, TabSchema } from '../../../contract/schemas/entities.ts';
import { RunSchema } from '../../../contract/schemas/limits.ts';
import { KeptTable } from './kept-table.ts';
import type { TableAccess } from './table-access.ts';

const KeptAgentSchema = z.object({
  agent: AgentSchema,
  /** A digest: an instance's id is as good as a secret on some wires. */
  instance: z.string(),
});
export type KeptAgent = z.infer<typeof KeptAgentSchema>;

/** Neither title nor address: the browser tells what the tab shows by then. */
const KeptTabSchema = z.object({
  browserId: z.string(),
  /** The random mark of the browser's run: without it the number means nothing. */
  runId: z.string(),
  tabId: z.number().int(),
  owner: TabSchema.shape.owner,
  lastAction: TabSchema.shape.lastAction,
  /** Opened by a page, and not used since. */
  unasked: z.boolean(),
});
export type KeptTab = z.infer<typeof KeptTabSchema>;

const KeptRunsSchema = z.object({ agentId: z.string(), runs: z.array(RunSchema) });
export type KeptRuns = z.infer<typeof KeptRunsSchema>;

const KeptTaskSchema = z.object({
  /** Whose it is: no other agent reads, lists or ends it. */
  agentId: z.string(),
  clientId: z.string(),
  serverId: z.string(),
  /** As its server names it. */
  taskId: z.string(),
  /** The tool that was called, by the catalogue's name. */
  tool: z.string(),
  /** Whether rules let the call pass, which may end; else the user's own answer did. */
  byRules: z.boolean(),
  /** Whether its agent has had what it has done. */
  fetched: z.boolean().default(false),
  /** The trace entry of the call. */
  seq: z.number().int(),
  status: z.string(),
  /** What became of it so far, with the milliseconds since it was created. */
  life: z.array(z.object({ status: z.string(), afterMs: z.number() })),
  createdAt: z.number(),
  /** When its server forgets it; null where it does not say. */
  endsAt: z.number().nullable(),
});
export type KeptTask = z.infer<typeof KeptTaskSchema>;

export interface KeptLives {
  readonly agents: KeptTable<KeptAgent>;
  readonly tabs: KeptTable<KeptTab>;
  readonly runs: KeptTable<KeptRuns>;
  readonly tasks: KeptTable<KeptTask>;
  /** The hub stops: from now on nothing more is kept, because what ends with it goes on with the next one. */
  freeze(): void;
  /** Resolves when all that was kept so far outlives a kill. */
  settled(): Promise<void>;
}

export function keptLives(at: TableAccess): KeptLives {
  const whether = { isOn: true };
  return {
    agents: new KeptTable(at, 'keptAgents', KeptAgentSchema, whether),
    tabs: new KeptTable(at, 'keptTabs', KeptTabSchema, whether),
    runs: new KeptTable(at, 'keptRuns', KeptRunsSchema, whether),
    tasks: new KeptTable(at, 'keptTasks', KeptTaskSchema, whether),
    freeze: () => {
      whether.isOn = false;
    },
    settled: () => at.later.flush(),
  };
}
