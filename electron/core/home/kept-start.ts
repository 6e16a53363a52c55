// What a hub leaves for the shims of agents: how the user started it, and that the user stopped it (read by `relay/home-files.ts`).
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../../../native-host/endpoints/private-file.ts';
import { startFile, stopFile } from '../../../native-host/relay/home-files.ts';

/** The ports that were named, 0 for any free one; null where nobody named one. */
export interface NamedPorts {
  readonly panel: number | null;
  readonly mcp: number | null;
}

/** A hub runs on this home: a shim that starts the next one gives it the same ports. */
export async function noteStart(home: string, ports: NamedPorts): Promise<void> {
  await rm(join(home, stopFile), { force: true });
  await writePrivateFile(join(home, startFile), JSON.stringify({ v: 1, ...ports }));
}

/** Before anything of the hub ends, so that no shim sees it gone and does not know why. Throws when it cannot be written. */
export function noteStop(home: string, now: number): void {
  writeFileSync(join(home, stopFile), JSON.stringify({ v: 1, at: now }), { mode: 0o600 });
}
