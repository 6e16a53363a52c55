// One request of a page while no hub is there, as those see it who answer it in the companion.
import { PageFault } from '../page-fault.ts';
import type { PageOpened } from '../../../../contract/schemas/web-agent.ts';

export interface AskedAlone {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Whose document it is, as the browser told. */
  readonly opened: PageOpened;
  /** Names the document among all of this browser. */
  readonly document: string;
  /** What the document offers on `navigator.modelContext`, as it said. */
  readonly tools: readonly unknown[];
  /** Asks that very document. */
  askDocument(type: string, payload: unknown, signal: AbortSignal): Promise<unknown>;
  /** An event of a request that streams. */
  tell(event: unknown): void;
}

/** Who answers while no hub is there. */
export interface ServesAlone {
  /** Rejects with PageFault, and with HubCame where the hub is to answer after all. */
  answer(asked: AskedAlone): Promise<unknown>;
  /** The document is gone, and what it had open with it. */
  gone(document: string): void;
}

export function textOf({ payload, type }: AskedAlone, name: string, most = 100_000): string {
  const value = payload[name];
  if (typeof value === 'string' && value !== '' && value.length <= most) return value;
  throw invalid(`${type} needs "${name}", a text of 1 to ${most} characters.`);
}

/** None where it is absent. Throws for a list of anything but texts. */
export function textsOf({ payload, type }: AskedAlone, name: string): string[] {
  const value = payload[name] ?? [];
  const isTexts = Array.isArray(value) && value.length <= 100 && value.every(one => typeof one === 'string');
  if (isTexts) return value.map(one => one.slice(0, 500));
  throw invalid(`"${name}" of ${type} must be a list of at most 100 texts.`);
}

export function invalid(message: string): PageFault {
  return new PageFault('ERR_INVALID_REQUEST', message);
}
