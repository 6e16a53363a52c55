// The collector of deploy/observability: each signal of the hub goes through it to something that the compose file starts and Grafana reads.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { repositoryRoot } from '../../support/provided.ts';

const folder = path.join(repositoryRoot, 'deploy/observability');
const read = (name: string): unknown => parse(readFileSync(path.join(folder, name), 'utf8'));

const PipelineSchema = z.strictObject({
  receivers: z.array(z.string()).min(1),
  processors: z.array(z.string()),
  exporters: z.array(z.string()).min(1),
});
const CollectorSchema = z.strictObject({
  receivers: z.strictObject({
    otlp: z.strictObject({ protocols: z.strictObject({ http: z.strictObject({ endpoint: z.string() }) }) }),
  }),
  processors: z.record(z.string(), z.record(z.string(), z.unknown())),
  exporters: z.record(z.string(), z.looseObject({ endpoint: z.string() })),
  service: z.strictObject({
    pipelines: z.strictObject({ traces: PipelineSchema, metrics: PipelineSchema, logs: PipelineSchema }),
  }),
});
const ComposeSchema = z.looseObject({
  services: z.record(z.string(), z.looseObject({ ports: z.array(z.string()).default([]) })),
});
const ScrapesSchema = z.looseObject({
  scrape_configs: z.array(z.looseObject({ static_configs: z.array(z.strictObject({ targets: z.array(z.string()) })) })),
});
const SourcesSchema = z.looseObject({ datasources: z.array(z.looseObject({ type: z.string(), url: z.string() })) });

const collector = CollectorSchema.parse(read('collector.yaml'));
const { services } = ComposeSchema.parse(read('compose.yaml'));
const portOf = (address: string) => /:(\d+)(?:\/|$)/.exec(address)?.[1] ?? '';
const published = (service: string) => (services[service]?.ports ?? []).map(each => each.split(':').slice(1).join(':'));

test('Each of the three signals has a pipeline of what is configured, and nothing is configured that no pipeline has.', () => {
  const pipelines = Object.values(collector.service.pipelines);
  for (const kind of ['receivers', 'processors', 'exporters'] as const) {
    const used = new Set(pipelines.flatMap(pipeline => pipeline[kind]));
    expect([...used].toSorted()).toEqual(Object.keys(collector[kind]).toSorted());
  }
  for (const { processors } of pipelines) expect(processors[0]).toBe('memory_limiter');
});

test('What it listens on is published to this machine, and what it sends to is a service that is started.', () => {
  const { endpoint } = collector.receivers.otlp.protocols.http;
  expect(published('collector')).toContain(`${portOf(endpoint)}:${portOf(endpoint)}`);
  for (const { endpoint: to } of Object.values(collector.exporters)) {
    const host = to.replace(/^https?:\/\//, '').split(':')[0] ?? '';
    if (host === '0.0.0.0') expect(published('collector')).toContain(`${portOf(to)}:${portOf(to)}`);
    else expect(Object.keys(services)).toContain(host);
  }
});

test('Prometheus reads the metrics that came to it, and Grafana reads all three.', () => {
  const { scrape_configs: scrapes } = ScrapesSchema.parse(read('prometheus.yml'));
  const targets = scrapes.flatMap(({ static_configs: all }) => all.flatMap(({ targets: each }) => each));
  expect(targets).toContain(`127.0.0.1:${portOf(collector.exporters['prometheus']?.endpoint ?? '')}`);
  const { datasources } = SourcesSchema.parse(read('grafana/provisioning/datasources/prometheus.yaml'));
  expect(datasources.map(({ type }) => type).toSorted()).toEqual(['jaeger', 'loki', 'prometheus']);
  for (const { type, url } of datasources)
    if (type !== 'prometheus') expect(published(type)).toContain(`${portOf(url)}:${portOf(url)}`);
});
