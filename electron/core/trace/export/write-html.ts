// A report that opens anywhere: one HTML file without any script, whose policy lets it load nothing.
import { maxReportEntries } from '../../../../contract/trace-bounds.ts';
import { figuresTable } from './figures-table.ts';
import { htmlLines, htmlText } from './html-text.ts';
import { reportStyle } from './report-style.ts';
import { bytesWords, timeWords } from './report-words.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { TraceFigures } from '../../../../contract/schemas/trace-tools.ts';
import type { ExportItem, TraceWriter, WriterAbout } from './export-item.ts';

/** What is nested deep would be mostly indentation. */
const maxGrowth = 4;

/** `figures` are told at the head; they are of all that is exported. Later pieces need none. */
export function htmlWriter(figures: TraceFigures | null): TraceWriter {
  return {
    head: about => headOf(about, figures),
    item: rowOf,
    tail: (_about, entries) => `</div>\n<p class="quiet">${entries} entries.</p>\n</main></body></html>\n`,
  };
}

function headOf({ version, at }: WriterAbout, figures: TraceFigures | null): string {
  const when = new Date(at).toISOString();
  const names = ['', 'Time (UTC)', 'From', 'To', 'Tool or method', 'Outcome and rule', 'Size', 'Latency'];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(policyOf(reportStyle))}">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>Pilothouse trace, ${when.slice(0, 10)}</title>
<style>${reportStyle}</style></head>
<body><main><h1>Pilothouse trace</h1>
<p>Written by Pilothouse ${htmlText(version)} at ${when}. It holds at most the newest ${maxReportEntries} entries; secrets are masked as ••••.</p>
<h2>Calls by tool</h2>
${figures ? figuresTable(figures) : ''}
<h2>Entries</h2>
<div class="row names" aria-hidden="true">${names.map((name, place) => `<span${place > 5 ? ' class="num"' : ''}>${name}</span>`).join('')}</div>
<div class="rows">
`;
}

/** With the hash of the one style. What hashes is loaded for a report alone, because the trace's thread needs it for nothing else. */
function policyOf(style: string): string {
  const styleHash = process.getBuiltinModule('node:crypto').createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
}

function rowOf({ entry, payload }: ExportItem): string {
  const { at, from, to, tool, method, latencyMs, bytes, responseBytes } = entry;
  const cells = [
    '<span class="open"></span>',
    `<span class="mono">${new Date(at).toISOString().slice(11, 23)}</span>`,
    `<span>${htmlText(from.label)}</span>`,
    `<span>${htmlText(to.label)}</span>`,
    `<span class="mono">${htmlText(tool ?? method)}</span>`,
    outcomeOf(entry),
    `<span class="num">${bytesWords(bytes + (responseBytes ?? 0))}</span>`,
    `<span class="num">${timeWords(latencyMs)}</span>`,
  ];
  const facts = [
    `entry ${entry.seq}`,
    method,
    entry.parent === null ? '' : `caused by ${entry.parent}`,
    entry.reason ?? '',
  ];
  const texts = payload
    ? part('Request', payload.request, payload.dropped) +
      (entry.kind === 'request' ? part('Response', payload.response, payload.dropped) : '')
    : '';
  return `<details id="e${entry.seq}"><summary class="row">${cells.join('')}</summary><div class="more"><p>${htmlText(facts.filter(Boolean).join(', '))}</p>${texts}</div></details>\n`;
}

function outcomeOf({ outcome, rule, code }: TraceEntry): string {
  const isBad = outcome === 'error' || outcome === 'refused';
  const decided = [outcome, rule ?? code ?? ''].filter(Boolean).join(', ');
  return `<span${isBad ? ' class="bad"' : ''}>${htmlText(decided)}</span>`;
}

function part(title: string, text: string | null, wasDropped: boolean): string {
  const none = wasDropped ? 'It was not kept.' : 'It carried nothing.';
  return `<h3>${title}</h3>${text === null ? `<p class="quiet">${none}</p>` : `<pre>${htmlLines(indented(text))}</pre>`}`;
}

function indented(text: string): string {
  try {
    const lines = JSON.stringify(JSON.parse(text), null, 2);
    return lines.length > text.length * maxGrowth ? text : lines;
  } catch {
    return text;
  }
}
