// Members of a fleet in deploy/: each has its own proof, a file that sets it up, and a network that lets in who has to speak with it; NATS has accounts and TLS.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { HubSetupSchema } from '../../../contract/schemas/hub-setup.ts';
import { repositoryRoot } from '../../support/provided.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'deploy', name), 'utf8');
const documents = (name: string) => parseAllDocuments(read(name)).map(one => one.toJS() as Manifest);

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly podSelector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly { readonly from?: readonly object[]; readonly ports: readonly { port: number }[] }[];
    readonly serviceName?: string;
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly template: Template;
  };
}

interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly {
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
    }[];
    readonly volumes: readonly { readonly name: string }[];
  };
}

interface Networks {
  readonly networks: Readonly<Record<string, object>>;
}

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly hostname?: string;
        readonly secrets?: readonly string[];
        readonly volumes?: readonly string[];
        readonly networks?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

test('Workers that are observed are what they are without it, and find the collector by its name in the network that it is in.', () => {
  const own = JSON.parse(read('fleet/worker.json')) as object;
  const observed = JSON.parse(read('fleet/worker-observed.json')) as { readonly telemetry: object };
  const { telemetry } = HubSetupSchema.parse(observed);
  expect({ ...observed, telemetry: undefined }).toEqual({ ...own, telemetry: undefined });
  const collector = parse(read('observability/compose.yaml')) as Compose & { readonly name: string };
  expect(Object.keys(collector.services)).toContain(new URL(telemetry?.endpoint ?? '').hostname);
  const { services, networks } = parse(read('fleet/observed.yaml'), { merge: true }) as Compose & Networks;
  const { services: all } = parse(read('fleet/compose.yaml'), { merge: true }) as Compose;
  const mounted = (volumes: readonly string[] = []) => volumes.filter(one => one.includes('/etc/pilothouse/'));
  for (const [name, { volumes, networks: joined }] of Object.entries(services)) {
    expect(mounted(volumes).join()).toBe(
      mounted(all[name]?.volumes).join().replace('worker.json', 'worker-observed.json'),
    );
    for (const network of joined ?? []) expect(['default', ...Object.keys(networks)]).toContain(network);
  }
  const workers = (of: object) => Object.keys(of).filter(name => name.startsWith('worker-'));
  expect(workers(services)).toEqual(workers(all));
  expect(Object.values(networks)).toEqual([{ name: `${collector.name}_default`, external: true }]);
});

test('No two hubs of the compose file that keep something have one proof, and the file that sets them up finds it by their names.', () => {
  const { services, secrets } = parse(read('fleet/compose.yaml'), { merge: true }) as Compose;
  const setup = HubSetupSchema.parse(JSON.parse(read('fleet/worker.json')));
  const workers = Object.entries(services).filter(([, { volumes }]) => volumes?.some(one => one.endsWith(':/data')));
  const hubs = workers.filter(([, { image }]) => image.startsWith('pilothouse:'));
  expect(hubs.map(([name]) => name)).toEqual(['worker-1', 'worker-2']);
  for (const [name, { hostname = '', environment = {}, volumes = [], secrets: own = [] }] of hubs) {
    expect(hostname).toBe(name);
    expect(volumes).toContain(`./worker.json:${environment['PILOTHOUSE_SETUP']}:ro`);
    const named = setup.fleet?.nkey?.replace('{name}', hostname).replace('/run/secrets/', '') ?? '';
    expect(own).toContain(named);
    expect(secrets[named]?.file).toBe(`./secrets/${name}.nk`);
    for (const file of Object.values(setup.fleet?.signers ?? {}))
      expect(own).toContain(file.replace('/run/secrets/', ''));
  }
  const proofs = hubs.flatMap(([, { secrets: own = [] }]) => own.filter(one => one.endsWith('-nkey')));
  expect(new Set(proofs).size).toBe(hubs.length);
});

test('Everything that runs on Kubernetes has a policy of the network: NATS for members alone, gateways for one namespace, workers for nobody.', () => {
  const policies = documents('kubernetes/network.yaml');
  const running = [...documents('kubernetes/gateway.yaml'), ...documents('kubernetes/worker.yaml')].filter(({ kind }) =>
    ['Deployment', 'StatefulSet'].includes(kind),
  );
  expect(running).toHaveLength(2);
  const of = (labels: Readonly<Record<string, string>>) =>
    policies.filter(({ spec }) =>
      Object.entries(spec.podSelector.matchLabels).every(([name, value]) => labels[name] === value),
    );
  for (const { spec } of running) {
    expect(of(spec.template.metadata.labels)).toHaveLength(1);
    expect(spec.template.metadata.labels).toMatchObject({ 'pilothouse/fleet': 'member' });
  }
  // As its chart labels them.
  const nats = { 'app.kubernetes.io/name': 'nats', 'app.kubernetes.io/component': 'nats' };
  const [ofNats] = of(nats);
  expect(ofNats?.spec.ingress).toMatchObject([
    { from: [{ podSelector: { matchLabels: { 'pilothouse/fleet': 'member' } } }], ports: [{ port: 4222 }] },
    { from: [{ podSelector: { matchLabels: nats } }], ports: [{ port: 6222 }] },
  ]);
  // A rule without `from` would be everybody.
  for (const { spec } of policies) {
    expect(spec.policyTypes).toContain('Ingress');
    for (const { from = [] } of spec.ingress ?? []) expect(from.length).toBeGreaterThan(0);
  }
});

