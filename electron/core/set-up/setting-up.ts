// What each part of a set-up has at hand: what was read, what was done before, and the panel's requests.
import type { SetupRecord } from '../../../contract/schemas/hub-setup.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { ReadSetup } from './read-setup.ts';

/** The fleet while the hub starts: it comes back into it, and connects when it is told to. */
export interface FleetStart {
  /** What is kept of the fleet is in the state. */
  readonly restored: Promise<void>;
  /** From here on others reach what is shared. Rejects never. */
  begin(): Promise<void>;
  /** Once in each run: what stands there of a policy was read, and what may be taken of it is in force. */
  readonly policyRead: Promise<void>;
}

export interface SettingUp {
  readonly setup: ReadSetup;
  /** Of what was done; changed as it is done. */
  readonly record: SetupRecord;
  ask<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>>;
  state(): Promise<Snapshot>;
  /** Of a value, for the record. */
  digest(value: unknown): string;
  /** Writes the record: what was done is then not taken for somebody else's, whatever happens. */
  keep(): Promise<void>;
}
