// What is loaded at a start: all of it is waited for, by whoever starts an agent, and stays in memory.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildOnce, cliPath } from '../../support/hub-process.ts';

beforeAll(buildOnce);

/** The files that `file` loads at once, itself too, and the packages that are not built in. What is imported when it is wanted is not followed. */
function loadedBy(file: string, seen = { files: new Set<string>(), packages: new Set<string>() }) {
  if (seen.files.has(file)) return seen;
  seen.files.add(file);
  for (const [, name = ''] of fs
    .readFileSync(file, 'utf8')
    .matchAll(/(?<=^|;)(?:import|export)[\w\s{},*$]*['"]([^'"]+)['"];/gm)) {
    if (name.startsWith('.')) loadedBy(path.resolve(path.dirname(file), name), seen);
    else if (!name.startsWith('node:')) seen.packages.add(name);
  }
  return seen;
}

const bytesOf = (files: ReadonlySet<string>) => [...files].reduce((sum, file) => sum + fs.statSync(file).size, 0);

test('The command line itself loads nothing that is large, however many commands there are.', () => {
  const { files, packages } = loadedBy(cliPath);
  expect(files.size).toBeGreaterThan(1);
  expect([...packages]).toEqual([]);
  expect(bytesOf(files)).toBeLessThan(101_000);
});

test('The shim brings no package at all.', () => {
  const [, shim = ''] = /import\("(\.\.\/chunks\/mcp-[^"]+)"\)/.exec(allTextOf(loadedBy(cliPath).files)) ?? [];
  const { files, packages } = loadedBy(path.resolve(path.dirname(cliPath), shim));
  expect(files.size).toBeGreaterThan(1);
  expect([...packages]).toEqual([]);
  expect(bytesOf(files)).toBeLessThan(100_000);
});

test('The hub loads neither side of the SDK, nothing of a fleet or of OpenTelemetry, nor what Node loads for those who import all of its HTTP.', () => {
  const [, hub = ''] = /import\("(\.\.\/chunks\/serve-[^"]+)"\)/.exec(allTextOf(loadedBy(cliPath).files)) ?? [];
  const { files } = loadedBy(path.resolve(path.dirname(cliPath), hub));
  const found = (pattern: RegExp) => pattern.exec(allTextOf(files))?.[0];
  expect(found(/\bServerSupervisor ?=/)).toBeDefined();
  expect(found(/\bStreamableHTTPClientTransport ?=|\bclassifyInboundRequest\(/)).toBeUndefined();
  expect(found(/\$JS\.API|\b_INBOX\b|@nats-io/)).toBeUndefined();
  // Each of its packages has one of these; what is loaded once a signal is on shows that they are looked for by the right names.
  const telemetry = /opentelemetry\.js\.api|\b(?:MeterProvider|ProtobufTraceSerializer|TraceIdRatioBasedSampler)\b/;
  expect(found(telemetry)).toBeUndefined();
  expect(allTextOf(allBuilt())).toMatch(telemetry);
  expect(found(/from ?["'](?:node:)?http["']/)).toBeUndefined();
  expect(bytesOf(files)).toBeLessThan(3_056_000);
});

test('A gateway loads nothing of OpenTelemetry before it is started with an address or a token for it.', () => {
  const [, gateway = ''] =
    /import\("(\.\.\/chunks\/run-gateway-[^"]+)"\)/.exec(allTextOf(loadedBy(cliPath).files)) ?? [];
  const text = allTextOf(loadedBy(path.resolve(path.dirname(cliPath), gateway)).files);
  expect(text).toMatch(/\bGatewayAudit ?=/);
  expect(
    /opentelemetry\.js\.api|\b(?:MeterProvider|ProtobufTraceSerializer|TraceIdRatioBasedSampler)\b/.exec(text),
  ).toBeNull();
});

test("The trace's thread loads no cryptography.", () => {
  const { files } = loadedBy(path.resolve(path.dirname(cliPath), '../core/trace-worker.js'));
  expect(files.size).toBeGreaterThan(1);
  expect(/from ?["']node:crypto["']/.exec(allTextOf(files))?.[0]).toBeUndefined();
});

test('What several packages bring, each its own copy, is built in once.', () => {
  const all = allTextOf(allBuilt());
  for (const name of ['createJsonErrorResponseHandler', 'LoadAPIKeyError', 'AjvJsonSchemaValidator'])
    expect([name, [...all.matchAll(new RegExp(`\\b${name} ?=(?!=)|\\bclass ${name}\\b`, 'g'))].length]).toEqual([
      name,
      1,
    ]);
});

test('The process that reads catalogues shares what the hub has, and loads little of it.', () => {
  const { files, packages } = loadedBy(path.resolve(path.dirname(cliPath), '../catalogue/main.js'));
  expect([...packages]).toEqual(['libsql']);
  expect(allTextOf(files)).not.toMatch(/from ?["'](?:node:)?http["']/);
  expect(bytesOf(files)).toBeLessThan(400_000);
});

/** What any part of it loads, whenever it does. */
function allBuilt(): ReadonlySet<string> {
  const folder = path.resolve(path.dirname(cliPath), '../chunks');
  const names = fs.readdirSync(folder).filter(name => name.endsWith('.js'));
  return new Set(names.map(name => path.join(folder, name)));
}

function allTextOf(files: ReadonlySet<string>): string {
  return [...files].map(file => fs.readFileSync(file, 'utf8')).join('\n');
}
