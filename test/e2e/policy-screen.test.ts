// Permissions, Policy: what the file says about the catalogue, and the signed list, which a click fetches and a fault leaves in force.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeOver, type PanelShell } from '../support/panel-shells.ts';
import { farAway, listSigner } from '../support/signed-list.ts';
import type { AddressInfo } from 'node:net';

const rules = [
  { id: 'acme', effect: 'allow', namespaces: ['com.acme', 'com.acme.*'] },
  {
    id: 'no-old-files',
    effect: 'deny',
    packages: [{ kind: 'npm', identifier: '@acme/files' }],
    versions: ['<1.4'],
    reason: 'It follows links.',
  },
];
const source = { id: 'acme', name: 'Acme', kind: 'registry', address: 'https://registry.acme.example' };

describeOver('the Policy view', open => {
  const signer = listSigner();
  let shell: PanelShell;
  let page: PanelShell['page'];
  let served = '';
  const server = createServer((_request, response) => response.end(served));

  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    shell = await open();
    ({ page } = shell);
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.json`;
    const catalogue = { rules, sources: [source], list: { address, key: signer.key } };
    writeFileSync(join(shell.home, 'policy.json'), JSON.stringify({ version: 1, rules: [], catalogue }));
    await shell.hub.waitFor(({ hub }) => hub.policyList?.address === address, 'the policy is read');
    await page.evaluate(() => (location.hash = '#/permissions/policy'));
    await page.getByRole('heading', { name: 'Signed list' }).waitFor();
  });

  afterAll(async () => {
    server.close();
    await shell?.close();
  });

  test('the rules about the catalogue, what holds beside them and the sources that they bring are shown', async () => {
    const table = page.getByRole('table', { name: 'Rules about the catalogue' });
    await table.getByRole('row', { name: /acme.*of com\.acme, com\.acme\.\*/ }).waitFor();
    await table.getByRole('row', { name: /no-old-files.*npm @acme\/files; version <1\.4/ }).waitFor();
    await page.getByText('what no rule allows is forbidden').waitFor();
    await page.getByText(source.address).waitFor();
    await page.getByText('not fetched yet').waitFor();
    expect(await look(page, 'policy-catalogue')).toEqual([]);
  });

  test('a click fetches the list, and one that is not signed by its key leaves the one before in force', async () => {
    const list = page.getByRole('region', { name: 'Signed list' });
    served = signer.sign({ version: 3 });
    await list.getByRole('button', { name: 'Refresh' }).click();
    await list.getByText('version 3 is in force').waitFor();
    expect(await list.locator('.facts').textContent()).toMatch(/SHA256:.*Expires/);
    served = listSigner().sign({ version: 4, expires: farAway });
    await list.getByRole('button', { name: 'Refresh' }).click();
    await list.getByRole('alert').getByText('The list from before stays in force').waitFor();
    await list.getByText('version 3 is in force').waitFor();
    expect(await look(page, 'policy-list-fault')).toEqual([]);
  });
});