test('A worker on Kubernetes finds its file, keeps its data home in a claim of its own, and has its secrets where the file says.', () => {
  const [config, service, set] = documents('kubernetes/worker.yaml');
  const setup = HubSetupSchema.parse(JSON.parse(config?.data?.['setup.json'] ?? ''));
  expect(setup.fleet).toMatchObject({ address: 'tls://nats:4222', ca: '/run/worker/ca.crt' });
  expect(setup.fleet?.nkey).toBe('/run/worker/{name}.nk');
  expect(set?.spec.serviceName).toBe(service?.metadata.name);
  expect(set?.spec.volumeClaimTemplates?.map(({ metadata }) => metadata.name)).toEqual(['data']);
  const [container] = set?.spec.template.spec.containers ?? [];
  const mounts = new Map(container?.volumeMounts.map(({ name, mountPath }) => [name, mountPath]));
  expect(mounts.get('data')).toBe('/data');
  expect(mounts.get('secrets')).toBe('/run/worker');
  const made = [...(set?.spec.template.spec.volumes ?? []), { name: 'data' }].map(({ name }) => name);
  expect([...mounts.keys()].toSorted()).toEqual(made.toSorted());
  expect(container).toMatchObject({ env: [{ name: 'PILOTHOUSE_SETUP', value: '/etc/pilothouse/setup.json' }, {}] });
});

/** Of values.yaml of the chart nats 2.14.2, as far as it is used: each with the members that it knows. */
const tls = { enabled: true, secretName: true, dir: true, cert: true, key: true, merge: true, patch: true };
const chart = {
  tlsCA: { enabled: true, configMapName: true, secretName: true, dir: true, key: true },
  config: {
    cluster: {
      enabled: true,
      port: true,
      replicas: true,
      noAdvertise: true,
      routeURLs: true,
      tls,
      merge: true,
      patch: true,
    },
    jetstream: {
      enabled: true,
      fileStore: {
        enabled: true,
        dir: true,
        pvc: { enabled: true, size: true, storageClassName: true, merge: true, patch: true, name: true },
        maxSize: true,
      },
      memoryStore: true,
      merge: true,
      patch: true,
    },
    nats: { port: true, tls },
    monitor: true,
    serverNamePrefix: true,
    merge: true,
    patch: true,
  },
  container: { image: true, ports: true, env: true, merge: true, patch: true, resources: true },
  podTemplate: { configChecksumAnnotation: true, topologySpreadConstraints: true, merge: true, patch: true },
  podDisruptionBudget: { enabled: true, merge: true, patch: true, name: true },
  natsBox: { enabled: true },
};

/** Members that the chart does not know, which it would pass over in silence. */
function unknown(values: unknown, known: unknown, at = ''): string[] {
  if (known === true || typeof values !== 'object' || values === null) return [];
  const names = known as Record<string, unknown>;
  return Object.entries(values).flatMap(([name, value]) =>
    name in names ? unknown(value, names[name], `${at}${name}.`) : [`${at}${name}`],
  );
}

test('The values for NATS are what its chart knows; it has accounts from a Secret and TLS, and the file of accounts lies where it is included.', () => {
  const values = parse(read('kubernetes/nats-values.yaml')) as {
    config: {
      nats: { tls: object };
      cluster: { tls: object };
      jetstream: { enabled: boolean };
      merge: Record<string, string>;
    };
    container: { patch: { value: { name: string; mountPath: string } }[] };
    podTemplate: { patch: { value: { name: string; secret: { secretName: string } } }[] };
  };
  expect(unknown(values, chart)).toEqual([]);
  expect(unknown({ config: { nats: { tsl: {} } }, auth: {} }, chart)).toEqual(['config.nats.tsl', 'auth']);
  const { config, container, podTemplate } = values;
  for (const side of [config.nats, config.cluster]) expect(side.tls).toEqual({ enabled: true, secretName: 'nats-tls' });
  expect(config.jetstream.enabled).toBe(true);
  // An include of NATS is seen from the file that has it, also where it begins with a slash.
  const included = path.join('/etc/nats-config', config.merge['$include'] ?? '');
  const [mount] = container.patch;
  const [volume] = podTemplate.patch;
  expect(included).toBe(`${mount?.value.mountPath}/accounts.conf`);
  // The reloader is given what lies beneath this folder.
  expect(mount?.value.mountPath).toMatch(/^\/etc\//);
  expect(volume?.value).toEqual({ name: mount?.value.name, secret: { secretName: 'nats-accounts' } });
});
