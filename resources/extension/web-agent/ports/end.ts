// The end of what holds for one port: for a page of another one all is as it was before.
import { entry, flagsEntry } from './port-entry.ts';

const place = window as unknown as Record<symbol, unknown>;
const before = place[entry] as { kept: object } | undefined;
if (before) place[flagsEntry] = before.kept;
delete place[entry];
