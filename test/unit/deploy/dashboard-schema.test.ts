// The dashboard of deploy/ against what Grafana's own package of that version says of dashboards and of each kind of panel.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'deploy/observability', name), 'utf8');
const compiler = path.join(repositoryRoot, 'node_modules/typescript/bin/tsc');
const types = path.join(repositoryRoot, 'test/support/grafana/dashboard-type.ts');
const options = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'],
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--pretty', 'false'],
];

/** Writes each as a literal that has to be a dashboard; what the compiler says of those that are none, by their names. */
function faultsOf(dashboards: Readonly<Record<string, string>>): Record<string, string[]> {
  const { folder, remove } = createTempHome();
  onTestFinished(remove);
  const file = (name: string) => path.join(folder, `${name}.ts`);
  for (const [name, json] of Object.entries(dashboards))
    writeFileSync(
      file(name),
      `import type { GrafanaDashboard } from ${JSON.stringify(types)};\nexport const it = ${json.trim()} satisfies GrafanaDashboard;\n`,
    );
  const files = Object.keys(dashboards).map(file);
  const { stdout, error } = spawnSync(process.execPath, [compiler, ...options, ...files], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error) throw error;
  const faults: Record<string, string[]> = {};
  for (const line of stdout.split('\n').filter(each => each.includes(': error '))) {
    const [, name = line, text = ''] = /^(\w+)\.ts\(\d+,\d+\): error (.*)$/.exec(line) ?? [];
    (faults[name] ??= []).push(text);
  }
  return faults;
}

const dashboard = read('grafana/dashboards/pilothouse.json');

interface Changeable {
  schemaVersion: unknown;
  graphTooltip: unknown;
  templating: { list: Record<string, unknown>[] };
  panels: {
    type: string;
    gridPos: Record<string, unknown>;
    options: Record<string, unknown>;
    fieldConfig: { defaults: Record<string, unknown> };
  }[];
}
type Panel = Changeable['panels'][number];

const changed = (change: (dashboard: Changeable) => void) => {
  const copy = JSON.parse(dashboard) as Changeable;
  change(copy);
  return JSON.stringify(copy);
};
/** With the first panel of this kind changed. */
const changedPanel = (kind: string, change: (panel: Panel) => void) =>
  changed(({ panels }) => {
    const panel = panels.find(({ type }) => type === kind);
    if (!panel) throw new Error(`The dashboard has no panel of the kind ${kind}.`);
    change(panel);
  });

/** What is wrong with each, as a name of a file, and what has to be said of it. */
const wrong: Readonly<Record<string, readonly [string, RegExp]>> = {
  version: [changed(it => (it.schemaVersion = '39')), /'string' is not assignable to type 'number'/],
  tooltip: [changed(it => (it.graphTooltip = 3)), /'3' is not assignable to type 'DashboardCursorSync/],
  variableKind: [changed(({ templating: { list } }) => Object.assign(list[0] ?? {}, { type: 'querry' })), /"querry"/],
  variableMember: [
    changed(({ templating: { list } }) => Object.assign(list[0] ?? {}, { definition: '' })),
    /'"definition"' does not exist/,
  ],
  panelKind: [changedPanel('stat', it => (it.type = 'stats')), /"stats"/],
  otherOptions: [changedPanel('stat', it => (it.type = 'timeseries')), /legend/],
  option: [changedPanel('stat', it => (it.options['textMode'] = 'names')), /"names"/],
  missingOption: [changedPanel('timeseries', it => delete it.options['tooltip']), /'tooltip' is missing/],
  unknownOption: [changedPanel('timeseries', it => (it.options['legends'] = {})), /'"legends"' does not exist/],
  field: [changedPanel('timeseries', it => (it.fieldConfig.defaults['units'] = 's')), /'"units"' does not exist/],
  custom: [changedPanel('timeseries', it => (it.fieldConfig.defaults['custom'] = { drawStyle: 'dots' })), /"dots"/],
  place: [changedPanel('row', it => (it.gridPos['w'] = '24')), /'string' is not assignable to type 'number'/],
};

test('The dashboard is what Grafana takes for one, with the options of each kind of panel; and what is none is found.', () => {
  const faults = faultsOf({
    dashboard,
    ...Object.fromEntries(Object.entries(wrong).map(([name, [json]]) => [name, json])),
  });
  expect(faults['dashboard'] ?? []).toEqual([]);
  for (const [name, [, said]] of Object.entries(wrong)) expect(faults[name]?.join('\n'), name).toMatch(said);
  expect(Object.keys(faults).toSorted()).toEqual(Object.keys(wrong).toSorted());
});

test('The types are those of the Grafana that the compose file starts.', () => {
  const { services } = parse(read('compose.yaml')) as { services: { grafana: { image: string } } };
  const { version } = createRequire(import.meta.url)('@grafana/schema/package.json') as { version: string };
  expect(services.grafana.image).toBe(`grafana/grafana:${version}`);
});
