// Transcripts of the three channels of pages, in fixtures/wires: what a page says, what is asked of the hub for it, what that answers, what the page hears.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './provided.ts';
import type { PageError } from '../../contract/web-agent.ts';

export interface PageExchange {
  readonly said: Readonly<Record<string, unknown>>;
  /** Answered without anybody beyond the page, or not at all. */
  readonly here?: true;
  readonly asked?: { readonly type: string; readonly payload: unknown };
  readonly events?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: PageError;
  readonly heard?: readonly unknown[];
}

export const pageTranscripts = ['harbor-web-agent', 'web-agents-api', 'harbor-provider'] as const;

const fileOf = (name: string) => join(repositoryRoot, `test/fixtures/wires/page-${name}.jsonl`);

export function readTranscript(name: (typeof pageTranscripts)[number]): PageExchange[] {
  const lines = readFileSync(fileOf(name), 'utf8').trim().split('\n');
  return lines.map(line => JSON.parse(line) as PageExchange);
}

export function keepTranscript(name: (typeof pageTranscripts)[number], exchanges: readonly PageExchange[]): void {
  writeFileSync(fileOf(name), `${exchanges.map(exchange => JSON.stringify(exchange)).join('\n')}\n`);
}
