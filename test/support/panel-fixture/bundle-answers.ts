// What the fixture hub says of bundles: one that somebody unknown has signed.
import { foreign } from '../../../contract/reason.ts';
import { named } from './catalogue.ts';
import type { bundleRequests } from '../../../contract/schemas/bundle-requests.ts';
import type { Bundle } from '../../../contract/schemas/bundles.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

const bundle: Bundle = {
  bundleId: 'b1',
  file: 'sheets-1.2.0.mcpb',
  bytes: 3_412_000,
  sha256: '5e'.repeat(32),
  manifestVersion: '0.3',
  name: 'sheets',
  title: 'Sheets',
  version: '1.2.0',
  description: 'Reads and writes cells and ranges of .xlsx files below a folder.',
  author: 'Sheetwise',
  links: [{ kind: 'repository', address: 'https://github.com/sheetwise/sheets' }],
  license: 'MIT',
  type: 'node',
  icon: null,
  tools: ['read_range', 'write_range'].map(named),
  signature: { kind: 'unknown', by: 'Sheetwise GmbH', fingerprint: '9a:31:7c:00:d2:51:4e:0f' },
  warnings: [foreign('It says nothing of which systems it runs on.')],
  unsuitable: null,
};

export function bundleAnswers(): Pick<PanelHandlers, keyof typeof bundleRequests> {
  const opened = () => ({ bundle });
  return {
    'bundles:open': opened,
    'bundles:get': opened,
    'bundles:receive': () => ({ uploadId: 'u1' }),
    'bundles:piece': () => ({}),
    'bundles:received': opened,
    'bundles:drop': () => ({}),
    'bundles:export': () => ({ file: 'sheets.mcpb', bytes: 3, data: 'UEsD' }),
  };
}
