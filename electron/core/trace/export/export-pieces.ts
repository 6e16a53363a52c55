// Exports and their previews, one piece after the other: whoever asks holds the place, nothing is kept here.
import { readFigures } from '../figures.ts';
import { FieldMask } from './field-mask.ts';
import { reportStart, walk } from './export-walk.ts';
import { harWriter } from './write-har.ts';
import { htmlWriter } from './write-html.ts';
import { jsonlWriter } from './write-jsonl.ts';
import { MaskedTally } from './masked-tally.ts';
import { otlpWriter } from './write-otlp.ts';
import type { ExportPiece, PreviewPiece, TraceFigures } from '../../../contract/trace-tools.ts';
import type { Redactor } from '../redact.ts';
import type { ToolAsk } from '../tool-asks.ts';
import type { TraceColumns } from '../trace-columns.ts';
import type { TraceWriter } from './export-item.ts';

/** `runId` names this run of the trace in files that know no numbers: 16 hex digits. */
export function exportPiece(
  columns: TraceColumns,
  redactor: Redactor,
  runId: string,
  ask: ToolAsk<'export'>,
): ExportPiece {
  const about = { ...ask.about, runId };
  const writer = writerOf(ask.format, () => maskedFigures(columns, redactor, ask));
  const isFirst = ask.after === 0;
  const texts = isFirst ? [writer.head(about)] : [];
  let entries = 0;
  const from = isFirst && ask.format === 'html' ? { ...ask, after: reportStart(columns, ask) } : ask;
  const { after, until } = walk(columns, from, { redactor, fields: new FieldMask(ask.fields) }, item => {
    const text = writer.item(item, about, ask.written + entries);
    entries += 1;
    texts.push(text);
    return text.length;
  });
  if (after === null) texts.push(writer.tail(about, ask.written + entries));
  return { text: texts.join(''), entries, after, until };
}

export function previewPiece(columns: TraceColumns, redactor: Redactor, ask: ToolAsk<'preview'>): PreviewPiece {
  const tally = new MaskedTally();
  let entries = 0;
  let payloadBytes = 0;
  let dropped = 0;
  const { after, until } = walk(
    columns,
    ask,
    { redactor, fields: new FieldMask(ask.fields) },
    ({ entry: { reason }, payload }) => {
      entries += 1;
      if (payload?.dropped) dropped += 1;
      const texts = [payload?.request, payload?.response].filter(text => typeof text === 'string');
      for (const text of texts) tally.message(text);
      if (reason !== null) tally.message(JSON.stringify({ reason }));
      const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      payloadBytes += bytes;
      return bytes;
    },
  );
  return { entries, payloadBytes, dropped, masked: tally.list(), after, until };
}

function writerOf(format: ToolAsk<'export'>['format'], figures: () => TraceFigures): TraceWriter {
  switch (format) {
    case 'jsonl':
      return jsonlWriter;
    case 'har':
      return harWriter;
    case 'otlp':
      return otlpWriter;
    case 'html':
      return htmlWriter(figures);
  }
}

function maskedFigures(columns: TraceColumns, redactor: Redactor, { filter }: ToolAsk<'export'>): TraceFigures {
  const figures = readFigures(columns, filter, 'agents');
  const tools = figures.tools.map(row => ({
    ...row,
    method: redactor.words(row.method),
    tool: row.tool && redactor.words(row.tool),
  }));
  return { ...figures, tools };
}
