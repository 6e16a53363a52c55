// The figures per tool as a table of a report.
import { htmlText } from './html-text.ts';
import { bytesWords, timeWords } from './report-words.ts';
import type { Distribution, TraceFigures } from '../../../../contract/schemas/trace-tools.ts';

const names = ['Tool or method', 'Calls', 'Failed', 'Refused', 'p50', 'p95', 'p99', 'Latency', 'Median size', 'Sizes'];
/** Columns that hold no numbers. */
const drawn = new Set(['Tool or method', 'Latency', 'Sizes']);
const barWidth = 6;
const height = 22;

export function figuresTable({ tools, more }: TraceFigures): string {
  if (tools.length === 0) return '<p>No call was answered.</p>';
  const rest = more > 0 ? `<p>${more} more are left out.</p>` : '';
  const head = names.map(name => `<th scope="col"${drawn.has(name) ? '' : ' class="num"'}>${name}</th>`).join('');
  const rows = tools.map(({ tool, method, calls, failed, refused, latency, size }) => {
    const times = latency ? [latency.p50, latency.p95, latency.p99].map(timeWords) : ['–', '–', '–'];
    const cells = [
      `<td class="mono">${htmlText(tool ?? method)}</td>`,
      ...[calls, failed, refused].map(count => `<td class="num">${count}</td>`),
      ...times.map(time => `<td class="num">${time}</td>`),
      `<td>${latency ? bars(latency) : ''}</td>`,
      `<td class="num">${bytesWords(size.p50)}</td>`,
      `<td>${bars(size)}</td>`,
    ];
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>${rest}`;
}

function bars({ bars: counts }: Distribution): string {
  const most = Math.max(...counts, 1);
  const rects = counts.map((count, bar) => {
    const tall = count === 0 ? 0 : Math.max(1, Math.round((count / most) * height));
    return `<rect x="${bar * barWidth}" y="${height - tall}" width="${barWidth - 1}" height="${tall}"/>`;
  });
  return `<svg viewBox="0 0 ${counts.length * barWidth} ${height}" preserveAspectRatio="none" aria-hidden="true">${rects.join('')}</svg>`;
}
