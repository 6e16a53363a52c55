// `pilothouse policy`: a team signs its list by it, and whoever names the team's key has it in force.
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { farAway, listSigner } from '../../support/signed-list.ts';
import type { AddressInfo } from 'node:net';

const rule = { id: 'no-evil', effect: 'deny', packages: [{ kind: 'npm', identifier: 'evil' }], reason: 'It is evil.' };
const list = { kind: 'pilothouse-catalogue-list', version: 4, expires: farAway, rules: [rule] };

async function served(text: () => string): Promise<string> {
  const server = createServer((_request, response) => response.end(text()));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.json`;
}

test('What is signed by the command is taken by a hub whose policy names the key that it printed.', async () => {
  const place = usePlace();
  const file = (name: string, text: string) => {
    fs.writeFileSync(path.join(place.folder, name), text);
    return path.join(place.folder, name);
  };
  const key = file('team.pem', listSigner().privateKey);
  const out = path.join(place.folder, 'signed.json');
  const draft = file('list.json', JSON.stringify(list, null, 2));
  const signed = await place.run(['policy', 'sign', draft, '--key', key, '--out', out, '--json']);
  const { key: named, fingerprint, version } = JSON.parse(signed.stdout);
  expect([version, fingerprint]).toEqual([4, expect.stringMatching(/^SHA256:/)]);

  const panel = await place.panel(await place.serve());
  const address = await served(() => fs.readFileSync(out, 'utf8'));
  const catalogue = { list: { address, key: named } };
  fs.writeFileSync(path.join(place.home, 'policy.json'), JSON.stringify({ version: 1, rules: [], catalogue }));
  await panel.waitFor(({ hub }) => hub.policyList?.address === address, 'it is named');
  expect((await place.run(['policy', 'show'])).stdout).toContain('None has been fetched by this key');
  expect(await place.run(['policy', 'refresh'])).toMatchObject({
    code: 0,
    stdout: 'Version 4 of the signed list is in force.\n',
  });
  const shown = (await place.run(['policy', 'show'])).stdout;
  expect(shown).toContain(`Signed list: ${address}, key ${fingerprint}`);
  expect(shown).toContain('Version 4 is in force: 1 rule, fetched');

  fs.writeFileSync(out, listSigner().sign({ version: 5 }));
  expect(await place.run(['policy', 'refresh'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was not signed by the key that policy.json names'),
  });
  expect(JSON.parse((await place.run(['policy', 'show', '--json'])).stdout)).toMatchObject({
    list: { version: 4, fault: { kind: 'policy-list-wrong-key' } },
  });
});

test('A list that a hub would not read, and a key that is none, are refused before anything is signed.', async () => {
  const place = usePlace();
  const write = (name: string, text: string) => {
    fs.writeFileSync(path.join(place.folder, name), text);
    return path.join(place.folder, name);
  };
  const key = write('team.pem', listSigner().privateKey);
  const refused = async (text: string, keyFile = key) => {
    const { code, stdout, stderr } = await place.run(['policy', 'sign', write('list.json', text), '--key', keyFile]);
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect(await refused('{')).toContain('is no list that can be signed');
  expect(await refused(JSON.stringify({ ...list, version: 0 }))).toContain('version');
  expect(await refused(JSON.stringify({ ...list, rules: [{ ...rule, effect: 'maybe' }] }))).toContain('rules.0.effect');
  expect(await refused(JSON.stringify(list), write('no.pem', 'no key'))).toContain('no Ed25519 private key in PEM');
});
