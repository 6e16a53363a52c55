// After the digits of a port: what the next files leave applies to pages with that port alone, in place of what was left before.
import { entry, flagsEntry } from './port-entry.ts';

const place = window as unknown as Record<symbol, unknown>;
const port = Number(location.port || (location.protocol === 'https:' ? 443 : 80));
if (place[entry] === port) {
  delete place[entry];
  delete place[flagsEntry];
} else {
  // Copied, because the next files add to what is there.
  place[entry] = { kept: { ...(place[flagsEntry] as object | undefined) } };
}
