// The end of what applies to one port: a page with another port is left as it was.
import { entry, flagsEntry } from './port-entry.ts';

const place = window as unknown as Record<symbol, unknown>;
const before = place[entry] as { kept: object } | undefined;
if (before) place[flagsEntry] = before.kept;
delete place[entry];
