// What `pilothouse clients` says.
import type { ToolListing } from '../../../contract/entities.ts';
import type { AgentConfigState } from '../../../contract/schemas/agent-configs.ts';

export interface ClientWords {
  readonly configStates: Readonly<Record<AgentConfigState['kind'], string>>;
  /** `others`: whether some are here. */
  readonly absentAgents: (count: number, others: boolean) => string;
  readonly restartIt: (pid: number) => string;
  readonly brokenAt: (line: number, column: number) => string;
  readonly fileIs: (agent: string, file: string, state: string) => string;
  readonly tokenOnce: (token: string) => string;
  readonly undoBy: (agent: string, version: number) => string;
  readonly nothingWritten: string;
  readonly backupAt: (path: string) => string;
  readonly skippedLines: (count: number) => string;
  readonly noVersion: (text: string) => string;
  readonly toolListings: Readonly<Record<ToolListing, string>>;
  /** `tokens` is estimated. */
  readonly toolCost: (tools: number, bytes: number, tokens: number) => string;
  readonly seesHub: (on: boolean) => string;
}
