// Our own format: one JSON object a line, a header first; `trace:import-lines` and recordings read and write the same.
import type { ExportItem, TraceWriter, WriterAbout } from './export-item.ts';

export const jsonlName = 'pilothouse trace';
export const jsonlVersion = 1;

export const jsonlWriter: TraceWriter = {
  head: jsonlHead,
  item: jsonlLine,
  tail: () => '',
};

export function jsonlHead({ version, at }: Pick<WriterAbout, 'version' | 'at'>): string {
  const header = {
    format: jsonlName,
    version: jsonlVersion,
    writtenBy: version,
    writtenAt: new Date(at).toISOString(),
  };
  return `${JSON.stringify(header)}\n`;
}

/** Payloads stay the texts that they are: what was no JSON on its wire is none here. */
export function jsonlLine({ entry, payload }: Pick<ExportItem, 'entry' | 'payload'>): string {
  // Other programs read its sentence.
  const told = { ...entry, why: undefined };
  if (!payload) return `${JSON.stringify(told)}\n`;
  const { seq: _, ...texts } = payload;
  return `${JSON.stringify({ ...told, payload: texts })}\n`;
}
