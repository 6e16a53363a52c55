// What `pilothouse agents`, `tabs`, `mode`, `tools` and `trace` say.
import type { RunMode } from '../../../contract/entities.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { Held } from '../../../contract/schemas/tools.ts';
import type { Outcome } from '../../../contract/schemas/trace.ts';

export interface WatchWords {
  readonly noAgents: string;
  readonly agentStates: Readonly<Record<Agent['state']['kind'], string>>;
  readonly calls: (calls: number, refused: number) => string;
  readonly noTabs: string;
  readonly you: string;
  readonly nobody: string;
  readonly modeIs: (mode: RunMode, since: string) => string;
  readonly noTools: string;
  readonly reads: string;
  readonly acts: string;
  readonly on: string;
  readonly off: string;
  readonly offForSome: string;
  readonly held: Readonly<Record<Held, string>>;
  readonly toolIs: (tool: string, on: boolean, client: string | null) => string;
  readonly noArguments: string;
  readonly notCalled: string;
  readonly otherContent: (type: string) => string;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly noFilter: (part: string, why: string) => string;
}
