// What lies in deploy/: no port beyond this machine, no image without a version, and a dashboard that asks only for what the hub exports.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { metricNames, metricRow } from '../../../electron/core/telemetry/metrics/metric-table.ts';
import { prometheusName } from '../../../electron/core/telemetry/prometheus/metrics-text.ts';
import { repositoryRoot } from '../../support/provided.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'deploy', name), 'utf8');

/** Of compose's form what is used here, and nothing else passes. */
const HealthSchema = z.strictObject({
  test: z.array(z.string()),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number().int(),
});
const ServiceSchema = z.strictObject({
  image: z.string().regex(/^[a-z][\w./-]*:(?:v?\d+\.\d+\.\d+[\w.-]*|latest)$/),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  network_mode: z.literal('host').optional(),
  ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
  volumes: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') }))])
    .optional(),
  healthcheck: HealthSchema.optional(),
  restart: z.literal('unless-stopped'),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
});
const ComposeSchema = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), ServiceSchema),
  secrets: z.record(z.string(), z.strictObject({ file: z.string().startsWith('./secrets/') })),
  volumes: z.record(z.string(), z.strictObject({})),
});

test.each(['observability'])(
  'The compose file of %s holds together: what it names is there, and nothing is open beyond this machine.',
  folder => {
    const compose = ComposeSchema.parse(parse(read(`${folder}/compose.yaml`), { merge: true }));
    for (const [
      name,
      { image, build, secrets = [], volumes = [], depends_on: needs = [], command = [] },
    ] of Object.entries(compose.services)) {
      // Our own image alone has no version: it is built.
      if (build === undefined && !image.startsWith('pilothouse:')) expect(image, name).not.toMatch(/:latest$/);
      for (const secret of secrets) expect(Object.keys(compose.secrets), name).toContain(secret);
      for (const service of Array.isArray(needs) ? needs : Object.keys(needs))
        expect(compose.services).toHaveProperty([service]);
      if (!Array.isArray(needs))
        for (const service of Object.keys(needs)) expect(compose.services[service]?.healthcheck).toBeDefined();
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        if (from.startsWith('./')) expect(() => read(`${folder}/${from}`), volume).not.toThrow(/ENOENT/);
        else expect(compose.volumes).toHaveProperty([from]);
      }
      expect(command.join(' '), name).not.toMatch(/password|token=/i);
    }
  },
);

test('In the network of the machine everybody listens on 127.0.0.1.', () => {
  const { services } = ComposeSchema.parse(parse(read('observability/compose.yaml')));
  const hosts = Object.entries(services).filter(([, service]) => service.network_mode === 'host');
  expect(hosts.map(([name]) => name)).toEqual(['prometheus', 'grafana']);
  expect(services['prometheus']?.command).toContain('--web.listen-address=127.0.0.1:9090');
  expect(services['grafana']?.environment?.['GF_SERVER_HTTP_ADDR']).toBe('127.0.0.1');
});

const TargetSchema = z.looseObject({ refId: z.string(), expr: z.string().min(1), legendFormat: z.string() });
const GridSchema = z.strictObject({
  h: z.number().int().min(1),
  w: z.number().int().min(1).max(24),
  x: z.number().int().min(0).max(23),
  y: z.number().int().min(0),
});
const PanelSchema = z.looseObject({
  id: z.number().int().positive(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(1),
  gridPos: GridSchema,
  targets: z.array(TargetSchema).default([]),
});
const DashboardSchema = z.looseObject({
  uid: z.string().max(40),
  title: z.string(),
  schemaVersion: z.number().int().min(36),
  graphTooltip: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  panels: z.array(PanelSchema),
  templating: z.strictObject({
    list: z.array(z.looseObject({ name: z.string(), query: z.looseObject({ query: z.string() }) })),
  }),
});

test('Every metric of the dashboard is one that the hub exports, every metric of the hub stands on it, and its panels do not overlap.', () => {
  const { panels, templating } = DashboardSchema.parse(
    JSON.parse(read('observability/grafana/dashboards/pilothouse.json')),
  );
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  const asked = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...templating.list.map(({ query }) => query.query),
  ];
  const used = new Set<string>();
  for (const expr of asked) {
    const names = [...expr.matchAll(/\b((?:pilothouse|mcp|gen_ai|process|nodejs)_[a-z0-9_]+)(?=\{|,)/g)].map(
      ([, name = '']) => name,
    );
    const metrics = names.filter(
      name =>
        !/^(pilothouse_(kind|outcome|server|state|signal|outbox|mode)|gen_ai_(tool_name|token_type)|mcp_method_name)$/.test(
          name,
        ),
    );
    expect(metrics.length, expr).toBeGreaterThan(0);
    for (const name of metrics) used.add(name);
  }
  const exported = metricNames.flatMap(name => {
    const { kind, unit } = metricRow(name);
    const base = prometheusName(name, unit, kind === 'counter' || kind === 'total');
    return kind === 'histogram' ? [`${base}_bucket`, `${base}_sum`, `${base}_count`] : [base];
  });
  for (const name of used) expect(exported).toContain(name);
  const shown = (name: string) => [...used].some(each => each.startsWith(name));
  const missing = metricNames.filter(name => !shown(prometheusName(name, metricRow(name).unit, false)));
  expect(missing).toEqual([]);
});
