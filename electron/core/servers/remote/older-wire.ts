// HTTP with SSE for a server that refuses Streamable HTTP (MCP 2025-11-25, "Backwards Compatibility").
import { setTimeout as sleep } from 'node:timers/promises';
import { SdkHttpError } from '@modelcontextprotocol/client';
import { openWire } from './open-wire.ts';
import type { Wire, WireOptions } from './open-wire.ts';
import type { Retries } from './retries.ts';

/** What a server of the older transport says of a POST to its address. */
const refusals: readonly unknown[] = [400, 404, 405];
const openMs = 10_000;

/** Whether this refusal of `initialize` leaves the older transport to be tried. */
export function mayBeOlder(refusal: unknown): boolean {
  return refusal instanceof SdkHttpError && refusals.includes(refusal.status);
}

/** Started; null where nothing speaks the older transport in time. */
export async function openOlderWire(options: WireOptions, retries: Retries): Promise<Wire | null> {
  const wire = openWire({ ...options, config: { ...options.config, kind: 'sse' } }, retries);
  const opening = wire.start().then(
    () => true,
    () => false,
  );
  if (await Promise.race([opening, sleep(openMs, false, { ref: false })])) return wire;
  await wire.close();
  return null;
}
