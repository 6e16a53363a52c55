// The page of that port gets nothing.
import { flagsEntry } from './port-entry.ts';

(window as unknown as Record<symbol, unknown>)[flagsEntry] = { blocked: true };
