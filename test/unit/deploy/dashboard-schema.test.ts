// The dashboard of deploy/ against what Grafana's own package of that version says of dashboards and of each kind of panel.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { typeFaults } from '../../support/deploy/type-faults.ts';
import { repositoryRoot } from '../../support/provided.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'deploy/observability', name), 'utf8');
const type = { name: 'GrafanaDashboard', file: 'grafana-dashboard.ts' };
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
  const faults = typeFaults(type, {
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
