// What the command line says of the hub itself: its start, its end, what runs.

import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Counts {
  readonly agents: number;
  readonly browsers: number;
  readonly servers: number;
  readonly allServers: number;
  readonly prompts: number;
}

export interface HubWords {
  readonly noHub: (file: string) => string;
  readonly windowComes: string;
  readonly runs: (home: string, url: string) => string;
  readonly runsAlready: (home: string, pid: string, url: string | null) => string;
  readonly browserIsLed: (page: string) => string;
  readonly stillStarting: (home: string) => string;
  readonly portTaken: (port: number) => string;
  readonly portForbidden: (port: number) => string;
  readonly noPort: (variable: string, text: string) => string;
  readonly stillRuns: (home: string, pid: number) => string;
  readonly hubGone: string;
  /** `cause` is the system's own code. */
  readonly noAnswer: (path: string, cause: string) => string;
  readonly commandInstalled: (file: string, target: string) => string;
  readonly commandRemoved: (file: string) => string;
  /** `file` is what the shell reads at its start; null where it is no file. */
  readonly notInPath: (file: string | null) => string;
  readonly fleetPauses: (by: NonNullable<Snapshot['hub']['modeHeld']>) => string;
  readonly status: (hub: Snapshot['hub']) => string;
  readonly counts: (counts: Counts) => string;
}
