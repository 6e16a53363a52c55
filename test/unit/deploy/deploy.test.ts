// What lies in deploy/: no port beyond this machine, no image without a version, and a dashboard that asks only for what the hub exports.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { metricNames, metricRow } from '../../../electron/core/telemetry/metrics/metric-table.ts';
import { prometheusName } from '../../../electron/core/telemetry/prometheus/metrics-text.ts';
import { addGatewayOptions } from '../../../electron/headless/gateway-options.ts';
import { repositoryRoot } from '../../support/provided.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'deploy', name), 'utf8');

/** Of compose's and Kubernetes' forms what is used here, and nothing else passes. */
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
  hostname: z.string().optional(),
  network_mode: z.literal('host').optional(),
  ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
  volumes: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') }))])
    .optional(),
  healthcheck: HealthSchema.optional(),
  restart: z.literal('unless-stopped'),
  stop_grace_period: z.string().optional(),
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

test.each(['observability', 'fleet'])(
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

const labels = z.record(z.string(), z.string());
const Meta = z.strictObject({ name: z.literal('pilothouse-gateway'), labels });

test('The manifests for Kubernetes name each other rightly, and the gateway runs without rights, with probes and bounds.', () => {
  const [config, secret, deployment, service, budget] = parseAllDocuments(read('kubernetes/gateway.yaml')).map(
    document => document.toJS() as Record<string, unknown>,
  );
  const kind = (apiVersion: string, name: string) => ({
    apiVersion: z.literal(apiVersion),
    kind: z.literal(name),
    metadata: Meta,
  });
  z.strictObject({ ...kind('v1', 'ConfigMap'), data: labels }).parse(config);
  z.strictObject({ ...kind('v1', 'Secret'), type: z.literal('Opaque'), stringData: labels }).parse(secret);
  z.strictObject({ ...kind('v1', 'Service'), spec: z.looseObject({ selector: labels }) }).parse(service);
  z.strictObject({
    ...kind('policy/v1', 'PodDisruptionBudget'),
    spec: z.looseObject({ minAvailable: z.literal(2) }),
  }).parse(budget);
  const Spec = z.looseObject({
    replicas: z.literal(3),
    selector: z.strictObject({ matchLabels: labels }),
    template: z.looseObject({}),
  });
  z.strictObject({ ...kind('apps/v1', 'Deployment'), spec: Spec }).parse(deployment);
  expect(deployment).toMatchObject({
    spec: {
      template: {
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true },
          containers: [
            {
              envFrom: [{ configMapRef: { name: 'pilothouse-gateway' } }],
              readinessProbe: { httpGet: { path: '/readyz' } },
              livenessProbe: { httpGet: { path: '/healthz' } },
              resources: { requests: { memory: '192Mi' }, limits: { memory: '768Mi' } },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
          volumes: [{ emptyDir: { medium: 'Memory' } }, { secret: { secretName: 'pilothouse-gateway' } }],
        },
      },
    },
  });
});

/** By the names of their variables. */
const gatewayVariables = new Map(
  addGatewayOptions(new Command()).options.flatMap(option => (option.envVar ? [[option.envVar, option] as const] : [])),
);

test('What the gateways are started with are options that there are, and all that they need; files of secrets lie where they are mounted.', () => {
  const compose = parse(read('fleet/compose.yaml'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string>; secrets: string[] }>;
  };
  const config = parseAllDocuments(read('kubernetes/gateway.yaml'))[0]?.toJS() as { data: Record<string, string> };
  const { environment = {}, secrets = [] } = compose.services['gateway-1'] ?? {};
  for (const given of [environment, config.data]) {
    expect(Object.keys(given).filter(name => !gatewayVariables.has(name))).toEqual([]);
    for (const needed of ['NATS', 'SIGNERS', 'STATE_KEY', 'LISTEN', 'HOSTS'])
      expect(given, needed).toHaveProperty([`PILOTHOUSE_GATEWAY_${needed}`]);
  }
  const files = (given: Record<string, string>) =>
    ['NKEY', 'SIGNERS', 'STATE_KEY'].map(name => given[`PILOTHOUSE_GATEWAY_${name}`]?.replace(/^.*=/, ''));
  expect(files(environment)).toEqual(secrets.map(secret => `/run/secrets/${secret}`));
  expect(files(config.data)).toEqual(['gateway.nk', 'signer.pem', 'state.key'].map(file => `/run/gateway/${file}`));
  // Beyond one machine NATS is reached by TLS, and by the authority that it is verified with.
  expect(config.data['PILOTHOUSE_GATEWAY_NATS']).toMatch(/^tls:/);
  expect(config.data).toHaveProperty(['PILOTHOUSE_GATEWAY_CA']);
  expect(config.data).not.toHaveProperty(['PILOTHOUSE_GATEWAY_PLAINTEXT']);
});

test('Gateways that are observed export to the collector by its name in its network, by options that there are.', () => {
  interface Networked {
    readonly name: string;
    readonly services: Readonly<Record<string, { environment: Record<string, string>; networks: readonly string[] }>>;
    readonly networks: Readonly<Record<string, object>>;
  }
  const of = (file: string) => parse(read(file), { merge: true }) as Networked;
  const { services, networks } = of('fleet/observed.yaml');
  const collector = of('observability/compose.yaml');
  const isGateway = (name: string) => name.startsWith('gateway-');
  const gateways = Object.entries(services).filter(([name]) => isGateway(name));
  expect(gateways.map(([name]) => name)).toEqual(Object.keys(of('fleet/compose.yaml').services).filter(isGateway));
  for (const [, { environment, networks: joined }] of gateways) {
    expect(Object.keys(environment).filter(name => !gatewayVariables.has(name))).toEqual([]);
    const { hostname, port } = new URL(environment['PILOTHOUSE_GATEWAY_OTLP'] ?? '');
    expect([Object.keys(collector.services).includes(hostname), port]).toEqual([true, '4318']);
    expect(joined).toEqual(['default', ...Object.keys(networks)]);
  }
  expect(Object.values(networks)).toEqual([{ name: `${collector.name}_default`, external: true }]);
});
